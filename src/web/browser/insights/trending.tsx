import { useEffect, useRef } from 'hono/jsx/dom';
import { announce } from '../lib/announce.ts';
import { useQuery } from '../lib/query.ts';
import { type DataOf, request } from '../lib/request.ts';
import { dateTimeOf, timeOf } from '../lib/time.ts';
import { Segments } from '../ui/controls.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { ViewBar } from './bar.tsx';
import { RiskSwitch } from './filters.tsx';
import type { Topic } from './items.tsx';
import { useLastVisit } from './last-visit.ts';
import { inWords, type Movement, movementOf, type Visit } from './movement.ts';
import { type Session, TURN, turn } from './session.ts';
import { AUDIENCES, CATEGORIES, known } from './view.ts';

const PLACES = 20;
const COLUMNS = [
  ['now', 'Now', 'last 24 hours'],
  ['week', 'This week', 'last 7 days'],
] as const;
type Column = (typeof COLUMNS)[number][0];
type Rankings = Record<Column, Topic[]>;

/** What is trending now and this week, side by side, with movement since the last visit. */
export function Trending(session: Session) {
  const { view, change } = session;
  const risk = view.risk === '1';
  const audience = risk ? '' : known(AUDIENCES, view.audience);
  const queryKey = `trending ${audience} ${risk}`;
  const rankings = useQuery(load(audience, risk), { queryKey, interval: TURN });
  const visits: Record<Column, Visit | null> = {
    now: useLastVisit(`${queryKey} now`, idsOf(rankings.value?.now)),
    week: useLastVisit(`${queryKey} week`, idsOf(rankings.value?.week)),
  };
  useLeaderAnnouncement(queryKey, rankings.value);
  return (
    <>
      <div class="tools">
        <Segments
          label="Audience"
          name="audience"
          value={audience}
          options={AUDIENCES}
          choose={(value) => change({ audience: value })}
          disabled={risk}
        />
        <RiskSwitch {...session} />
        <ViewBar of={rankings} session={session} table={rankings.value && tableOf(rankings.value, visits)} />
      </div>
      {risk ? <p class="hint">Risk management is ranked over all readers.</p> : null}
      {rankings.value && COLUMNS.every(([column]) => rankings.value?.[column].length === 0) ? (
        <Empty title="Nothing is trending yet">As soon as readers click, topics appear here, within seconds.</Empty>
      ) : (
        <div class="columns trending">
          {COLUMNS.map(([column, title, window]) => (
            <section key={column} aria-labelledby={`trending-${column}`}>
              <h2 id={`trending-${column}`}>
                {title} <small>{window}</small>
              </h2>
              <Loaded of={rankings} lines={PLACES}>
                {(value) => <Ranking topics={value[column]} visit={visits[column]} href={session.href} />}
              </Loaded>
            </section>
          ))}
        </div>
      )}
    </>
  );
}

const load = (audience: string, risk: boolean) => async (signal: AbortSignal) => {
  const limit = turn(PLACES);
  const ranking = risk
    ? async (period: string) => {
        const query = { period, riskManagement: true, limit };
        type Answer = DataOf<'/api/v2/insights/trending-topics/'>;
        return (await request<Answer>('/api/v2/insights/trending-topics/', { query, signal })).topics;
      }
    : async (period: string) => {
        const query = { period, companyType: audience, limit };
        type Answer = DataOf<'/api/v2/topics/trending/'>;
        const { topics } = await request<Answer>('/api/v2/topics/trending/', { query, signal });
        return topics.map(({ id, name, slug, category }) => ({ topicId: id, name, slug, category }));
      };
  const [now, week] = await Promise.all((risk ? ['24h', '7d'] : ['now', 'week']).map(ranking));
  return { now: now?.slice(0, PLACES) ?? [], week: week?.slice(0, PLACES) ?? [] };
};

const idsOf = (topics: Topic[] | undefined) => topics?.map(({ topicId }) => topicId) ?? null;

const Ranking = ({ topics, visit, href }: { topics: Topic[]; visit: Visit | null } & Pick<Session, 'href'>) =>
  topics.length === 0 ? (
    <Empty title="Nobody has clicked in this time" />
  ) : (
    <>
      <ol class="ranked topics">
        {topics.map(({ topicId, name, category }, place) => (
          <li key={topicId}>
            <a href={href({ topic: String(topicId) })}>{name}</a>
            <small class="category">{CATEGORIES[category]}</small>
            {visit ? <Moved movement={movementOf(topicId, place, visit)} /> : null}
          </li>
        ))}
      </ol>
      {visit ? <p class="hint">Movement since your last visit, {whenOf(visit.at)}.</p> : null}
    </>
  );

const Moved = ({ movement }: { movement: Movement }) => (
  <span class={`moved ${movement === 'new' || movement > 0 ? 'good' : movement < 0 ? 'bad' : ''}`}>
    <span aria-hidden="true">
      {movement === 'new' ? 'new' : movement === 0 ? '–' : `${movement > 0 ? '▲' : '▼'} ${Math.abs(movement)}`}
    </span>
    <span class="quiet">{inWords(movement)}</span>
  </span>
);

/** Today's visits by their time, earlier ones with their day. */
const whenOf = (at: number) =>
  new Date(at).toDateString() === new Date().toDateString() ? `at ${timeOf(at)}` : `on ${dateTimeOf(at)}`;

/** Announces another leader to screen readers; every move of every place would be noise. */
function useLeaderAnnouncement(queryKey: string, value: Rankings | null): void {
  const leader = value?.now[0];
  const before = useRef({ queryKey, id: leader?.topicId });
  useEffect(() => {
    const { current } = before;
    const changed = current?.queryKey === queryKey && current.id !== undefined && current.id !== leader?.topicId;
    if (changed && leader) announce(`${leader.name} is now first`);
    before.current = { queryKey, id: leader?.topicId };
  }, [queryKey, leader?.topicId]);
}

const tableOf = (value: Rankings, visits: Record<Column, Visit | null>) => ({
  name: 'trending',
  rows: [
    ['window', 'rank', 'topicId', 'name', 'slug', 'category', 'movement'],
    ...COLUMNS.flatMap(([column]) =>
      value[column].map(({ topicId, name, slug, category }, place) => {
        const visit = visits[column];
        const moved = visit && movementOf(topicId, place, visit);
        return [column, place + 1, topicId, name, slug, CATEGORIES[category] ?? '', moved];
      }),
    ),
  ],
});
