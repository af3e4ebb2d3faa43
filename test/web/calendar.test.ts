import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { atLeast, completeDaysOf, type NamedPeriod } from '../../src/web/browser/insights/bar/calendar.ts';
import { endInWords, usualDays } from '../../src/web/browser/insights/bar/share-end.ts';
import { dayMarksOf } from '../../src/web/browser/insights/charts/curve.ts';
import { type Dates, setTimeZone } from '../../src/web/browser/lib/time.ts';

const NONE: Dates = { from: '', to: '' };

describe('completeDaysOf() of named periods', () => {
  test.each<[at: string, named: Exclude<NamedPeriod, '24h' | '7d' | 'dates'>, from: string, to: string]>([
    ['2026-11-23T03:00:00Z', 'yesterday', '2026-11-22', '2026-11-22'],
    ['2026-11-23T03:00:00Z', '28d', '2026-10-26', '2026-11-22'],
    ['2026-11-23T03:00:00Z', '90d', '2026-08-25', '2026-11-22'],
    ['2026-11-23T03:00:00Z', 'month', '2026-10-01', '2026-10-31'],
    ['2026-11-23T03:00:00Z', 'quarter', '2026-10-01', '2026-11-22'],
    ['2026-03-01T00:00:00Z', 'month', '2026-02-01', '2026-02-28'],
    ['2026-01-31T23:59:59Z', 'month', '2025-12-01', '2025-12-31'],
    // A quarter that just began has no complete day.
    ['2026-01-01T12:00:00Z', 'quarter', '2025-10-01', '2025-12-31'],
    ['2026-04-02T12:00:00Z', 'quarter', '2026-04-01', '2026-04-01'],
    ['2026-11-23T03:00:00Z', 'last-quarter', '2026-07-01', '2026-09-30'],
    ['2026-01-01T00:00:00Z', 'last-quarter', '2025-10-01', '2025-12-31'],
    ['2024-04-01T00:00:00Z', 'last-quarter', '2024-01-01', '2024-03-31'],
    ['2024-06-30T23:59:59Z', 'last-quarter', '2024-01-01', '2024-03-31'],
  ])('completeDaysOf() at %s returns the complete days of the period %s', (at, named, from, to) => {
    expect(completeDaysOf(named, NONE, Date.parse(at))).toEqual({ from, to });
  });
});

describe('completeDaysOf() turns arbitrary dates into a valid range', () => {
  test.each<[given: Dates, range: Dates]>([
    [
      { from: '2026-03-01', to: '2026-03-31' },
      { from: '2026-03-01', to: '2026-03-31' },
    ],
    [
      { from: '2026-03-31', to: '2026-03-01' },
      { from: '2026-03-01', to: '2026-03-31' },
    ],
    [NONE, { from: '2026-10-26', to: '2026-11-22' }],
    [
      { from: 'soon', to: '2099-01-01' },
      { from: '2026-10-26', to: '2026-11-22' },
    ],
    [
      { from: '1999-01-01', to: '2025-11-30' },
      { from: '2024-11-30', to: '2025-11-30' },
    ],
  ])('completeDaysOf() turns the dates %j into a valid range', (given, range) => {
    expect(completeDaysOf('dates', given, Date.parse('2026-11-23T03:00:00Z'))).toEqual(range);
  });
});

describe('atLeast() extends ranges that are too short for growth to a week', () => {
  test.each<[given: Dates, range: Dates]>([
    [
      { from: '2026-10-01', to: '2026-10-01' },
      { from: '2026-09-25', to: '2026-10-01' },
    ],
    [
      { from: '2026-10-01', to: '2026-10-07' },
      { from: '2026-10-01', to: '2026-10-07' },
    ],
    [
      { from: '2024-11-22', to: '2024-11-23' },
      { from: '2024-11-22', to: '2024-11-28' },
    ],
  ])('atLeast() extends the range %j to a week if it is too short for growth', (given, range) => {
    expect(atLeast(7, given, Date.parse('2026-11-23T03:00:00Z'))).toEqual(range);
  });
});

