import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RANKING_SECONDS } from '../../../src/admission/mount.ts';
import { CLICK_PRICES } from '../../../src/cli/deployment/outline.ts';
import { MAX_ARTICLE_ID } from '../../../src/content/position.ts';
import { RETENTION_DAYS } from '../../../src/db/retention-days.ts';
import { LANGUAGES } from '../../../src/delivery/labels.ts';
import { CLICK_DAYS } from '../../../src/demo/demo-clicks.ts';
import { MAX_BODY_BYTES } from '../../../src/http/body.ts';
import { SESSION_LIFE } from '../../../src/keys/sessions.ts';
import { HOUR } from '../../../src/lib/time.ts';
import { MAX_LIST_VALUES } from '../../../src/search/feed-filters.ts';
import { CONFIRMATION_SECONDS } from '../../../src/subscriptions/store.ts';
import { type Claim, says } from './claim.ts';
import { cellOf, pageOf } from './measured.ts';

const ROOT = join(import.meta.dirname, '../../..');
const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const word = (count: number): string => WORDS[count] ?? String(count);
const whole = (value: number): string => value.toLocaleString('en');

/** Returns the number in a file, such as the value of a constant that is not exported. Throws if it is not found. */
function inFile(file: string, pattern: RegExp): string {
  const [, found] = pattern.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
  if (found === undefined) throw new Error(`${file} has no ${pattern}`);
  return found.replaceAll('_', '');
}
const onPage = (name: string, pattern: RegExp): string => inFile(`docs/measured/${name}.md`, pattern);

const FREE_CLICKS = onPage('clicks', /(\d,\d{3}) clicks a day, target/);
const MONTH_SECONDS = 30 * 86_400;
const clicksPerMonth = (rate: number): number => (rate * MONTH_SECONDS) / 1e6;
const costRow = (rate: 1 | 10 | 100): Claim => {
  const clicks = clicksPerMonth(rate);
  const shown = rate === 1 ? clicks.toFixed(1) : clicks.toFixed(0);
  return says`| ${shown} ${'million'} clicks per month | ${rate} | ${(CLICK_PRICES[rate] * clicks).toFixed(0)} |`();
};
const together = (section: string, column: string): string =>
  cellOf('reads', { section, [onPage('reads', /^\| (dollars for a million) \|/m)]: '**together**' }, column).replaceAll(
    '*',
    '',
  );
const readDepth = (column: string): string =>
  cellOf('reads', { section: 'Reads', 'dollars for a million clicks': '**together**' }, column).replaceAll('*', '');
const tokens = Number(together('Views', 'tokens asked for'));
const sampling = Number(together('Views', 'questions for k'));
const VIEWS_PER_CLICK = 10;
const viewPrices = (column: string): string[] =>
  Array.from(
    pageOf('reads').matchAll(/^\| (?:feeds in HTML|lists on).*$/gm),
    ([row]) => row.split(' | ')[column === 'one' ? 1 : 2] ?? '',
  );
const range = (values: readonly string[]): string => {
  const sorted = values.map(Number).toSorted((a, b) => a - b);
  return `${sorted[0]?.toFixed(2)} to ${sorted.at(-1)?.toFixed(2)}`;
};
const MIXED = onPage('overload', /get (\d+) responses per second/);
const [, AT_REST = '', AFTER_LOAD = ''] = /took (\d+) MiB at rest and (\d+) MiB/.exec(pageOf('self-host')) ?? [];
const SELF_HOST = onPage('self-host', /^([\d,]+) articles\./m);
const CLICKS_AND_READS = onPage('self-host', /Of ([\d,]+) clicks per second together/);
const READS = onPage('self-host', /together with (\d+) reads/);

const FREE_PLAN =
  'test/operations/free-plan.test.ts: an invocation runs at most as many database queries as the guide states';
const OUTAGE = 'test/clicks/outage.test.ts: a database outage of four days loses no clicks and leaves no dead letters';

export const README: readonly Claim[] = [
  says`You need git, and npm from Node.js 20 or later.`(
    'test/project/package.test.ts: every package of a clone supports the Node.js range',
  ),
  says`On its first start, newsgauge loads a demo newsroom with ${inFile('src/demo/demo-articles.ts', /ARTICLE_COUNT = (\d+)/)} articles and ${word(CLICK_DAYS / 7)} weeks of clicks.`(),
  says`An accepted click is neither lost nor counted twice, even after retries, crashes, or four days without a database (24 hours on Cloudflare's Free plan).`(
    OUTAGE,
  ),
  says`Embeds are available in ${word(LANGUAGES.length)} languages.`(),
];

