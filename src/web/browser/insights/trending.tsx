import { useEffect, useRef } from 'hono/jsx/dom';
import { formatPercent, formatRange } from '../../../lib/percent.ts';
import { leadOf } from '../../../rankings/math/figures/change-headings.ts';
import { type Columns, tableOf } from '../lib/csv.ts';
import { announceToReaders } from '../lib/page.ts';
import { useQuery } from '../lib/query.ts';
import { IS_SERVER, queryString, type Schemas } from '../lib/request.ts';
import { optionOrFirst } from '../lib/words.ts';
import { Segments } from '../ui/form/field.tsx';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import {
  Calendar,
  comparison,
  daysOfView,
  RiskFilter,
  RiskSwitch,
  Tools,
  ViewBar,
  type Window,
  windowInWords,
} from './bar/toolbar.tsx';
import { BumpChart } from './charts/bump-chart.tsx';
import { ChangeAxis, ChangeTrack } from './charts/growth-bars.tsx';
import { scaleOf } from './charts/scale.ts';
import { hasBefore, nothingBefore } from './stories/movement.ts';
import { MovementMark, movementOf } from './stories/movement-mark.tsx';
import { peakInWords, saidOf } from './stories/rank-words.ts';
import {
  AUDIENCES,
  CATEGORIES,
  type GrowingTopic,
  hasDetailPanel,
  type InsightsSession,
  LIVE_POLL_MS,
  SLOW_POLL_MS,
} from './view.ts';
import { type Compared, requestGrowth, requestRanking, type WeekGrowth } from './week.ts';

const MAX_TOPICS = 20;
const COLUMNS = [
  ['now', 'Now', 'last 24 hours', 'the 24 hours before'],
  ['week', 'This week', 'last 7 days', 'the week before'],
] as const;
type Column = (typeof COLUMNS)[number][0];
type Ranked = Schemas['RankedTopic'];
export type TrendingColumns = Record<Column, Ranked[]>;

export function Trending(session: InsightsSession) {
  const { view, set, paused, given } = session;
  const risk = view.risk === '1';
  const days = daysOfView(session, ['24h']);
  const isRange = 'from' in days;
  const compared = comparison(session, days);
  const window = { ...days, ...compared.query };
  const audience = risk || isRange ? '' : optionOrFirst(AUDIENCES, view.audience);
  const queryKey = JSON.stringify(['trending', audience, risk, window]);
  const interval = isRange ? null : LIVE_POLL_MS;
  const limit = Number(given?.limit ?? MAX_TOPICS);
  const rankings = useQuery(queryKey, requestTrending(audience, risk, limit, window), { interval, paused });
  // Changes are known for all readers only.
  const hasChanges = !isRange && !audience && !given;
  const changes = useQuery(['compared', risk], (signal) => requestGrowth(risk, signal), {
    interval: SLOW_POLL_MS,
    paused: paused || !hasChanges,
  });
  // The finding and the changes appear with the lists, so that nothing moves.
  const isReady = !hasChanges || changes.value !== null || changes.error !== null;
  const list: Column = (given ? view.period === '24h' : view.list === 'now') ? 'now' : 'week';
  const columns = isRange
    ? [['week', 'Most read', windowInWords(window), compared.words] as const]
    : COLUMNS.filter(([column]) => (!given && !hasDetailPanel(view)) || column === list);
  useLeaderAnnouncement(queryKey, rankings.value);
  return (
    <>
      <Tools look="pairs">
        <Calendar session={session} without={['24h']} />
        {compared.choice}
        {risk || isRange ? null : (
          <Segments label="Audience" name="audience" value={audience} options={AUDIENCES} choose={set('audience')} />
        )}
        <RiskFilter {...session} />
        <ViewBar
          of={rankings}
          more={<RiskSwitch {...session} />}
          session={session}
          window={window}
          table={rankings.value && tableOfTopics(rankings.value)}
          share={
            risk
              ? `insights/trending-topics/${queryString({ ...window, riskManagement: true, limit: MAX_TOPICS })}`
              : `topics/trending/${queryString({ ...(isRange ? window : { period: 'week' }), companyType: audience, limit: MAX_TOPICS })}`
          }
        />
      </Tools>
      <Loaded of={isReady ? rankings : { ...rankings, value: null }} what="the trending topics" lines={MAX_TOPICS}>
        {(value) =>
          Object.values(value).every((topics) => topics.length === 0) ? (
            <Empty title="Nothing is trending yet">Topics appear here seconds after readers click.</Empty>
          ) : (
            <>
              {hasChanges && changes.value ? (
                <Lead now={value.now} changes={changes.value} href={session.href} />
              ) : null}
              <div class="columns trending">
                {columns.map(([column, title, days, since], i) => (
                  <Section
                    key={column}
                    id={`trending-${column}`}
                    title={title}
                    note={
                      <>
                        {days}
                        {i === 0 ? <Legend /> : null}
                      </>
                    }
                  >
                    <RankingList
                      topics={value[column]}
                      since={since}
                      href={(part) => session.href({ ...part, list: column })}
                      open={view.topic}
                      changes={changes.value}
                      hasChanges={column === 'week' && hasChanges}
                    />
                  </Section>
                ))}
              </div>
              <p class="hint before-3">
                {isRange ? 'Ranges are ranked over all readers. ' : null}
                {risk && !isRange ? 'Risk management is ranked over all readers.' : null}
                {risk || IS_SERVER ? null : (
                  <>
                    Topics that editors hide from Trending are not listed. Find them{' '}
                    <a href={session.href({ view: 'topic' })}>by topic</a>, and in Growth and Compare.
                  </>
                )}
              </p>
            </>
          )
        }
      </Loaded>
      {rankings.value && isReady && !audience ? (
        <BumpChart
          key={String(risk)}
          session={session}
          risk={risk}
          ids={rankings.value.week.map(({ topicId }) => topicId)}
          list={isRange ? 'the list above' : '“This week”'}
        />
      ) : null}
    </>
  );
}

