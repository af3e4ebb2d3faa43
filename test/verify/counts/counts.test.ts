import { expect, test } from 'vitest';
import { sized } from '../../support/size.ts';
import { attack, type Result, totals } from './attack.ts';
import { broken } from './promise.ts';
import { TECHNIQUES } from './techniques/index.ts';

const SIZE = { articles: 160, topics: 16, perHour: 25 };
const SMALL = sized({ articles: 40, topics: 4, perHour: 6 }, SIZE);
const QUICK = TECHNIQUES.filter(
  ({ name }) => !/every hour|every range|watched|topic that hardly|interval of an article|growth of small/.test(name),
);
const SITES = sized([1], [1, 2, 3, 4, 5]);
const isAgain = ({ name }: (typeof QUICK)[number]) => /asked after each|overtaking|watching/.test(name);
const results = [
  ...attack(
    7,
    SIZE,
    QUICK.filter((technique) => !isAgain(technique)),
  ),
  ...attack(7, SMALL, QUICK.filter(isAgain)),
];
const of = (name: string, rules: string): Result => {
  const found = results.find(({ technique, rules: own }) => technique.name.startsWith(name) && own === rules);
  if (!found) throw new Error(`nothing was tried: ${name}`);
  return found;
};

test('no technique reveals more counts than documented', () => {
  expect(broken(results)).toEqual([]);
});

test('growth reveals counts if it changes with each click, but not if it covers only complete hours', () => {
  const { claims, exact } = of('growth asked after each', 'before');
  expect(exact / claims).toBeGreaterThan(0.8);
  expect(of('growth asked after each', 'now').claims).toBe(0);
});

test('growth over every range reveals running totals of new topics, as documented', () => {
  const { claims, exact, largest } = of('growth of all ranges', 'now');
  expect(exact / claims).toBeGreaterThan(0.9);
  expect(largest).toBeGreaterThan(100);
});

test('a group reveals readers if one reader is enough for it, but not if three are required', () => {
  expect(of('last of a region', 'before').exact).toBeGreaterThan(0);
  expect(of('last of a region', 'now').exact).toBe(0);
});

test('order and thresholds reveal exact counts to partners who add their own clicks, as documented', () => {
  for (const name of ['overtaking by an article', 'threshold of rising', '`minContentItems`'])
    expect(of(name, 'now').exact).toBe(of(name, 'now').claims);
  expect(of('overtaking by an article', 'now').claims).toBeGreaterThan(10);
});

test('without clicks by the partner, ties reveal small counts, and ranges reveal no larger counts than polled periods', () => {
  const chosen = TECHNIQUES.filter(({ name }) => /of a week|for a week/.test(name));
  const found = totals(SITES.map((seed) => attack(seed, SIZE, chosen)));
  const [midnights, periods, range] = found;
  expect(found.map(({ clicks, hours, exact }) => [clicks, hours / SITES.length, exact > 10])).toEqual([
    [0, 144, true],
    [0, 168, true],
    [0, 0, true],
  ]);
  expect(midnights?.exact).toBeLessThan(range?.exact ?? 0);
  expect(broken(found)).toEqual([]);
  expect(
    broken(found.map((total) => (total === range ? { ...range, largest: 1 + (periods?.largest ?? 0) } : total))),
  ).toHaveLength(1);
});
