import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bumpPicture } from '../../src/web/browser/insights/charts/bump-picture.ts';
import { bandOf, compareWithUsual, pathOf, usualOf } from '../../src/web/browser/insights/charts/curve.ts';
import {
  type ChartLine,
  dayInWords,
  indexedToFirstWeek,
  isCoarse,
  levelsOf,
  oddHour,
  ranksPath,
  shadedIn,
  shadedRangesIn,
  usualIn,
  worstOf,
} from '../../src/web/browser/insights/charts/lines/chart-lines.ts';
import { curvesPicture } from '../../src/web/browser/insights/charts/picture.ts';
import { hasPassed, highestOf } from '../../src/web/browser/insights/peak.ts';

const dateOf = (i: number) => new Date(Date.UTC(2026, 0, i + 1)).toISOString().slice(0, 10);
const daysOf = (indexes: readonly (number | null)[]) => indexes.map((index, i) => ({ date: dateOf(i), index }));
const INDEX = fc.option(fc.integer({ min: 0, max: 20 }).map((step) => step * 5));

const own = (date: string) => date;
const picture = (lines: readonly ChartLine[], title = 'Readers') =>
  curvesPicture(
    { title, caption: 'Each day as a share of the highest.', source: 'Source: desk.example' },
    { lines, nameOf: own },
  );

test('the usual range of a day is the median of the same weekday in other weeks ± its deviation', () => {
  const median = (values: number[]) => {
    const [low = 0, high = low] = values
      .toSorted((a, b) => a - b)
      .slice((values.length - 1) / 2, values.length / 2 + 1);
    return values.length % 2 ? low : (low + high) / 2;
  };
  fc.assert(
    fc.property(fc.array(INDEX, { minLength: 1, maxLength: 28 }), (indexes) => {
      const othersOf = (i: number) => [i - 21, i - 14, i - 7, i + 7, i + 14, i + 21].flatMap((j) => indexes[j] ?? []);
      const centres = indexes.map((_, i) => {
        const others = othersOf(i);
        return others.length < 3 ? null : median(others);
      });
      const expected = centres.map((c, i) => {
        if (c === null) return null;
        const away = indexes.flatMap((index, j) => {
          const own = centres[j] ?? null;
          return j === i || index === null || own === null ? [] : Math.abs(index - own) / Math.sqrt(Math.max(1, own));
        });
        const width = 2.44 * (away.length ? median(away) : 0) * Math.sqrt(Math.max(1, c));
        const [least, most] = [Math.min(...othersOf(i)), Math.max(...othersOf(i))];
        return [Math.max(least, Math.round(c - width)), Math.min(most, Math.round(c + width))];
      });
      expect(usualOf(daysOf(indexes))).toEqual(expected);
    }),
  );
});

test('a spike is outside the usual range on its own day and does not widen it later', () => {
  const quiet = Array.from({ length: 28 }, (_, i) => 30 + (i % 3));
  for (const spike of quiet.keys()) {
    const usual = usualOf(daysOf(quiet.map((index, i) => (i === spike ? 100 : index))));
    for (const most of usual.map((range) => range?.[1])) expect(most).toBeLessThan(45);
  }
});

test('a day is busier or quieter if it is outside the usual range of its weekday', () => {
  const indexes = Array.from({ length: 28 }, (_, i) => (i === 8 ? 100 : i === 9 ? 0 : 40 + (i % 3)));
  const days = daysOf(indexes);
  const said = [8, 9, 10].map((i) => compareWithUsual(days, dateOf(i)));
  expect(said).toEqual(['busier than', 'quieter than', 'like']);
  expect(compareWithUsual(days, '2020-01-01')).toBeNull();
  expect(compareWithUsual(days.slice(0, 14), dateOf(8))).toBeNull();
  const drawn = { name: 'The site', before: days.slice(0, 7), days: days.slice(7, 14), after: days.slice(14) };
  expect(usualIn([drawn])).toEqual(usualOf(days).slice(7, 14));
});

test('a peak of a curve has passed if the last day has less than half of its index', () => {
  const week = (last: number, peak = 30) =>
    Array.from({ length: 28 }, (_, i) => (i >= 24 ? last : i === 9 ? peak : 20));
  const passed = (points: readonly (number | null)[]) => hasPassed(daysOf(points), 4);
  expect(passed(week(15, 100))).toBe(true);
  expect(passed(week(20))).toBe(false);
  expect(passed(week(30, 20))).toBe(false);
  expect(passed([null, null])).toBe(false);
  expect(passed([])).toBe(false);
});

test('the highest day is the last day on which the curve reaches its maximum', () => {
  expect(highestOf(daysOf([null, 40, 100, 100, 20]))).toBe(daysOf([0, 0, 0, 0])[3]?.date);
  expect(highestOf(daysOf([null, 0]))).toBeNull();
});

