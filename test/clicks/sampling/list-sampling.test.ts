import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  boundariesOf,
  forgetSampling,
  isReporting,
  nextLevel,
  samplingOf,
} from '../../../src/clicks/sampling/list-sampling.ts';
import { settleSampling } from '../../../src/clicks/sampling/settle-sampling.ts';
import { createRandom, type Random } from '../../../src/demo/random.ts';
import { openTestDb } from '../../support/index.ts';
import { addReports, OPEN_SECRET, SETTLE } from './support.ts';

const HOUR = 3_600_000;
const db = openTestDb();
const NOW = 495_003 * HOUR;

beforeEach(async () => {
  forgetSampling();
  for (const table of ['list_views', 'list_sampling', 'site_shares']) await env.DB.exec(`DELETE FROM ${table}`);
});

function hours(
  views: readonly number[],
  boundaries: readonly number[],
  random: Random,
): { k: number; reports: number }[] {
  let level = 0;
  return views.map((n) => {
    const k = 2 ** level;
    const reports = Array.from({ length: n }).filter(() => isReporting(k, 1, () => random.next())).length;
    level = nextLevel(level, reports * k, boundaries);
    return { k, reports };
  });
}

describe('sampling of a list', () => {
  test('k is 1 for quiet lists and otherwise a power of two up to 64 that lets about 500 page views report per hour', async () => {
    const random = createRandom(7, 'sampling');
    for (let i = 0; i < 40; i++) {
      const boundaries = await boundariesOf(OPEN_SECRET, `list ${i}`);
      for (const n of [40, 150, 400, 2000, 5000, 20_000]) {
        const [, { k, reports } = { k: 0, reports: 0 }] = hours([n, n], boundaries, random);
        if (n <= 400) expect(k).toBe(1);
        expect(Number.isInteger(Math.log2(k))).toBe(true);
        expect(reports).toBeGreaterThan(Math.min(n - 1, 200));
        expect(reports).toBeLessThan(1100);
      }
      expect(nextLevel(0, 1e9, boundaries)).toBe(6);
    }
  });

  test('k is stable if page views are constant, even at a boundary', async () => {
    const random = createRandom(8, 'resting');
    for (let i = 0; i < 20; i++) {
      const boundaries = await boundariesOf(OPEN_SECRET, `list ${i}`);
      const n = Math.round(boundaries[2] ?? 0);
      const ks = hours(Array<number>(40).fill(n), boundaries, random).map(({ k }) => k);
      const changes = ks.slice(2).filter((k, hour) => k !== ks[hour + 1]).length;
      expect(changes, ks.join(' ')).toBeLessThanOrEqual(1);
    }
  });

  test('k follows changes in page views with a delay of one hour', async () => {
    const boundaries = await boundariesOf(OPEN_SECRET, 'a list');
    const ks = hours([20_000, 20_000, 100, 100], boundaries, createRandom(9, 'falling')).map(({ k }) => k);
    expect(ks[0]).toBe(1);
    expect(ks[1]).toBeGreaterThanOrEqual(16);
    expect(ks[3]).toBe(1);
  });

  test('the boundaries of k are secret, so forged page views reveal nothing', async () => {
    const first = await Promise.all(Array.from({ length: 400 }, (_, i) => boundariesOf(OPEN_SECRET, `list ${i}`)));
    for (const level of [0, 3]) {
      const parts = first.map((boundaries) => Math.log2((boundaries[level] ?? 0) / 500) - level);
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...parts)).toBeLessThan(1);
      // The mean of 400 uniform random values has a standard deviation of 0.014.
      expect(Math.abs(parts.reduce((a, b) => a + b, 0) / parts.length - 0.5)).toBeLessThan(0.06);
    }
    const shifted = first.filter(([one = 0, two = 0]) => Math.abs(two / one - 2) < 0.01);
    expect(shifted.length).toBeLessThan(40);
    expect(await boundariesOf('another installation', 'list 0')).not.toEqual(first[0]);
  });
});

describe('settleSampling', () => {
  test('k is computed from the reports of the previous hour and applies ten minutes later', async () => {
    await addReports('00000000beef', { views: 8000, hour: NOW / HOUR - 1 });
    await addReports('00000000cafe', { views: 400, hour: NOW / HOUR - 1 });
    await addReports('00000000dead', { views: 8000, hour: NOW / HOUR - 2 });
    expect(await samplingOf(db, '00000000beef', NOW)).toBe(1);
    expect(await settleSampling(db, { ...SETTLE, now: NOW })).toBe(1);
    expect(await samplingOf(db, '00000000beef', NOW + 9 * 60_000)).toBe(1);
    const k = await samplingOf(db, '00000000beef', NOW + 10 * 60_000);
    expect([8, 16]).toContain(k);
    for (const list of ['00000000cafe', '00000000dead']) expect(await samplingOf(db, list, NOW + 600_000)).toBe(1);
    expect(await settleSampling(db, { ...SETTLE, now: NOW + 60_000 })).toBe(1);
    forgetSampling();
    expect(await samplingOf(db, '00000000beef', NOW + 600_000)).toBe(k);
    expect(await settleSampling(db, { ...SETTLE, now: NOW + HOUR })).toBe(0);
    expect(await samplingOf(db, '00000000beef', NOW + HOUR + 600_000)).toBe(1);
  });

  test('samplingOf reads one row for any number of busy lists and returns the last k if the database fails', async () => {
    for (let i = 0; i < 300; i++) await addReports(`00000000${1000 + i}`, { views: 4000, hour: NOW / HOUR - 1 });
    await settleSampling(db, { ...SETTLE, now: NOW });
    const before = db.usage.rowsRead;
    const k = await samplingOf(db, '000000001000', NOW + 600_000);
    expect(k).toBeGreaterThan(1);
    expect(db.usage.rowsRead - before).toBeLessThanOrEqual(1);
    const broken = { select: () => ({ from: () => ({ where: () => Promise.reject(new Error('D1_ERROR')) }) }) };
    expect(await samplingOf(broken as never, '000000001000', NOW + HOUR + 600_000)).toBe(k);
  });
});

describe('attempts to raise k', () => {
  /** Returns k after an attacker has added reports from some networks to honest page views. */
  async function attacked(honest: number, networks: number): Promise<number> {
    const [list, hour] = ['00000000a77a', NOW / HOUR - 1];
    await env.DB.exec('DELETE FROM list_views; DELETE FROM list_sampling');
    forgetSampling();
    await addReports(list, { views: honest, hour });
    if (networks > 0) await addReports(list, { views: 1_000_000, hour, networks });
    await settleSampling(db, { ...SETTLE, now: NOW });
    return samplingOf(db, list, NOW + 600_000);
  }

  test.each([0, 40, 300, 2000, 15_000])('at %i page views, one network changes k by at most one step', async (n) => {
    const calm = await attacked(n, 0);
    expect(await attacked(n, 1)).toBeLessThanOrEqual(2 * calm);
    expect(await attacked(n, 3)).toBeLessThanOrEqual(2 * calm);
  });

  test('with 32 networks, one in 64 lists is sampled', async () => {
    expect(await attacked(300, 32)).toBe(64);
  });
});