const BAD_LINES = 'test/routes/manage/bad-lines.test.ts: an import with a Content-Length over 5 MB returns 413';
const RATE_LIMIT =
  'test/admission/rate-limit.test.ts: a secret key has a single rate limit of 6,000 requests per minute';
const days = (file: string, name: string): string => inFile(file, new RegExp(`${name} = (\\d+) \\* DAY`));
const quota = (name: string): string =>
  whole(Number(inFile('src/admission/limits.ts', new RegExp(`${name}: new RequestRate\\(\\{ quota: (\\d+)`))));
const perMinute = (name: string): string =>
  whole(Number(inFile('src/keys/key.ts', new RegExp(`REQUESTS_PER_MINUTE = .*\\b${name}: (\\d+)`))));
const SHARE = 'src/routes/manage/access/share-link-routes.ts';

export const API: readonly Claim[] = [
  says`This request returns the topics that grew most compared with the previous seven days.`(
    'test/routes/insights/recount.test.ts: every analytics response equals the recount for random articles and clicks',
  ),
  says`The true growth lies within \`interval\` with 90% confidence.`(
    'test/rankings/math/figures.test.ts: 90% of the intervals contain the true growth even if readers click several times',
  ),
  says`The second one shows the state of the service, which includes the click after about half a minute.`(
    'test/routes/clicks/tally.test.ts: every outcome of a click is counted within half a minute after the response',
  ),
  says`| list | up to ${inFile('src/lib/formats/params.ts', /MAX_LIST = (\d+)/)} values separated by commas, up to ${MAX_LIST_VALUES} in all lists of a request |`(),
  says`| article id | a whole number from ${1} to ${whole(MAX_ARTICLE_ID)} |`(),
  says`\`searchTerms\` and \`excludeTerms\` may contain ${inFile('src/search/search-terms.ts', /MAX_WORDS = (\d+)/)} words in total, and an excluded word counts twice.`(
    'test/routes/api/bad-parameters.test.ts: words of an excluded phrase count twice towards the limit of 250 values',
  ),
  says`| 413 | \`payloadTooLarge\` | the body is larger than ${MAX_BODY_BYTES / 2 ** 20} MB |`(BAD_LINES),
  says`| requests with a secret or operator key, or by a person | ${perMinute('key')} per minute and key or person |`(
    RATE_LIMIT,
  ),
  says`| requests with a publishable key | ${perMinute('reader')} per minute and reader's address |`(),
  says`| sign-in attempts | ${quota('signIns')} per minute and address |`(),
  says`| articles per page of a feed | 1 to 100, default 20 |`(
    'test/routes/reference/document.test.ts: parameters of the API description have types, bounds, enums and defaults',
  ),
  says`| entries of a ranking | 1 to 50, default 10 (20 for \`topics/trending/\`) |`(
    'test/routes/reference/document.test.ts: parameters of the API description have types, bounds, enums and defaults',
  ),
  says`| body of a request, such as an import | ${MAX_BODY_BYTES / 2 ** 20} MB |`(),
  says`| range of days | ${inFile('src/routes/api/insights/parameters.ts', /MAX_RANGE_DAYS = (\d+)/)} days, up to ${word(Math.floor(RETENTION_DAYS.engagement / 365))} years back |`(),
  says`Feeds are cached for a minute, rankings for ${word(RANKING_SECONDS)} seconds, and geography for an hour.`(),
  says`| key | until it is revoked or expires; the first keys of a new server last ${days('src/node/first-start/first-keys.ts', 'KEY_LIFE_SECONDS')} days |`(),
  says`| session | ${SESSION_LIFE / HOUR} hours |`(),
  says`| invitation of a person | ${days('src/keys/people.ts', 'INVITATION_LIFE_S')} days |`(),
  says`| invitation to a digest | ${CONFIRMATION_SECONDS / HOUR} hours |`(),
  says`| shared link | ${inFile(SHARE, /default\((\d+)\).describe\('Days until it expires/)} days, at most ${inFile(SHARE, /max\((\d+)\).default\(30\)/)} (\`days\`); it ends with its owner's access |`(),
  says`| deleted or merged item | ${RETENTION_DAYS.trash} days, within which you can restore it |`(),
  says`| list token, reader token | ${inFile('src/clicks/list-tokens.ts', /TOKEN_LIFETIME_MINUTES = (\d+) \* 60/)} hours at most |`(),
];

