import { FAILING } from '../../../db/values.ts';
import { DAY_MS, MINUTE, MINUTE_MS, type Millis } from '../../../lib/time.ts';
import { COPY_JOBS } from '../../../operations/cron-times.ts';
import { isOverdue } from '../../../operations/overdue.ts';
import { isPaused } from '../../../syndication/paused.ts';
import type { DataOf, Schemas } from '../lib/request.ts';
import { ago, formatDuration } from '../lib/time.ts';
import { capitalize, formatCount } from '../lib/words.ts';

export type Status = DataOf<'/manage/status'>;
type Source = Schemas['SourceHealth'];
type Key = Schemas['ListedKey'];

export interface Finding {
  level: 'bad' | 'warn';
  title: string;
  advice: string;
  /** Section of this page with the details. `webhooks` is a page of its own. */
  section: 'clicks' | 'rankings' | 'jobs' | 'sources' | 'keys' | 'webhooks';
}

/** `unknown` if a request failed. */
export type FindingLevel = 'good' | 'warn' | 'bad' | 'unknown';

const STATUS_CHECKS = [
  ofDatabase,
  ofQueue,
  ofDeadLetters,
  ofRankings,
  ofJobs,
  ofWebhooks,
  ofSubscriptions,
  ofHub,
  ofAlarms,
];

export function findingsOf(
  { status, sources, keys }: { status: Status | null; sources: Source[] | null; keys: Key[] | null },
  now: Millis,
): Finding[] {
  return [
    ...(status ? STATUS_CHECKS.flatMap((findingsIn) => findingsIn(status)) : []),
    ...ofSources(sources ?? []),
    ...ofKeys(keys ?? [], now),
  ].sort((a, b) => Number(b.level === 'bad') - Number(a.level === 'bad'));
}

function ofDatabase({ database, queue: { queued, oldestSeconds } }: Status): Finding[] {
  if (database === 'ok') return [];
  const since = oldestSeconds === null ? '' : `, the oldest for ${formatDuration(oldestSeconds)}`;
  const waiting =
    queued === 0 ? 'No click waits' : `${formatCount(queued, 'click waits', 'clicks wait')} in the queue${since}`;
  return finding(
    'bad',
    'clicks',
    'The database does not answer',
    `${waiting}. Nothing is lost: clicks that were accepted are counted once it answers again.`,
  );
}

function ofQueue({ queue: { queued, oldestSeconds, secondsLeft } }: Status): Finding[] {
  if (oldestSeconds === null || oldestSeconds < MINUTE) return [];
  const isEnding = secondsLeft !== null;
  return finding(
    oldestSeconds > 10 * MINUTE && !isEnding ? 'bad' : 'warn',
    'clicks',
    `Clicks wait for ${formatDuration(oldestSeconds)} to be counted`,
    isEnding
      ? `${formatCount(queued, 'click waits', 'clicks wait')}; at the rate of the last minute all are counted in ${formatDuration(secondsLeft)}. New ones are counted first.`
      : 'The consumer does not keep up or fails. Nothing is lost: what waits is counted later. If it grows, check the logs of the queue’s consumer.',
  );
}

const REASONS: Record<string, string> = {
  failed: 'The database refused them for long. Send them again: they count if it answers now.',
  malformed: 'They are no clicks, and can only be discarded.',
  tooOld: 'They count: the service sends them again by itself within five minutes.',
};

export const adviceFor = (reason: string): string => REASONS[reason] ?? '';

/** Whether messages with this reason can be counted if they are replayed. Malformed messages never can. */
export const canCount = (reason: string): boolean => reason !== 'malformed';

export const REASON_NAMES = { malformed: 'Malformed', tooOld: 'Too old', failed: 'Failed' } as const;

function ofDeadLetters({ deadLetters }: Status): Finding[] {
  const reasons = Object.entries(deadLetters ?? {}).filter(([, count]) => count > 0);
  if (reasons.length === 0) return [];
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  // Names each reason, because each has a different fix.
  const named = ([reason, count]: [string, number]) =>
    `${REASON_NAMES[reason as keyof typeof REASON_NAMES] ?? reason}, ${count}: ${adviceFor(reason)}`;
  const advice = reasons.length === 1 ? [adviceFor(reasons[0]?.[0] ?? '')] : reasons.map(named);
  return finding(
    reasons.some(([reason]) => reason === 'failed') ? 'bad' : 'warn',
    'clicks',
    `${formatCount(total, 'click')} could not be counted`,
    advice.join(' '),
  );
}