const Legend = () => (
  <>
    {[1, 2].map((category) => (
      <>
        {' '}
        <span class={`data-${category}`}>{CATEGORIES[category]}</span>
      </>
    ))}
  </>
);

interface LeadProps extends Pick<InsightsSession, 'href'> {
  now: readonly Ranked[];
  changes: WeekGrowth;
}

/** Smallest move that the finding names. Smaller moves may be chance. */
const MIN_MOVE = 3;

/** Names the topic that leads now, and the topic that changed most clearly on last week. */
function Lead({ now: [first], changes, href }: LeadProps) {
  const lead = leadOf(changes);
  const moved = (first?.previousRank ?? 1) - 1;
  return first || lead ? (
    <p class="answer">
      {first ? (
        <>
          <TopicLink of={first} href={href} /> leads now
          {moved >= MIN_MOVE ? `, up ${moved} on the 24 hours before` : ''}.{' '}
        </>
      ) : null}
      {lead ? (
        <>
          <TopicLink of={lead} href={href} /> {saidOf(lead, { peaked: peakInWords(changes.peaked) })}.
        </>
      ) : null}
    </p>
  ) : null;
}

interface TopicLinkProps extends Pick<InsightsSession, 'href'> {
  of: Pick<Ranked, 'topicId' | 'name' | 'category'>;
}

const TopicLink = ({ of: { topicId, name, category }, href }: TopicLinkProps) => (
  <a class={`data-${category}`} href={href({ topic: String(topicId), content: '' })}>
    {name}
  </a>
);

const requestTrending =
  (audience: string, risk: boolean, limit = MAX_TOPICS, chosenWindow: Window = { period: '7d' }) =>
  async (signal: AbortSignal): Promise<TrendingColumns> => {
    const ranking = (window: Window) => requestRanking({ audience, risk, limit }, window, signal);
    if ('from' in chosenWindow) return { now: [], week: await ranking({ ...chosenWindow }) };
    const [now = [], week = []] = await Promise.all([ranking({ period: '24h' }), ranking({ period: '7d' })]);
    return { now, week };
  };

