import { formatPercent } from '../../../lib/percent.ts';
import { MINUTE_MS } from '../../../lib/time.ts';
import { causeWording } from '../../../rankings/math/figures/cause.ts';
import {
  EMPTY_TEXTS,
  groupByHeading,
  isUncompared,
  leadOf,
  PAST_DAYS,
  SEE_WEEK,
  weekHighlights,
} from '../../../rankings/math/figures/change-headings.ts';
import { useTitle } from '../lib/page.ts';
import { useData, useQuery } from '../lib/query.ts';
import { type DataOf, IS_SERVER, queryString, request } from '../lib/request.ts';
import { dayAndMonth, isDay, plusDays, rangeInWords, timeZone, today } from '../lib/time.ts';
import { Button } from '../ui/actions.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { useOnboarding } from '../ui/onboarding.tsx';
import { Empty, Loaded, Section, Skeleton } from '../ui/parts.tsx';
import { Follow } from './bar/follow.tsx';
import { SendWeek } from './bar/send-week.tsx';
import {
  Calendar,
  growthWindowOf,
  More,
  PERIODS_WITHOUT_GROWTH,
  ShareButton,
  saveTable,
  type Window,
  windowInWords,
} from './bar/toolbar.tsx';
import { ChangeAxis, ChangeTrack } from './charts/growth-bars.tsx';
import { type AxisScale, scaleOf } from './charts/scale.ts';
import { tableOfChanges } from './growth.tsx';
import { howFarInWords } from './stories/article-words.ts';
import { AsOf, Because } from './stories/change.tsx';
import { ItemList } from './stories/items.tsx';
import { lookOf, nothingBefore } from './stories/movement.ts';
import { againstInWords, peakInWords, saidOf, sureInWords } from './stories/rank-words.ts';
import { insightsHref as href } from './view.ts';
import { loadPeak } from './week.ts';

const PATH = '/api/v2/insights/week/';

type Week = DataOf<typeof PATH>;
type Topic = Week['rose'][number];

export const LAST_WEEK = { period: '', from: '', to: '' };
const MAX_HISTORY_DAYS = 90;

interface WeekProps {
  view: typeof LAST_WEEK;
  change: (part: Partial<typeof LAST_WEEK>) => void;
}

