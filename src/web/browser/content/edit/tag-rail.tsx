import { DatedSparkline } from '../../insights/charts/sparkline.tsx';
import { MovementMark, movementOf } from '../../insights/stories/movement-mark.tsx';
import { useData } from '../../lib/query.ts';
import type { Schemas } from '../../lib/request.ts';
import { moment, timeZone } from '../../lib/time.ts';
import { areLoaded, Loaded, Section, Skeleton } from '../../ui/parts.tsx';

const LATEST_ARTICLES = 4;

interface Props {
  kind: 'topic' | 'company';
  id: string;
}

/** Rank of a topic, and the words of the rule that sets a topic or company. */
export const TagRail = ({ kind, id }: Props) => (
  <>
    {kind === 'topic' ? <Standing id={Number(id)} /> : null}
    <RuleWords kind={kind} id={id} />
  </>
);

const MAX_RULES = 1000;
/** Words of a rule, after which the others are only counted. */
const MAX_WORDS = 12;

function RuleWords({ kind, id }: Props) {
  const found = useData('/manage/rules', { query: { kind, limit: MAX_RULES } });
  const rule = found.value?.rules.find(({ ref }) => ref === id);
  return (
    <Section
      id="rule"
      title="Rule that sets it"
      end={rule ? <a href={`?${new URLSearchParams({ kind: 'rules', id: `${kind}/${id}` })}`}>Edit</a> : null}
    >
      <Loaded of={found} what="the rule" lines={3}>
        {() =>
          rule ? (
            <p class="row tags">
              {rule.words.slice(0, MAX_WORDS).map((word) => (
                <span key={word} class="badge" dir="auto">
                  {word}
                </span>
              ))}
              {rule.words.length > MAX_WORDS ? (
                <span class="hint">and {rule.words.length - MAX_WORDS} more</span>
              ) : null}
            </p>
          ) : (
            <p class="hint">
              {kind === 'company' ? 'Its name tags articles.' : 'Editors and feeds set it.'}{' '}
              <a href="?kind=rules&id=new">Add a rule</a>
            </p>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Newest articles of a topic or company. */
export function NewestArticles({ kind, id }: Props) {
  const filter: Record<string, string> = kind === 'topic' ? { topics: id } : { companies: id };
  const newest = useData('/manage/articles', { query: { ...filter, limit: LATEST_ARTICLES } });
  return (
    <div class="aside">
      <Section id="newest" title="Newest articles" end={<a href={`?${new URLSearchParams(filter)}`}>All articles</a>}>
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
      </Section>
    </div>
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
            {({ days }) => {
              const first = days.findIndex(({ index }) => index !== null);
              return first < 0 ? null : <DatedSparkline days={days.slice(first)} name="Readers" />;
            }}
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
          <b>No. {place + 1}</b> <MovementMark movement={movementOf(place, topics[place]?.previousRank ?? null)} />{' '}
          among topics, last 7 days
        </>
      )}
    </p>
  );
}
