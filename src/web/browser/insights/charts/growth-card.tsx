import { formatPercent, formatRange } from '../../../../lib/percent.ts';
import { useQuery } from '../../lib/request/query.ts';
import { type DataOf, request } from '../../lib/request/request.ts';
import type { Day } from '../day.ts';
import type { Session } from '../session.ts';
import type { GrowingTopic } from '../types.ts';
import { CATEGORIES } from '../view.ts';
import { Sparkline } from './sparkline.tsx';

type History = DataOf<'/api/v2/insights/topics/{id}/history/'>;

interface Props extends Pick<Session, 'href' | 'paused'> {
  topic: GrowingTopic;
}

/** One topic: how much it changes, how sure that is, and its last four weeks. */
export function GrowthCard({ topic, href, paused }: Props) {
  const { topicId, name, category, growthPercent, interval, confidence } = topic;
  const history = useQuery(
    (signal) => request<History>(`/api/v2/insights/topics/${topicId}/history/`, { query: { days: 28 }, signal }),
    { queryKey: `history ${topicId}`, interval: null, paused },
  );
  const days: Day[] | null = history.value?.days ?? null;
  return (
    <li class={`growth-card category-${category}`}>
      <a href={href({ topic: String(topicId), content: '' })}>{name}</a>
      <b class={growthPercent === null ? 'new' : growthPercent < 0 ? 'down' : 'up'}>
        {growthPercent === null ? 'new' : formatPercent(growthPercent)}
      </b>
      <small>
        <span class="quiet">{CATEGORIES[category]}. </span>
        {growthPercent === null
          ? 'no readers last week'
          : confidence === 'high' && interval
            ? `likely ${formatRange(interval)}`
            : 'uncertain'}
      </small>
      <Sparkline days={days} name={name} />
    </li>
  );
}
