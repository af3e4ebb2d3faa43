import { type Child, useEffect } from 'hono/jsx/dom';
import { formatPercent } from '../../lib/percent.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { groupByHeading } from '../../rankings/math/figures/change-headings.ts';
import { AdviceText } from './desk/advice.tsx';
import { loadAlternatives, pathOfToday } from './desk/alternatives.ts';
import { type DeskAdvice, selectionAdvice } from './desk/selection-advice.ts';
import { choosable } from './insights/bar/calendar.ts';
import { Follow } from './insights/bar/follow.tsx';
import { InsightsTabs } from './insights/bar/tabs.tsx';
import { More, ShareButton } from './insights/bar/toolbar.tsx';
import { compareWithUsual } from './insights/charts/curve.ts';
import { HistoryChart } from './insights/charts/history-chart.tsx';
import { isCoarse, oddHour } from './insights/charts/lines/chart-lines.ts';
import { oddInWords } from './insights/charts/lines/odd-words.ts';
import { loadNotes } from './insights/charts/notes.tsx';
import { isKnownDay, PastDay } from './insights/past-day.tsx';
import { ChangeSummary } from './insights/stories/change.tsx';
import { ItemList, itemOf, type Placement } from './insights/stories/items.tsx';
import type { SelectedDay } from './insights/stories/verdict.ts';
import { type HistoryDay, insightsHref as href } from './insights/view.ts';
import { isStill, requestGrowth, requestStories, type WeekGrowth } from './insights/week.ts';
import { useTitle, useView } from './lib/page.ts';
import { useQuery } from './lib/query.ts';
import { type DataOf, may, queryString, request, type Schemas, useSession } from './lib/request.ts';
import { isDay, longDay, plusDays, timeZone, today, weekdays } from './lib/time.ts';
import { FollowAdvice } from './overview/follow-advice.tsx';
import { Button } from './ui/actions.tsx';
import { DemoNotice } from './ui/demo-notice.tsx';
import { DateField } from './ui/form/field.tsx';
import { mountSignedInPage } from './ui/mount-page.tsx';
import { useOnboarding } from './ui/onboarding.tsx';
import { areLoaded, Empty, Loaded, Section, Skeleton } from './ui/parts.tsx';

const MAX_TOPICS = 3;
const MAX_STORIES = 4;

const DEFAULTS = { date: '' };

function TodayPage() {
  const [view, change] = useView(DEFAULTS);
  const day = <AnyDay view={view} change={change} />;
  // The home page shows today, too, but belongs to no tab.
  if (location.pathname === '/') return day;
  return (
    <InsightsTabs current="today" defaults={DEFAULTS} change={change}>
      {day}
    </InsightsTabs>
  );
}

interface DayProps {
  view: typeof DEFAULTS;
  change: (part: typeof DEFAULTS) => void;
}

function AnyDay({ view, change }: DayProps) {
  const { date } = view;
  useTitle(isDay(date) ? longDay(date) : 'Today');
  // Replaces the heading for a past day, because the server renders the heading for today.
  useEffect(() => {
    const heading = document.querySelector('main h1');
    if (!heading || !isDay(date)) return;
    const before = heading.textContent;
    heading.textContent = 'A past day';
    return () => {
      heading.textContent = before;
    };
  }, [date]);
  if (!isDay(date)) return <Today change={change} />;
  const range = { from: date, to: date };
  return (
    <div class="stack sections overview">
      <DayBar date={date} change={change}>
        {isKnownDay(date) ? (
          <>
            <ShareButton view={`insights/popular-content/${queryString(range)}`} />
            <More>
              <Button text="Print" press={print} />
              <a class="button" href={`/insights${queryString({ view: 'popular', period: 'dates', ...range })}`}>
                Most read that day
              </a>
            </More>
          </>
        ) : null}
        <a class="button" href={location.pathname}>
          Today
        </a>
      </DayBar>
      <PastDay key={date} date={date} />
    </div>
  );
}

interface DayBarProps extends Pick<DayProps, 'change'> {
  date?: string;
  children: Child;
}

const DayBar = ({ date = '', change, children }: DayBarProps) => (
  <div class={date ? 'day-bar past' : 'day-bar'}>
    <div class="row middle">
      {date ? (
        <DateField
          label={`Day (${timeZone()})`}
          value={date}
          range={choosable(Date.now())}
          change={(chosen) => change({ date: chosen })}
        />
      ) : (
        <>
          <b>{longDay(today(Date.now(), timeZone()))}</b>
          <a class="button" href={queryString({ date: plusDays(today(Date.now(), timeZone()), -1) })}>
            ‹ Yesterday
          </a>
        </>
      )}
    </div>
    <span class="row aside-end" id="follow">
      {children}
    </span>
  </div>
);