test('arbitrary dates at any time become a stable range of complete, stored days', () => {
  const at = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2036, 0, 1) });
  const date = fc.oneof(
    fc.string(),
    fc
      .date({ min: new Date(0), max: new Date(Date.UTC(2100, 0, 1)), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  );
  fc.assert(
    fc.property(at, date, date, (now, from, to) => {
      const range = completeDaysOf('dates', { from, to }, now);
      const [first, last] = [Date.parse(range.from), Date.parse(range.to)].map((day) => day / 86_400_000);
      const today = Math.floor(now / 86_400_000);
      expect(first).toBeLessThanOrEqual(last ?? 0);
      expect(last).toBeLessThan(today);
      expect((last ?? 0) - (first ?? 0)).toBeLessThan(366);
      expect(first).toBeGreaterThanOrEqual(today - 731);
      expect(completeDaysOf('dates', range, now)).toEqual(range);
    }),
  );
});

describe('in the publisher’s time zone', () => {
  afterAll(() => setTimeZone('UTC'));

  test.each<[zone: string, at: string, yesterday: string, month: string, quarter: string]>([
    ['Asia/Kolkata', '2026-09-30T18:29:59Z', '2026-09-29', '2026-08-31', '2026-06-30'],
    ['Asia/Kolkata', '2026-09-30T18:30:00Z', '2026-09-30', '2026-09-30', '2026-09-30'],
    ['America/New_York', '2026-11-01T03:59:59Z', '2026-10-30', '2026-09-30', '2026-09-30'],
    ['Europe/London', '2026-06-30T23:00:00Z', '2026-06-30', '2026-06-30', '2026-06-30'],
  ])('in %s at %s, yesterday is %s, the last month ends on %s, the last quarter on %s', (zone, at, ...ends) => {
    const [yesterday, month, quarter] = ends;
    setTimeZone(zone);
    const now = Date.parse(at);
    expect(completeDaysOf('yesterday', NONE, now)).toEqual({ from: yesterday, to: yesterday });
    expect(completeDaysOf('month', NONE, now).to).toBe(month);
    expect(completeDaysOf('last-quarter', NONE, now).to).toBe(quarter);
    expect(completeDaysOf('28d', NONE, now).to).toBe(yesterday);
  });

  test('charts by hour mark the first point of each day', () => {
    setTimeZone('Asia/Kolkata');
    const days = Array.from({ length: 48 }, (_, i) => ({
      date: `${new Date(Date.UTC(2026, 0, 5, i)).toISOString().slice(0, 19)}Z`,
      index: 1,
    }));
    expect(dayMarksOf(days)).toEqual([
      { date: '2026-01-06', i: 19 },
      { date: '2026-01-07', i: 43 },
    ]);
  });
});

const MONDAY = Date.parse('2026-11-30T12:00:00Z');
const WEEK = { view: 'insights/week/', accessExpires: null };

test.each([
  ['3', 'Until 3 December 2026. The next summary follows on 7 December 2026 and needs a new link.'],
  ['7', 'Until 7 December 2026'],
  ['0', ''],
  ['', ''],
])('a link to the week for “%s” days says whether it ends before the next summary', (days, text) => {
  expect(endInWords({ ...WEEK, days }, MONDAY)).toBe(text);
});

test('the end of a link names the end of its creator’s access, and other views and past weeks have no next summary', () => {
  const accessExpires = '2026-12-02T12:00:00Z';
  expect(endInWords({ view: 'insights/content/7/', days: 30, accessExpires }, MONDAY)).toBe(
    'Until 2 December 2026, when your access ends. An operator can extend it under “People and keys”',
  );
  expect(endInWords({ ...WEEK, days: 30, accessExpires }, MONDAY)).toBe(
    'Until 2 December 2026, when your access ends. An operator can extend it under “People and keys”. The next summary follows on 7 December 2026 and needs a new link.',
  );
  expect(endInWords({ ...WEEK, view: 'insights/week/?from=2026-10-05&to=2026-10-11', days: 3 }, MONDAY)).toBe(
    'Until 3 December 2026',
  );
  const sunday = Date.parse('2026-12-06T12:00:00Z');
  expect(endInWords({ ...WEEK, days: 1 }, sunday)).toBe('Until 7 December 2026');
});

test.each([
  [null, '30'],
  ['2027-06-01T12:00:00Z', '30'],
  ['2026-12-06T13:00:00Z', '7'],
  ['2026-11-30T12:00:01Z', '1'],
])('a new link of a person whose access ends at %s works for %s days', (accessExpires, days) => {
  expect(usualDays(accessExpires, MONDAY)).toBe(days);
});
