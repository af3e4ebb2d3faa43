import { FAILING } from '../../../db/values.ts';
import { DAY_MS, MINUTE, MINUTE_MS, type Millis } from '../../../lib/time.ts';
import { COPY_JOBS } from '../../../operations/cron-times.ts';
import { isOverdue } from '../../../operations/overdue.ts';
import { isPaused } from '../../../syndication/paused.ts';
import type { DataOf, Schemas } from '../lib/request.ts';
import { ago, formatDuration } from '../lib/time.ts';
import { capitalize, formatCount } from '../lib/words.ts';

export type ServiceStatus = DataOf<'/manage/status'>;
type Source = Schemas['SourceHealth'];
type Key = Schemas['ListedKey'];

export interface Finding {
  level: 'bad' | 'warn';
  title: string;
  advice: string;
  /** Section of the page that shows the details. Only `webhooks` is a separate page. */
  section: 'clicks' | 'rankings' | 'jobs' | 'sources' | 'keys' | 'webhooks';
  remedy?: Remedy;
}

/** Button of a finding: it opens a page (`href`), or sends a POST request and shows `done`. */
export type Remedy = { text: string } & (
  | { href: string }
  | { path: string; query?: Record<string, string>; body?: object; done: string }
);

/** Level of a finding. It is `unknown` if a request failed. */
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
  { status, sources, keys }: { status: ServiceStatus | null; sources: Source[] | null; keys: Key[] | null },
  now: Millis,
): Finding[] {
  return [
    ...(status ? STATUS_CHECKS.flatMap((findingsIn) => findingsIn(status)) : []),
    ...ofSources(sources ?? []),
    ...ofKeys(keys ?? [], now),
  ].sort((a, b) => Number(b.level === 'bad') - Number(a.level === 'bad'));
}

function ofDatabase({ database, queue: { queued, oldestSeconds } }: ServiceStatus): Finding[] {
  if (database === 'ok') return [];
  const since = oldestSeconds === null ? '' : `, the oldest for ${formatDuration(oldestSeconds)}`;
  const clicks =
    queued === 0
      ? 'For an hour, new clicks are accepted. They are'
      : `${formatCount(queued, 'click is waiting', 'clicks are waiting')} in the queue${since}. No accepted clicks are lost. They are`;
  return finding(
    'bad',
    'clicks',
    'The database is not responding',
    `${clicks} counted once the database responds again. Jobs, rankings and positions are unknown until then.`,
    { text: 'Troubleshoot', href: '/docs/guides/troubleshooting#503' },
  );
}

function ofQueue({ queue: { queued, oldestSeconds, secondsLeft } }: ServiceStatus): Finding[] {
  if (oldestSeconds === null || oldestSeconds < MINUTE) return [];
  const isEnding = secondsLeft !== null;
  return finding(
    oldestSeconds > 10 * MINUTE && !isEnding ? 'bad' : 'warn',
    'clicks',
    `Clicks have been waiting for up to ${formatDuration(oldestSeconds)}`,
    isEnding
      ? `${formatCount(queued, 'click is waiting', 'clicks are waiting')}; at the rate of the last minute, all will be counted in ${formatDuration(secondsLeft)}. New clicks are counted first.`
      : 'The queue consumer is failing or falling behind. No clicks are lost. If the backlog keeps growing, check the consumer’s logs.',
  );
}

const REASONS: Record<string, string> = {
  failed: 'Counting them kept failing. Fix the cause, then retry them.',
  malformed: 'These messages are not clicks and can only be discarded.',
  tooOld: 'The service retries them automatically within five minutes.',
};

export const readinessAdvice = (reason: string): string => REASONS[reason] ?? '';

/** Whether a replay can count the clicks that failed for this reason. Malformed messages can never be counted. */
export const canCount = (reason: string): boolean => reason !== 'malformed';

export const REASON_NAMES = { malformed: 'Malformed', tooOld: 'Too old', failed: 'Failed' } as const;

function ofDeadLetters({ deadLetters }: ServiceStatus): Finding[] {
  const reasons = Object.entries(deadLetters ?? {}).filter(([, count]) => count > 0);
  if (reasons.length === 0) return [];
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  // Names every reason for dead letters, because each needs a different fix.
  const named = ([reason, count]: [string, number]) =>
    `${REASON_NAMES[reason as keyof typeof REASON_NAMES] ?? reason}, ${count}: ${readinessAdvice(reason)}`;
  const advice = reasons.length === 1 ? [readinessAdvice(reasons[0]?.[0] ?? '')] : reasons.map(named);
  return finding(
    reasons.some(([reason]) => reason === 'failed') ? 'bad' : 'warn',
    'clicks',
    `${formatCount(total, 'click')} could not be counted`,
    advice.join(' '),
    (deadLetters?.failed ?? 0) > 0
      ? {
          text: 'Count them again',
          path: '/manage/dead-letters/replay',
          query: { reason: 'failed' },
          done: 'Sent again. Clicks that still cannot be counted return here.',
        }
      : undefined,
  );
}

