import { formatPercent } from '../../../lib/percent.ts';
import { ItemLink } from './items.tsx';
import type { Session } from './session.ts';
import type { GrowingTopic } from './types.ts';

interface Props extends Pick<Session, 'href'> {
  riser: GrowingTopic | undefined;
  spike: GrowingTopic | undefined;
}

/** What one would say when asked what is going on. */
export function Answer({ riser, spike, href }: Props) {
  const topic = riser ?? spike;
  if (!topic) return <p class="answer">Nothing stands out this week.</p>;
  const { topicId, name, growthPercent, confidence, category } = topic;
  return (
    <p class="answer">
      <a class={`category-${category}`} href={href({ topic: String(topicId) })}>
        {name}
      </a>{' '}
      {growthPercent === null
        ? 'is new this week'
        : confidence === 'high'
          ? `is rising fastest, up about ${formatPercent(growthPercent).replace('+', '')} on last week`
          : `may be rising, by about ${formatPercent(growthPercent).replace('+', '')} on last week`}
      <Driver {...topic} />.
    </p>
  );
}

/** Names the article or the source only where most of the change comes from it. */
function Driver({ drivenBy, topContent: [first], topSources: [source] }: GrowingTopic) {
  if (drivenBy === 'article' && first)
    return (
      <>
        , driven by <ItemLink {...first} />
      </>
    );
  if (drivenBy === 'source' && source) return <>, driven by {source}</>;
  return drivenBy === 'many' ? <>, across many articles and sources</> : null;
}