function Today({ change }: Pick<DayBarProps, 'change'>) {
  const growth = useQuery('growth', (signal) => requestGrowth(false, signal), { interval: MINUTE_MS });
  const stories = useQuery('stories', (signal) => requestStories(false, MAX_STORIES, signal), { interval: MINUTE_MS });
  const recommended = useQuery(
    'recommended',
    (signal) => request<Schemas['JsonFeed']>('/api/v2/feed-recommended/', { signal }),
    { interval: MINUTE_MS },
  );
  const pulse = useQuery('pulse', loadPulse);
  const { session } = useSession();
  const isEditor = may(session, 'edit');
  const advice = useAdvice(!isEditor);
  const placements = new Map(
    advice.value?.day.articles.map(({ contentId, placement }) => [contentId, placement as Placement | undefined]),
  );
  const { steps, isLoading } = useOnboarding(isStill(growth.value, stories.value), 'readers', {
    about: 'After the setup, this page shows each day what readers read, and why.',
  });
  if (isLoading || !areLoaded(growth, stories, recommended, pulse, ...(isEditor ? [advice] : [])))
    return <Skeleton lines={18} />;
  if (steps) return <>{steps}</>;
  return (
    <div class="stack sections overview">
      <div>
        <DayBar change={change}>
          <ShareButton view="insights/week/" />
          <a class="button" href="/insights">
            All insights
          </a>
          <More>
            <DateField
              label="A past day"
              value=""
              range={choosable(Date.now())}
              change={(chosen) => change({ date: chosen })}
            />
            <Follow kind="alerts" />
            <Button text="Print" press={print} />
          </More>
        </DayBar>
        <DemoNotice />
        {advice.value ? (
          <ToDo
            {...advice.value}
            isShowingOlder={(recommended.value?.items.length ?? 0) > 0}
            reload={() => {
              advice.reload();
              recommended.reload();
            }}
          />
        ) : null}
      </div>
      <div class="columns lead">
        <Loaded of={growth} what="the growth of topics" lines={6}>
          {(value) => (
            <div>
              <ChangeSummary {...value} href={href} />
              <Changes {...value} />
            </div>
          )}
        </Loaded>
        <Loaded of={pulse} what="the site by day" lines={8}>
          {({ days, hours, notes }) => (
            <Section id="pulse" title="The site" note={<Yesterday days={days} />}>
              <OfToday hours={hours} />
              <SiteCharts days={days} hours={hours} notes={notes} />
            </Section>
          )}
        </Loaded>
      </div>
      <div class="columns">
        <Section id="gaining" title="Gaining readers now">
          <Loaded of={stories} what="the articles" lines={8}>
            {({ rising }) => (
              // A rising article may have fewer clicks than is normal for its position, which would look like a contradiction.
              <ItemList
                items={rising.map((item) => ({ ...item, placement: undefined }))}
                href={href}
                none="Nothing is gaining readers right now"
              />
            )}
          </Loaded>
        </Section>
        <Section id="recommended" title="Recommended" note="by your editors">
          <Loaded of={recommended} what="the recommended articles" lines={8}>
            {({ items }) =>
              items.length > 0 ? (
                // The measured position of an article may differ from its present one.
                <ItemList
                  isRanked
                  hasPositions={false}
                  items={items.map(itemOf).map((item) => ({ ...item, placement: placements.get(item.contentId) }))}
                  href={href}
                  none=""
                />
              ) : (
                <Empty title="No recommendations yet">
                  <a href="/desk">Choose articles on the desk.</a>
                </Empty>
              )
            }
          </Loaded>
        </Section>
      </div>
    </div>
  );
}

type Hours = DataOf<'/api/v2/insights/hours/'>;

async function loadPulse(signal: AbortSignal) {
  const [{ days }, hours, notes] = await Promise.all([
    request<{ days: HistoryDay[] }>('/api/v2/insights/history/', { query: { days: 28 }, signal }),
    request<Hours>('/api/v2/insights/hours/', { query: { hours: 168 }, signal }),
    loadNotes({}, signal),
  ]);
  return { days, hours, notes };
}

function oddOf({ hours }: Hours) {
  const zone = timeZone();
  const date = today(Date.now(), zone);
  return oddHour(
    hours.map(({ at, index }) => ({ date: at, index })),
    { isOf: (at) => today(Date.parse(at), zone) === date, isWeekend: [0, 6].includes(new Date(date).getUTCDay()) },
  );
}

function OfToday({ hours }: { hours: Hours }) {
  const odd = oddOf(hours);
  if (odd === undefined) return null;
  return <p class="after-3">{odd ? oddInWords(odd, hours.width ?? 1) : 'No unusual hours today so far.'}</p>;
}