test('gaps in the data remain gaps in curves and bands', () => {
  const y = (index: number) => 100 - index;
  expect(pathOf(daysOf([50, 100, null, 20, null]), 10, y)).toBe('M0 50L10 0M30 80h.01');
  expect(bandOf([[10, 20], [30, 40], null, [0, 5]], 10, y)).toBe('M0 80L10 60L10 70L0 90ZM30 95L30 100Z');
  expect(bandOf([null], 10, y)).toBe('');
});

test('the text of a day in a chart contains its value, and the usual range if two other weeks have data', () => {
  const days = daysOf(Array.from({ length: 28 }, (_, i) => (i === 3 ? null : i % 7 === 0 ? 12 : 60)));
  expect(dayInWords([{ name: 'Cyber', days }], 0, own)).toBe('2026-01-01: 12% (usual on this weekday: 12%)');
  expect(dayInWords([{ name: 'Cyber', days }], 3, own)).toBe(
    '2026-01-04: too few readers (usual on this weekday: 60%)',
  );
  const two = [
    { name: 'Cyber', days },
    { name: 'Marine', days: days.slice(1) },
  ];
  expect(dayInWords(two, 0, own)).toBe('2026-01-01: Cyber 12%, Marine 60%');
});

test.each([
  [[0, 5, 100], 'under 5%'],
  [[0, 20, 100], 'under 20%'],
])('zero in a history of %j is told as %s, because it may be a few readers', (indices, words) => {
  expect(dayInWords([{ name: 'Cyber', days: daysOf(indices) }], 0, own)).toBe(`2026-01-01: ${words}`);
});

test('a saved chart contains the same days as the page', () => {
  fc.assert(
    fc.property(fc.array(INDEX, { minLength: 2, maxLength: 28 }), (indexes) => {
      const svg = picture([{ name: 'Cyber', days: daysOf(indexes) }]);
      const [, path = ''] = /<path class="line data-1" d="([^"]*)"/.exec(svg) ?? [];
      const step = (960 - 64 - 32) / (indexes.length - 1);
      const read: (number | null)[] = indexes.map(() => null);
      for (const [, x, y] of path.matchAll(/[ML]([\d.]+) ([\d.]+)/g))
        read[Math.round(Number(x) / step)] = Math.round((390 - Number(y)) / 2.72);
      expect(read).toEqual(indexes);
    }),
    { numRuns: 200 },
  );
});

test('a saved chart has a title and a source and escapes names', () => {
  const svg = picture(
    [
      { name: '<b>A & "B"</b>', days: daysOf([10, 100]) },
      { name: 'C', days: daysOf([100, 20]) },
    ],
    'Readers of <script>\u0007',
  );
  expect(svg).toContain('Source: desk.example');
  expect(svg).toContain('Each day as a share of the highest.');
  expect(svg).toContain('&lt;b&gt;A &amp; &quot;B&quot;&lt;/b&gt;');
  expect(svg).not.toMatch(/<script|<b>|\p{Cc}/u);
});

test('the usual range of an hour comes from the same hour of other days, including earlier ones', () => {
  const hours = Array.from({ length: 7 * 8 }, (_, i) => ({
    date: `${dateOf(Math.floor(i / 8))}T${String((i % 8) * 3).padStart(2, '0')}:00:00Z`,
    index: (i % 8) * 10 + (i < 8 ? 5 : 0),
  }));
  const drawn = { name: 'The site', days: hours.slice(-8), before: hours.slice(0, -8) };
  expect(usualIn([drawn])).toEqual(Array.from({ length: 8 }, (_, i) => [i * 10, i * 10]));
  expect(dayInWords([drawn], 2, own)).toBe('2026-01-07T06:00:00Z: 20% (usual at this hour: 20%)');
  expect(shadedIn([drawn])).toBe('Shaded: what is usual at the hour on weekdays, from the other days.');
  expect(shadedIn([{ name: 'An article', days: hours }])).toBe('');
});

test('hours of a weekend have no usual range, because other days are mostly weekdays', () => {
  const hours = Array.from({ length: 7 * 8 }, (_, i) => ({
    date: `${dateOf(Math.floor(i / 8))}T${String((i % 8) * 3).padStart(2, '0')}:00:00Z`,
    index: 50,
  }));
  const known = usualIn([{ name: 'The site', days: hours, before: [] }]);
  const daysWithRange = new Set(hours.flatMap(({ date }, i) => (known[i] ? new Date(date).getUTCDay() : [])));
  expect([...daysWithRange].toSorted()).toEqual([1, 2, 3, 4, 5]);
});

