import { describe, expect, test } from 'vitest';
import { backOff, longestCaching, nextInterval, retryAfter, statedPace } from '../../src/syndication/poll-interval.ts';
import { SECONDS } from './stage.ts';

describe('poll interval', () => {
  test.each([
    [1800, true, 0, 900],
    [1800, true, 3600, 3600],
    [1800, false, 3600, 2700],
    [400, true, 0, 300],
    [80_000, false, 0, 86_400],
    [1800, true, 1e9, 86_400],
  ])('nextInterval after %i s (new items: %s, hint %i s) is %i s', (interval, brought, hint, next) =>
    expect(nextInterval(interval, brought, hint)).toBe(next),
  );

  test('the interval backs off after failures and respects Retry-After, Cache-Control and the feed’s own update interval', () => {
    expect([1, 2, 3, 50].map((failures) => backOff(1800, failures))).toEqual([3600, 7200, 14_400, 86_400]);
    expect(backOff(1800, 1, 100_000)).toBe(100_000);
    expect(backOff(1800, 1, 1e9)).toBe(7 * 86_400);
    expect([retryAfter('120', 0), retryAfter('soon', 0), retryAfter(null, 0)]).toEqual([120, null, null]);
    expect(retryAfter(new Date((SECONDS + 60) * 1000).toUTCString(), SECONDS)).toBe(60);
    expect(retryAfter(new Date((SECONDS - 60) * 1000).toUTCString(), SECONDS)).toBe(0);
    expect(['public, max-age=600', 'no-cache, max-age=600', null].map(longestCaching)).toEqual([600, 0, 0]);
    expect([
      statedPace(60),
      statedPace(undefined, 'Daily', 2),
      statedPace(undefined, 'often'),
      statedPace(undefined, 'constructor'),
    ]).toEqual([3600, 43_200, 0, 0]);
  });
});
