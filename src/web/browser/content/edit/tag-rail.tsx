import { changeOf } from '../../../../rankings/math/figures/change-headings.ts';
import { DatedSparkline } from '../../insights/charts/sparkline.tsx';
import { MovementMark } from '../../insights/stories/items.tsx';
import { movementOf } from '../../insights/stories/movement.ts';
import { changeInWords } from '../../insights/stories/rank-words.ts';
import { loadCompared } from '../../insights/week.ts';
import { useData, useQuery } from '../../lib/query.ts';
import { moment, timeZone } from '../../lib/time.ts';
import { areLoaded, Loaded, Section, Skeleton } from '../../ui/parts.tsx';

const LATEST_ARTICLES = 4;

interface Props {
  kind: 'topic' | 'company';
  id: string;
  name: string;
}

/** Newest articles of a topic or company, with links to its rule and its statistics. */
export function TagRail({ kind, id, name }: Props) {
  const filter: Record<string, string> = kind === 'topic' ? { topics: id } : { companies: id };
  const newest = useData('/manage/articles', { query: { ...filter, limit: LATEST_ARTICLES } });
  return (
    <>
      {kind === 'topic' ? <Standing id={Number(id)} /> : null}
      <Section id="newest" title="Newest articles" end={<a href={`?${new URLSearchParams(filter)}`}>All articles</a>}>
        <div class="newest">
          <Loaded of={newest} lines={LATEST_ARTICLES * 2}>
            {({ articles }) =>
              articles.length === 0 ? (
                <p class="hint">No articles yet.</p>
              ) : (
                <ul class="plain-list titles">
                  {articles.map(({ id, title, source, publishedAt }) => (
                    <li key={id}>
                      <a href={`?id=${id}`} dir="auto">
                        {title}
                      </a>
                      <p class="hint">{`${source.name} · ${moment(publishedAt, timeZone())}`}</p>
                    </li>
                  ))}
                </ul>
              )
            }
          </Loaded>
        </div>
        <p class="before-3">
          <a href={`?${new URLSearchParams({ kind: 'rules', q: name })}`}>Rules that set it</a>
        </p>
      </Section>
    </>
  );
}

const MAX_RANKED = 50;

/** Rank, change and readers of a topic. */
function Standing({ id }: { id: number }) {
  const week = useData('/api/v2/insights/trending-topics/', { query: { period: '7d', limit: MAX_RANKED } });
  const changes = useQuery('changes', (signal) => loadCompared({ minContentItems: 1 }, signal));
  const readers = useData('/api/v2/insights/topics/{id}/history/', { at: { id }, query: { days: 28 } });
  const topics = week.value?.topics ?? [];
  const place = topics.findIndex(({ topicId }) => topicId === id);
  const change = changes.value && changeOf(changes.value, id);
  const days = readers.value?.days ?? [];
  return (
    <Section
      id="standing"
      title="Readers, last 28 days"
      end={<a href={`/insights?view=trending&topic=${id}`}>Stats</a>}
    >
      {areLoaded(week, changes, readers) ? (
        <div class="stack">
          <p>
            {place < 0 ? (
              `Not among the first ${MAX_RANKED} topics of the last 7 days.`
            ) : (
              <>
                <b>No. {place + 1}</b>{' '}
                <MovementMark movement={movementOf(place, topics[place]?.previousRank ?? null)} /> among topics, last 7
                days
              </>
            )}
          </p>
          {change ? <p class="hint">{changeInWords(change)}.</p> : null}
          {days.some(({ index }) => index !== null) ? <DatedSparkline days={days} name="Readers" /> : null}
        </div>
      ) : (
        <Skeleton lines={5} />
      )}
    </Section>
  );
}
