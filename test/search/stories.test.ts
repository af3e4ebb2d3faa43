import { env } from 'cloudflare:test';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { articleInput } from '../../src/content/input.ts';
import { saveStories } from '../../src/content/removal/stories-by-hand.ts';
import { askWith, author, makeKey, ORIGIN, openTestDb } from '../support/index.ts';
import { sized } from '../support/size.ts';
import { makeStories, publishNewsroom, type Story } from './newsroom.ts';
import { answer } from './oracle.ts';
import { anyQuestion, toQuery } from './question.ts';
import { seed } from './seed.ts';
import { makeKeys, walk } from './walk.ts';

/** Number of random filters. Set `RUNS` to try more. */
const RUNS = Number(env.RUNS) || sized(15, 40);

const now = Math.floor(Date.now() / 1000);
/** Ids of articles ascend in the order of storage. */
const articles = makeStories(300, seed, now).map((one, i) => ({ ...one, id: i + 1 }));
const db = openTestDb();
const PREFERRED = ['news.example.com', 'example.com'];
let keys: string[] = [];
let operator = '';

/** Stored story by article. Articles form stories by their words and by joins. */
const told = new Map<number, number>();
const leads = new Map<number, number>();
const storyOf = (id: number) => told.get(id) ?? 0;
async function learn(): Promise<void> {
  const { results } = await env.DB.prepare('SELECT id, story_id FROM articles').all<{ id: number; story_id: number }>();
  for (const { id, story_id } of results) told.set(id, story_id);
}

async function join(ids: number[], lead: number | null): Promise<void> {
  const [id = 0] = ids;
  expect((await saveStories(db, [{ line: 1, value: { id, articles: ids, lead } }], author)).refusals).toEqual(
    new Map(),
  );
  if (lead !== null) leads.set(id, lead);
}

beforeAll(async () => {
  operator = await makeKey('operator');
  await publishNewsroom(operator, articles);
  keys = await makeKeys();
  Object.assign(env, { PREFERRED_SOURCES: PREFERRED.join(', ') });
  // Joins half of the articles into stories of two to twelve articles.
  const ids = articles.map(({ id }) => id).filter((id) => id % 2 === 0);
  for (let at = 0, size = 2; at < ids.length; at += size, size = 2 + ((size * 7) % 11)) {
    const some = ids.slice(at, at + size);
    if (some.length > 1) await join(some, at % 3 === 0 ? (some[1] ?? null) : null);
  }
  await learn();
});

const domain = ({ url }: Story) => new URL(url).host.replace(/^www\./, '');

/** Expected feed with one item per story, at the position of its newest article, showing its best one. */
function grouped(question: Parameters<typeof answer>[1], all: readonly Story[]): number[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  const groups = Map.groupBy(answer(all, question, now), storyOf);
  const rank = (id: number) => {
    const one = byId.get(id) as Story;
    const source = PREFERRED.indexOf(domain(one));
    return [leads.get(storyOf(id)) === id ? 0 : 1, source < 0 ? PREFERRED.length : source, one.publishedAt, id];
  };
  const before = (a: number[], b: number[]) => a.map((x, i) => x - (b[i] ?? 0)).find((x) => x !== 0) ?? 0;
  return [...groups.values()].map((ids) => ids.toSorted((a, b) => before(rank(a), rank(b)))[0] ?? 0);
}

test('any combination of filters with `stories=1` returns one item per story, with the same grouping as the reference', async () => {
  const seen = { pages: 0, found: 0, most: 0 };
  const property = fc.asyncProperty(anyQuestion(articles), fc.constantFrom(20, 20, 1, 3, 7), async (question, size) => {
    const expected = grouped(question, articles);
    const limit = expected.length > 6 * size ? 100 : size;
    const ids: number[] = [];
    for await (const page of walk(keys, `${toQuery({ ...question, limit })}&stories=1`)) {
      ids.push(...page.ids);
      seen.pages++;
      if (limit === 20) seen.most = Math.max(seen.most, page.rows);
      expect(page.rows).toBeLessThanOrEqual(5 * limit + 10);
    }
    expect(ids).toEqual(expected);
    if (ids.length > 0) seen.found++;
  });
  await fc.assert(property, { seed, numRuns: RUNS });
  console.log(
    `${RUNS} combinations, seed ${seed}: ${seen.found} found something, ${seen.pages} pages, at most ${seen.most} rows for 20`,
  );
  expect(seen.found).toBeGreaterThan(RUNS / 4);
}, 600_000);

test('paging through stories repeats none and skips none while stories grow', async () => {
  const expected = grouped({}, articles).map(storyOf);
  const stories: number[] = [];
  for await (const page of walk(keys, 'limit=20&stories=1')) {
    const first = page.ids.map(storyOf);
    stories.push(...first);
    const other = expected.find((story) => !stories.includes(story));
    for (const [story, ago] of [
      [first[0], 0],
      [first[1], 86_400 * 40],
      [other, 0],
      [other, 86_400 * 40],
    ] as const) {
      if (story === undefined) continue;
      const value = articleInput.parse({
        ...{ url: `https://late.example/${crypto.randomUUID()}`, title: 'Late', contentType: 'article' },
        publishedAt: new Date((now - ago) * 1000).toISOString(),
      });
      const saved = await saveArticles(db, [{ line: 1, value }], Date.now());
      const id = saved.ids.get(1) ?? 0;
      const members = [...told].flatMap(([one, its]) => (its === story ? [one] : []));
      const ids = [...new Set([...(members.length > 0 ? members : [story]), id])];
      expect(
        (
          await saveStories(
            db,
            [{ line: 1, value: { id: story, articles: ids, lead: leads.get(story) ?? null } }],
            author,
          )
        ).refusals,
      ).toEqual(new Map());
      await learn();
    }
  }
  expect(stories).toEqual(expected);
});

test('with `stories=1`, an item lists the other sources of its story in every format', async () => {
  const secret = await makeKey('secret');
  const ask = async (query: string) => (await askWith(secret, `/api/v2/feed/?${query}`)).text();
  const [story = 0] = [...told.values()];
  const feed = JSON.parse(await ask(`story=${story}&stories=1`));
  expect(feed.items).toHaveLength(1);
  const { id, size, sources, firstAt } = feed.items[0]._article.story;
  expect({ id, listed: sources.length > 0 && sources.length <= 5, firstAt }).toMatchObject({ id: story, listed: true });
  const whole = JSON.parse(await ask(`story=${story}&limit=100`));
  expect(whole.items).toHaveLength(size);
  expect(whole.items.map((item: { _article: { story: { id: number } } }) => item._article.story.id)).toEqual(
    Array(size).fill(story),
  );
  expect(await ask('limit=100')).not.toContain('"story"');
  expect((await ask(`story=${story}&stories=1&output=rss`)).match(/<item>/g)).toHaveLength(1);
  const html = await ask(`story=${story}&stories=1&output=html`);
  expect(html.match(/<article/g)).toHaveLength(1);
  if (sources.length > 1) expect(html).toContain('also in');
  expect((await askWith(secret, `${ORIGIN}/api/v2/feed/?stories=2`.slice(ORIGIN.length))).status).toBe(400);
});
