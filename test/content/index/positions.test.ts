import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { newest } from '../../../src/search/cursor.ts';
import { EVERYTHING } from '../../../src/search/feed-filters.ts';
import { loadFeedPage } from '../../../src/search/page.ts';
import { seed } from '../../search/seed.ts';
import { emptyContent } from '../../support/empty-content.ts';
import { openTestDb } from '../../support/index.ts';
import { sized } from '../../support/size.ts';

const NOW = 1_760_000_000;
const db = openTestDb();

beforeEach(() => emptyContent());

const numbered = <T>(values: T[]) => values.map((value, i) => ({ line: i + 1, value }));

const store = (first: number, times: readonly number[]) =>
  saveArticles(
    db,
    numbered(
      times.map((at, i) =>
        articleInput.parse({
          id: first + i,
          url: `https://a.example/${first + i}`,
          title: `Story ${first + i}`,
          publishedAt: new Date(at * 1000).toISOString(),
          contentType: 'article',
        }),
      ),
    ),
    NOW * 1000,
  );

/** Loads the feed in pages, from the newest article to the oldest. */
async function feed(limit: number, between: () => Promise<unknown> = async () => {}): Promise<number[]> {
  const ids: number[] = [];
  for (let before: ReturnType<typeof newest> | null = newest(NOW); before; ) {
    const page = await loadFeedPage(db, { filter: EVERYTHING, geography: [], before, limit });
    ids.push(...page.items.map(({ contentId }) => contentId));
    before = page.next;
    if (before) await between();
  }
  return ids;
}

const times = fc.array(fc.oneof(fc.nat(3), fc.nat(3), fc.nat(200), fc.constant(50)), { minLength: 1, maxLength: 40 });

test('the feed is sorted by time, and articles with equal times are sorted from the last stored to the first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(times, { minLength: 1, maxLength: 8 }), async (imports) => {
      await emptyContent();
      const stored: { id: number; at: number }[] = [];
      for (const given of imports) {
        const first = stored.length + 1;
        await store(
          first,
          given.map((second) => NOW - 1000 + second),
        );
        stored.push(...given.map((second, i) => ({ id: first + i, at: NOW - 1000 + second })));
      }
      const expected = stored.toReversed().sort((a, b) => b.at - a.at);
      expect(await feed(30)).toEqual(expected.map(({ id }) => id));
    }),
    { seed, numRuns: sized(8, 40) },
  );
});

test('paging through the feed neither repeats nor skips articles while positions move and articles are deleted', async () => {
  const at = NOW - 500;
  await store(
    1,
    Array.from({ length: 60 }, (_, i) => at + i),
  );
  const there = await feed(7);
  let next = 1000;
  const gone = new Set<number>();
  const met = await feed(7, async () => {
    await store(
      next,
      Array.from({ length: 10 }, () => at + 30),
    );
    next += 10;
    const [id] = there.splice(there.length - 3, 1);
    gone.add(id ?? 0);
    await db.run(sql`DELETE FROM articles WHERE id = ${id}`);
  });
  expect(met.length).toBe(new Set(met).size);
  expect(met.filter((id) => id < 1000 && !gone.has(id))).toEqual(there.filter((id) => !gone.has(id)));
  const [moved] = await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM articles WHERE position <> published_at`);
  expect(moved?.n).toBeGreaterThan(10);
});

test('concurrent imports of many articles per second keep the order even in crowded seconds', async () => {
  const at = NOW - 5000;
  const full = Array.from({ length: 700 }, (_, i) => at + Math.floor(i / 3));
  await store(1, full);
  const bursts = [10, 11, 40, 41, 90, 230].map((second) => at + second);
  const times = Array.from({ length: 250 }, (_, i) => bursts[(i * 7) % bursts.length] ?? at);
  const imports = [1, 2, 3].map((n) => ({ first: n * 1000, times: times.toSpliced(0, n) }));
  const saved = await Promise.all(imports.map(({ first, times }) => store(first, times)));
  expect(saved.map(({ created }) => created.size)).toEqual([249, 248, 247]);
  const ids = await feed(100);
  expect(new Set(ids).size).toBe(700 + 249 + 248 + 247);
  const timeOf = new Map([
    ...full.map((time, i) => [i + 1, time] as const),
    ...imports.flatMap(({ first, times }) => times.map((time, i) => [first + i, time] as const)),
  ]);
  const met = ids.map((id) => timeOf.get(id) ?? 0);
  expect(met).toEqual(met.toSorted((a, b) => b - a));
  for (const first of [1, 1000, 2000, 3000]) {
    const those = ids.filter((id) => id >= first && id < first + 1000);
    expect(those).toEqual(those.toSorted((a, b) => (timeOf.get(b) ?? 0) - (timeOf.get(a) ?? 0) || b - a));
  }
});
