import type { Child } from 'hono/jsx/dom';
import { DAY_MS } from '../../../lib/time.ts';
import { useQuery } from '../lib/query.ts';
import { queryString, request, type Schemas } from '../lib/request.ts';
import { longDay, plusDays, timeZone, weekdays } from '../lib/time.ts';
import { useOnboarding } from '../ui/onboarding.tsx';
import { Empty, Loaded, Section, Skeleton } from '../ui/parts.tsx';
import { choosable } from './bar/calendar.ts';
import { compareWithUsual } from './charts/curve.ts';
import { HistoryChart } from './charts/history-chart.tsx';
import { loadNotes, type Note } from './charts/notes.tsx';
import { Quoted } from './stories/change.tsx';
import { ItemList, type RankedItem } from './stories/items.tsx';
import { hasBefore, nothingBefore } from './stories/movement.ts';
import { type HistoryDay, insightsHref as href } from './view.ts';

const [MAX_STORIES, MAX_TOPICS, NAMED_TOPICS] = [6, 8, 2];
const [CHART_DAYS, MAX_DAYS_BEFORE, MAX_HISTORY_DAYS] = [28, 21, 90];

type Ranked = Schemas['RankedTopic'];
type Topic = Ranked & { days: HistoryDay[] };

interface About {
  days: HistoryDay[];
  notes: Note[];
  items: RankedItem[];
  topics: Topic[];
  most: RankedItem | undefined;
}

const agoOf = (date: string): number => (Date.parse(choosable(Date.now())[1]) - Date.parse(date)) / DAY_MS;

/** Returns the number of history days to request. It is the same as on today's page, so both show the same values. */
const reach = (date: string): number => (agoOf(date) < CHART_DAYS ? CHART_DAYS : MAX_HISTORY_DAYS);

export function isKnownDay(date: string): boolean {
  const [first, last] = choosable(Date.now());
  return date >= first && date <= last;
}

export function PastDay({ date }: { date: string }) {
  const [, last] = choosable(Date.now());
  const isKnown = isKnownDay(date);
  const about = useQuery(['day', date], (signal) => loadDay(date, signal), { paused: !isKnown });
  const { days, items, topics } = about.value ?? {};
  const isStill = days?.every(({ index }) => index === null) && items?.length === 0 && topics?.length === 0;
  const { steps, isLoading } = useOnboarding(isStill === true, 'readers');
  if (!isKnown)
    return (
      <Empty title={date > last ? 'This day is not over' : 'No data for this day'}>
        Choose a day up to {longDay(last)}. Days are in {timeZone()}.
      </Empty>
    );
  if (isLoading) return <Skeleton lines={24} />;
  if (steps) return <>{steps}</>;
  return (
    <Loaded of={about} what="the day" lines={24}>
      {(value) => <DayReport {...value} date={date} />}
    </Loaded>
  );
}

function DayReport({ date, ...about }: About & { date: string }) {
  const { days, notes, items, topics } = about;
  const start = Math.max(
    0,
    Math.min(days.findIndex((day) => day.date === date) - MAX_DAYS_BEFORE, days.length - CHART_DAYS),
  );
  const since = 'the day before';
  return (
    <>
      <DayAnswer {...about} date={date} />
      {days.length > 0 ? (
        <Section id="pulse" title="The site">
          <HistoryChart
            lines={[
              {
                name: 'The site',
                days: days.slice(start, start + CHART_DAYS),
                before: days.slice(0, start),
                after: days.slice(start + CHART_DAYS),
              },
            ]}
            label={`Readers of the site around ${longDay(date)}`}
            caption={`Each day relative to the busiest of ${days.length} days.`}
            day={date}
            notes={notes}
            scopes={[]}
          />
        </Section>
      ) : null}
      <div class="columns">
        <Section id="read" title="Most read" note="on this day">
          <ItemList items={items} href={href} none="Nothing was read on this day" isMoving={hasBefore(items)} />
          {items.length > 0 ? (
            <p class="hint before-3">{hasBefore(items) ? `Movement against ${since}.` : nothingBefore(since)}</p>
          ) : null}
        </Section>
        <Section id="topics" title="Topics" note="most read first, including topics hidden from Trending">
          {topics.length > 0 ? (
            <ol class="ranked topics">
              {topics.map((topic) => (
                <li key={topic.topicId} class={`data-${topic.category}`}>
                  <TopicLink {...topic} date={date} />
                  <small>{inWords(topic.days, date)}</small>
                </li>
              ))}
            </ol>
          ) : (
            <Empty title="No topic was read on this day" />
          )}
        </Section>
      </div>
    </>
  );
}