test('a chart shades the usual range of days only if it has no gaps', () => {
  const days = daysOf(Array.from({ length: 28 }, (_, i) => (i % 7 === 3 && i < 14 ? null : 40)));
  expect(usualOf(days).filter((range) => range === null)).not.toEqual([]);
  expect(shadedRangesIn([{ name: 'Cyber', days }])).toEqual([]);
  const complete = daysOf(Array.from({ length: 28 }, () => 40));
  expect(shadedRangesIn([{ name: 'Cyber', days: complete }])).toEqual(usualOf(complete));
  expect(shadedIn([{ name: 'Cyber', days }])).toBe('');
});

test('a chart of ranks contains each topic once with all its ranks', () => {
  const topics = [
    { name: 'Cyber & co', ranks: [10, 1, null, 1], words: 'No. 1 yesterday' },
    { name: 'Marine', ranks: [1, 100, 1, 100], words: 'No. 100 yesterday' },
  ];
  const frame = { title: 'Ranks', caption: 'By day', source: 'Source: desk.example' };
  const svg = bumpPicture(frame, { days: [{ name: '4 Jan', i: 3 }], topics });
  const textsOf = (look: string) =>
    Array.from(svg.matchAll(new RegExp(`class="${look}"[^>]*>([^<]*)<`, 'g')), ([, words]) => words);
  expect(textsOf('name')).toEqual(['Cyber &amp; co', 'Marine']);
  expect(textsOf('ranks')).toEqual(topics.map(({ words }) => words));
  for (const { ranks } of topics)
    expect(svg).toContain(`d="${ranksPath(ranks, { width: 588, height: 30, worst: worstOf(topics) })}"`);
  // No. 10 is halfway from No. 1 to No. 100.
  expect(ranksPath([10, 1, null, 100], { width: 30, height: 40, worst: 100 })).toBe('M0 20L10 0M30 40h.01');
  expect(worstOf([{ ranks: [3, null] }])).toBe(10);
});

test('oddHour() finds an hour far from its usual range, at weekends only if busier', () => {
  const week = (last: number) =>
    Array.from({ length: 7 * 24 }, (_, i) => ({
      date: new Date(Date.UTC(2026, 0, 5, i)).toISOString().replace('.000Z', 'Z'),
      index: i === 6 * 24 + 14 ? last : i % 24 === 14 ? 50 + (Math.floor(i / 24) % 3) * 5 : 40,
    }));
  const onSunday = { isOf: (at: string) => at.startsWith('2026-01-11'), isWeekend: false };
  expect(oddHour(week(100), onSunday)).toMatchObject({ at: '2026-01-11T14:00:00Z', index: 100 });
  expect(oddHour(week(0), onSunday)).toMatchObject({ at: '2026-01-11T14:00:00Z', index: 0 });
  expect(oddHour(week(0), { ...onSunday, isWeekend: true })).toBeNull();
  expect(oddHour(week(60), onSunday)).toBeNull();
  // A difference of one rounding step on a small site is not reported.
  const coarse = (last: number) => week(last).map((hour, i) => ({ ...hour, index: i === 6 * 24 + 14 ? last : 40 }));
  expect([20, 60].map((last) => oddHour(coarse(last), onSunday))).toEqual([null, null]);
  expect([0, 80].map((last) => oddHour(coarse(last), onSunday)?.index)).toEqual([0, 80]);
  expect(oddHour(week(100), { ...onSunday, isOf: () => false })).toBeUndefined();
  expect(oddHour([], onSunday)).toBeUndefined();
});

test('histories with enough readers are compared in percent of the first week that all of them have', () => {
  const doubled = { name: 'A', days: daysOf([...Array(7).fill(50), ...Array(7).fill(95)]) };
  const later = { name: 'B', days: daysOf([null, null, ...Array(7).fill(100), ...Array(5).fill(45)]) };
  const [a, b] = indexedToFirstWeek([doubled, later]) ?? [];
  // The first common week of A contains two days of the higher level.
  expect(a?.days.map(({ index }) => index)).toEqual([null, null, ...Array(5).fill(80), ...Array(7).fill(150)]);
  expect(b?.days.map(({ index }) => index)).toEqual([null, null, ...Array(7).fill(100), ...Array(5).fill(45)]);
  expect(levelsOf([doubled, later])).toEqual([0, 50, 100]);
  expect(levelsOf(indexedToFirstWeek([doubled, later]) ?? [])).toEqual([0, 75, 150]);
});

test('histories with few readers, a gap or no readers in the first week are not compared on one scale', () => {
  const fine = { name: 'A', days: daysOf(Array(14).fill(55)) };
  for (const indexes of [
    Array(14).fill(60),
    [55, null, ...Array(12).fill(55)],
    [...Array(7).fill(0), ...Array(7).fill(55)],
    Array(14).fill(null),
  ])
    expect(indexedToFirstWeek([fine, { name: 'B', days: daysOf(indexes) }])).toBeNull();
  expect(isCoarse(daysOf([0, 20, null, 100]))).toBe(true);
  expect(isCoarse(daysOf([0, 25, null, 100]))).toBe(false);
});
