import { ranksOf, TOP } from '../../../src/alerts/detect.ts';
import type { Log, LogClick } from './log.ts';
import type { Observed } from './observe.ts';
import type { Raised } from './replay.ts';

/** Judges alerts by what a person would look at afterwards, none of which the rules have seen. */

export interface Verdict {
  alert: Raised;
  /** The figures that explain it. */
  why: string;
  /** Null: the log ends too early to say. */
  isRight: boolean | null;
}

const DAY = 24;
/** Part of the hours for which an alert about the top ten must be true afterwards, and must not have been true before. */
const MOST = 2 / 3;
const AFTER = 48;
const BEFORE = 72;
/** Hours of the log that must follow. */
const LEAST = 12;
/** Percentage points by which a growing topic's readers must have grown more than the site's. */
const MORE = 10;

/** Judges every alert by the whole log. */
export function judge(raised: readonly Raised[], hours: readonly Observed[], log: Log): Verdict[] {
  const first = hours[0]?.figures.hour ?? 0;
  const inside = hours.map(({ figures }) => {
    const ranks = ranksOf(figures.topics, 'engagement');
    return new Set([...ranks].filter(([, rank]) => rank <= TOP).map(([id]) => id));
  });
  const topics = new Map(log.articles.map(({ id, topics }) => [id, topics]));
  const last = first + hours.length - 1;
  return raised.map((alert): Verdict => {
    const hour = alert.at / 3600;
    if (alert.type === 'story.rises') return judgeStory(alert, log.clicks, last);
    if (alert.type === 'topic.grows') {
      return judgeGrowth(alert, log.clicks, (id) => topics.get(id)?.includes(alert.topicId ?? 0) ?? false);
    }
    const isEntered = alert.type === 'topic.entered_top_ten';
    const share = (from: number, to: number) => {
      const part = inside.slice(Math.max(0, from - first), Math.max(0, to - first));
      return part.filter((ids) => ids.has(alert.topicId ?? 0)).length / Math.max(1, part.length);
    };
    const since = alert.since / 3600;
    const [before, after] = [share(since - BEFORE, since), share(hour + 1, hour + 1 + AFTER)];
    const isTrue = (part: number, is: boolean) => (is ? part : 1 - part) >= MOST;
    return {
      alert,
      why: `rank ${alert.rank ?? 'none'}; among the ten in ${percent(before)} of the ${BEFORE} hours before and ${percent(after)} of up to ${AFTER} after`,
      isRight: last - hour < LEAST ? null : isTrue(before, !isEntered) && isTrue(after, isEntered),
    };
  });
}

function judgeGrowth(alert: Raised, clicks: readonly LogClick[], isOwn: (id: number) => boolean): Verdict {
  const hour = alert.at / 3600;
  const readers = (from: number, to: number, own: boolean) =>
    new Set(
      clicks
        .filter(({ at, contentId }) => at >= from * 3600 && at < to * 3600 && (!own || isOwn(contentId)))
        .map(({ reader }) => reader),
    ).size;
  const growth = (own: boolean) => 100 * (readers(hour - 168, hour, own) / readers(hour - 336, hour - 168, own) - 1);
  const figures = alert.seen.figures.topics.find(({ topicId }) => topicId === alert.topicId);
  const [low, high] = figures?.interval ?? [0, 0];
  const [own, site] = [growth(true), growth(false)];
  return {
    alert,
    why: `interval ${signed(low)} to ${signed(high)}; different readers ${signed(own)}, the site's ${signed(site)}`,
    isRight: own >= site + MORE,
  };
}

function judgeStory(alert: Raised, clicks: readonly LogClick[], last: number): Verdict {
  const hour = alert.at / 3600;
  const next = new Map<number, number>();
  for (const { at, contentId } of clicks) {
    if (at >= alert.at && at < alert.at + DAY * 3600) next.set(contentId, (next.get(contentId) ?? 0) + 1);
  }
  const own = next.get(alert.contentId ?? 0) ?? 0;
  const rank = [...next.values()].filter((count) => count > own).length + 1;
  const { engagement = 0, tenth = 0 } = alert.seen.leader ?? {};
  const times =
    tenth > 0 ? `${(engagement / tenth).toFixed(1)} times the tenth's engagement` : 'fewer than ten are read';
  return {
    alert,
    why: `${times}; ${own > 0 ? `place ${rank}` : 'not read'} in the 24 hours after`,
    isRight: last - hour < LEAST ? null : own > 0 && rank <= TOP,
  };
}

const percent = (part: number) => `${Math.round(100 * part)} %`;
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(Math.round(value))} %`;

/** The most alerts of one topic that a person would call false, and all such. */
export function falseAlerts(verdicts: readonly Verdict[]): { all: number; most: number } {
  const wrong = verdicts.filter(({ isRight }) => isRight === false);
  const byTopic = Map.groupBy(wrong, ({ alert }) => alert.topicId);
  return { all: wrong.length, most: Math.max(0, ...Array.from(byTopic.values(), (own) => own.length)) };
}
