import type { Seconds } from '../lib/time.ts';
import type { Streak } from './streak.ts';
import { UNSETTLED_HOURS } from './top-ten.ts';

/** What is remembered of a topic; hours are since the epoch. */
export interface TopicMemory {
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
  /** Of the first run; null: none yet. */
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

/** What is remembered of a topic. */
export const topicMemory = ({ topics }: Memory, id: number): TopicMemory => topics[id] ?? UNKNOWN;

/** Whether a topic came into the first ten or left them within the last week. */
export const isUnsettled = ({ turned }: TopicMemory, hour: number): boolean =>
  turned !== null && hour - turned < UNSETTLED_HOURS;

/** Whether nothing has to be remembered of a topic. */
export const isIdle = (topic: TopicMemory, hour: number): boolean =>
  !isUnsettled(topic, hour) && [topic.top, topic.grows].every(({ is, since }) => !is && since === null);
