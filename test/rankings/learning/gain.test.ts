import { describe, expect, test } from 'vitest';
import { deathsOn, gainsOn } from './gain.ts';

const QUICK = { seed: 1, warmUpDays: 1, orderMinutes: 6, articlesPerDay: 40 };

/** Short form of `npm run verify -- learning`. */

describe('a list that learns, on a simulated site', () => {
  test('gets more clicks than newest first and most clicked, and each new article gets impressions', () => {
    const gains = gainsOn({ ...QUICK, days: 1, readersPerDay: 8000 });
    expect(gains.overNewest).toBeGreaterThan(0.15);
    expect(gains.overMostClicked).toBeGreaterThan(0.08);
    expect(gains.regret).toBeLessThan(0.15);
    expect(gains.fewestEarly).toBeGreaterThan(0);
  });

  test('loses at most 2% on a small site whose readers want fresh articles', () => {
    const gains = gainsOn({ ...QUICK, days: 2, readersPerDay: 1000, spread: 0.2, halfLife: 5 });
    expect(gains.overNewest).toBeGreaterThan(-0.02);
  });

  test('shows a story that nobody reads any more below the first positions after two hours', () => {
    const hours = deathsOn({ ...QUICK, days: 2, readersPerDay: 12_000 }, 3);
    expect(hours.length).toBeGreaterThan(0);
    expect(Math.max(...hours)).toBeLessThanOrEqual(2);
  });
});
