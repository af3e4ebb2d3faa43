import { isPaused } from '../../../syndication/paused.ts';
import { ago, lasting } from '../lib/time.ts';
import { type Finding, many } from './finding.ts';
import { nameOfJob } from './job-names.ts';
import { ofOutlets } from './outlets.ts';
import type { Key, Source, Status } from './types.ts';

/** The state in words: what is wrong, and what to do about it. Pure. */

const MINUTE = 60;
const DAY_MS = 86_400_000;
/** Failures in a row after which a feed is more than unlucky. */
const FAILING = 3;

/** `now`: epoch milliseconds. What is not known yet is left out. */
export function findingsOf(
  { status, sources, keys }: { status: Status | null; sources: Source[] | null; keys: Key[] | null },
  now: number,
): Finding[] {
  return [
    ...(status
      ? [
          ...ofDatabase(status),
          ...ofQueue(status),
          ...ofDeadLetters(status),
          ...ofRankings(status),
          ...ofJobs(status),
          ...ofOutlets(status),
        ]
      : []),
    ...ofSources(sources ?? []),
    ...ofKeys(keys ?? [], now),
  ].sort((a, b) => Number(b.level === 'bad') - Number(a.level === 'bad'));
}

function ofDatabase({ database, queue: { queued, oldestSeconds } }: Status): Finding[] {
  if (database === 'ok') return [];
  const since = oldestSeconds === null ? '' : `, the oldest for ${lasting(oldestSeconds)}`;
  const waiting =
    queued === 0 ? 'No click waits' : `${many(queued, 'click waits', 'clicks wait')} in the queue${since}`;
  return [
    {
      level: 'bad',
      title: 'The database does not answer',
      advice: `${waiting}. Nothing is lost: clicks that were accepted are counted once it answers again.`,
      section: 'clicks',
    },
  ];
}

function ofQueue({ queue: { queued, oldestSeconds, secondsLeft } }: Status): Finding[] {
  if (oldestSeconds === null || oldestSeconds < MINUTE) return [];
  const isEnding = secondsLeft !== null;
  return [
    {
      level: oldestSeconds > 10 * MINUTE && !isEnding ? 'bad' : 'warn',
      title: `Clicks wait for ${lasting(oldestSeconds)} to be counted`,
      advice: isEnding
        ? `${many(queued, 'click waits', 'clicks wait')}; at the rate of the last minute all are counted in ${lasting(secondsLeft)}. New ones are counted first.`
        : 'The consumer does not keep up or fails. Nothing is lost: what waits is counted later. If it grows, check the logs of the queue’s consumer.',
      section: 'clicks',
    },
  ];
}

const REASONS: Record<string, string> = {
  failed: 'The database refused them for long; it is worth sending them again.',
  unknownArticle: 'Their articles are unknown, and sending them again will not help: discard them.',
  malformed: 'These messages are not clicks; retrying will not help.',
  tooOld: 'They are too old to count; retrying will not help.',
};

export const reasonInWords = (reason: string): string => REASONS[reason] ?? '';

function ofDeadLetters({ deadLetters }: Status): Finding[] {
  const reasons = Object.entries(deadLetters ?? {}).filter(([, count]) => count > 0);
  if (reasons.length === 0) return [];
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  const advice = reasons.map(([reason]) => reasonInWords(reason)).filter(Boolean);
  return [
    {
      level: reasons.some(([reason]) => reason === 'failed') ? 'bad' : 'warn',
      title: `${many(total, 'click')} could not be counted`,
      advice: advice.join(' '),
      section: 'clicks',
    },
  ];
}

function ofRankings({ rankings }: Status): Finding[] {
  if (!rankings || rankings.late === 0) return [];
  const { late, published } = rankings;
  return [
    {
      level: late > published / 2 ? 'bad' : 'warn',
      title: `${many(late, 'ranking')} of ${published} ${late === 1 ? 'has' : 'have'} not reached this hour`,
      advice:
        'That is normal in the first minute of an hour, and every five minutes a job refreshes what is late. If it lasts longer, recompute all rankings.',
      section: 'rankings',
    },
  ];
}

/** Seconds after which a job should have run again: most run every five minutes, two a day, copies every half minute. */
const DUE: Record<string, number> = { retention: 26 * 3600, trial: 26 * 3600, copy: 5 * MINUTE };
/** Without these a lost disk takes with it what is on it. */
const KEEPING = ['copy', 'trial'];
const SOON_DUE = 20 * MINUTE;

type Job = NonNullable<Status['jobs']>[number];

export const isOverdue = ({ job, ageSeconds }: Pick<Job, 'job' | 'ageSeconds'>): boolean =>
  ageSeconds !== null && ageSeconds > (DUE[job] ?? SOON_DUE);

function ofJobs({ jobs }: Status): Finding[] {
  const failed = (jobs ?? []).filter(({ failure }) => failure !== null);
  const overdue = (jobs ?? []).filter((job) => job.failure === null && isOverdue(job));
  const oldest = Math.max(...overdue.map(({ ageSeconds }) => ageSeconds ?? 0));
  return [
    ...failed.map(
      ({ job, failure }): Finding => ({
        level: KEEPING.includes(job) ? 'bad' : 'warn',
        title: `Failed: ${nameOfJob(job)}`,
        advice: `It said: ${failure?.reason}. It is tried again when it is next due.`,
        section: 'jobs',
      }),
    ),
    ...(overdue.length === 0
      ? []
      : [
          {
            level: 'warn' as const,
            title: `${many(overdue.length, 'scheduled job')} should have run again, the oldest ${lasting(oldest)} ago`,
            advice: 'The schedule does not run. It catches up when it next does.',
            section: 'jobs' as const,
          },
        ]),
  ];
}

function ofSources(sources: Source[]): Finding[] {
  const feeds = sources.flatMap((source) => source.feeds.map((feed) => ({ ...feed, name: source.name })));
  const gone = feeds.filter((feed) => feed.nextPoll === null && !isPaused(feed));
  const failing = feeds.filter(({ nextPoll, failures }) => nextPoll !== null && failures >= FAILING);
  const names = (list: { name: string }[]) => {
    const all = [...new Set(list.map(({ name }) => name))];
    return all.slice(0, 3).join(', ') + (all.length > 3 ? ` and ${all.length - 3} more` : '');
  };
  return [
    ...(failing.length > 0
      ? [finding('warn', `${many(failing.length, 'feed')} cannot be read: ${names(failing)}`, 'sources')]
      : []),
    ...(gone.length > 0
      ? [finding('warn', `${many(gone.length, 'feed')} no longer polled: ${names(gone)}`, 'sources')]
      : []),
  ];
}

const finding = (level: Finding['level'], title: string, section: 'sources'): Finding => ({
  level,
  title,
  advice: 'The reason is beside each feed. Correct its address, or remove it from its source.',
  section,
});

function ofKeys(keys: Key[], now: number): Finding[] {
  const living = keys.filter(({ state }) => state === 'living');
  const ending = living.filter(({ expires }) => expires !== null && Date.parse(expires) - now < 3 * DAY_MS);
  return ending.map(({ name, kind, expires }) => ({
    level: 'warn',
    title: `The ${kind} key “${name}” expires ${ago(Date.parse(expires ?? ''), now)}`,
    advice: 'If somebody still uses it, rotate it under Keys.',
    section: 'keys',
  }));
}
