import { expect, test } from 'vitest';
import { orderIn } from '../../../src/clicks/list-tokens.ts';
import { POSITION_BUCKETS, positionBucketOf } from '../../../src/db/view-columns.ts';
import { fitPositionBias } from '../../../src/rankings/math/figures/position-bias.ts';
import { sized } from '../../support/size.ts';
import { randomFrom, type WorldArticle } from './placement-world.ts';

/** True clicks per impression of equally good articles, at the four positions of a list that never changes. */
const TRUTH = [0.1, 0.05, 0.04, 0.035];
const PLACES = [0, 1, 2, 3];
const LISTS = sized(5, 10);
const MINUTES = 14 * 1440;
/** Number of minutes for which an order is computed, each with a MAC. All other minutes reuse these orders. */
const DRAWN = sized(2 * 1440, MINUTES);
/** Reporting page views per minute, without and with exploration swaps. */
const [USUAL, CHANGED] = [1, 10];

function site(seed: number, orderOf: (minute: number) => readonly number[]): WorldArticle[] {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const all: WorldArticle[] = [];
  for (let list = 0; list < LISTS; list++)
    for (let minute = 0; minute < MINUTES; minute++) {
      if (minute % 1440 === 0)
        all.push(
          ...PLACES.map(() => Math.exp(0.5 * normal()))
            .sort((a, b) => b - a)
            .map((appeal) => ({
              appeal,
              views: new Float64Array(POSITION_BUCKETS),
              clicks: new Float64Array(POSITION_BUCKETS),
            })),
        );
      const order = orderOf(minute);
      for (let page = 0; page < (order === PLACES ? USUAL : CHANGED); page++) look(order, all.slice(-PLACES.length));
    }
  return all;

  function look(order: readonly number[], of: readonly WorldArticle[]): void {
    const depth = random();
    for (const [place, shown] of order.entries()) {
      const article = of[shown];
      if (!article || depth > 0.9 ** place) return;
      const mark = positionBucketOf('cards', place + 1);
      article.views[mark] = (article.views[mark] ?? 0) + 1;
      if (random() < (TRUTH[place] ?? 0) * article.appeal) article.clicks[mark] = (article.clicks[mark] ?? 0) + 1;
    }
  }
}

function error(articles: readonly WorldArticle[]): number {
  const { rates } = fitPositionBias(articles);
  const worth = (of: (place: number) => number) => PLACES.map((place) => of(place) / of(0));
  const truth = worth((place) => TRUTH[place] ?? 0);
  const found = worth((place) => rates[positionBucketOf('cards', place + 1)] ?? 0);
  return Math.max(...found.map((own, place) => Math.abs(own / (truth[place] ?? 0) - 1)));
}

test('the position bias of lists that never change can be estimated only with exploration swaps', async () => {
  const orders: (readonly number[])[] = [];
  for (let minute = 0; minute < DRAWN; minute++) {
    const order = await orderIn('secret', { list: 'chosen', minute }, PLACES.length);
    orders.push(order.some((place, i) => place !== i) ? order : PLACES);
  }
  for (const seed of sized([1], [1, 2, 3, 4])) {
    expect(error(site(seed, (minute) => orders[minute % DRAWN] ?? PLACES))).toBeLessThan(0.15);
    expect(error(site(seed, () => PLACES))).toBeGreaterThan(0.25);
  }
});
