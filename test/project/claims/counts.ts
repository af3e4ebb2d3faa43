import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { MAX_SAMPLING } from '../../../src/db/view-columns.ts';
import { readThroughRateOf } from '../../../src/engagement/reads.ts';
import { audienceIndex } from '../../../src/rankings/math/figures/audience-index.ts';
import { causeOf } from '../../../src/rankings/math/figures/cause.ts';
import { growthPercent } from '../../../src/rankings/math/figures/growth-percent.ts';
import { historyIndex, MIN_HISTORY_ENGAGEMENT } from '../../../src/rankings/math/figures/history-index.ts';
import { WIDTHS } from '../../../src/rankings/math/figures/hour-index.ts';
import { MIN_VIEWERS, placementOf } from '../../../src/rankings/math/figures/position-bias.ts';
import { AUDIENCE_FLOOR } from '../../../src/rankings/math/groups.ts';
import { RISING_FLOOR } from '../../../src/rankings/math/rising.ts';
import { MIN_YIELD_ENGAGEMENT, YIELD_STEP } from '../../../src/rankings/yields.ts';
import { MIN_GROWTH_DAYS } from '../../../src/routes/api/insights/growth.ts';
import { CLICKS_AN_HOUR } from '../../verify/counts/partner.ts';
import { FEW } from '../../verify/counts/promise.ts';
import { type Claim, says } from './claim.ts';
import { cellOf, rowsOf } from './measured.ts';

const WRANGLER = join(import.meta.dirname, '../../../wrangler.toml');
const { vars } = parse(readFileSync(WRANGLER, 'utf8')) as { vars: Record<string, string> };

const NUMBERS = Array.from({ length: 600 }, (_, i) => i + 1);
const leastOf = (isReturned: (n: number) => boolean): number => NUMBERS.find(isReturned) ?? Number.NaN;
const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
const stepOf = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((step, value) => divisor(step, Math.abs(value ?? 0)), 0);

const dayStep = (highest: number) =>
  stepOf(NUMBERS.filter((n) => n <= highest).map((n) => historyIndex([highest, n], 0)[1]));
const fineHistory = leastOf((n) => n >= MIN_HISTORY_ENGAGEMENT && dayStep(n) < dayStep(MIN_HISTORY_ENGAGEMENT));

const audience = (n: number, known = 1000) =>
  audienceIndex({ topic: { audience: n, known }, site: { audience: 77, known: 1000 } });
const audienceLeast = leastOf((n) => audience(n) !== null);

const causeShare = (gained: number, part: number) => {
  const others = Array.from({ length: gained - part }, (_, i) => ({
    id: i + 2,
    source: `source ${i}`,
    current: 1,
    previous: 0,
  }));
  return causeOf([{ id: 1, source: 'source', current: part, previous: 0 }, ...others], false)?.share;
};
const causeStep = (gained: number) => stepOf(NUMBERS.filter((n) => n <= gained).map((n) => causeShare(gained, n)));
const causeLeast = leastOf((n) => typeof causeShare(n, n) === 'number');
const fineCause = leastOf((n) => n >= causeLeast && causeStep(n) < causeStep(causeLeast));

const readLeast = leastOf((n) => readThroughRateOf({ opened: n, half: n }) !== null);
const hasWholePercents = (opened: number) =>
  Array.from({ length: opened + 1 }, (_, half) => readThroughRateOf({ opened, half })).every((share) =>
    Number.isInteger(share?.percent),
  );
const fineRead = leastOf((n) => n >= readLeast && !hasWholePercents(n));

const significant = (value: number): number => String(value).replaceAll(/^-?0*[.]?0*|[.]|0+$/g, '').length;
const digits = Math.max(...NUMBERS.map((n) => significant(growthPercent(n, 337) ?? 0)));

const readDigits = Math.max(
  ...[...NUMBERS, 5000].flatMap((opened) =>
    [1, opened / 3, opened / 2].map((half) =>
      significant(readThroughRateOf({ opened, half: Math.floor(half) })?.percent ?? 0),
    ),
  ),
);
const placementStep = stepOf(
  NUMBERS.map((n) => placementOf({ views: [MIN_VIEWERS], clicks: [n] }, { rates: [0.05], variances: [0.01] })?.index),
);

const counted = (column: string, technique: string, counts: string) =>
  cellOf('counts', { technique, 'what it counts': counts }, column).replace(' %', '%');
const orderOf = (column: string) => counted(column, 'ties in the order', 'articles, 24h');
const weekOf = (column: string) =>
  counted(column, 'ties in the order of periods, watched for a week', 'articles, seven days');
const longerOf = (column: string) =>
  counted(column, 'ties in the order of periods, watched for a fortnight', 'articles, fourteen days');
const rangesOf = (column: string) =>
  counted(column, 'ties in the order of every range of a week', 'articles, seven days');
const totalsOf = (column: string) =>
  counted(column, 'growth of all ranges, put together', 'topics, from their first day on');
const error = 'median error';
const ratios = rowsOf('counts')
  .filter(({ technique = '' }) => /against own clicks|every hour, own clicks/.test(technique))
  .map((row) => Number.parseFloat(row[error] ?? ''));
const percent = (part: number) => `${part.toFixed(1)}%`;