function ofRankings({ rankings }: ServiceStatus): Finding[] {
  if (!rankings || rankings.late === 0) return [];
  const { late, published } = rankings;
  return finding(
    late > published / 2 ? 'bad' : 'warn',
    'rankings',
    `${formatCount(late, 'ranking')} of ${published} ${late === 1 ? 'has' : 'have'} not reached this hour`,
    'This is normal in the first minute of an hour. A job refreshes late rankings every five minutes. If they stay late, recompute all rankings.',
    { text: 'Recompute rankings now', path: '/manage/rebuild', done: 'All rankings recomputed.' },
  );
}

const JOB_NAMES: Record<string, string> = {
  alarms: 'Service check',
  salts: 'Reader salt rotation',
  publications: 'Planned publication',
  watchdog: 'Refresh of late rankings',
  days: 'Daily histories',
  feeds: 'Feed polling',
  pages: 'Article page fetching',
  retag: 'Rule application',
  learning: 'Company matching',
  alerts: 'Alert detection',
  placements: 'Placement indexes',
  index: 'Article indexing',
  reads: 'Read depth',
  sampling: 'Impression sampling',
  week: 'Weekly summary',
  events: 'Webhook event recording',
  matches: 'Saved search matching',
  webhooks: 'Webhook delivery',
  subscriptions: 'Subscription messages',
  websub: 'WebSub notification',
  retention: 'Deletion of old data',
  copy: 'Backup',
  trial: 'Restore test',
};

export const nameOfJob = (job: string): string => JOB_NAMES[job] ?? job;

function ofJobs({ jobs }: ServiceStatus): Finding[] {
  const failed = (jobs ?? []).filter(({ failure }) => failure !== null);
  const overdue = (jobs ?? []).filter((job) => job.failure === null && isOverdue(job));
  const oldest = Math.max(...overdue.map(({ ageSeconds }) => ageSeconds ?? 0));
  return [
    ...failed.flatMap(({ job, failure }) => {
      const advice = `Error: ${failure?.reason}. The job runs again at its next scheduled time.`;
      return finding(COPY_JOBS.includes(job) ? 'bad' : 'warn', 'jobs', `Job failed: ${nameOfJob(job)}`, advice);
    }),
    ...(overdue.length === 0
      ? []
      : finding(
          'warn',
          'jobs',
          `${formatCount(overdue.length, 'scheduled job')} overdue (last success up to ${formatDuration(oldest)} ago)`,
          'The scheduler is not running. Jobs catch up when it starts again.',
        )),
  ];
}

const ALARMS: Partial<Record<NonNullable<ServiceStatus['alarms']>[number]['alarm'], string>> = {
  writes: 'The database cannot write. Free space on the disk. Accepted clicks are on disk and are counted afterwards.',
  salts: 'The key-value store has lost its data. The operator guide explains how to replace it.',
  disk: 'Delete old backups, or move the state to a larger disk, before writing fails.',
  filesLost: 'Find out what deleted the file. Restore the last backup. Clicks accepted after that backup are lost.',
  backupFailed: 'See the log for details. The last good backup is still there.',
  backupOld: 'Check that the backup service is running and that there is enough disk space.',
  clock:
    'Check the machine’s clock and its time service. If it is right, wait, or confirm it: “npx newsgauge clock confirm”.',
};

function ofAlarms({ alarms }: ServiceStatus): Finding[] {
  return (alarms ?? []).flatMap(({ alarm, detail }) => {
    const advice = ALARMS[alarm];
    return advice ? finding('bad', 'jobs', capitalize(detail), advice) : [];
  });
}

