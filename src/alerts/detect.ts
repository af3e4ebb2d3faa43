import { DAY, HOUR, type Seconds } from '../lib/time.ts';
import type { Cause } from '../rankings/math/figures/cause.ts';
import type { Confidence } from '../rankings/math/figures/growth-interval.ts';

/** Which alerts an evaluation raises: pure, and the same for the same memory and figures. */

export const ALERT_TYPES = ['topic.entered_top_ten', 'topic.left_top_ten', 'topic.grows', 'story.rises'] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

export interface Alert {
  type: AlertType;
  /** The topic, or the first topic of the story; null: the story has none. */
  topicId: number | null;
  /** Null: the alert is about a topic. */
  contentId: number | null;
  /** Its rank, and the last one among the first ten of a topic that has left them; null: none. */
  rank: number | null;
  previousRank: number | null;
  /** Since when what is reported has held. It names the alert: a run that is repeated finds the same. */
  since: Seconds;
}

export interface Rules {
  /** Types that are reported; what the others would report is passed over. */
  types: readonly AlertType[];
  /** Whether a topic is reported once a day at most. What is held back is reported the next day if it still holds. */
  oncePerDay: boolean;
  /** Nothing is reported now; what still holds afterwards is reported then. */
  isQuiet: boolean;
  /** The publisher's day, `YYYY-MM-DD`. */
  day: string;
  /** Engagement that a topic needs to be called growing. */
  minEngagement: number;
  /** Articles of which weights have taken off much: they raise nothing, nor do topics that they move. */
  suspects: ReadonlySet<number>;
}

export interface Detected {
  memory: Memory;
  alerts: Alert[];
}

/** Complete days of clicks from which on the top ten of a week and growth between two weeks mean something. */
const WEEK_DAYS = 7;
const TWO_WEEKS_DAYS = 14;

/** Evaluates topics at a full hour. The first evaluation only takes note of how things are. */
export function detectTopics(memory: Memory, figures: HourFigures, rules: Rules): Detected {
  const { hour, days, site } = figures;
  const next: Memory = { ...memory, hour, topics: {}, days: daysOf(memory, rules) };
  const alerts: Alert[] = [];
  const ranks = ranksOf(figures.topics, 'engagement');
  for (const topic of figures.topics) {
    const { topicId } = topic;
    const known = memory.topics[topicId] ?? UNKNOWN;
    const rank = ranks.get(topicId) ?? null;
    const evaluate = (was: Streak, sign: Sign, fullAfter: number, type: AlertType | null): Streak => {
      // Over windows that are not full nothing can be said.
      if (memory.hour === null || days < fullAfter) return { is: sign.is, since: null };
      const { state, changedSince } = follow(was, sign, hour);
      if (changedSince === null || type === null || !rules.types.includes(type)) return state;
      if (isMovedBy(topic, rules.suspects) || !isFree(next, topicId, rules)) return { is: was.is, since: changedSince };
      const ended = { rank, previousRank: type === 'topic.left_top_ten' ? known.rank : null };
      alerts.push({ type, topicId, contentId: null, ...ended, since: changedSince * HOUR });
      next.days[topicId] = rules.day;
      return state;
    };
    const top = evaluate(
      known.top,
      topTenSign(rank ?? undefined, isUnsettled(known, hour)),
      WEEK_DAYS,
      known.top.is ? 'topic.left_top_ten' : 'topic.entered_top_ten',
    );
    const grows = evaluate(
      known.grows,
      growthSign(topic, site, rules.minEngagement),
      TWO_WEEKS_DAYS,
      known.grows.is ? null : 'topic.grows',
    );
    const own: TopicMemory = {
      top,
      grows,
      rank: rank !== null && rank <= TOP ? rank : known.rank,
      turned: top.is === known.top.is || memory.hour === null || days < WEEK_DAYS ? known.turned : hour,
    };
    if (!isIdle(own, hour)) next.topics[topicId] = own;
  }
  return { memory: next, alerts };
}

