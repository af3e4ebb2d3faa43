import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hourIndex } from '../../../src/rankings/math/figures/hour-index.ts';
import { FUTURE } from '../../routes/insights/newsroom.ts';
import type { Article, Click } from '../../routes/insights/oracle.ts';
import { askFresh, importAt, stage } from '../../routes/insights/stage.ts';
import { seed } from '../../search/seed.ts';
import { sized } from '../../support/size.ts';

const HOUR = 3600;
/** All requests happen at half past ten. */
const NOW = FUTURE + 40 * 86_400 + 10.5 * HOUR;
const NOW_HOUR = Math.floor(NOW / HOUR);
const TOPICS = [1, 2, 47].map((id) => ({ id, name: `T${id}`, slug: `t-${id}`, description: '', category: 2 }));
const ARTICLES = [[1], [1, 47], [2]].map(
  (topics, i): Article => ({
    id: i + 1,
    url: `https://alpha.example/${i}`,
    title: `S${i}`,
    contentType: 'article',
    topics,
  }),
);

/**
 * Points have the smallest width at which one of them reaches 15. Steps are 5 if the highest reaches 50, otherwise 20.
 */
function plainHours(clicks: readonly Click[], length: number) {
  for (const width of [1, 2, 3, 6, 12, 24].filter((hours) => hours * 7 <= length)) {
    const starts = Array.from({ length: 24 * 7 + 24 }, (_, i) => NOW_HOUR - 24 * 7 + i).filter(
      (hour) => hour % width === 0 && hour >= NOW_HOUR - length && hour + width <= NOW_HOUR,
    );
    const within = (start: number) =>
      clicks.filter(({ at }) => at >= start * HOUR && at < (start + width) * HOUR).length;
    const highest = Math.max(...starts.map(within));
    if (highest < 15) continue;
    const first = Math.min(...clicks.map(({ at }) => at));
    const step = highest >= 50 ? 5 : 20;
    const indexOf = (start: number) =>
      (start + width) * HOUR <= first ? null : Math.floor((100 * within(start)) / highest / step + 0.5) * step;
    return { width, hours: starts.map((start) => ({ at: nameOf(start), index: indexOf(start) })) };
  }
  const hours = Array.from({ length }, (_, i) => ({ at: nameOf(NOW_HOUR - length + i), index: null }));
  return { width: 1, hours };
}
const nameOf = (hour: number) => `${new Date(hour * HOUR * 1000).toISOString().slice(0, 19)}Z`;

const askHours = async (path: string) => {
  const answer = await askFresh(`/api/v2/insights/${path}`);
  return answer.ok ? ((await answer.json()) as { data: object }).data : answer.status;
};

let readers = 0;
const clicksOf = (contentId: number, hoursAgo: number, count: number): Click[] =>
  Array.from({ length: count }, () => ({
    contentId,
    at: NOW - HOUR * hoursAgo,
    reader: `reader ${readers++}`,
    signed: true,
  }));

test('hourly engagement of the site, a topic and an article equals a recount', async () => {
  const visits = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(200), fc.integer({ min: 1, max: 70 })), {
    maxLength: 12,
  });
  const property = fc.asyncProperty(visits, fc.constantFrom(24, 48, 100, 168), async (visits, hours) => {
    const clicks = visits.flatMap(([id, ago, count]) => clicksOf(id, ago, count));
    await stage({ topics: TOPICS, sources: [], articles: ARTICLES, clicks: [], shares: null }, NOW);
    // Hours do not depend on a stored ranking, so the response must include unpublished counts.
    await importAt(clicks, NOW);
    const of = (is: (topics: readonly number[], id: number) => boolean) =>
      plainHours(
        clicks.filter(({ contentId }) => is(ARTICLES[contentId - 1]?.topics ?? [], contentId)),
        hours,
      );
    expect(await askHours(`hours/?hours=${hours}`)).toEqual(of(() => true));
    expect(await askHours(`topics/1/hours/?hours=${hours}`)).toEqual({ topicId: 1, ...of((t) => t.includes(1)) });
    expect(await askHours(`content/3/hours/?hours=${hours}`)).toEqual({ contentId: 3, ...of((_, id) => id === 3) });
    expect(await askHours(`topics/1/hours/?hours=${hours}&riskManagement=true`)).toEqual({
      topicId: 1,
      ...of((t) => t.includes(1) && t.includes(47)),
    });
  });
  await fc.assert(property, { seed, numRuns: sized(3, 6) });
  expect(await askHours('topics/99/hours/')).toBe(404);
  expect(await askHours('content/99/hours/')).toBe(404);
  expect(await askHours('hours/?hours=169')).toBe(400);
});

test('a thousand clicks from one network do not distort the hourly curve of a day', async () => {
  const honest = Array.from({ length: 48 }, (_, ago) =>
    Array.from({ length: 20 }, (_, i) => ({
      contentId: 1,
      at: NOW - HOUR * (ago + 1),
      reader: `r${readers++}`,
      network: (i * 7 + ago) % 32,
      prefix: (i * 11 + ago) % 32,
      browser: i % 16,
    })),
  ).flat();
  const fleet = Array.from({ length: 1000 }, () => ({
    contentId: 1,
    at: NOW - HOUR * 5,
    reader: `r${readers++}`,
    network: 3,
    prefix: 4,
    browser: 5,
  }));
  const even = (kind: number) => Array.from({ length: kind }, () => 1 / kind);
  const shares = { samples: 1000, network: even(32), prefix: even(32), browser: even(16), audiences: null };
  const newsroom = { topics: TOPICS, sources: [], articles: ARTICLES, shares };
  await stage({ ...newsroom, clicks: [...honest, ...fleet] }, NOW);
  const { hours } = (await askHours('content/1/hours/?hours=48')) as ReturnType<typeof plainHours>;
  const known = hours.map(({ index }) => index ?? 0).sort((a, b) => a - b);
  // Without discounting, every other hour would be at most 2% of the attacked hour.
  expect(known[Math.floor(known.length / 2)]).toBeGreaterThanOrEqual(15);
});

test('points of hourly engagement have the shortest width that reaches fifteen and are aligned to UTC', () => {
  const at = (hour: number) => (hour === 100 ? 9 : hour === 101 ? 6 : 0);
  const { width, points } = hourIndex(at, 100, { hour: 120, length: 48 });
  expect([width, points[0]?.hour, points.at(-1)?.hour]).toEqual([2, 72, 118]);
  expect(points.filter(({ index }) => index === 100).map(({ hour }) => hour)).toEqual([100]);
  expect(points.filter(({ index }) => index === null).map(({ hour }) => hour)).toEqual(
    Array.from({ length: 14 }, (_, i) => 72 + 2 * i),
  );
});