function ofWebhooks({ webhooks }: ServiceStatus): Finding[] {
  const { failing, switchedOff, oldestSeconds } = webhooks ?? { failing: 0, switchedOff: 0, oldestSeconds: null };
  const since = oldestSeconds === null ? '' : `, so far for ${formatDuration(oldestSeconds)}`;
  const found: [count: number, words: string, advice: string][] = [
    [
      failing,
      'failing',
      `Its events are queued and retried${since}, for up to 24 hours. The webhook’s log shows the receiver’s responses.`,
    ],
    [
      switchedOff,
      switchedOff === 1 ? 'was switched off' : 'were switched off',
      'The receiver responded that it no longer exists (410). Correct the webhook’s address and switch it on, or delete the webhook.',
    ],
  ];
  return found.flatMap(([count, words, advice]) =>
    count > 0
      ? finding('warn', 'webhooks', `${formatCount(count, 'webhook')} ${words}`, advice, {
          text: 'Open webhooks',
          href: '/alerts',
        })
      : [],
  );
}

function ofSubscriptions({ subscriptions }: ServiceStatus): Finding[] {
  const { failure = null, failed = 0, waiting = 0 } = subscriptions ?? {};
  if (failure === null) return [];
  return finding(
    failed > 0 ? 'bad' : 'warn',
    'jobs',
    failed > 0
      ? `${formatCount(failed, 'message')} to subscribers could not be sent in the last 24 hours`
      : `${formatCount(waiting, 'message')} to subscribers cannot be sent`,
    `${failure}. Temporary failures are retried for a day. “npx newsgauge subscriptions list” lists the failures.`,
  );
}

function ofHub({ websub }: ServiceStatus): Finding[] {
  if (!websub || websub.failing === 0) return [];
  return finding(
    'warn',
    'jobs',
    `The WebSub hub could not be notified of ${formatCount(websub.failing, 'feed')}`,
    'newsgauge retries every five minutes and drops no notification. “npx newsgauge websub list” shows the hub’s responses.',
  );
}

function ofSources(sources: Source[]): Finding[] {
  const feeds = sources.flatMap((source) =>
    source.feeds.map((feed) => ({ ...feed, name: source.name, domain: source.domain })),
  );
  const gone = feeds.filter((feed) => feed.nextPoll === null && !isPaused(feed));
  const failing = feeds.filter(({ nextPoll, failures }) => nextPoll !== null && failures >= FAILING);
  const names = (list: { name: string }[]) => {
    const all = [...new Set(list.map(({ name }) => name))];
    return all.slice(0, 3).join(', ') + (all.length > 3 ? ` and ${all.length - 3} more` : '');
  };
  const found: [feeds: { name: string }[], words: string, remedy: Remedy | undefined][] = [
    [
      failing,
      'cannot be read',
      {
        text: 'Read them again',
        path: '/manage/feeds/poll',
        body: { urls: failing.slice(0, MAX_POLLED).map(({ url }) => url) },
        done: 'The feeds were requested again. Their state is shown below.',
      },
    ],
    [gone, 'no longer polled', gone[0] && { text: `Edit ${gone[0].name}`, href: sourceHref(gone[0].domain) }],
  ];
  const advice =
    'The list below shows the reason for each feed. Correct the feed’s address, or remove it from its source.';
  return found.flatMap(([list, words, remedy]) =>
    list.length > 0
      ? finding('warn', 'sources', `${formatCount(list.length, 'feed')} ${words}: ${names(list)}`, advice, remedy)
      : [],
  );
}

const MAX_POLLED = 20;

const sourceHref = (domain: string): string => `/content?kind=sources&id=${encodeURIComponent(domain)}`;

function ofKeys(keys: Key[], now: number): Finding[] {
  const living = keys.filter(({ state }) => state === 'living');
  const ending = living.filter(({ expires }) => expires !== null && Date.parse(expires) - now < 3 * DAY_MS);
  return ending.flatMap(({ name, kind, expires }) => {
    const title = `The ${kind} key “${name}” expires ${ago(Date.parse(expires ?? ''), now)}`;
    return finding('warn', 'keys', title, 'If it is still in use, rotate it under Keys.', {
      text: 'Rotate keys',
      href: '/keys',
    });
  });
}

const finding = (
  level: Finding['level'],
  section: Finding['section'],
  title: string,
  advice: string,
  remedy?: Remedy,
): Finding[] => [{ level, title, advice, section, ...(remedy ? { remedy } : {}) }];

/** Missed intervals after which a value is stale. Browsers slow down background tabs, so a minute is allowed. */
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

/** Returns the worst level of the findings. It is never `good` if a finding is unknown. */
export function levelOf(findings: Finding[], unknown: string[]): FindingLevel {
  if (findings.some(({ level }) => level === 'bad')) return 'bad';
  if (unknown.length > 0) return 'unknown';
  return findings.length > 0 ? 'warn' : 'good';
}
