import { percentile } from '../../../bench/lib/http.ts';
import { circumstances, fixed, table, whole } from '../../../bench/lib/report.ts';
import type { EventName } from './events.ts';
import type { Figures, Outcomes } from './figures.ts';
import { READS } from './traffic/reads.ts';
import type { Check, Scenario } from './verdict.ts';

const EVENT_NAMES: Record<EventName, string> = {
  kill: 'process killed (SIGKILL) and started again',
  hour: 'clock moved over the edge of an hour',
  day: 'clock moved over the edge of a day, retention run',
  salts: 'two days passed: salts made, used and deleted',
  flood: 'queue filled past its bound',
  cutoff: 'objects hear nothing of what is published for 6 s, at the very end',
  outage: 'four days passed without the database, and the process was killed on the second',
  poison: 'messages refused until they were dead letters, which were replayed',
};

export interface Facts {
  scenario: Scenario;
  checks: readonly Check[];
  restored: number;
  seconds: number;
}

/** What was done to the service and what it did, as the tables of docs/measured/faults.md. */
export function describe({ scenario, checks, restored, seconds }: Facts): string {
  const { server, figures, clicks, happened, logbook, publisher, feeds, seed, bound } = scenario;
  const { isUp, overall } = availability(figures);
  const rows = checks.map(({ what, count, wrong }) => [what, whole(count), wrong.length === 0 ? 'equal' : 'DIFFERENT']);
  const lags = figures.lags;
  return `${circumstances(`npm run verify:faults -- --seconds ${seconds} --seed ${seed}`)}

The whole Worker under workerd while it is read, clicked, published to and polled, and while everything below happens to it. Every call of the
database, of an object and of the queue may fail before it arrives or after it has done its work; the queue repeats, reorders, delays and
keeps messages; the process dies. Who was not answered with success asks again, as pages, publishers and operators do. In the end
everything is compared with an oracle that has seen only the requests and their answers.

${table(['compared at the end', 'count', 'result'], rows)}

${whole(clicks.sent)} clicks sent (${whole(clicks.repeated)} of them repeats of what was not acknowledged), ${whole(clicks.accepted)} accepted,
${whole(clicks.bots)} left out as bots; ${whole(logbook.sent)} messages, ${whole(clicks.expected.size)} clicks counted, each once. ${whole(publisher.changes)} publications,
${whole(feeds.stories.size)} stories of polled feeds. ${restored} sendings ended in doubt and were decided at the end.
${whole(scenario.waited)} messages waited for the database when the four days were over.

**Reads while faults were on**: ${fixed(100 * isUp, 2)} % answered where a process ran, ${fixed(100 * overall, 2)} % with the outage and the restarts of
the one local process included. **Staleness**: of ${whole(lags.length)} clicks the ranking showed the median after ${fixed(percentile(lags, 0.5) / 1000)} s,
95 % after ${fixed(percentile(lags, 0.95) / 1000)} s, the longest after ${fixed(Math.max(...lags) / 1000)} s: kills, refused messages and the full queue included.

${table(
  ['event', 'times'],
  Array.from(happened, ([name, times]) => [
    name === 'flood' ? `${EVENT_NAMES[name]} (${whole(bound)})` : EVENT_NAMES[name],
    times,
  ]),
)}

${table(
  ['fault', 'times'],
  Array.from(server.struck, ([kind, times]) => [kind, whole(times)]),
)}

${table(
  ['request', 'answered', '503', '500', 'no answer', 'no process', 'no database'],
  Array.from(figures.requests, ([name, { good, busy, failed, unanswered, down, out }]) => [
    name,
    ...[good, busy, failed, unanswered, down, out].map(whole),
  ]),
)}`;
}

/** The line of the faults in docs/reliability.md. */
export function summaryOf({ scenario: { figures, clicks } }: Facts): string {
  const lags = figures.lags;
  return `${whole(clicks.expected.size)} clicks counted, each once; every aggregate, ranking, feed, selection and key equals an oracle that saw only requests and answers.
${fixed(100 * availability(figures).isUp, 2)} % of reads were answered while a process ran. A click was in the ranking after
${fixed(percentile(lags, 0.5) / 1000)} s (median) and ${fixed(Math.max(...lags) / 1000)} s (longest).`;
}

function availability({ requests }: Figures): { isUp: number; overall: number } {
  const sum = (name: keyof Outcomes) =>
    Object.keys(READS).reduce((total, read) => total + (requests.get(read)?.[name] ?? 0), 0);
  const [good, bad, down] = [sum('good'), sum('busy') + sum('failed') + sum('unanswered'), sum('down') + sum('out')];
  return { isUp: good / (good + bad), overall: good / (good + bad + down) };
}
