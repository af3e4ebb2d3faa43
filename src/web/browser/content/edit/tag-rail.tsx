import { DatedSparkline } from '../../insights/charts/sparkline.tsx';
import { useData } from '../../lib/query.ts';
import type { Schemas } from '../../lib/request.ts';
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
          <Loaded of={newest} what="the newest articles" lines={LATEST_ARTICLES * 2}>
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

/** Rank and readers of a topic. Both appear together, so that the list below moves once. */
function Standing({ id }: { id: number }) {
  const week = useData('/api/v2/insights/trending-topics/', { query: { period: '7d', limit: MAX_RANKED } });
  const readers = useData('/api/v2/insights/topics/{id}/history/', { at: { id }, query: { days: 28 } });
  return (
    <Section
      id="standing"
      title="Readers, last 28 days"
      end={<a href={`/insights?view=trending&topic=${id}`}>Stats</a>}
    >
      {areLoaded(week, readers) ? (
        <div class="stack">
          <Loaded of={week} what="the rank">
            {({ topics }) => <Rank of={topics} id={id} />}
          </Loaded>
          <Loaded of={readers} what="the readers">
            {({ days }) =>
              days.some(({ index }) => index !== null) ? <DatedSparkline days={days} name="Readers" /> : null
            }
          </Loaded>
        </div>
      ) : (
        <Skeleton lines={5} />
      )}
    </Section>
  );
}

function Rank({ of: topics, id }: { of: Schemas['RankedTopic'][]; id: number }) {
  const place = topics.findIndex(({ topicId }) => topicId === id);
  return (
    <p>
      {place < 0 ? (
        `Not among the first ${MAX_RANKED} topics of the last 7 days.`
      ) : (
        <>
          <b>No. {place + 1}</b> among topics, last 7 days
        </>
      )}
    </p>
  );
}
