import { useEffect, useRef } from 'hono/jsx/dom';
import { ask, type DataOf } from '../lib/ask.ts';
import { say } from '../lib/say.ts';
import { Segments } from '../ui/controls.tsx';
import { Empty, Loaded, timeOf } from '../ui/states.tsx';
import { ViewBar } from './bar.tsx';
import { RiskSwitch } from './filters.tsx';
import type { Topic } from './items.tsx';
import { useLastLook } from './last-look.ts';
import { inWords, type Look, type Movement, movementOf } from './movement.ts';
import { type Session, TURN, turn, useAnswer } from './session.ts';
import { AUDIENCES, CATEGORIES, known } from './view.ts';

const PLACES = 20;
const COLUMNS = [
  ['now', 'Now', 'last 24 hours'],
  ['week', 'This week', 'last 7 days'],
] as const;
type Column = (typeof COLUMNS)[number][0];
type Rankings = Record<Column, Topic[]>;

/** What is trending now and this week, side by side, with movement since the last look. */
export function Trending(session: Session) {
  const { view, change } = session;
  const risk = view.risk === '1';
  const audience = risk ? '' : known(AUDIENCES, view.audience);
  const question = `trending ${audience} ${risk}`;
  const rankings = useAnswer(session, load(session.apiKey, audience, risk), { question, every: TURN });
  const looks: Record<Column, Look | null> = {
    now: useLastLook(`${question} now`, idsOf(rankings.value?.now)),
    week: useLastLook(`${question} week`, idsOf(rankings.value?.week)),
  };
  useLeaderSaid(question, rankings.value);
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
        <ViewBar of={rankings} session={session} table={rankings.value && tableOf(rankings.value, looks)} />
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
                {(value) => <Ranking topics={value[column]} look={looks[column]} href={session.href} />}
              </Loaded>
            </section>
          ))}
        </div>
      )}
    </>
  );
}

const load = (key: string, audience: string, risk: boolean) => async (signal: AbortSignal) => {
  const limit = turn(PLACES);
  const ranking = risk
    ? async (period: string) => {
        const query = { period, riskManagement: true, limit };
        type Answer = DataOf<'/api/v2/insights/trending-topics/'>;
        return (await ask<Answer>('/api/v2/insights/trending-topics/', { key, query, signal })).topics;
      }
    : async (period: string) => {
        const query = { period, companyType: audience, limit };
        type Answer = DataOf<'/api/v2/topics/trending/'>;
        const { topics } = await ask<Answer>('/api/v2/topics/trending/', { key, query, signal });
        return topics.map(({ id, name, slug, category }) => ({ topicId: id, name, slug, category }));
      };
  const [now, week] = await Promise.all((risk ? ['24h', '7d'] : ['now', 'week']).map(ranking));
  return { now: now?.slice(0, PLACES) ?? [], week: week?.slice(0, PLACES) ?? [] };
};

const idsOf = (topics: Topic[] | undefined) => topics?.map(({ topicId }) => topicId) ?? null;

const Ranking = ({ topics, look, href }: { topics: Topic[]; look: Look | null } & Pick<Session, 'href'>) =>
  topics.length === 0 ? (
    <Empty title="Nobody has clicked in this time" />
  ) : (
    <>
      <ol class="ranked topics">
        {topics.map(({ topicId, name, category }, place) => (
          <li key={topicId}>
            <a href={href({ topic: String(topicId) })}>{name}</a>
            <small class="category">{CATEGORIES[category]}</small>
            {look ? <Moved movement={movementOf(topicId, place, look)} /> : null}
          </li>
        ))}
      </ol>
      {look ? <p class="hint">Movement since your last look, {whenOf(look.at)}.</p> : null}
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

/** Today's looks by their time, earlier ones with their day. */
const whenOf = (at: number) =>
  new Date(at).toDateString() === new Date().toDateString()
    ? `at ${timeOf(at)}`
    : `on ${new Date(at).toLocaleString()}`;

/** Tells who listens that another topic leads; every move of every place would be noise. */
function useLeaderSaid(question: string, value: Rankings | null): void {
  const leader = value?.now[0];
  const before = useRef({ question, id: leader?.topicId });
  useEffect(() => {
    const { current } = before;
    const changed = current?.question === question && current.id !== undefined && current.id !== leader?.topicId;
    if (changed && leader) say(`${leader.name} is now first`);
    before.current = { question, id: leader?.topicId };
  }, [question, leader?.topicId]);
}

const tableOf = (value: Rankings, looks: Record<Column, Look | null>) => ({
  name: 'trending',
  rows: [
    ['window', 'rank', 'topicId', 'name', 'slug', 'category', 'movement'],
    ...COLUMNS.flatMap(([column]) =>
      value[column].map(({ topicId, name, slug, category }, place) => {
        const look = looks[column];
        const moved = look && movementOf(topicId, place, look);
        return [column, place + 1, topicId, name, slug, CATEGORIES[category] ?? '', moved];
      }),
    ),
  ],
});
