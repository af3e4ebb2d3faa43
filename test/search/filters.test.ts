import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { indexPending } from '../../src/content/articles/store/pending.ts';
import { makePending } from '../../src/content/index/entries.ts';
import { makeKey, openTestDb } from '../support/index.ts';
import { sized } from '../support/size.ts';
import { anyChange, startChanges } from './changes.ts';
import { makeStories, publishNewsroom, type Story } from './newsroom.ts';
import { answer, type Question } from './oracle.ts';
import { anyQuestion, toQuery } from './question.ts';
import { seed } from './seed.ts';
import { makeKeys, rowsAgain, walk } from './walk.ts';

/** Number of random filters. Set `RUNS` to try more. */
const RUNS = Number(env.RUNS) || sized(30, 60);
const QUESTIONS_PER_CHANGE = 2;
/** Filters of pending articles cost most, so a quick run tries a third of them. */
const PENDING_SHARE = env.RUNS ? 1 : sized(3, 1);
const TIMEOUT_MS = 3_600_000;

const now = Math.floor(Date.now() / 1000);
const stories = makeStories(400, seed, now);
let keys: string[] = [];

beforeAll(async () => {
  await publishNewsroom(await makeKey('operator'), stories);
  keys = await makeKeys();
});

test(
  'any combination of filters returns the same articles as the reference, page by page, and reads few rows',
  () => compare(1),
  TIMEOUT_MS,
);

test(
  'filters find articles that have not been indexed yet',
  async () => {
    await openTestDb().run(makePending(sql`id % 3 <> 0`));
    await compare(2, UNCHANGED, Math.ceil(RUNS / PENDING_SHARE));
    expect(await indexPending(openTestDb(), Date.now(), 1000)).toBe(stories.filter(({ id }) => id % 3 !== 0).length);
  },
  TIMEOUT_MS,
);

test(
  'filters match the reference while articles are being written, retagged, merged, deleted and restored',
  async () => {
    const current = new Map(stories.map((story) => [story.id, story]));
    const change = await startChanges(current, seed, now);
    const changes = fc.sample(anyChange, { numRuns: Math.ceil(RUNS / QUESTIONS_PER_CHANGE), seed });
    const made = await compare(3, {
      current: () => [...current.values()],
      before: async (question) => {
        const next = question % QUESTIONS_PER_CHANGE === 0 ? changes[question / QUESTIONS_PER_CHANGE] : undefined;
        if (next) await change(next);
      },
    });
    expect(made).toBe(RUNS);
  },
  TIMEOUT_MS,
);

interface Course {
  current: () => readonly Story[];
  /** Called before each question with its number. */
  before: (question: number) => Promise<void>;
}
const UNCHANGED: Course = { current: () => stories, before: async () => {} };

/**
 * Compares random filters with the reference. While articles are pending, `times` raises the limit of rows per page.
 */
async function compare(times: number, { current, before }: Course = UNCHANGED, runs = RUNS) {
  const rounds = Math.min(times, 2);
  const seen = { questions: 0, pages: 0, fresh: 0, found: 0, most: 0 };
  const property = fc.asyncProperty(
    anyQuestion(stories),
    fc.constantFrom(20, 20, 1, 3, 7, 50, 100),
    async (question, size) => {
      await before(seen.questions++);
      const expected = answer(current(), question, now);
      // Walking through many small pages takes long and shows nothing new.
      const limit = expected.length > 4 * size ? 100 : size;
      const ids: number[] = [];
      for await (const page of walk(keys, `${toQuery({ ...question, limit })}&accent=${times}${hex(seen.questions)}`)) {
        ids.push(...page.ids);
        expect(page.rows).toBeLessThanOrEqual(rounds * (2 * limit + 20 + (rounds - 1) * limit));
        if (times === 1 && page.rows > maxRows(question, limit))
          expect(await rowsAgain(keys[0] ?? '', page.url)).toBeLessThanOrEqual(maxRows(question, limit));
        seen.pages++;
        if (page.rows > 0) seen.fresh++;
        if (limit === 20) seen.most = Math.max(seen.most, page.rows);
      }
      expect(ids).toEqual(expected);
      if (ids.length > 0) seen.found++;
    },
  );
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: current !== UNCHANGED.current });
  console.log(
    `${runs} combinations, seed ${seed}: ${seen.found} found something, ${seen.pages} pages, at most ${seen.most} rows for 20`,
  );
  expect(seen.found).toBeGreaterThan(runs / 4);
  expect(seen.fresh).toBeGreaterThan(runs * 0.75);
  return seen.questions;
}

/** Maximum number of rows that a page reads: 43 for 20 articles, or 80 if the page may be short of checked articles. */
function maxRows({ searchTerms, excludeTerms }: Question, limit: number): number {
  const isChecked = excludeTerms !== undefined || (searchTerms !== undefined && limit < 20);
  return isChecked ? 3.5 * limit + 10 : 2 * limit + 3;
}

/** Five digits of a colour, so that the edge cache has separate pages for each question. */
const hex = (count: number) => count.toString(16).padStart(5, '0');