const SIMULATED = 'test/verify/counts/counts.test.ts: no technique reveals more counts than documented';
const RECOUNT =
  'test/routes/insights/recount.test.ts: every analytics response equals the recount for random articles and clicks';

export const COUNTS: readonly Claim[] = [
  says`| growth of a topic or an article, and its interval | ${digits} significant digits, complete hours only | \`GROWTH_MIN_CLICKS\` (${vars.GROWTH_MIN_CLICKS ?? ''}) in the current window |`(),
  says`| rising content | the order only | ${RISING_FLOOR} discounted clicks in seven days, without the article's largest network and prefix |`(
    RECOUNT,
  ),
  says`| groups by region, seniority or channel | the order only | an engagement of ${AUDIENCE_FLOOR} in the window and of \`AUDIENCE_MIN_CLICKS\` (${vars.AUDIENCE_MIN_CLICKS ?? ''}) in the group |`(),
  says`| histories of the site, of topics and of articles | percent of the highest day, in steps of ${dayStep(fineHistory)}, or of ${dayStep(MIN_HISTORY_ENGAGEMENT)} below an engagement of ${fineHistory} | an engagement of ${MIN_HISTORY_ENGAGEMENT} on the highest day |`(
    'test/rankings/math/figures.test.ts: historyIndex rounds to the nearest step, with a half rounded up',
  ),
  says`| curves by hour | like histories, with ${WIDTHS.slice(0, -1).join(', ')} or ${WIDTHS.at(-1) ?? ''} hours per point | an engagement of ${MIN_HISTORY_ENGAGEMENT} at the highest point |`(),
  says`| audience index | steps of ${stepOf(NUMBERS.map((n) => audience(n)))} | an engagement of ${audienceLeast} of that audience in the topic |`(),
  says`| placement and its interval | steps of ${placementStep}, computed once per hour | ${MIN_VIEWERS} viewers |`(),
  says`| share of a cause | steps of ${causeStep(fineCause)}, or of ${causeStep(causeLeast)} below ${fineCause} discounted clicks gained or lost | ${causeLeast} clicks gained or lost |`(),
  says`| yield | steps of ${YIELD_STEP}, complete days only | an engagement of ${MIN_YIELD_ENGAGEMENT} |`(
    'test/rankings/read/yields.test.ts: yields, ranks and growth of sources, companies and authors equal a recount over random ranges',
  ),
  says`| read-through rate | ${readDigits} significant digits, or whole percents below ${fineRead} readers, computed once per hour | ${readLeast} readers who opened the article |`(),
  says`The factor is a power of two, ${MAX_SAMPLING} at most, and changes once per hour.`(
    'test/clicks/sampling/list-sampling.test.ts: k is 1 for quiet lists and otherwise a power of two up to 64 that lets about 500 page views report per hour',
    'test/clicks/sampling/list-sampling.test.ts: k is computed from the reports of the previous hour and applies ten minutes later',
  ),
  says`Growth over a range needs at least ${MIN_GROWTH_DAYS} days, and has no confidence interval.`(),
  says`\`npm run verify -- counts\` simulates a partner who has a secret key and sends up to ${CLICKS_AN_HOUR} clicks per hour, on sites with few readers.`(),
  says`From the order, a partner learns the exact counts of ${orderOf('exact')} of a day's articles, but only counts up to ${orderOf('largest exact')}.`(),
  says`If counts are small, growth and the width of its interval together reveal a few exact counts, at most ${counted('largest exact', 'growth of small numbers, with the width of its interval', 'topics and articles, 7d')}.`(),
  says`A partner who watches \`24h\` and \`7d\` for a week learns the exact counts of ${weekOf('exact')} of that week's articles, but only counts up to ${weekOf('largest exact')}.`(),
  says`In 14 days, a partner learns counts up to ${longerOf('largest exact')}.`(SIMULATED),
  says`By requesting all ranges of the same week, a partner learns the counts of ${rangesOf('exact')} of the articles, but only counts up to ${rangesOf('largest exact')}.`(),
  says`Together, all ranges of at least ${MIN_GROWTH_DAYS} days reveal ${totalsOf('counts')} topic totals per site, ${totalsOf('exact')} of them exactly.`(),
  says`The largest exact total is ${totalsOf('largest exact')}.`(),
  says`Unsigned clicks are discounted: for each article, at most 9 clicks count from a network with up to 17% of the site's clicks, and at most 50 from one browser.`(
    'test/engagement/bounds.test.ts: on a site with %d readers per day, the weight gained from %s stays within its bound',
  ),
  says`The median error of such an estimate is ${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))}.`(),
  says`The rate appears at ${readLeast} readers, and its percentage reveals how many of these readers reached the middle.`(),
  says`Later changes reveal the number of readers with a median error of ${counted(error, 'watching the steps of read shares', 'readers of an article, eight days')}.`(),
  says`From a week of interval widths, a partner can estimate the engagement of topics (median error ${counted(error, 'width of the interval', 'topics, 7d')}) and articles (${counted(error, 'width of the interval of an article', 'articles, 7d')}).`(),
  says`Responses for a single window reveal no exact count above ${FEW} to a partner who sends no clicks.`(SIMULATED),
];
