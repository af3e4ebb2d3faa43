import { READER_SALT } from '../../../src/clicks/salts/salts.ts';
import { FEW_SAMPLES } from '../../../src/engagement/baseline.ts';
import { UNIFORM_BASELINE, weigh } from '../../../src/engagement/discounting.ts';
import { PROBATION_MINUTES } from '../../../src/operations/clock/clock.ts';
import { FEW } from '../../verify/counts/promise.ts';
import { type Claim, says } from './claim.ts';
import { cellOf, rowsOf } from './measured.ts';

const CLICKS = 40_000;
const MANY_SAMPLES = 10_000;
const [FIRST, ...SIZES] = ['100', '1000', '10000'] as const;

/**
 * Number of clicks that count for a fleet of addresses in a bucket with half of the site's traffic, by number of
 * baseline samples.
 */
function hiddenByHalf(samples: number): number {
  const network = UNIFORM_BASELINE.network.map((_, i) => (i === 0 ? 0.5 : 0.5 / (UNIFORM_BASELINE.network.length - 1)));
  const buckets = [...UNIFORM_BASELINE.network, ...UNIFORM_BASELINE.prefix, ...UNIFORM_BASELINE.browser].map(() => 0);
  buckets[0] = CLICKS;
  const spread = (kind: 'prefix' | 'browser', from: number) =>
    UNIFORM_BASELINE[kind].forEach((share, i) => {
      buckets[from + i] = CLICKS * share;
    });
  spread('prefix', UNIFORM_BASELINE.network.length);
  spread('browser', UNIFORM_BASELINE.network.length + UNIFORM_BASELINE.prefix.length);
  return weigh(CLICKS, buckets, { ...UNIFORM_BASELINE, network, samples: samples }).weight;
}

const price = (readers: string, section: string) =>
  cellOf('prices', { section, 'readers per day': readers, position: '1' }, 'price');
const priceRow = (readers: string): Claim =>
  says`| ${Number(readers).toLocaleString('en')} | ${price(readers, 'Networks known')} | ${price(readers, 'Networks unknown')} |`();
const households = (): string => {
  const prices = rowsOf('prices').filter(({ section }) => section === 'Residential proxies');
  return prices.findLast(({ price = '' }) => price.startsWith('$'))?.price ?? '';
};
/** Maximum number of articles that one address lifts into a list by clicking articles that readers see. */
function movedByOneAddress(): number {
  const row = rowsOf('placement').find(
    ({ attack, sender }) => attack === 'clicks on all articles that readers see' && sender === 'one address',
  );
  return Math.max(
    ...Array.from(
      Object.values(row ?? {})
        .join(' ')
        .matchAll(/\+(\d+)/g),
      ([, count]) => Number(count),
    ),
  );
}

const STORE = 'test/keys/store.test.ts';
const SALTS = 'test/clicks/salts.test.ts';
const INFLATION =
  'test/verify/abuse/inflation.test.ts: an attack does not lift a silent article into an active ranking: %s';
const BOUNDS =
  'test/engagement/bounds.test.ts: on a site with %d readers per day, the weight gained from %s stays within its bound';

export const SECURITY: readonly Claim[] = [
  says`Keys contain at least 160 random bits, and newsgauge stores only their hashes and last four characters.`(
    'test/keys/key.test.ts: a key has at least 160 random bits',
    'test/keys/key.test.ts: hashKey() returns the same 64 hex digits for the same key',
  ),
  says`Reads with a revoked key are rejected after 1 second plus the lag of the read replica, and clicks after 60 seconds.`(
    'test/admission/auth.test.ts: a key revoked a second ago returns 401, even if the response and the key are cached',
    `${STORE}: authentication rejects a revoked key within 60 seconds`,
  ),
  says`If the database is unreachable, an isolate accepts a known key for at most 1 hour.`(
    `${STORE}: authentication accepts a known key for one hour while the database is unavailable`,
  ),
  says`One half of each salt (256 random bits) is in the database, the other half in the key-value store.`(
    `${SALTS}: the salt is the same for a UTC day in all isolates and has 256 bits in each store`,
  ),
  says`Both halves of a salt are deleted ${24 * READER_SALT.days} hours after its day began.`(
    `${SALTS}: 48 hours after the start of the day`,
  ),
  says`The half in the database is overwritten before it is deleted.`(
    `${SALTS}: the half in the database is overwritten before its row is deleted, because deleted bytes stay in the file`,
  ),
  says`A copy of both stores that is made within these ${24 * READER_SALT.days} hours can identify readers, but a later copy cannot.`(),
  says`Deletion resumes after two polled hosts agree with the clock, after ${PROBATION_MINUTES / 60} hours of running time, or after an operator confirms the clock.`(
    'test/operations/wrong-clock.test.ts: the service deletes nothing until the clock is confirmed by %s, then deletes all expired rows',
  ),
  says`Salts for imported clicks are deleted in the same way, 15 days after their day began.`(
    `${SALTS}: the salt for imports of a day is kept as long as that day can be imported`,
  ),
  says`Responses for a single window reveal no exact count above ${FEW} to a partner who sends no clicks.`(
    'test/verify/counts/counts.test.ts: no technique reveals more counts than documented',
  ),
  says`Unsigned clicks from one address or network cannot lift an unread article into the top 10 of a ranking whose tenth article has an engagement of 12.`(
    INFLATION,
    'test/verify/abuse/inflation.test.ts: before the attacks, the campaign newsroom has an active list of every kind',
  ),
  says`This promise applies if the network's bucket has less than 17% of the site's readers.`(INFLATION, BOUNDS),
  says`For each article, at most 9 clicks from such a network count, and at most 50 clicks from one browser across all networks.`(
    BOUNDS,
  ),
  says`Reader tokens are ignored if they use a different algorithm, are signed with another key's secret, have expired, or expire more than 24 hours in the future.`(
    'test/clicks/accept/reader.test.ts: with an expiry in more than 24 hours',
  ),
  ...[FIRST, ...SIZES].map(priceRow),
  says`Even if networks are known, an attacker with such proxies pays at most ${households()} to reach the first position.`(),
  says`If a bucket contains half of the site's clicks, ${hiddenByHalf(MANY_SAMPLES)} of its clicks on an unread article count, or ${hiddenByHalf(FEW_SAMPLES)} if the site has only ${FEW_SAMPLES} baseline samples.`(
    'test/engagement/weight.test.ts: 40,000 clicks from one bucket with a share of %d have a weight of %d',
  ),
  says`If a gateway looks like a browser, newsgauge counts the first two links that it opens, and discounts them like other clicks from its network.`(
    'test/routes/clicks/go.test.ts: a reader is treated as a mail gateway from the third link within two seconds, without affecting other readers',
  ),
  says`On simulated sites, such clicks from one address bring up to ${movedByOneAddress()} articles into a list (measured).`(),
  says`A site with fewer than ${FEW_SAMPLES} baseline samples also discounts clicks, but an attacker's clicks then help to set the baseline.`(
    'test/engagement/weight.test.ts: a thousand clicks from one bucket have a weight of three on a site without a baseline',
  ),
];
