import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ArticleFacts,
  HORIZON,
  type HourTotal,
  liveFrom,
  RollingWindow,
  windowStarts,
} from '../../src/engagement/window.ts';
import { seed } from '../search/seed.ts';

const HOUR = 500_000;
const facts: ArticleFacts[] = [1, 2, 3].map((id) => ({
  id,
  topics: [id],
  contentType: 'article',
  sourceType: null,
  source: 'a.example',
}));

const engagementOf = (window: RollingWindow) =>
  Array.from(window.engagement(), ({ contentId, day, week, previous }) => ({ contentId, day, week, previous })).sort(
    (a, b) => a.contentId - b.contentId,
  );

test('windows are whole hours that end with the running one', () => {
  expect(windowStarts(HOUR)).toEqual({ day: HOUR - 23, week: HOUR - 167, previous: HOUR - 335 });
  expect(liveFrom(HOUR)).toBe(HOUR - 1);
});

test.each([
  ['the running hour', HOUR, 'changed', [{ contentId: 1, day: [2, 1], week: [2, 1], previous: 0 }]],
  ['the hour before', HOUR - 1, 'changed', [{ contentId: 1, day: [2, 1], week: [2, 1], previous: 0 }]],
  ['an hour that is sealed', HOUR - 2, 'late', []],
  ['the hour to come', HOUR + 1, 'changed', [{ contentId: 1, day: [], week: [], previous: 0 }]],
])('a total of %s', (_name, hour, news, engagement) => {
  const window = new RollingWindow(HOUR, [], facts);
  expect(window.tell({ contentId: 1, hour, counts: [2, 1] })).toBe(news);
  expect(engagementOf(window)).toEqual(engagement);
});

test('clicks of an article that nothing is known of are in no window until it is', () => {
  const window = new RollingWindow(HOUR, [], []);
  window.tell({ contentId: 9, hour: HOUR, counts: [1] });
  expect(engagementOf(window)).toEqual([]);
  window.tell({ contentId: 9, hour: HOUR, counts: [2] }, { ...(facts[0] as ArticleFacts), id: 9 });
  expect(engagementOf(window)).toEqual([{ contentId: 9, day: [2], week: [2], previous: 0 }]);
});

test('facts that were loaded are not replaced by those told, which may be older', () => {
  const window = new RollingWindow(HOUR, [], facts);
  window.tell({ contentId: 1, hour: HOUR, counts: [1] }, { ...(facts[0] as ArticleFacts), topics: [1, 47] });
  expect([...window.engagement()].map((article) => article.facts.topics)).toEqual([[1]]);
});

const totals = fc.array(
  fc.record({
    contentId: fc.integer({ min: 1, max: 3 }),
    hour: fc.constantFrom(HOUR, HOUR - 1),
    counts: fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)).map((counts): number[] => counts),
  }),
  { maxLength: 12 },
);

test('a total told twice, late or out of order changes nothing', () => {
  const property = fc.property(totals, fc.infiniteStream(fc.nat()), (told, order) => {
    // Totals only grow: each is at least as large as all before it of its article and hour.
    const grown = told.map((total, i) => ({
      ...total,
      counts: total.counts.map((_, m) => sumOf(told.slice(0, i + 1), total, m)),
    }));
    const inOrder = new RollingWindow(HOUR, [], facts);
    for (const total of grown) inOrder.tell(total);
    const shuffled = [...grown, ...grown]
      .map((total) => ({ total, key: order.next().value }))
      .sort((a, b) => a.key - b.key);
    const anyhow = new RollingWindow(HOUR, [], facts);
    for (const { total } of shuffled) anyhow.tell(total);
    expect(engagementOf(anyhow)).toEqual(engagementOf(inOrder));
    for (const total of grown) expect(anyhow.tell(total)).toBe('known');
  });
  fc.assert(property, { seed, numRuns: 300 });
});

const sumOf = (told: readonly HourTotal[], { contentId, hour }: HourTotal, measure: number) =>
  told
    .filter((each) => each.contentId === contentId && each.hour === hour)
    .reduce((sum, { counts }) => sum + (counts[measure] ?? 0), 0);

const clicks = fc.array(
  fc.record({ contentId: fc.integer({ min: 1, max: 3 }), hour: fc.integer({ min: HOUR - HORIZON - 20, max: HOUR }) }),
  { maxLength: 60 },
);

test('engagement equals a plain recount at every hour while time moves by reloads', () => {
  const property = fc.property(clicks, (clicks) => {
    for (const later of [0, 1, 2, 23, 24, 25, 144, 168, 169, 312, 335, 336, 337]) {
      const hour = HOUR + later;
      expect(engagementOf(reload(clicks, hour))).toEqual(recount(clicks, hour));
    }
  });
  fc.assert(property, { seed, numRuns: 150 });
});

type Click = { contentId: number; hour: number };

const count = (clicks: readonly Click[], contentId: number, from: number, to: number) =>
  clicks.filter((click) => click.contentId === contentId && click.hour >= from && click.hour <= to).length;

/** As the object does: sums of the sealed hours at once, the live ones as totals. */
function reload(clicks: readonly Click[], hour: number): RollingWindow {
  const { day, week, previous } = windowStarts(hour);
  const sealed = liveFrom(hour) - 1;
  const window = new RollingWindow(
    hour,
    facts
      .map(({ id }) => ({
        contentId: id,
        day: [count(clicks, id, day, sealed)],
        week: [count(clicks, id, week, sealed)],
        previous: count(clicks, id, previous, week - 1),
      }))
      .filter(({ contentId }) => count(clicks, contentId, previous, sealed) > 0),
    facts,
  );
  for (const { id } of facts)
    for (const live of [hour - 1, hour]) {
      const total = count(clicks, id, live, live);
      if (total > 0) window.tell({ contentId: id, hour: live, counts: [total] });
    }
  return window;
}

const recount = (clicks: readonly Click[], hour: number) =>
  facts
    .map(({ id }) => ({
      contentId: id,
      day: [count(clicks, id, hour - 23, hour)],
      week: [count(clicks, id, hour - 167, hour)],
      previous: count(clicks, id, hour - 335, hour - 168),
    }))
    .filter(({ week, previous }) => (week[0] ?? 0) + previous > 0);
