import { ALARM_TYPES } from '../../../src/alerts/detect.ts';
import { judge, type Verdict } from './judge.ts';
import type { Log } from './log.ts';
import { observe } from './observe.ts';
import { replay } from './replay.ts';

/** The alarms of a log, judged. */
export interface Judged {
  verdicts: Verdict[];
  /** The first hour that was evaluated, since the epoch. */
  start: number;
  days: number;
  topics: number;
}

/** Replays a log through the real rules and judges what they raise. `salt` stands for the installation's own. */
export function judgeLog(log: Log, salt: string): Judged {
  const hours = [...observe(log, salt)];
  const verdicts = judge(replay(hours), hours, log);
  return { verdicts, start: hours[0]?.figures.hour ?? 0, days: hours.length / 24, topics: log.topics.length };
}

const isFalse = ({ isRight }: Verdict) => isRight === false;

const MONTH = 30;

/** False alarms of a topic in 30 days, on average over topics. */
export const falsePerMonth = ({ verdicts, days, topics }: Judged): number =>
  verdicts.filter(isFalse).length / topics / (days / MONTH);

/** The most false alarms of one topic within any 30 days. */
export function mostInAMonth({ verdicts }: Judged): number {
  const byTopic = Map.groupBy(verdicts.filter(isFalse), ({ alarm }) => alarm.topicId);
  const most = Array.from(byTopic.values(), (own) => {
    const times = own.map(({ alarm }) => alarm.at);
    return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + MONTH * 86_400).length));
  });
  return Math.max(0, ...most);
}

/** Topics with more than one false alarm within 30 days. */
export const topicsOverOne = (judged: Judged): number => {
  const ids = new Set(judged.verdicts.map(({ alarm }) => alarm.topicId));
  return [...ids].filter(
    (id) => mostInAMonth({ ...judged, verdicts: judged.verdicts.filter(({ alarm }) => alarm.topicId === id) }) > 1,
  ).length;
};

/** A row for each type: alarms, right, false, not known. */
export const byType = (verdicts: readonly Verdict[]): string[][] =>
  ALARM_TYPES.map((type) => {
    const own = verdicts.filter(({ alarm }) => alarm.type === type);
    const count = (isRight: boolean | null) => String(own.filter((verdict) => verdict.isRight === isRight).length);
    return [type, String(own.length), count(true), count(false), count(null)];
  });
