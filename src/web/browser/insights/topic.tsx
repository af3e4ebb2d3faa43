import type { Cell } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { type DataOf, request } from '../lib/request.ts';
import { Empty, Loaded } from '../ui/states.tsx';
import { ViewBar } from './bar.tsx';
import { PeriodSegments, RiskSwitch } from './filters.tsx';
import { ITEM_HEADINGS, type Item, Items, itemCells, type Topic } from './items.tsx';
import { type Session, SLOW } from './session.ts';
import { CATEGORIES, known, PERIODS } from './view.ts';

const PLACES = 10;

interface TopicView {
  items: Item[];
  coTopics: Topic[];
}

type Trending = DataOf<'/api/v2/topics/trending/'>['topics'];

/** One topic: what is read of it, and what it is read together with. */
export function OneTopic(session: Session) {
  const { view, change } = session;
  const topics = useQuery((signal) => loadTopics(Number(view.topic), signal), {
    queryKey: `topics ${view.topic}`,
    interval: null,
    paused: session.paused,
  });
  const id = Number(view.topic) || (topics.value?.[0]?.id ?? 0);
  const topic = topics.value?.find((one) => one.id === id);
  const query = { period: known(PERIODS.toReversed(), view.period), riskManagement: view.risk === '1', limit: PLACES };
  const about = useQuery((signal) => loadTopic(id, query, signal), {
    queryKey: JSON.stringify([id, query]),
    interval: id ? SLOW : null,
    paused: session.paused,
  });
  if (!view.topic && topics.value?.length === 0) {
    return <Empty title="Nothing has been read yet">As soon as readers click, topics appear here.</Empty>;
  }
  return (
    <>
      <div class="tools">
        <label class="field">
          Topic
          <select value={String(id)} onChange={(event) => change({ topic: (event.target as HTMLSelectElement).value })}>
            {topic ? null : <option value={String(id)}>{id ? `Topic ${id}` : '…'}</option>}
            {(topics.value ?? []).map((one) => (
              <option key={one.id} value={String(one.id)} selected={one.id === id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <PeriodSegments {...session} />
        <RiskSwitch {...session} />
        <ViewBar of={about} session={session} table={about.value && tableOf(about.value, topic?.slug ?? String(id))} />
      </div>
      <div class="topic">
        <h2>{topic?.name ?? (topics.value ? `Topic ${id}` : ' ')}</h2>
        <p>{topic ? [CATEGORIES[topic.category], topic.description].filter(Boolean).join(' · ') : ' '}</p>
      </div>
      <Loaded of={about} lines={12}>
        {({ items, coTopics }) => (
          <div class="columns wide-first">
            <section aria-labelledby="topic-items">
              <h3 id="topic-items">Most read</h3>
              {items.length > 0 ? <Items items={items} /> : <Empty title="Nothing of it has been read in this time" />}
            </section>
            <section aria-labelledby="co-topics">
              <h3 id="co-topics">Read together with</h3>
              {coTopics.length > 0 ? (
                <CoTopics topics={coTopics} href={session.href} />
              ) : (
                <Empty title="Its articles have no other topic" />
              )}
            </section>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Bars that become shorter with the place: the order is known, the amounts are not. */
const CoTopics = ({ topics, href }: { topics: Topic[] } & Pick<Session, 'href'>) => (
  <>
    <ol class="ranked bars">
      {topics.map(({ topicId, name }, place) => (
        <li key={topicId}>
          <a href={href({ topic: String(topicId) })}>{name}</a>
          <i aria-hidden="true" style={{ width: `${100 - (place / topics.length) * 88}%` }} />
        </li>
      ))}
    </ol>
    <p class="hint">By engagement; bars show the order, not amounts.</p>
  </>
);

/** The topics of the week, most engaged first, with the asked one among them even where nobody reads it. */
async function loadTopics(asked: number, signal: AbortSignal): Promise<Trending> {
  const query = { period: 'week', limit: 50, includeTopics: asked > 0 ? asked : null };
  return (await request<{ topics: Trending }>('/api/v2/topics/trending/', { query, signal })).topics;
}

async function loadTopic(id: number, query: Record<string, string | number | boolean>, signal: AbortSignal) {
  if (!id) return { items: [], coTopics: [] };
  const part = <T,>(name: string) => request<T>(`/api/v2/insights/topics/${id}/${name}/`, { query, signal });
  const [{ items }, { coTopics }] = await Promise.all([
    part<DataOf<'/api/v2/insights/topics/{id}/content/'>>('content'),
    part<DataOf<'/api/v2/insights/topics/{id}/co-topics/'>>('co-topics'),
  ]);
  return { items, coTopics };
}

const tableOf = ({ items, coTopics }: TopicView, name: string): { name: string; rows: Cell[][] } => ({
  name: `topic-${name}`,
  rows: [
    ['list', ...ITEM_HEADINGS, 'topicId', 'topic'],
    ...items.map((item, place) => ['content', ...itemCells(item, place), null, null]),
    ...coTopics.map(({ topicId, name: topic }, place) => [
      'co-topics',
      place + 1,
      ...Array<null>(ITEM_HEADINGS.length - 1).fill(null),
      topicId,
      topic,
    ]),
  ],
});