const TopicLink = ({ topicId, name, category, date }: Topic & { date: string }) => (
  <a
    class={`data-${category}`}
    href={`/insights${queryString({ topic: topicId, period: 'dates', from: date, to: date })}`}
  >
    {name}
  </a>
);

function inWords(days: readonly HistoryDay[], date: string): string {
  const beside = compareWithUsual(days, date);
  return beside ? `${beside} other ${weekdays(date)}` : '';
}

/** Summarises a day. Names a topic's most read article, but does not claim that it is the cause. */
function DayAnswer({ date, days, topics, most }: About & { date: string }) {
  const others = `other ${weekdays(date)}`;
  const site = inWords(days, date);
  const topicsThat = (beside: ReturnType<typeof compareWithUsual>) =>
    topics.filter((topic) => compareWithUsual(topic.days, date) === beside).slice(0, NAMED_TOPICS);
  const [more, less] = [topicsThat('busier than'), topicsThat('quieter than')];
  const listed = (list: readonly Topic[], first?: RankedItem): Child =>
    list.map((topic, place) => (
      <span key={topic.topicId}>
        {place > 0 ? ' and ' : ''}
        <TopicLink {...topic} date={date} />
        {place === 0 ? <TopArticle of={first} isLast={list.length === 1} /> : null}
      </span>
    ));
  return (
    <div>
      <p class="answer">
        {site ? `${longDay(date)} was ${site}.` : `Not enough data to compare ${longDay(date)} with ${others}.`}
        {more.length > 0 ? <> Readers were more interested than usual in {listed(more, most)}.</> : null}
        {more.length === 0 && less.length > 0 ? <> Readers were less interested than usual in {listed(less)}.</> : null}
        {more.length + less.length === 0 && site ? ' No topic stood out.' : null}
      </p>
      {site ? null : (
        <p class="hint">
          A comparison needs three {others} with enough readers in the last {reach(date)} days.
        </p>
      )}
    </div>
  );
}

const TopArticle = ({ of, isLast }: { of: RankedItem | undefined; isLast: boolean }) =>
  of ? (
    <>
      , most of all in <Quoted of={of} href={href} />
      {isLast ? '' : ','}
    </>
  ) : null;

async function loadDay(date: string, signal: AbortSignal): Promise<About> {
  const ask = <T,>(path: string, query: Record<string, string | number>) =>
    request<T>(`/api/v2/insights/${path}/`, { query, signal });
  const range = { from: date, to: date };
  const back = reach(date);
  const historyOf = async (path: string) =>
    agoOf(date) < MAX_HISTORY_DAYS ? (await ask<{ days: HistoryDay[] }>(`${path}history`, { days: back })).days : [];
  const [days, notes, { items }, { topics }] = await Promise.all([
    historyOf(''),
    loadNotes({}, signal, back),
    ask<{ items: RankedItem[] }>('popular-content', { ...range, limit: MAX_STORIES }),
    ask<{ topics: Ranked[] }>('trending-topics', { ...range, limit: MAX_TOPICS }),
  ]);
  const known = await Promise.all(
    topics.map(async (topic) => ({ ...topic, days: await historyOf(`topics/${topic.topicId}/`) })),
  );
  const out = known.find((topic) => compareWithUsual(topic.days, date) === 'busier than');
  const read = out && (await ask<{ items: RankedItem[] }>(`topics/${out.topicId}/content`, { ...range, limit: 1 }));
  const isBefore = (note: Note) => note.date <= plusDays(date, CHART_DAYS);
  return { days, notes: notes.filter(isBefore), items, topics: known, most: read?.items[0] };
}
