import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { deleteArticle } from '../../src/content/removal/remove-article.ts';
import { saveStories, splitStory, storiesOf } from '../../src/content/removal/stories-by-hand.ts';
import { StoryMatcher } from '../../src/content/stories/match.ts';
import { rebuildStories } from '../../src/content/stories/rebuild.ts';
import { NO_PRECONDITION } from '../../src/db/client.ts';
import { article, emptyNewsroom } from '../clicks/support.ts';
import { author, openTestDb } from '../support/index.ts';
import { sized } from '../support/size.ts';
import { storyFaults } from './managed/stored.ts';

beforeEach(emptyNewsroom);

const told = (id: number, title: string, introduction = '', hours = 0) => ({
  line: id,
  value: { ...article(id, []).value, title, introduction, publishedAt: 1_790_000_000 + hours * 3600 },
});
type Line = ReturnType<typeof told>;
const saveAll = (db: ReturnType<typeof openTestDb>, lines: Line[]) => saveArticles(db, lines as never, Date.now());
const save = (...lines: Line[]) => saveAll(openTestDb(), lines);
const rebuild = () => rebuildStories(openTestDb(), { after: 0, limit: 1000 }, Date.now());

async function storiesNow(where = 'true'): Promise<Record<number, number>> {
  const { results } = await env.DB.prepare(
    `SELECT a.id, a.story_id FROM articles a JOIN stories s ON s.id = a.story_id WHERE ${where} ORDER BY a.id`,
  ).all<{ id: number; story_id: number }>();
  return Object.fromEntries(results.map((row) => [row.id, row.story_id]));
}

const RAISED = 'Munich Re raises its profit target after a quiet hurricane season';

test('only reports of the same event become one story, whether they are saved together or one by one', async () => {
  const lines = [
    told(1, RAISED),
    told(2, 'Quiet hurricane season lets Munich Re raise profit target'),
    told(3, 'Allianz names new head of its Asian operations'),
    told(4, 'Lloyd’s fines a broker for late filings'),
    told(5, 'Munich Re lifts profit target', '', 5),
    told(6, RAISED, '', 24 * 30),
  ];
  await save(...lines);
  const together = await storiesNow();
  expect(together).toEqual({ 1: 1, 2: 1, 3: 3, 4: 4, 5: 1, 6: 6 });
  expect(await rebuild()).toEqual({ examined: 6, changed: 0, after: null });
  expect(await storiesNow()).toEqual(together);
  await emptyNewsroom();
  for (const line of lines) await save(line);
  expect(await storiesNow()).toEqual(together);
  expect(await storyFaults()).toEqual([]);
});

const PAIRS: [one: string, other: string, isSame: boolean][] = [
  [
    'Lloyd’s of London says Hurricane Milo claims to top $3 billion',
    'Lloyd’s of London names new head of people',
    false,
  ],
  ['Corvane Re Reports Third Quarter 2026 Results', 'Aldmoor Group Reports Third Quarter 2026 Results', false],
  ['Corvane buys Leeds broker Pell & Son', 'Corvane buys Dutch agency Havenaar', false],
  ['S&P cuts Aldmoor Mutual to BBB', 'Aldmoor Mutual cuts motor rates 6% in Ohio', false],
  ['Hail batters Toowoomba as claims pour in', 'Toowoomba hailstorm claims top 12,000', true],
  ['Corvane earns $1.4bn in quarter', 'Corvane posts profit of 1.4 billion dollars', true],
  ['Corvane snaps up Leeds broker Pell & Son', 'Pell & Son bought by Corvane', true],
];
test.each(PAIRS)('“%s” and “%s” belong to the same story: %s', (one, other, isSame) => {
  const matcher = new StoryMatcher(new Map());
  const place = (title: string, id: number) =>
    matcher.place({ title, introduction: '', language: 'en', publishedAt: 1e9 + id }, id);
  for (let i = 0; i < 40; i++) place(headline(i * 17), 100 + i);
  expect(place(one, 1) === place(other, 2)).toBe(isSame);
});

