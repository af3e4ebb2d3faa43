import { formatPercent } from '../../../../lib/percent.ts';
import type { Session } from '../session.ts';
import type { GrowingTopic } from '../types.ts';
import type { Growth } from '../week.ts';
import { AsOf, Because } from './change.tsx';

/** What one would say when asked what is going on, and as of when. */
export function Answer({ risers, spikes, asOf, href }: Growth & Pick<Session, 'href'>) {
  const topic = risers[0] ?? spikes[0];
  if (!topic) return <p class="answer">Nothing stands out this week.</p>;
  const { topicId, name, category } = topic;
  return (
    <>
      <p class="answer">
        <a class={`category-${category}`} href={href({ topic: String(topicId) })}>
          {name}
        </a>{' '}
        {saidOf(topic)}
        <Because change={topic} href={href} before=", " />
        {topic.drivenBy === 'many' && topic.confidence === 'high' ? ', across several articles and sources' : null}.
      </p>
      <AsOf asOf={asOf} />
    </>
  );
}

function saidOf({ growthPercent, confidence }: GrowingTopic): string {
  if (growthPercent === null) return 'is new this week';
  const by = `about ${formatPercent(growthPercent).slice(1)} on last week`;
  return confidence === 'high' ? `is rising fastest, up ${by}` : `may be rising, by ${by}`;
}