function ofRankings({ rankings }: Status): Finding[] {
  if (!rankings || rankings.late === 0) return [];
  const { late, published } = rankings;
  return finding(
    late > published / 2 ? 'bad' : 'warn',
    'rankings',
    `${formatCount(late, 'ranking')} of ${published} ${late === 1 ? 'has' : 'have'} not reached this hour`,
    'That is normal in the first minute of an hour, and every five minutes a job refreshes what is late. If it lasts longer, recompute all rankings.',
  );
}

const JOB_NAMES: Record<string, string> = {
  alarms: 'Service checked',
  salts: 'Reader salts created and deleted',
  watchdog: 'Late rankings renewed',
  days: 'Histories computed',
  feeds: 'Feeds polled',
  pages: 'Pages of new articles read',
  retag: 'New rules applied',
  learning: 'Learnt which companies are meant',
  alerts: 'Alerts detected',
  placements: 'Placement computed',
  index: 'Changed articles indexed',
  reads: 'How far readers get computed',
  sampling: 'Sampling of impression reports settled',
  week: 'Weekly summary written',
  events: 'Events recorded for webhooks',
  matches: 'New articles compared with saved searches',
  webhooks: 'Webhooks sent',
  subscriptions: 'Subscribers told what is new',
  websub: 'Hub notified of changed feeds',
  retention: 'Old data deleted',
  copy: 'State copied to the other folder',
  trial: 'Newest copy restored on trial',
};

export const nameOfJob = (job: string): string => JOB_NAMES[job] ?? job;

function ofJobs({ jobs }: Status): Finding[] {
  const failed = (jobs ?? []).filter(({ failure }) => failure !== null);
  const overdue = (jobs ?? []).filter((job) => job.failure === null && isOverdue(job));
  const oldest = Math.max(...overdue.map(({ ageSeconds }) => ageSeconds ?? 0));
  return [
    ...failed.flatMap(({ job, failure }) => {
      const advice = `It said: ${failure?.reason}. It is tried again when it is next due.`;
      return finding(COPY_JOBS.includes(job) ? 'bad' : 'warn', 'jobs', `Failed: ${nameOfJob(job)}`, advice);
    }),
    ...(overdue.length === 0
      ? []
      : finding(
          'warn',
          'jobs',
          `${formatCount(overdue.length, 'scheduled job')} should have run again, the oldest ${formatDuration(oldest)} ago`,
          'The schedule does not run. It catches up when it next does.',
        )),
  ];
}

/** Alarms that no other section shows, with advice. */
const ALARMS: Partial<Record<NonNullable<Status['alarms']>[number]['alarm'], string>> = {
  writes:
    'Nothing can be stored: free space on the disk. Clicks that were accepted are on disk and are counted afterwards.',
  salts: 'The key-value store has lost it. The guide for operators says how to replace it.',
  disk: 'Delete old backups, or move the state to a larger disk, before writing fails.',
  filesLost:
    'Find out what deleted the file. If a copy is newer than the loss, restore it. What was accepted after the last copy is gone.',
  backupFailed: 'The log says more. The last good copy is still there.',
  backupOld: 'Look why no copy was made: whether the service that makes them runs, and whether there is room.',
  clock:
    'Check the machine’s clock and its time service. If it is right, wait, or confirm it: “npx newsgauge clock confirm”.',
};

function ofAlarms({ alarms }: Status): Finding[] {
  return (alarms ?? []).flatMap(({ alarm, detail }) => {
    const advice = ALARMS[alarm];
    return advice ? finding('bad', 'jobs', capitalize(detail), advice) : [];
  });
}