test('an article with a changed title is matched again, and articles that an editor has split stay separate', async () => {
  await save(told(1, RAISED), told(2, 'Allianz names new head of its Asian operations'), told(3, RAISED));
  await save(told(2, 'Munich Re raises profit target, and Allianz looks on'));
  expect(await storiesNow()).toEqual({ 1: 1, 2: 1, 3: 1 });
  await save(told(2, 'Lloyd’s fines a broker for late filings'));
  expect(await storiesNow()).toEqual({ 1: 1, 2: 2, 3: 1 });
  const [story] = await storiesOf(openTestDb(), [3]);
  if (story) await splitStory(openTestDb(), story, [3], author, NO_PRECONDITION);
  await save(told(4, 'Munich Re raises its profit target'));
  await save(told(3, 'Munich Re raises profit target after quiet season'));
  await rebuild();
  const { 1: first, 3: split } = await storiesNow();
  expect(split).not.toBe(first);
  expect(await storyFaults()).toEqual([]);
});

const NAMES = 'Allianz Zurich Aviva Generali Chubb Hiscox Beazley Swiss Hannover Scor Axa Mapfre Talanx Ageas'.split(
  ' ',
);
const VERBS = 'buys sells fines sues names insures drops hires warns audits backs cuts'.split(' ');
const THINGS =
  'drone flood cyber marine pension travel motor crop satellite cargo hospital bridge festival dairy'.split(' ');
const word = (number: number) => `Wo${String(number).replace(/\d/g, (digit) => 'bcdfghklmn'[Number(digit)] ?? '')}`;
const BOILERPLATE = 'Sign up for our letter and never miss what matters to people like you in your trade.';
const any = (list: string[], i: number) => list[i % list.length] ?? '';
const headline = (i: number) =>
  `${any(NAMES, i)} ${any(VERBS, i * 7)} ${any(THINGS, i * 5 + Math.floor(i / 14))} ${any(NAMES, i * 3 + 1)} unit ${i}`;

const CROWD = sized(1000, 3000);
test.each<[what: string, told: (i: number) => [title: string, introduction: string], largest: number]>([
  ['headlines that differ only by a number', (i) => [`Story ${i}`, ''], 1],
  ['headlines that differ only by a date', (i) => [`Market update ${i} May`, ''], 1],
  ['a repeated introduction', (i) => [[i, 7 * i, 13 * i].map(word).join(' '), BOILERPLATE], 6],
  ['a repeated headline', () => ['Insured losses from floods put at £7.1bn', ''], 500],
])(`the largest story among ${CROWD} articles stays within its limit for %s`, (_, told, largest) => {
  const matcher = new StoryMatcher(new Map());
  const sizes = new Map<number, number>();
  for (let i = 1; i <= CROWD; i++) {
    const [title, introduction] = told(i);
    const story = matcher.place({ title, introduction, language: 'en', publishedAt: 1e9 }, i);
    sizes.set(story, (sizes.get(story) ?? 0) + 1);
  }
  expect(Math.max(...sizes.values())).toBeLessThanOrEqual(largest);
});

test('finding stories reads and writes few rows per article and per import', async () => {
  const rowsOf = async (from: number, count: number) => {
    const db = openTestDb();
    const introduction = (i: number) => `${headline(i * 11)} as ${headline(i * 13)} said ${i}.`;
    await saveAll(
      db,
      Array.from({ length: count }, (_, i) => told(from + i, headline(from + i), introduction(i))),
    );
    return [db.usage.rowsRead, db.usage.rowsWritten];
  };
  const [read = 0, written = 0] = await rowsOf(1, 1000);
  const [readOnce = 0, writtenOnce = 0] = await rowsOf(2000, 1);
  console.log(`1,000 articles: ${read} rows read, ${written} written; one more: ${readOnce}, ${writtenOnce}`);
  // Without stories, the import read 35,273 rows and wrote 6,018, and a single article read 61 and wrote 7.
  expect(read).toBeLessThan(35_273 * 1.1);
  expect(written).toBeLessThan(6_018 * 1.1);
  expect(readOnce - 61).toBeLessThanOrEqual(20);
  expect(writtenOnce - 7).toBeLessThanOrEqual(6);
});

