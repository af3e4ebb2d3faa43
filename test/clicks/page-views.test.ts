import { describe, expect, test } from 'vitest';
import { isReporting, MOST_ONE_IN, oneInOf } from '../../src/clicks/page-views.ts';
import { createRandom } from '../../src/demo/random.ts';
import { sized } from '../support/size.ts';

const HOUR = 3_600_000;
/** The beginning of an hour. */
const START = 490_000 * HOUR;

/** One of many networks. */
const networkOf = (i: number) => `${1 + ((i * 7919) % 200)}.${i % 251}.0.0/16`;

let lists = 0;
const newList = () => `list ${lists++}`;

/** Hours in which so many pages with a list are looked at, each of which asks by what it was told last; what came of it, by hour. */
function looked(list: string, views: number[], { seed = 'looked', at = START } = {}) {
  const random = createRandom(11, seed);
  return views.map((n, hour) => {
    const came = { asked: 0, reports: 0, oneIn: 1 };
    for (let i = 0; i < n; i++) {
      const now = at + Math.floor((hour + i / n) * HOUR);
      came.oneIn = oneInOf(list, now);
      if (random.next() * came.oneIn >= 1) continue;
      came.asked++;
      if (isReporting({ list, network: networkOf(i), oneIn: came.oneIn }, now, () => random.next())) came.reports++;
    }
    return came;
  });
}

/** One sender asks from so many networks as for more than a million page views. */
function flood(list: string, now: number, networks = 8) {
  for (let i = 0; i < 20_000; i++)
    isReporting({ list, network: `203.${i % networks}.0.0/16`, oneIn: MOST_ONE_IN }, now, () => 0.99);
}

describe('of how many pages one asks', () => {
  test('one where few look: all of a hundred an hour ask, and nearly all of three hundred', () => {
    for (const { asked, oneIn } of looked(newList(), [100, 100, 100])) expect([asked, oneIn]).toEqual([100, 1]);
    const [, second] = looked(newList(), [300, 300]);
    expect(second).toEqual({ asked: 300, reports: expect.any(Number), oneIn: 1 });
  });

  test('a few hundred ask in an hour where many look, and more than a thousand a day report', () => {
    for (const n of [1000, 3600, 15_000, 60_000]) {
      const later = looked(newList(), sized([n, n, n], [n, n, n, n])).slice(1);
      for (const { asked, reports } of later) {
        expect(asked).toBeGreaterThan(n === 60_000 ? 500 : 170);
        expect(asked).toBeLessThan(n === 60_000 ? 1200 : 460);
        expect(reports).toBeGreaterThan(42);
      }
    }
  });

  test('stays when somebody invents lists', () => {
    const [busy, now] = [newList(), START + HOUR / 2];
    for (let i = 0; i < 6000; i++) isReporting({ list: busy, network: networkOf(i) }, START + i * 10, Math.random);
    for (let i = 0; i < 5000; i++)
      isReporting({ list: `invented ${i}`, network: networkOf(i % 9), oneIn: MOST_ONE_IN }, now, () => 0.99);
    expect(oneInOf(busy, now)).toBeGreaterThan(16);
  });

  test('is told by an isolate that has seen a busy list for a minute', () => {
    const fresh = newList();
    for (let i = 0; i < 6000; i++) isReporting({ list: fresh, network: networkOf(i) }, START + i * 10, Math.random);
    expect(oneInOf(fresh, START + 60_000)).toBe(MOST_ONE_IN);
  });

  test('falls when fewer look: within two hours to one', () => {
    const list = newList();
    const hours = looked(list, [20_000, 20_000, 100, 100]);
    expect(hours[1]?.oneIn).toBeGreaterThanOrEqual(32);
    expect(hours[3]?.oneIn).toBe(1);
  });
});

describe('one sender who asks for a million tickets', () => {
  test('changes nothing of how many ask', () => {
    for (const n of [0, 40, 300, 15_000]) {
      const [calm, attacked] = [newList(), newList()];
      looked(calm, [n]);
      looked(attacked, [n]);
      flood(attacked, START + HOUR - 1);
      const [before, after] = [oneInOf(calm, START + HOUR - 1), oneInOf(attacked, START + HOUR - 1)];
      expect([n, after <= 2 * before]).toEqual([n, true]);
    }
  });

  test.each([
    [1, 0.8],
    [8, 0.6],
  ])('keeps few pages of others from reporting, from %i networks', (networks, least) => {
    const [calm, attacked] = [newList(), newList()];
    flood(attacked, START, networks);
    const reports = [calm, attacked].map((list) => looked(list, [400])[0]?.reports ?? 0);
    expect(reports[1]).toBeGreaterThan(least * (reports[0] ?? 0));
  });

  test('keeps none of a site from reporting whose readers share a network', () => {
    const list = newList();
    const reports = Array.from({ length: 400 }, (_, i) =>
      isReporting({ list, network: '10.0.0.0/16' }, START + i, createRandom(i, 'shared').next),
    ).filter(Boolean).length;
    expect(reports).toBeGreaterThan(40);
    expect(reports).toBeLessThan(160);
  });

  test('from very many networks: one in 64 still asks', () => {
    const list = newList();
    for (let i = 0; i < 100_000; i++)
      isReporting({ list, network: networkOf(i), oneIn: MOST_ONE_IN }, START + i, () => 0.99);
    expect(oneInOf(list, START + 100_000)).toBe(MOST_ONE_IN);
  });
});

test('pages report by the same chance whatever they were told', () => {
  const list = newList();
  for (let i = 0; i < 30_000; i++) isReporting({ list, network: networkOf(i) }, START, () => 0.99);
  const random = createRandom(3, 'told');
  const reports = [1, 8, 64].map((oneIn) => {
    let came = 0;
    for (let i = 0; i < 60_000 / oneIn; i++)
      if (isReporting({ list, network: networkOf(i), oneIn }, START, () => random.next())) came++;
    return came;
  });
  // 20 times the logarithm of what the views have grown by: 3, 1.67 and 1.4 times.
  for (const [i, grown] of [3, 5 / 3, 7 / 5].entries()) {
    const expected = 20 * Math.log(grown);
    expect(Math.abs((reports[i] ?? 0) - expected)).toBeLessThan(4 * Math.sqrt(expected));
  }
});