function ofWebhooks({ webhooks }: Status): Finding[] {
  const { failing, switchedOff, oldestSeconds } = webhooks ?? { failing: 0, switchedOff: 0, oldestSeconds: null };
  const since = oldestSeconds === null ? '' : `, for ${formatDuration(oldestSeconds)} by now`;
  const found: [count: number, words: string, advice: string][] = [
    [
      failing,
      'cannot be delivered to',
      `Its events wait and are sent again${since}. After 24 hours they are given up. The log of the webhook says what its receiver answers.`,
    ],
    [
      switchedOff,
      switchedOff === 1 ? 'was switched off' : 'were switched off',
      'The receiver has answered that it is gone for good. Correct its address and switch it on, or delete it.',
    ],
  ];
  return found.flatMap(([count, words, advice]) =>
    count > 0 ? finding('warn', 'webhooks', `${formatCount(count, 'webhook')} ${words}`, advice) : [],
  );
}

function ofSubscriptions({ subscriptions }: Status): Finding[] {
  const { failure = null, failed = 0, waiting = 0 } = subscriptions ?? {};
  if (failure === null) return [];
  return finding(
    failed > 0 ? 'bad' : 'warn',
    'jobs',
    failed > 0
      ? `${formatCount(failed, 'message')} to subscribers could not be sent in the last 24 hours`
      : `${formatCount(waiting, 'message')} to subscribers cannot be sent`,
    `${failure}. What is refused for now is tried again for a day; “npx newsgauge subscriptions list” names them.`,
  );
}

function ofHub({ websub }: Status): Finding[] {
  if (!websub || websub.failing === 0) return [];
  return finding(
    'warn',
    'jobs',
    `The WebSub hub could not be notified of ${formatCount(websub.failing, 'feed')}`,
    'It is notified again every five minutes, and nothing is forgotten. “npx newsgauge websub list” says what it answers.',
  );
}

function ofSources(sources: Source[]): Finding[] {
  const feeds = sources.flatMap((source) => source.feeds.map((feed) => ({ ...feed, name: source.name })));
  const gone = feeds.filter((feed) => feed.nextPoll === null && !isPaused(feed));
  const failing = feeds.filter(({ nextPoll, failures }) => nextPoll !== null && failures >= FAILING);
  const names = (list: { name: string }[]) => {
    const all = [...new Set(list.map(({ name }) => name))];
    return all.slice(0, 3).join(', ') + (all.length > 3 ? ` and ${all.length - 3} more` : '');
  };
  const found: [feeds: { name: string }[], words: string][] = [
    [failing, 'cannot be read'],
    [gone, 'no longer polled'],
  ];
  const advice = 'The reason is beside each feed. Correct its address, or remove it from its source.';
  return found.flatMap(([list, words]) =>
    list.length > 0
      ? finding('warn', 'sources', `${formatCount(list.length, 'feed')} ${words}: ${names(list)}`, advice)
      : [],
  );
}

function ofKeys(keys: Key[], now: number): Finding[] {
  const living = keys.filter(({ state }) => state === 'living');
  const ending = living.filter(({ expires }) => expires !== null && Date.parse(expires) - now < 3 * DAY_MS);
  return ending.flatMap(({ name, kind, expires }) => {
    const title = `The ${kind} key “${name}” expires ${ago(Date.parse(expires ?? ''), now)}`;
    return finding('warn', 'keys', title, 'If somebody still uses it, rotate it under Keys.');
  });
}

const finding = (level: Finding['level'], section: Finding['section'], title: string, advice: string): Finding[] => [
  { level, title, advice, section },
];

/**
 * A value is stale after three missed intervals, but after a minute at the earliest, because browsers slow down
 * background tabs.
 */
const MAX_MISSED_INTERVALS = 3;
const MIN_STALE_MS = MINUTE_MS;

interface Answered {
  value: unknown;
  error: Error | null;
  at: Millis | null;
}

/** Whether the last response was successful and is recent. Times are in milliseconds. */
export const isKnown = ({ value, error, at }: Answered, interval: number, now: number): boolean =>
  value !== null && error === null && at !== null && now - at < Math.max(MIN_STALE_MS, MAX_MISSED_INTERVALS * interval);

/** Returns the worst level. It is never `good` if something is unknown. */
export function levelOf(findings: Finding[], unknown: string[]): FindingLevel {
  if (findings.some(({ level }) => level === 'bad')) return 'bad';
  if (unknown.length > 0) return 'unknown';
  return findings.length > 0 ? 'warn' : 'good';
}
