import { apiAt } from '../command/api.ts';
import { COPY_JOBS } from '../operations/cron-times.ts';
import { isOverdue } from '../operations/overdue.ts';
import type { Status } from '../operations/status.ts';
import { formatDuration } from '../web/browser/lib/time.ts';
import { operatorKey } from './operator-key.ts';
import { serviceAt } from './service-address.ts';

const DAY_HOURS = 24;
const GIB = 2 ** 30;

/** Prints the state of a service. The exit code is 1 if an alarm is raised or the database does not respond. */
export async function printStatus({ service, json }: { service?: string; json?: boolean }): Promise<void> {
  const base = serviceAt(service);
  const status = (await apiAt(base, await operatorKey(base)).ask('GET', 'status')) as unknown as Status;
  if (json) console.log(JSON.stringify(status, null, 2));
  else {
    console.log(`newsgauge ${status.version} at ${base.origin}`);
    for (const [name, text] of statusLines(status)) console.log(`${name.padEnd(11)}${text}`);
  }
  if (status.database !== 'ok' || status.alarms?.length) process.exitCode = 1;
}

export function statusLines(status: Status): [name: string, text: string][] {
  const { database, queue, deadLetters, lastClickHour, rankings, feeds, jobs, webhooks, subscriptions, disk } = status;
  const lines: [string, string | null][] = [
    ['Database', database === 'ok' ? 'responds' : 'does not respond'],
    ['Clicks', clicksText(status.outcomes, lastClickHour)],
    ['Queue', queueText(queue)],
    ['Dead', deadLetters && deadLettersText(deadLetters)],
    ['Rankings', rankings && rankingsText(rankings)],
    ['Feeds', feeds && (feeds.polled === 0 ? 'none' : `${feeds.polled} polled, ${feeds.failing} failing`)],
    ['Jobs', jobs && jobsText(jobs)],
    ['Webhooks', webhooks && webhooksText(webhooks)],
    ['Messages', subscriptions && messagesText(subscriptions)],
    ['Disk', disk && `${gibibytes(disk.free)} of ${gibibytes(disk.size)} GiB free`],
    ['Backups', jobs && backupsText(jobs)],
    ['Alarms', status.alarms && alarmsText(status.alarms)],
  ];
  return lines.flatMap(([name, text]) => (text === null ? [] : [[name, text]]));
}

function clicksText(outcomes: Status['outcomes'], lastClickHour: string | null): string | null {
  if (!outcomes) return null;
  const { counted = 0, ...others } = outcomes;
  if (counted === 0)
    return lastClickHour ? `none counted in 24 hours, the last at ${lastClickHour}` : 'none counted yet';
  const ignored = Object.entries(others)
    .filter(([outcome]) => outcome.startsWith('dropped:'))
    .map(([outcome, clicks]) => `${clicks.toLocaleString('en')} ${outcome.slice('dropped:'.length)}`);
  const perHour = Math.round(counted / DAY_HOURS);
  const rate = perHour === 0 ? 'fewer than one per hour' : `about ${perHour.toLocaleString('en')} per hour`;
  return `${counted.toLocaleString('en')} counted in 24 hours, ${rate}${ignored.length > 0 ? `; not counted: ${ignored.join(', ')}` : ''}`;
}

function queueText({ queued, oldestSeconds, secondsLeft }: Status['queue']): string {
  if (queued === 0) return 'empty';
  const age = oldestSeconds === null ? '' : `, the oldest for ${formatDuration(oldestSeconds)}`;
  return `${many(queued, 'message waits', 'messages wait')}${age}${secondsLeft === null ? '' : `; empty in ${formatDuration(secondsLeft)}`}`;
}

function deadLettersText(letters: Record<string, number>): string | null {
  const reasons = Object.entries(letters).map(([reason, count]) => `${count} ${reason}`);
  return reasons.length === 0 ? null : `${reasons.join(', ')}: see "newsgauge dead-letters list"`;
}

const rankingsText = ({ published, late, oldestAgeSeconds }: NonNullable<Status['rankings']>): string =>
  `${many(published, 'ranking')}${oldestAgeSeconds === null ? '' : `, the oldest ${formatDuration(oldestAgeSeconds)} old`}, ${late} late`;

function jobsText(jobs: NonNullable<Status['jobs']>): string {
  const own = jobs.filter(({ job }) => !COPY_JOBS.includes(job));
  const lines = own.flatMap((each) => {
    if (each.failure) return [`${each.job} failed at ${each.failure.at}: ${each.failure.reason}`];
    return isOverdue(each) ? [`${each.job} is late, last run ${formatDuration(each.ageSeconds ?? 0)} ago`] : [];
  });
  return lines.length > 0 ? lines.join('; ') : 'no failures, none late';
}

function webhooksText({
  enabled,
  failing,
  switchedOff,
  waiting,
  oldestSeconds,
}: NonNullable<Status['webhooks']>): string {
  if (enabled + switchedOff === 0) return 'none';
  const age = oldestSeconds === null ? '' : `, the oldest for ${formatDuration(oldestSeconds)}`;
  return `${enabled} enabled, ${failing} failing, ${switchedOff} switched off by the service; ${many(waiting, 'delivery waits', 'deliveries wait')}${age}`;
}

const messagesText = ({ waiting, delivered, failed, failure }: NonNullable<Status['subscriptions']>): string | null =>
  waiting + delivered + failed === 0
    ? null
    : `${delivered} delivered in 24 hours, ${failed} failed, ${waiting} waiting${failure ? `; last failure: ${failure}` : ''}`;

function backupsText(jobs: NonNullable<Status['jobs']>): string | null {
  const known = jobs.filter(({ job }) => COPY_JOBS.includes(job));
  if (known.length === 0) return null;
  return known
    .map(({ job, ageSeconds, failure }) => {
      const last = ageSeconds === null ? `no ${job} yet` : `last ${job} ${formatDuration(ageSeconds)} ago`;
      return failure ? `${last}, failed since: ${failure.reason}` : last;
    })
    .join('; ');
}

const alarmsText = (alarms: NonNullable<Status['alarms']>): string =>
  alarms.length === 0
    ? 'none'
    : alarms.map(({ alarm, since, detail }) => `${alarm} since ${since}: ${detail}`).join('; ');

const gibibytes = (bytes: number) => (bytes / GIB).toFixed(1);

const many = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