export function WeekView({ view, change }: WeekProps) {
  const { window } = growthWindowOf({ view });
  const isRange = 'from' in window;
  const against = isRange ? againstInWords('before', window) : undefined;
  const week = useQuery(['week', isRange && window], (signal) => loadWeek(isRange ? window : null, signal), {
    interval: isRange ? null : 5 * MINUTE_MS,
  });
  // Users cannot choose weeks before the first day with data.
  const site = useData('/api/v2/insights/history/', { query: { days: MAX_HISTORY_DAYS }, paused: IS_SERVER });
  const known = site.value?.days.find(({ index }) => index !== null)?.date;
  const first = known === site.value?.days[0]?.date ? undefined : known;
  const offered = weeks(first);
  const { rose, fell, isNew, mostRead } = week.value ?? {};
  useTitle(IS_SERVER ? titleOf(window, week.value?.asOf) : null);
  const isStill = [rose, fell, isNew, mostRead].every((list) => list?.length === 0);
  const { steps, isLoading } = useOnboarding(isStill && !isRange, 'readers');
  if (isLoading) return <Skeleton lines={28} />;
  if (steps) return <>{steps}</>;
  const shareable = `insights/week/${isRange ? queryString(window) : ''}`;
  return (
    <div class="stack sections overview week">
      <div class="row list-head">
        {IS_SERVER ? null : (
          <SelectField
            label="Week"
            value={weekOf(window, offered)}
            options={offered}
            change={(from) => change(choiceOf(from))}
          />
        )}
        {weekOf(window, offered) === 'other' && !IS_SERVER ? (
          <Calendar session={{ view, change }} without={PERIODS_WITHOUT_GROWTH} />
        ) : null}
        {isRange ? (
          <p class="hint">
            {windowInWords(window)} against {against}. {PAST_DAYS}{' '}
            {IS_SERVER ? null : <a href={location.pathname}>{SEE_WEEK}</a>}
          </p>
        ) : week.value?.asOf ? (
          <AsOf asOf={week.value.asOf} />
        ) : (
          <p class="hint">The last 7 days against the 7 before.</p>
        )}
        {IS_SERVER ? null : (
          <span class="row aside-end">
            <ShareButton view={shareable} isDisabled={week.error !== null} />
            <Follow kind="week" />
            <SendWeek view={shareable} />
            <More>
              <Button text="Print" press={print} />
              <Button
                text="Export CSV"
                isDisabled={!week.value}
                press={() =>
                  week.value &&
                  saveTable(
                    tableOfChanges('week', groupByHeading(week.value, isRange)),
                    isRange ? `${window.from}-${window.to}` : '7d',
                    isRange ? window : { asOf: week.value.asOf },
                  )
                }
              />
              <a class="button" href="/insights/today">
                Today
              </a>
            </More>
          </span>
        )}
      </div>
      <Loaded of={week} what="the week" lines={28}>
        {(value) => {
          const scale = scaleOfWeek(value);
          return (
            <>
              <Headline {...value} against={against} />
              {isRange ? null : <Furthest />}
              {isUncompared(value) ? null : (
                <div class="columns changes">
                  {Object.entries(groupByHeading(value, isRange)).map(([title, topics]) =>
                    topics.length > 0 || EMPTY_TEXTS[title] ? (
                      <Topics key={title} title={title} topics={topics} scale={scale} isPast={isRange} />
                    ) : null,
                  )}
                </div>
              )}
              <Section id="most-read" title="Most read">
                <ItemList isRanked items={value.mostRead} href={href} none="No articles were read in this period" />
              </Section>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

/** Title of a shared week, with its dates: `The week, 24 – 30 Nov 2026`. */
function titleOf(window: Window, asOf: string | null | undefined): string | null {
  // At midnight, the last day is the day before.
  const last = asOf ? today(Date.parse(asOf) - 1, timeZone()) : null;
  const range = 'from' in window ? window : last ? { from: plusDays(last, 1 - WEEK_DAYS), to: last } : null;
  return range && `The week, ${rangeInWords(range)}`;
}

const WEEK_DAYS = 7;
const MAX_WEEKS = 12;
const LAST_DAYS_OPTION = ['', 'The last 7 days'] as const;

/** Returns the complete weeks (Monday to Sunday) that have data, identified by their first day. */
function weeks(first = '') {
  const now = today(Date.now(), timeZone());
  const monday = plusDays(now, -((new Date(now).getUTCDay() + 6) % 7));
  return [
    LAST_DAYS_OPTION,
    ...Array.from({ length: MAX_WEEKS }, (_, i) => {
      const from = plusDays(monday, -7 * (i + 1));
      return [from, `${dayAndMonth(from)} to ${dayAndMonth(plusDays(from, 6))}`] as const;
    }).filter(([from]) => plusDays(from, 6) >= first),
    OTHER_DAYS_OPTION,
  ];
}

const OTHER_DAYS_OPTION = ['other', 'Other days'] as const;

function weekOf(window: Window, offered: ReturnType<typeof weeks>): string {
  if (!('from' in window)) return '';
  return window.to === plusDays(window.from, 6) && offered.some(([from]) => from === window.from)
    ? window.from
    : 'other';
}

const choiceOf = (from: string) =>
  isDay(from)
    ? { period: 'dates', from, to: plusDays(from, 6) }
    : { ...LAST_WEEK, period: from ? '28d' : LAST_WEEK.period };

/** `peaked` is the day on which the fastest-growing topic peaked, if its peak has passed. */
type Peaked = Week & { peaked: string | null };

async function loadWeek(range: Record<string, string> | null, signal: AbortSignal): Promise<Peaked> {
  const week = await request<Week>(PATH, { query: range ?? {}, signal });
  const first = range ? undefined : leadOf(week);
  return { ...week, peaked: first ? await loadPeak(first.topicId, false, signal) : null };
}

function Headline({ against, peaked, ...week }: Peaked & { against: string | undefined }) {
  if (isUncompared(week)) return <p class="answer">{nothingBefore(against ?? 'the week before')}</p>;
  const isRange = against !== undefined;
  const findings = weekHighlights(week, isRange);
  const lead = leadOf(week);
  if (findings.length === 0) return <p class="answer">Nothing stands out.</p>;
  return (
    <p class="answer">
      {findings.map((topic, i) => (
        <>
          {i > 0 ? '; ' : ''}
          <TopicLink {...topic} /> {saidOf(topic, { peaked: topic === lead ? peakInWords(peaked) : '', against })}
        </>
      ))}
      .
    </p>
  );
}

function Furthest() {
  const { usual, sets: [topic] = [] } =
    useData('/api/v2/insights/read-through-rates/', { query: { limit: 1 } }).value ?? {};
  if (!topic) return null;
  return (
    <p>
      Readers read furthest in <a href={href({ topic: topic.id })}>{topic.name}</a>:{' '}
      {howFarInWords(topic.readThroughRate, usual ?? null, 'for all articles')}.
    </p>
  );
}

const TopicLink = ({ topicId, name, category }: Pick<Topic, 'topicId' | 'name' | 'category'>) => (
  <a class={`data-${category}`} href={href({ topic: String(topicId) })}>
    {name}
  </a>
);

interface TopicsProps {
  title: string;
  topics: Topic[];
  scale: AxisScale;
  /** Whether the topics are of past days, which have no ranges. */
  isPast: boolean;
}

/** Scale of the changes of all topics, so that the lists compare. */
const scaleOfWeek = ({ rose, fell }: Week): AxisScale =>
  scaleOf([...rose, ...fell].map(({ growthPercent, interval }) => ({ value: growthPercent ?? 0, interval })));

const Topics = ({ title, topics, scale, isPast }: TopicsProps) => {
  const isCompared = topics.some(({ growthPercent }) => growthPercent !== null);
  return (
    <Section id={title.replaceAll(' ', '-').toLowerCase()} title={title}>
      {topics.length > 0 ? (
        <>
          {isCompared ? (
            <p class="moves-axis axis" aria-hidden="true">
              <small>{topics.some(({ interval }) => interval) ? '90% range' : ''}</small>
              <ChangeAxis scale={scale} maxMarks={MAX_AXIS_MARKS} />
            </p>
          ) : null}
          <ul class={`stack moves${isCompared ? '' : ' plain'}`}>
            {topics.map((topic) => (
              <li key={topic.topicId}>
                <TopicLink {...topic} />
                {isCompared ? (
                  <>
                    <ChangeTrack of={topic} scale={scale} isUnclear={!isPast && topic.confidence === 'low'} />
                    <b class={lookOf(topic.growthPercent)}>{formatPercent(topic.growthPercent ?? 0)}</b>
                    {topic.interval ? <span class="quiet">{sureInWords(topic)}</span> : null}
                  </>
                ) : null}
                {causeWording(topic) ? (
                  <small class="why">
                    <Because change={topic} href={href} />
                  </small>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Empty title={EMPTY_TEXTS[title] ?? ''} />
      )}
    </Section>
  );
};
const MAX_AXIS_MARKS = 4;
