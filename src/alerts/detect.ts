import { DAY, HOUR, type Seconds } from '../lib/time.ts';
import type { Cause } from '../rankings/math/figures/cause.ts';
import type { Confidence } from '../rankings/math/figures/growth-interval.ts';
import {
  CLEAR_HOURS,
  GROWING_HOURS,
  MIN_GROWTH_PERCENT,
  MIN_LEAD_FACTOR,
  MIN_LEAD_S,
  NARROW_HOURS,
  RETURN_HOURS,
} from './thresholds.ts';

/** This module detects alerts from current figures and the memory of earlier alerts. Its functions are pure. */

export const ALERT_TYPES = [
  'topic.entered_top_ten',
  'topic.left_top_ten',
  'topic.grows',
  'article.rising',
  'engagement.falls',
  'engagement.stops',
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

export interface Alert {
  type: AlertType;
  /** Topic of the alert, or first topic of the article. `null` if the article has no topic. */
  topicId: number | null;
  contentId: number | null;
  /** Current rank of the topic, or its last rank if it left the top ten. */
  rank: number | null;
  previousRank: number | null;
  /** Time at which the reported change began. It is part of the alert's key, so that a repeated run adds no alert. */
  since: Seconds;
}

export interface Rules {
  types: readonly AlertType[];
  /** Whether a topic has at most one alert per day. A second alert waits until the next day if its cause persists. */
  oncePerDay: boolean;
  /** Whether it is a quiet hour, in which no alerts are sent. Alerts are sent later if their cause persists. */
  isQuiet: boolean;
  day: string;
  minEngagement: number;
  /** Articles with many discounted clicks. They cause no alerts, and neither do topics whose rank they change. */
  suspects: ReadonlySet<number>;
}

export interface Detected {
  memory: Memory;
  alerts: Alert[];
}

/** Minimum number of complete days with clicks before there are top-ten alerts (7) and growth alerts (14). */
const WEEK_DAYS = 7;
const TWO_WEEKS_DAYS = 14;

/** Detects alerts about topics once per hour. The first run only records the state of each topic. */
export function detectTopics(memory: Memory, figures: HourFigures, rules: Rules): Detected {
  const { hour, days, site } = figures;
  const next: Memory = { ...memory, hour, topics: {}, days: daysOf(memory, rules) };
  const alerts: Alert[] = [];
  const ranks = ranksBy(figures.topics, 'engagement');
  for (const topic of figures.topics) {
    const { topicId } = topic;
    const known = memory.topics[topicId] ?? UNKNOWN_TOPIC;
    const rank = ranks.get(topicId) ?? null;
    const evaluate = (was: Streak, sign: Sign, fullAfter: number, type: AlertType | null): Streak => {
      // There are no alerts until enough days of clicks make the figures meaningful.
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

/** Detects alerts about the fastest-rising article. Returns no alerts before the first check of topics. */
export function detectRisingArticles(
  memory: Memory,
  leader: RisingFigures | null,
  { now, ...rules }: Rules & { now: number },
): Detected {
  const reported = Object.fromEntries(Object.entries(memory.reported).filter(([, at]) => now - at < REPEAT_AFTER_S));
  const next: Memory = { ...memory, began: memory.began ?? now, leader: null, reported, days: daysOf(memory, rules) };
  if (!leader) return { memory: next, alerts: [] };
  const { contentId, topics } = leader;
  const since = memory.leader?.contentId === contentId ? memory.leader.since : now;
  next.leader = { contentId, since };
  const topicId = topics[0] ?? null;
  const isNews =
    next.reported[contentId] === undefined &&
    now - since >= MIN_LEAD_S &&
    standsOut(leader) &&
    rules.types.includes('article.rising') &&
    !rules.suspects.has(contentId);
  if (memory.hour === null || !isNews || !isFree(next, topicId, rules)) return { memory: next, alerts: [] };
  next.reported[contentId] = now;
  if (topicId !== null) next.days[topicId] = rules.day;
  return { memory: next, alerts: [{ type: 'article.rising', topicId, contentId, rank: 1, previousRank: null, since }] };
}

const isMovedBy = ({ gains }: TopicFigures, suspects: ReadonlySet<number>) => gains.some((id) => suspects.has(id));

const isFree = ({ days }: Memory, topicId: number | null, { isQuiet, oncePerDay, day }: Rules) =>
  !isQuiet && (!oncePerDay || topicId === null || days[topicId] !== day);

const daysOf = ({ days }: Memory, { day }: Rules) =>
  Object.fromEntries(Object.entries(days).filter(([, reported]) => reported === day));

/** Hours without growth before another alert about a topic. */
const ENDED_HOURS = 48;
const MIN_GROWTH_ITEMS = 5;

/** Determines whether a topic grows more than the site. In a busy week, almost every topic grows with the site. */
function growthSign(topic: TopicFigures, site: HourFigures['site'], minEngagement: number): Sign {
  const siteGrowth = site.previous > 0 ? 100 * (site.current / site.previous - 1) : 0;
  const [low] = topic.interval ?? [Number.NEGATIVE_INFINITY];
  const is =
    topic.confidence === 'high' &&
    topic.cause !== null &&
    topic.cause.articles.length !== 1 &&
    topic.current >= minEngagement &&
    topic.items >= MIN_GROWTH_ITEMS &&
    low >= MIN_GROWTH_PERCENT + Math.max(0, siteGrowth);
  return { is, dwell: is ? GROWING_HOURS : ENDED_HOURS };
}

const MIN_LEADER_ENGAGEMENT = 8;
const REPEAT_AFTER_S = 30 * DAY;

const standsOut = ({ engagement, tenth }: RisingFigures): boolean =>
  engagement >= Math.max(MIN_LEADER_ENGAGEMENT, MIN_LEAD_FACTOR * tenth);

/** Boolean state that changes only after the opposite value was observed for some time. */
export interface Streak {
  is: boolean;
  /** Time since which the opposite value has been observed, in the caller's unit. `null` if it is not observed. */
  since: number | null;
}

export interface Sign {
  is: boolean;
  /** Time for which the opposite value must be observed before the state changes, in the caller's unit. */
  dwell: number;
}

/** Applies a new observation to a state. `changedSince` is `null` if the state does not change. */
function follow(state: Streak, sign: Sign, at: number): { state: Streak; changedSince: number | null } {
  if (sign.is === state.is) return { state: { is: state.is, since: null }, changedSince: null };
  const since = state.since ?? at;
  if (at - since < sign.dwell) return { state: { is: state.is, since }, changedSince: null };
  return { state: { is: sign.is, since: null }, changedSince: since };
}

export const TOP = 10;
/** Minimum number of ranks between rank ten and a topic that is clearly inside or outside the top ten. */
const CLEAR_RANKS = 2;
export const UNSETTLED_HOURS = 168;

/** Returns the ranks of topics by engagement, from 1. Omits excluded topics. Breaks ties by topic id. */
export function ranksBy(topics: readonly TopicFigures[], by: 'engagement' | 'before'): Map<number, number> {
  const ranked = topics
    .filter(({ [by]: own, excluded }) => own > 0 && !excluded)
    .sort((a, b) => b[by] - a[by] || a.topicId - b.topicId);
  return new Map(ranked.map(({ topicId }, i) => [topicId, i + 1]));
}

/** Determines whether a topic is in the top ten. `isUnsettled` is true if it entered or left within the last week. */
function topTenSign(rank: number | undefined, isUnsettled: boolean): Sign {
  const place = rank ?? Number.POSITIVE_INFINITY;
  const is = place <= TOP;
  const isClear = is ? place <= TOP - CLEAR_RANKS : place > TOP + CLEAR_RANKS;
  const hours = isClear ? CLEAR_HOURS : NARROW_HOURS;
  return { is, dwell: isUnsettled ? RETURN_HOURS : hours };
}

interface TopicMemory {
  top: Streak;
  grows: Streak;
  rank: number | null;
  /** Hour at which the topic last entered or left the top ten. */
  turned: number | null;
}

export interface Memory {
  began: Seconds | null;
  hour: number | null;
  /** Stored states by topic id. Topics without recent changes have no entry. */
  topics: Record<string, TopicMemory>;
  /** Fastest-rising article, and the time at which it took the lead (epoch seconds). */
  leader: { contentId: number; since: number } | null;
  reported: Record<string, number>;
  /** Day of each topic's last alert in the publisher's time zone, `YYYY-MM-DD`. */
  days: Record<string, string>;
  /** Last day that was compared with the weeks before, and the subjects that were low on it, each with that day. */
  fallDay?: number;
  falls?: Record<string, number>;
  /** First hour without clicks, once it was reported. */
  stopped?: number | null;
}

export const INITIAL_DETECTION: Memory = { began: null, hour: null, topics: {}, leader: null, reported: {}, days: {} };

const IDLE_STREAK: Streak = { is: false, since: null };
const UNKNOWN_TOPIC: TopicMemory = { top: IDLE_STREAK, grows: IDLE_STREAK, rank: null, turned: null };

const isUnsettled = ({ turned }: TopicMemory, hour: number): boolean =>
  turned !== null && hour - turned < UNSETTLED_HOURS;

const isIdle = (topic: TopicMemory, hour: number): boolean =>
  !isUnsettled(topic, hour) && [topic.top, topic.grows].every(({ is, since }) => !is && since === null);

export interface TopicFigures {
  topicId: number;
  name: string;
  slug: string;
  excluded: boolean;
  engagement: number;
  before: number;
  current: number;
  previous: number;
  items: number;
  interval: Confidence['interval'];
  confidence: Confidence['confidence'];
  cause: Cause<number> | null;
  /** Ids of the articles whose engagement grew most, largest gain first. */
  gains: readonly number[];
}

export interface RisingFigures {
  contentId: number;
  topics: readonly number[];
  engagement: number;
  /** Engagement of the article that is ranked tenth. 0 if there are fewer articles. */
  tenth: number;
}

export interface SiteFigures {
  current: number;
  previous: number;
}

export interface HourFigures {
  hour: number;
  /** Number of complete days since the first click. */
  days: number;
  site: SiteFigures;
  topics: readonly TopicFigures[];
}
