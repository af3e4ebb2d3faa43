import { expect, test } from 'vitest';
import { errorFactors, type KNOWLEDGE, observeOrders } from './observer.ts';

const ORDERS = 500;
const siteOf = (seed: number) => ({
  ...{ seed, days: 1, warmUpDays: 2, orderMinutes: 30 },
  ...{ readersPerDay: 8000, articlesPerDay: 60 },
});

/** Short form of the attack in docs/explanation/placement.md, with fewer orders and smaller sites. */
test('observed orders reveal the clicks of less than three quarters of articles to within a factor of two', () => {
  const known = [1, 2, 3].flatMap((seed) => observeOrders(siteOf(seed), ORDERS));
  const attacked = [4, 5].flatMap((seed) => observeOrders(siteOf(seed), ORDERS));
  const partWithin = (knowledge: keyof typeof KNOWLEDGE) =>
    errorFactors(known, attacked, knowledge).filter((factor) => factor <= 2).length / attacked.length;
  expect(attacked.length).toBeGreaterThan(100);
  expect(partWithin('orders')).toBeLessThan(0.75);
});