/** Rows of the table of queries, which the test compares with measurements. */
const COSTS_PAGE = readFileSync(join(ROOT, 'docs/reference/costs.md'), 'utf8');

export const COSTS: readonly Claim[] = [
  says`This page shows what newsgauge costs per month for sites of ${word(4)} sizes, on Cloudflare and on your own machine.`(),
  says`| up to ${whole(Math.floor(Number(FREE_CLICKS.replace(',', '')) / 100) * 100)} clicks per day | under 0.04 | 0 on the Free plan |`(
    FREE_PLAN,
  ),
  ...([1, 10, 100] as const).map(costRow),
  ...Array.from(COSTS_PAGE.matchAll(/^\| .+ \| \d+ \|$/gm), ([row]) => ({ text: row, bare: '', tests: [FREE_PLAN] })),
  says`A month is ${MONTH_SECONDS / 86_400} days, and list prices are those of November ${2026}.`(),
  says`| read depth, at ${1} click/s | ${readDepth('1 a second')} |`(),
  says`| read depth, at ${10} clicks/s | ${readDepth('10 a second')} |`(),
  says`| seen positions at ${10} clicks/s and ${100} page views/s, one list | ${range(viewPrices('one'))} |`(),
  says`| seen positions, ${24} lists | ${range(viewPrices('many'))} |`(),
  says`| list tokens for all page views of your own pages, at ${word(VIEWS_PER_CLICK)} page views per click | ${(VIEWS_PER_CLICK * tokens).toFixed(2)} to ${(VIEWS_PER_CLICK * (tokens + sampling)).toFixed(2)} (${tokens} per ${'million'} tokens, and ${sampling} for browsers that request the sampling rate first) |`(),
  says`| requests for the rankings of topics and articles every second, at ${100} clicks/s | ${(Number(onPage('clicks', /a million clicks cost ([\d.]+) dollars/)) - CLICK_PRICES[100]).toFixed(2)} |`(),
  says`A server with ${SELF_HOST} articles uses ${AT_REST} MiB of memory when idle, and ${AFTER_LOAD} MiB after a load test.`(),
  says`In the same test, the server accepted and counted ${CLICKS_AND_READS} clicks per second while it answered ${READS} reads per second.`(),
  says`The server answers ${MIXED} mixed requests per second, and rejects further requests with ${503}.`(),
  says`\`newsgauge doctor\` recommends ${inFile('src/cli/doctor.ts', /NEEDED_MEMORY_MIB = (\d+)/)} MiB of memory and ${Number(inFile('src/cli/doctor.ts', /MIN_FREE_MIB = (\d+)/)) / 1024} GiB of free disk.`(),
  says`The queue accepts about ${whole(Math.floor(Number(FREE_CLICKS.replace(',', '')) / 100) * 100)} clicks per day.`(),
];

const BYTES_PER_ARTICLE = Number(onPage('feed', /^\| 1,000,000 \| [\d.]+ \| ([\d,]+)/m).replace(',', ''));
const MAX_DATABASE_BYTES = 10e9;

/** Processors of the machines on which the times of docs/benchmarks.md were measured, each with two cores. */
const PROCESSORS = new Set(
  ['feed', 'clicks', 'self-host', 'reads'].map((name) => onPage(name, /; 2 cores \(([^;]+)\), \d+ GiB;/)),
);

export const LIMITS: readonly Claim[] = [
  says`You cannot import totals from another tool, only individual clicks of the last ${days('src/clicks/import-past-clicks.ts', 'MAX_AGE_S')} days.`(),
  says`While the database is unavailable, accepted clicks wait for four days, or for 24 hours on Cloudflare's Free plan.`(
    OUTAGE,
  ),
  says`If you restore a snapshot, you lose all later clicks, usually those of the last ${inFile('src/node/copies/copier.ts', /COPY_EVERY \|\| '(\d+)'/)} seconds.`(),
  says`At ${(BYTES_PER_ARTICLE / 1000).toFixed(1)} KB per article, this is enough for about ${word(Math.floor((0.7 * MAX_DATABASE_BYTES) / BYTES_PER_ARTICLE / 1e6))} ${'million'} articles.`(),
  says`Cloudflare's Free plan is enough for about ${whole(Math.floor(Number(FREE_CLICKS.replace(',', '')) / 100) * 100)} clicks per day and a few feeds.`(
    FREE_PLAN,
  ),
  says`Times in the benchmarks come from ${word(PROCESSORS.size)} types of machine with ${word(2)} cores.`(),
];
