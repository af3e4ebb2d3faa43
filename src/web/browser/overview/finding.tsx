import { leadOf } from '../../../rankings/math/figures/change-headings.ts';
import { AsOf, Because } from '../insights/stories/change.tsx';
import { changeInWords, saidOf } from '../insights/stories/rank-words.ts';
import type { InsightsSession } from '../insights/view.ts';
import type { Compared } from '../insights/week.ts';
import type { ListedTopic } from './load.ts';
import { changeOfTopic } from './panels.tsx';

interface Props extends Pick<InsightsSession, 'href'> {
  changes: Compared;
}

/** Names the topic that rose fastest in a range of past days, for which no confidence is known. */
export function RangeFinding({ changes, days, against, href }: Props & { days: string; against: string }) {
  const lead = leadOf(changes);
  return (
    <div>
      <p class="answer">
        {lead ? (
          <>
            <a class={`data-${lead.category}`} href={href({ topic: String(lead.topicId) })}>
              {lead.name}
            </a>{' '}
            {saidOf(lead, { against })}.
          </>
        ) : (
          'Nothing stands out in these days.'
        )}
      </p>
      <p class="hint">{days}. Ranges and causes are known for the last 7 days only.</p>
    </div>
  );
}

/** Describes the change of the topic that the screen is filtered by. */
export function ChosenFinding({
  changes,
  topic,
  against,
  href,
}: Props & { topic: ListedTopic; against: string | undefined }) {
  const change = changeOfTopic(changes, topic.topicId);
  return (
    <div>
      <p class="answer">
        <a href={href({ topic: String(topic.topicId) })}>{topic.name}</a>:{' '}
        {change
          ? changeInWords(change, { against }).replace(/^./, (first) => first.toLowerCase())
          : 'too few readers to compare'}
        {change && !against ? <Because change={change} href={href} before=", " /> : null}.
      </p>
      {against ? null : <AsOf asOf={changes.asOf} />}
    </div>
  );
}