/** Evaluates the story that leads rising content at `now` (epoch seconds). Before topics are known nothing is reported. */
export function detectStories(
  memory: Memory,
  leader: LeaderFigures | null,
  { now, ...rules }: Rules & { now: number },
): Detected {
  const reported = Object.fromEntries(Object.entries(memory.reported).filter(([, at]) => now - at < STORY_SECONDS));
  const next: Memory = { ...memory, began: memory.began ?? now, leader: null, reported, days: daysOf(memory, rules) };
  if (!leader) return { memory: next, alerts: [] };
  const { contentId, topics } = leader;
  const since = memory.leader?.contentId === contentId ? memory.leader.since : now;
  next.leader = { contentId, since };
  const topicId = topics[0] ?? null;
  const isNews =
    next.reported[contentId] === undefined &&
    now - since >= LEAD_SECONDS &&
    standsOut(leader) &&
    rules.types.includes('story.rises') &&
    !rules.suspects.has(contentId);
  if (memory.hour === null || !isNews || !isFree(next, topicId, rules)) return { memory: next, alerts: [] };
  next.reported[contentId] = now;
  if (topicId !== null) next.days[topicId] = rules.day;
  return { memory: next, alerts: [{ type: 'story.rises', topicId, contentId, rank: 1, previousRank: null, since }] };
}

const isMovedBy = ({ gains }: TopicFigures, suspects: ReadonlySet<number>) => gains.some((id) => suspects.has(id));

/** Whether something may be reported of a topic now: not in quiet hours, and once a day where that is set. */
const isFree = ({ days }: Memory, topicId: number | null, { isQuiet, oncePerDay, day }: Rules) =>
  !isQuiet && (!oncePerDay || topicId === null || days[topicId] !== day);

/** The alerts of the publisher's day; those of earlier days are forgotten. */
const daysOf = ({ days }: Memory, { day }: Rules) =>
  Object.fromEntries(Object.entries(days).filter(([, reported]) => reported === day));

/** Hours that growth must hold, and hours without it after which it may be reported again. */
const GROWING_HOURS = 6;
const ENDED_HOURS = 48;
/** Least growth in percent at the low end of the interval, beside that of the whole site. */
const LEAST = 10;
/** Articles with engagement that a topic needs. */
const ITEMS = 5;

/**
 * What a topic's growth says. It must be of high confidence, not one article's, and its whole interval above the growth of the site,
 * so that a busy week is not reported topic by topic. `minEngagement`: engagement that a topic needs in the current window.
 */
function growthSign(topic: TopicFigures, site: HourFigures['site'], minEngagement: number): Sign {
  const siteGrowth = site.previous > 0 ? 100 * (site.current / site.previous - 1) : 0;
  const [low] = topic.interval ?? [Number.NEGATIVE_INFINITY];
  const is =
    topic.confidence === 'high' &&
    topic.cause !== null &&
    topic.cause.articles.length !== 1 &&
    topic.current >= minEngagement &&
    topic.items >= ITEMS &&
    low >= LEAST + Math.max(0, siteGrowth);
  return { is, dwell: is ? GROWING_HOURS : ENDED_HOURS };
}

/** Engagement that it needs in any case. */
const LEADING = 8;
/** How many times the engagement of the tenth most engaged story of 24 hours it needs. */
const TIMES = 3.5;
/** Seconds for which it must lead. */
const LEAD_SECONDS = 600;
/** Seconds for which a story that was reported is not reported again. */
const STORY_SECONDS = 30 * DAY;

/** Whether the story that leads rising content stands out. */
const standsOut = ({ engagement, tenth }: LeaderFigures): boolean => engagement >= Math.max(LEADING, TIMES * tenth);

/** A state that changes only after its opposite has held for a while. */
export interface Streak {
  is: boolean;
  /** Since when the opposite holds without a break, in the caller's unit; null: it does not hold. */
  since: number | null;
}

/** What an observation says. */
export interface Sign {
  is: boolean;
  /** How long it must hold before the state follows; the caller's unit. */
  dwell: number;
}

/**
 * The state after an observation at `at`, and since when what changed it has held (null: nothing changed). An opposite that ceases
 * and comes back begins again.
 */
function follow(state: Streak, sign: Sign, at: number): { state: Streak; changedSince: number | null } {
  if (sign.is === state.is) return { state: { is: state.is, since: null }, changedSince: null };
  const since = state.since ?? at;
  if (at - since < sign.dwell) return { state: { is: state.is, since }, changedSince: null };
  return { state: { is: sign.is, since: null }, changedSince: since };
}

/** Topics of the first ranks; how the hours below were chosen is in docs/measured/alerts.md. */
export const TOP = 10;
/** Places by which a topic is clearly inside or outside. */
const CLEAR = 2;
/** Hours that a clear place must hold, and a narrow one. */
const CLEAR_HOURS = 24;
const NARROW_HOURS = 36;
/** Hours that any place must hold for a topic that came or went within the last week. */
const RETURN_HOURS = 48;
export const UNSETTLED_HOURS = 168;