interface ListProps extends Pick<InsightsSession, 'href'> {
  topics: Ranked[];
  /** Id of the topic that is open next to the list. */
  open: string;
  /** Start of the earlier period with which positions are compared. */
  since: string;
  /** Changes of topics, or `null` until they are loaded. */
  changes: Compared | null;
  /** Whether each row has the change of its topic with its range. */
  hasChanges: boolean;
}

const MAX_AXIS_MARKS = 4;

const RankingList = ({ topics, open, since, href, changes, hasChanges }: ListProps) => {
  if (topics.length === 0) return <Empty title="No clicks in this period" />;
  const isMoving = hasBefore(topics);
  const known = new Map(
    [...(changes?.rose ?? []), ...(changes?.fell ?? [])].map((change) => [change.topicId, change] as const),
  );
  const scale = scaleOf(
    topics.flatMap(({ topicId }) => {
      const { growthPercent = null, interval = null } = known.get(topicId) ?? {};
      return growthPercent === null ? [] : [{ value: growthPercent, interval }];
    }),
  );
  return (
    <>
      {hasChanges || isMoving ? (
        <div class="changes-head axis" aria-hidden="true">
          {hasChanges ? (
            <>
              <span>change on last week, 90% range</span>
              <ChangeAxis scale={scale} maxMarks={MAX_AXIS_MARKS} />
              <b />
            </>
          ) : null}
          {isMoving ? <span class="moved">moved</span> : null}
        </div>
      ) : null}
      <ol class={`ranked topics${hasChanges ? ' changed' : ''}`}>
        {topics.map(({ topicId, name, category, previousRank }, place) => (
          <li key={topicId} class={`data-${category}`}>
            <a
              href={href({ topic: String(topicId), content: '' })}
              aria-current={open === String(topicId) ? 'true' : undefined}
            >
              {name}
            </a>
            {hasChanges ? <Change of={known.get(topicId)} scale={scale} /> : null}
            {isMoving ? <MovementMark movement={movementOf(place, previousRank)} /> : null}
          </li>
        ))}
      </ol>
      <p class="hint before-3">{isMoving ? `Movement against ${since}.` : nothingBefore(since)}</p>
    </>
  );
};

function Change({ of, scale }: { of: GrowingTopic | undefined; scale: ReturnType<typeof scaleOf> }) {
  const isClear = of?.confidence === 'high';
  const change = of && formatPercent(of.growthPercent ?? 0);
  return (
    <>
      <ChangeTrack of={of} scale={scale} isUnclear={!isClear} />
      <b class={(of?.growthPercent ?? 0) < 0 ? 'down' : 'up'} aria-hidden="true">
        {isClear ? change : ''}
      </b>
      <span class="quiet">
        {change ? `${change}${of?.interval ? `, 90% range ${formatRange(of.interval)}` : ''}` : 'change unknown'}
      </span>
    </>
  );
}

/** Announces a new leading topic to screen readers. It would be too much to announce every change of position. */
function useLeaderAnnouncement(queryKey: string, value: TrendingColumns | null): void {
  const leader = value?.now[0];
  const before = useRef({ queryKey, id: leader?.topicId });
  useEffect(() => {
    const { current } = before;
    const changed = current?.queryKey === queryKey && current.id !== undefined && current.id !== leader?.topicId;
    if (changed && leader) announceToReaders(`${leader.name} is now first`);
    before.current = { queryKey, id: leader?.topicId };
  }, [queryKey, leader?.topicId]);
}

const TABLE: Columns<Ranked & { window: string; rank: number }> = [
  'window',
  'rank',
  'previousRank',
  'topicId',
  'name',
  'slug',
  ['category', ({ category }) => CATEGORIES[category]],
];

function tableOfTopics(value: TrendingColumns) {
  const rows = COLUMNS.flatMap(([window]) => value[window].map((topic, i) => ({ ...topic, window, rank: i + 1 })));
  return { name: 'trending', rows: tableOf(TABLE, rows) };
}