const stored = (what: string, table: string) =>
  env.DB.prepare(`SELECT ${what} AS found FROM ${table}`).first<number>('found');

test('terms of stories are stored in few rows, whether articles are saved one by one or at once', async () => {
  const first = told(1, 'The Constructor of Havenaar collapses in Rotterdam');
  await save(first);
  for (let i = 2; i < 14; i++) await save(told(i, headline(i * 17)));
  await Promise.all([20, 21, 22, 23, 24].map((i) => save(told(i, headline(i * 17)))));
  expect(await stored('count(*)', 'story_words')).toBeLessThanOrEqual(12);
  const states = await stored(
    'count(*)',
    'story_terms, json_each(states) s WHERE s.value ->> 1 > 0 AND CAST(s.key AS INTEGER) < 100',
  );
  const seen = await stored(`sum(words ->> '$."".n')`, 'story_words');
  expect(seen).toBe(states);
  await save(told(30, 'In Rotterdam the Constructor of Havenaar collapses'));
  expect(await storiesNow('a.id = 30')).toEqual({ 30: 1 });
});

test('importing an archive in order leaves no terms of stories that have ended', async () => {
  const now = Math.floor(Date.now() / 1000);
  const at = (id: number, days: number, title: string) => {
    const line = told(id, title);
    return { ...line, value: { ...line.value, publishedAt: now - days * 24 * 3600 } };
  };
  await save(at(1, 1, RAISED));
  for (let i = 0; i < 10; i++)
    await save(at(100 + i * 16, 400 - i * 10, headline(i * 17)), at(101 + i * 16, 399 - i * 10, headline(i * 17)));
  expect(await stored('count(*)', 'story_terms')).toBeLessThanOrEqual(3);
  const copies = await storiesNow('a.id >= 100');
  for (let i = 0; i < 10; i++) expect(copies[101 + i * 16]).toBe(100 + i * 16);
  await save(at(2, 0, RAISED));
  expect(await storiesNow('a.id < 3')).toEqual({ 1: 1, 2: 1 });
});

const RUNS = Number(env.RUNS ?? 0) || 2;
const id = fc.integer({ min: 1, max: 8 });
const title = fc
  .array(fc.constantFrom(...NAMES.slice(0, 4), ...VERBS.slice(0, 3), ...THINGS.slice(0, 3)), {
    minLength: 3,
    maxLength: 5,
  })
  .map((list) => list.join(' '));
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constant('save'), id, title, hours: fc.integer({ min: 0, max: 60 }) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('delete', 'split', 'rebuild'), id }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('join'), id, other: id }) },
);
type Step = { op: string; id: number; title?: string; hours?: number; other?: number };

async function take({ op, id, title = '', hours, other = 0 }: Step): Promise<unknown> {
  const db = openTestDb();
  if (op === 'save') return save(told(id, title, '', hours));
  if (op === 'rebuild') return rebuild();
  if (op === 'delete') return deleteArticle(db, id);
  const [story] = await storiesOf(db, [id]);
  const [second] = await storiesOf(db, [other]);
  if (op === 'split') return story && story.articles.length > 1 && splitStory(db, story, [id], author, NO_PRECONDITION);
  const articles = [...new Set([...(story?.articles ?? []), ...(second?.articles ?? [])])];
  return story && second && saveStories(db, [{ line: 1, value: { ...story, articles } }], author);
}

test(`in ${RUNS} histories, each article is in one story, each story has an article, and editors’ decisions are kept`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step as fc.Arbitrary<Step>, { minLength: 5, maxLength: 15 }), async (steps) => {
      await emptyNewsroom();
      for (const one of steps) {
        const before = await storiesNow('s.decided');
        await take(one);
        expect(await storyFaults()).toEqual([]);
        if (one.op === 'delete') delete before[one.id];
        if (one.op !== 'split' && one.op !== 'join') expect(await storiesNow()).toMatchObject(before);
      }
    }),
    { numRuns: RUNS },
  );
}, 600_000);
