import type { Child } from 'hono/jsx/dom';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { sparkInWords } from '../../../lib/formats/spark.ts';
import { formatPercent, formatRange } from '../../../lib/percent.ts';
import { headline } from '../../../rankings/math/figures/cause.ts';
import { changeOf, groupAllByHeading, UNCLEAR_HEADING } from '../../../rankings/math/figures/change-headings.ts';
import { Ratio, RatioAxis } from '../insights/charts/audience.tsx';
import {
  anchorOf,
  bandOf,
  chosenPath,
  compareWithUsual,
  dayMarksOf,
  pathOf,
  usualOf,
  xPercent,
} from '../insights/charts/curve.ts';
import { ChangeAxis, ChangeTrack } from '../insights/charts/growth-bars.tsx';
import { scaleOf } from '../insights/charts/scale.ts';
import type { ListedItem, Placement } from '../insights/stories/items.tsx';
import { PlacementAxis, PlacementDot } from '../insights/stories/placement-dot.tsx';
import type { GrowingTopic, HistoryDay, InsightsSession } from '../insights/view.ts';
import type { Compared } from '../insights/week.ts';
import { dayAndMonth, longWeekday, weekdays } from '../lib/time.ts';
import { Section } from '../ui/parts.tsx';
import { type Filter, NO_FILTER } from './filter.tsx';
import { hasFewArticles, type ListedTopic, type SourceYield } from './load.ts';
import { isClearYield } from './yield-dot.tsx';

interface PanelProps extends Pick<InsightsSession, 'href'> {
  filter: Filter;
}

/** Link that filters the first screen by a row, or removes the filter if it is set already. */
function RowLink({
  by,
  is,
  filter,
  href,
  children,
  ...more
}: PanelProps & { by: string; is: string; children: Child }) {
  const isChosen = filter.by === by && filter.is === is;
  return (
    <a href={href(isChosen ? NO_FILTER : { by, is })} aria-current={isChosen ? 'true' : undefined} {...more}>
      {children}
    </a>
  );
}

const [CHART_WIDTH, CHART_HEIGHT] = [640, 96];
const yOf = (index: number): number => CHART_HEIGHT - 3 - (index / 100) * (CHART_HEIGHT - 6);

interface SiteProps {
  days: readonly HistoryDay[];
  name: string;
  /** Days that the rest of the page covers. */
  chosen: { from: string; to: string };
}

/** Compares the last complete day of the site, or of a topic, with what is usual on its weekday. */
export function UsualPanel({ days, name, chosen }: SiteProps) {
  const { date = '' } = days.at(-1) ?? {};
  const compared = compareWithUsual(days, date);
  const step = CHART_WIDTH / Math.max(1, days.length - 1);
  const frame = chosenPath(days, chosen, CHART_WIDTH, CHART_HEIGHT);
  return (
    <Section
      id="usual"
      title={
        <>
          {name}:{' '}
          {compared
            ? compared === 'like'
              ? `normal for a ${longWeekday(date)}`
              : `${compared} other ${weekdays(date)}`
            : 'by day'}
        </>
      }
      note={compared ? `yesterday, ${dayAndMonth(date)}` : ''}
    >
      {days.every(({ index }) => index === null) ? (
        <p class="hint">Not enough readers for a chart yet (15 a day needed).</p>
      ) : (
        <figure class="history usual-days">
          <svg
            viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={sparkInWords([...days], name, dayAndMonth)}
          >
            <line class="level" x1={0} x2={CHART_WIDTH} y1={yOf(0)} y2={yOf(0)} />
            {frame ? <path class="chosen" d={frame} /> : null}
            <path class="usual" d={bandOf(usualOf(days), step, yOf)} />
            <path class="line data-1" d={pathOf(days, step, yOf)} fill="none" />
          </svg>
          <p class="days" aria-hidden="true">
            {dayMarksOf(days).map(({ date, i }) => (
              <span key={date} style={{ left: xPercent(i, days.length) }} class={anchorOf(i, days.length)}>
                {dayAndMonth(date)}
              </span>
            ))}
          </p>
          <figcaption class="hint">% of the busiest day · grey: usual for the weekday · framed: chosen days</figcaption>
        </figure>
      )}
    </Section>
  );
}

