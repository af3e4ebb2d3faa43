import { HOUR, type Seconds } from '../lib/time.ts';
import type { HourFigures, LeaderFigures, TopicFigures } from './figures.ts';
import { growthSign } from './growing.ts';
import { LEAD_SECONDS, STORY_SECONDS, standsOut } from './leader.ts';
import { isIdle, isUnsettled, type Memory, type TopicMemory, topicMemory } from './memory.ts';
import { follow, type Sign, type Streak } from './streak.ts';
import { ranksOf, TOP, topTenSign } from './top-ten.ts';

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
    const known = topicMemory(memory, topicId);
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
      ...{ top, grows, rank: rank !== null && rank <= TOP ? rank : known.rank },
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
