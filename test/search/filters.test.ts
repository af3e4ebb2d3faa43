import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { indexPending } from '../../src/content/articles/store/pending.ts';
import { makePending } from '../../src/content/index/entries.ts';
import { makeKey, openTestDb } from '../support/index.ts';
import { sized } from '../support/size.ts';
import { makeStories, publishNewsroom } from './newsroom.ts';
import { answer } from './oracle.ts';
import { anyQuestion, toQuery } from './question.ts';
import { seed } from './seed.ts';
import { makeKeys, walk } from './walk.ts';

/** Number of random filters. Set `RUNS` to try more. */
const RUNS = Number(env.RUNS) || sized(30, 60);

const now = Math.floor(Date.now() / 1000);
const stories = makeStories(400, seed, now);
let keys: string[] = [];

beforeAll(async () => {
  await publishNewsroom(await makeKey('operator'), stories);
  keys = await makeKeys();
});

test(
  'any combination of filters returns the articles of the reference, page by page, and reads few rows',
  () => compare(1),
  900_000,
);

test('filters find articles that are not indexed yet', async () => {
  await openTestDb().run(makePending(sql`id % 3 <> 0`));
  await compare(2);
  expect(await indexPending(openTestDb(), Date.now(), 1000)).toBe(stories.filter(({ id }) => id % 3 !== 0).length);
}, 900_000);

/** Compares random filters with the reference. An empty page may read `rounds` times as many rows. */
async function compare(rounds: number) {
  const seen = { pages: 0, fresh: 0, found: 0, most: 0 };
  const property = fc.asyncProperty(
    anyQuestion(stories),
    fc.constantFrom(20, 20, 1, 3, 7, 50, 100),
    async (question, size) => {
      const expected = answer(stories, question, now);
      // Walking through many small pages takes long and shows nothing new.
      const limit = expected.length > 4 * size ? 100 : size;
      const ids: number[] = [];
      for await (const page of walk(keys, `${toQuery({ ...question, limit })}&accent=00000${rounds}`)) {
        ids.push(...page.ids);
        expect(page.rows).toBeLessThanOrEqual(rounds * (2 * limit + 20 + (rounds - 1) * limit));
        seen.pages++;
        if (page.rows > 0) seen.fresh++;
        if (limit === 20) seen.most = Math.max(seen.most, page.rows);
      }
      expect(ids).toEqual(expected);
      if (ids.length > 0) seen.found++;
    },
  );
  await fc.assert(property, { seed, numRuns: RUNS });
  console.log(
    `${RUNS} combinations, seed ${seed}: ${seen.found} found something, ${seen.pages} pages, at most ${seen.most} rows for 20`,
  );
  expect(seen.found).toBeGreaterThan(RUNS / 4);
  expect(seen.fresh).toBeGreaterThan(RUNS * 0.75);
}