const SHOWN_TOPICS = 8;
const MAX_AXIS_MARKS = 4;
/** Number of topics that are listed by rank alone. The others have the clearest changes. */
const LEADING_TOPICS = 5;

interface TopicsProps extends PanelProps {
  topics: ListedTopic[];
  changes: Compared;
  isRange: boolean;
}

/** Lists the most read topics, and below them those whose change is clear, each with its rank and its change. */
export function TopicsPanel({ topics, changes, isRange, filter, href }: TopicsProps) {
  const isOfAudience = topics.some(({ index }) => index !== undefined);
  const { [UNCLEAR_HEADING]: unclear, Rose, Fell, New } = groupAllByHeading(changes, isRange);
  const clear = new Map([...Rose, ...Fell, ...New].map((topic) => [topic.topicId, topic]));
  const known = new Map([...unclear, ...clear.values()].map((topic) => [topic.topicId, topic]));
  const strength = ({ topicId }: ListedTopic) => Math.abs(clear.get(topicId)?.growthPercent ?? 0);
  const ranked = topics.map((topic, i) => ({ ...topic, rank: i + 1 }));
  const isChosen = ({ topicId }: ListedTopic) => filter.by === 'topic' && filter.is === String(topicId);
  const later = ranked.slice(LEADING_TOPICS).filter((topic) => clear.has(topic.topicId) || isChosen(topic));
  const picked = later
    .toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)) || strength(b) - strength(a))
    .slice(0, SHOWN_TOPICS - LEADING_TOPICS);
  const leading = [...ranked.slice(0, LEADING_TOPICS), ...picked].toSorted((a, b) => a.rank - b.rank);
  const filled = [...leading, ...ranked.filter((topic) => !leading.includes(topic))]
    .slice(0, SHOWN_TOPICS)
    .toSorted((a, b) => a.rank - b.rank);
  const scale = scaleOf(
    filled.flatMap(({ topicId }) => {
      const { growthPercent = null, interval = null } = known.get(topicId) ?? {};
      return growthPercent === null ? [] : [{ value: growthPercent, interval }];
    }),
  );
  return (
    <Section
      id="topics"
      title="Topics"
      note={
        isOfAudience
          ? 'compared with the site’s average'
          : isRange
            ? `top ${LEADING_TOPICS} and largest changes`
            : `top ${LEADING_TOPICS} and largest changes on last week, 90% range`
      }
      end={
        isOfAudience ? null : (
          <a href={href({ ...NO_FILTER, view: 'trending', topic: filter.by === 'topic' ? filter.is : '' })}>
            All topics
          </a>
        )
      }
    >
      {topics.length === 0 ? <p class="hint">Too few readers to compare topics.</p> : null}
      <ol class="panel-rows topics-changed">
        {isOfAudience ? null : (
          <li class="axis" aria-hidden="true">
            <span />
            <span />
            <ChangeAxis scale={scale} maxMarks={MAX_AXIS_MARKS} />
          </li>
        )}
        {(isOfAudience ? ranked.slice(0, SHOWN_TOPICS) : filled).map(({ topicId, name, rank, index }) => (
          <li key={topicId}>
            <span class="rank">{rank}</span>
            <RowLink by="topic" is={String(topicId)} filter={filter} href={href}>
              {name}
            </RowLink>
            {index === undefined ? (
              <TopicChange of={known.get(topicId)} isClear={clear.has(topicId)} scale={scale} />
            ) : (
              <Ratio index={index} />
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function TopicChange({
  of,
  isClear,
  scale,
}: {
  of: GrowingTopic | undefined;
  isClear: boolean;
  scale: ReturnType<typeof scaleOf>;
}) {
  const isNew = of !== undefined && of.growthPercent === null;
  const range = of?.interval ? `, 90% range ${formatRange(of.interval)}` : '';
  return (
    <>
      <ChangeTrack of={isNew ? undefined : of} scale={scale} isUnclear={!isClear} />
      {isNew ? (
        <b class="badge good">new</b>
      ) : isClear && of ? (
        <b class={(of.growthPercent ?? 0) < 0 ? 'down' : 'up'}>
          {formatPercent(of.growthPercent ?? 0)}
          <span class="quiet">{range}</span>
        </b>
      ) : (
        <b>
          <span class="quiet">{of ? `no clear change${range}` : 'change unknown'}</span>
        </b>
      )}
    </>
  );
}

interface StoriesProps extends PanelProps {
  items: ListedItem[];
  /** Placements by article, for lists that contain none. */
  placements: ReadonlyMap<number, Placement>;
}

export const StoriesPanel = ({ items, placements, filter, href }: StoriesProps) => (
  <Section
    id="stories"
    title="Stories"
    note="clicks for their position"
    end={<a href={allArticles(filter, href)}>All articles</a>}
  >
    {items.length === 0 ? <p class="hint">No articles were read in this period.</p> : null}
    <ol class="panel-rows stories-placed">
      <li class="axis" aria-hidden="true">
        <span />
        <span />
        <PlacementAxis />
      </li>
      {items.map((item, i) => (
        <li key={item.contentId}>
          <span class="rank">{i + 1}</span>
          <span class="named">
            <a href={href({ content: String(item.contentId) })} {...languageAttributes(headline(item))}>
              {headline(item)}
            </a>
            {item.story && item.story.size > 1 ? <small>{item.story.size} reports</small> : null}
          </span>
          <PlacementDot of={item.placement ?? placements.get(item.contentId)} />
        </li>
      ))}
    </ol>
  </Section>
);

/** Returns the address of all articles, with the same filter. A topic lists its articles on its own page. */
const allArticles = ({ by, is }: Filter, href: PanelProps['href']) =>
  by === 'topic' ? href({ ...NO_FILTER, topic: is }) : href({ view: 'popular', breakdown: by });

const SHOWN_YIELDS = 4;

interface YieldsProps extends PanelProps {
  sources: SourceYield[];
  /** Chosen days in words. Undefined for the last seven days. */
  days: string | undefined;
}

/** Lists sources with enough engagement and articles, from the highest to the lowest yield. */
export function YieldsPanel({ sources, days, filter, href }: YieldsProps) {
  const known = sources
    .filter((source) => source.yield !== null && !hasFewArticles(source))
    .toSorted((a, b) => (b.yield ?? 0) - (a.yield ?? 0));
  const half = SHOWN_YIELDS / 2;
  const isChosen = ({ id }: SourceYield) => filter.by === 'source' && filter.is === id;
  const chosen = sources.find(isChosen);
  const ends = known.length > SHOWN_YIELDS ? [...known.slice(0, half), ...known.slice(-half)] : known;
  const shownSources = chosen && !ends.includes(chosen) ? [chosen, ...ends.slice(0, -1)] : ends;
  return (
    <Section
      id="yields"
      title="Sources"
      note={['readers per article', days].filter(Boolean).join(', ')}
      end={
        <>
          {chosen ? <a href={href({ ...NO_FILTER, source: chosen.id })}>Page of {chosen.name}</a> : null}
          <a href={href({ ...NO_FILTER, view: 'sources' })}>All sources</a>
        </>
      }
    >
      <ul class="ratios">
        {shownSources.length > 0 ? <RatioAxis /> : null}
        {shownSources.map((source) => (
          <li key={source.id}>
            <RowLink by="source" is={source.id} filter={filter} href={href}>
              {source.name}
            </RowLink>
            <Ratio index={source.yield} isUnclear={!isClearYield(source)} />
          </li>
        ))}
      </ul>
      {shownSources.length === 0 ? <p class="hint">Too few readers to compare sources.</p> : null}
      {shownSources.every(isClearYield) ? null : <p class="hint">Grey: may be chance.</p>}
    </Section>
  );
}

/** Returns the change of a topic, or `null` if it was not compared. */
export const changeOfTopic = (changes: Compared, id: number): GrowingTopic | null => changeOf(changes, id);