/** Ranks from 1 by an engagement, without topics that have none and those that are left out of trending; ties by ascending id. */
export function ranksOf(topics: readonly TopicFigures[], by: 'engagement' | 'before'): Map<number, number> {
  const ranked = topics
    .filter(({ [by]: own, excluded }) => own > 0 && !excluded)
    .sort((a, b) => b[by] - a[by] || a.topicId - b.topicId);
  return new Map(ranked.map(({ topicId }, i) => [topicId, i + 1]));
}

/**
 * What a rank says (undefined: the topic has none). The first eight places are clearly inside, those below the twelfth clearly
 * outside. `isUnsettled`: the topic came or went within the last week.
 */
function topTenSign(rank: number | undefined, isUnsettled: boolean): Sign {
  const place = rank ?? Number.POSITIVE_INFINITY;
  const is = place <= TOP;
  const isClear = is ? place <= TOP - CLEAR : place > TOP + CLEAR;
  const hours = isClear ? CLEAR_HOURS : NARROW_HOURS;
  return { is, dwell: isUnsettled ? RETURN_HOURS : hours };
}

/** What is remembered of a topic; hours are since the epoch. */
interface TopicMemory {
  /** Whether it counts as one of the first ten, and as growing. */
  top: Streak;
  grows: Streak;
  /** Its last rank among the first ten; null: none is known. */
  rank: number | null;
  /** The hour at which it last came into the first ten or left them; null: never. */
  turned: number | null;
}

/** What detection remembers from one run to the next; everything else it reads from what is published. */
export interface Memory {
  /** When the first run was; null: there was none yet. */
  began: Seconds | null;
  /** The last full hour at which topics were evaluated; null: never. */
  hour: number | null;
  /** By topic id; a topic of which nothing is to be remembered has no entry. */
  topics: Record<string, TopicMemory>;
  /** The story that leads rising content, and since when (epoch seconds). */
  leader: { contentId: number; since: number } | null;
  /** Stories that have been reported, and when (epoch seconds). */
  reported: Record<string, number>;
  /** The publisher's day of each topic's last alert, `YYYY-MM-DD`. */
  days: Record<string, string>;
}

export const EMPTY: Memory = { began: null, hour: null, topics: {}, leader: null, reported: {}, days: {} };

const IDLE: Streak = { is: false, since: null };
const UNKNOWN: TopicMemory = { top: IDLE, grows: IDLE, rank: null, turned: null };

/** Whether a topic came into the first ten or left them within the last week. */
const isUnsettled = ({ turned }: TopicMemory, hour: number): boolean =>
  turned !== null && hour - turned < UNSETTLED_HOURS;

/** Whether nothing has to be remembered of a topic. */
const isIdle = (topic: TopicMemory, hour: number): boolean =>
  !isUnsettled(topic, hour) && [topic.top, topic.grows].every(({ is, since }) => !is && since === null);

/** A topic as it is published for the running hour. */
export interface TopicFigures {
  topicId: number;
  name: string;
  slug: string;
  /** Left out of trending lists. */
  excluded: boolean;
  /** Engagement in `7d`, and in the window of equal length before it. */
  engagement: number;
  before: number;
  /** Engagement in the last 168 complete hours and in the 168 before those. */
  current: number;
  previous: number;
  /** Articles with engagement in the last 168 complete hours. */
  items: number;
  interval: Confidence['interval'];
  confidence: Confidence['confidence'];
  cause: Cause<number> | null;
  /** The articles that have gained most, the first of all first. */
  gains: readonly number[];
}

/** The article that leads rising content, with engagement in `24h`. */
export interface LeaderFigures {
  contentId: number;
  /** In the publisher's order. */
  topics: readonly number[];
  engagement: number;
  /** Engagement of the tenth most engaged article; 0: there are fewer. */
  tenth: number;
}

/** Engagement of the whole site in the two windows of growth. */
export interface SiteFigures {
  current: number;
  previous: number;
}

/** Everything of one evaluation at a full hour. */
export interface HourFigures {
  /** The running hour, in hours since the epoch. */
  hour: number;
  /** Complete days (UTC) since the first click that is known: windows that reach further back are not full. */
  days: number;
  site: SiteFigures;
  topics: readonly TopicFigures[];
}