/** Draws yesterday and today so far by the hour. Days with few readers have only the chart of the last 28 days. */
function SiteCharts({ days, hours: { hours, width }, notes }: Awaited<ReturnType<typeof loadPulse>>) {
  const zone = timeZone();
  const now = today(Date.now(), zone);
  const points = hours.map(({ at, index }) => ({ date: at, index }));
  const firstOf = (day: string) => points.findIndex(({ date }) => today(Date.parse(date), zone) === day);
  const [from, first] = [firstOf(plusDays(now, -1)), points[firstOf(now)]];
  const byDay = (
    <HistoryChart
      lines={[{ name: 'The site', days }]}
      label="Readers of the site over the last 28 days"
      caption="Each day relative to the busiest day."
      notes={notes}
      scopes={[]}
    />
  );
  if (from < 0 || !first || isCoarse(points)) return byDay;
  return (
    <>
      <HistoryChart
        lines={[{ name: 'The site', days: points.slice(from), before: points.slice(0, from) }]}
        label="Readers of the site yesterday and today so far"
        caption={`Yesterday and, framed, today so far. Each ${width === 1 ? 'complete hour' : `${width} complete hours`} relative to the busiest of seven days.`}
        chosen={{ from: first.date, to: points.at(-1)?.date ?? first.date }}
        notes={[]}
        scopes={[]}
      />
      <details class="before-3">
        <summary>By day: the last 28 days</summary>
        {byDay}
      </details>
    </>
  );
}

/** Loads the advice on today's selection, which the desk shows too. Only editors can load it. */
const useAdvice = (paused: boolean) =>
  useQuery(
    'advice',
    async (signal) => {
      const [day, { underplayed, rising }] = await Promise.all([
        request<DataOf<'/manage/recommended/{date}'>>(pathOfToday(), { signal }),
        loadAlternatives(signal),
      ]);
      return { day, advice: selectionAdvice(day.articles, underplayed, rising) };
    },
    { interval: MINUTE_MS, paused },
  );

interface ToDoProps {
  day: SelectedDay;
  advice: DeskAdvice;
  /** Whether readers see a selection of a former day if nothing is selected for today. */
  isShowingOlder: boolean;
  reload: () => void;
}

/** The advice on today’s selection, with the button that publishes it. */
function ToDo({ day, advice, isShowingOlder, reload }: ToDoProps) {
  const { wasted, better, missed } = advice;
  if (day.articles.length === 0 && isShowingOlder)
    return (
      <div class="notice row between to-do">
        <p>Nothing is selected for today yet. Readers still see the last selection.</p>
        <a class="button primary" href="/desk">
          Open the desk
        </a>
      </div>
    );
  if (!wasted && !better && !missed) return null;
  return (
    <div class="notice row between to-do">
      <p>
        <AdviceText of={advice} none={null} />
      </p>
      <div class="row">
        {better ? <FollowAdvice wasted={wasted} better={better} day={day} reload={reload} /> : null}
        <a class={better ? 'button' : 'button primary'} href="/desk">
          Open the desk
        </a>
      </div>
    </div>
  );
}

function Yesterday({ days }: { days: readonly HistoryDay[] }) {
  const { date = '' } = days.at(-1) ?? {};
  const beside = compareWithUsual(days, date);
  if (!beside) return <>by day</>;
  return (
    <>
      <a href={`?${new URLSearchParams({ date })}`}>yesterday</a> was {beside} other {weekdays(date)}
    </>
  );
}

const Changes = (growth: WeekGrowth) => (
  <div class="movers">
    {Object.entries(groupByHeading(growth)).map(([heading, topics]) =>
      topics.length === 0 ? null : heading === 'New' ? (
        <p key={heading} class="hint new-topics">
          {heading}:{' '}
          {topics.slice(0, MAX_TOPICS).map(({ topicId, name }, i) => (
            <span key={topicId}>
              {i > 0 ? ', ' : ''}
              <a href={href({ topic: String(topicId) })}>{name}</a>
            </span>
          ))}
        </p>
      ) : (
        <div key={heading}>
          <p class="hint">{heading}</p>
          <ul class="panel-rows">
            {topics.slice(0, MAX_TOPICS).map(({ topicId, name, growthPercent }) => (
              <li key={topicId}>
                <a href={href({ topic: String(topicId) })}>{name}</a>
                {growthPercent === null ? null : (
                  <b class={growthPercent < 0 ? 'down' : 'up'}>{formatPercent(growthPercent)}</b>
                )}
              </li>
            ))}
          </ul>
        </div>
      ),
    )}
  </div>
);

mountSignedInPage(TodayPage);
