import { env } from 'cloudflare:test';
import * as fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { consumeClicks } from '../../../src/clicks/consume/consumer.ts';
import { LEVELS, type ReadLevel } from '../../../src/db/read-columns.ts';
import {
  computeReadThroughRates,
  lengthClassOf,
  loadArticleRates,
  loadReadThroughRates,
} from '../../../src/rankings/read-depth/compute-rates.ts';
import { askWith, makeKey, openTestDb, publish, rowsRead } from '../../support/index.ts';

const DAY = 86_400_000;
const NOW = Date.now();
const db = openTestDb();
const TOPICS = [1, 2, 47];
const ARTICLES = [
  { id: 1, topics: [1, 2], section: 'News', authors: ['Ann', 'Bo'], words: 300, host: 'a' },
  { id: 2, topics: [1, 47], section: 'News', authors: ['Ann', 'Ann'], words: 399, host: 'b' },
  { id: 3, topics: [2], section: 'Views', authors: [], words: 400, host: 'a' },
  { id: 4, topics: [47], section: null, authors: ['Bo'], words: null, host: 'b' },
  { id: 5, topics: [1, 2, 47], section: 'News', authors: ['Ann'], words: 5000, host: 'a' },
];
type Article = (typeof ARTICLES)[number];
const keys = { secret: '', operator: '' };

beforeAll(async () => {
  keys.secret = await makeKey('secret');
  keys.operator = await makeKey('operator');
  const topic = (id: number) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, description: '', category: 1 });
  await publish(keys.operator, 'topics', TOPICS.map(topic));
  const told = ARTICLES.map(({ host, authors, words, ...article }) => ({
    ...article,
    url: `https://${host}.example/${article.id}`,
    title: `Story ${article.id}`,
    contentType: 'report',
    authors: authors.map((name) => ({ name })),
    ...(words && { words }),
    publishedAt: '2026-01-01T00:00:00Z',
  }));
  expect(await publish(keys.operator, 'articles', told)).toMatchObject({ rejected: [] });
  await env.DB.exec(`UPDATE articles SET published_at = ${Math.ceil(NOW / 1000) + 3600} WHERE id = 5`);
});

beforeEach(async () => {
  const tables = [0, 1, 2, 3, 4].flatMap((n) => [`read_ids_${n}`, `read_days_${n}`]);
  await env.DB.batch([...tables, 'set_reads'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

interface Read {
  who: number;
  contentId: number;
  level: ReadLevel;
  ago: number;
  classes?: [number, number, number];
}

async function count(reads: readonly Read[]): Promise<void> {
  const bodies = reads.map(({ who, contentId, level, ago, classes: of }) => {
    const hour = Math.floor((NOW - ago * DAY) / 3_600_000);
    const id = `${who}${contentId}${Math.floor(hour / 24)}`.padStart(32, '0');
    const sender = of
      ? { origin: 'unsigned', network: of[0], prefix: of[1], browser: of[2] }
      : { origin: 'signed', reader: who % 32 };
    return { v: 1, kind: 'read', id, contentId, hour, level, ...sender };
  });
  const messages = bodies.map((body, i) => ({
    id: `${i}`,
    timestamp: new Date(NOW),
    attempts: 1,
    body,
    ack() {},
    retry() {},
  }));
  await consumeClicks({ queue: 'clicks', messages, ackAll() {}, retryAll() {} } as never, env, NOW);
}

const SETS = {
  topic: ({ topics }: Article) => topics.map(String),
  source: ({ host }: Article) => [`${host}.example`],
  section: ({ section }: Article) => (section ? [section] : []),
  author: ({ authors, host }: Article) => [...new Set(authors)].map((name) => `${name.toLowerCase()}@${host}.example`),
  kind: ({ words }: Article) => [`report ${words === null ? '' : words < 400 ? 'short' : 'medium'}`],
};

/** Counts daily readers who opened an article, and those who read at least half. */
function oracle(reads: readonly Read[], by: keyof typeof SETS, days: number, isRisk: boolean): [string, number][] {
  const sets = new Map<string, { opened: Set<string>; half: Set<string> }>();
  for (const { who, contentId, level, ago } of reads) {
    const article = ARTICLES[contentId - 1] as Article;
    if (ago > days || contentId === 5 || (isRisk && !article.topics.includes(47))) continue;
    for (const id of SETS[by](article)) {
      const set = sets.get(id) ?? { opened: new Set(), half: new Set() };
      sets.set(id, set);
      set.opened.add(`${who} ${contentId} ${ago}`);
      if (level === 'half' || level === 'read') set.half.add(`${who} ${contentId} ${ago}`);
    }
  }
  const shares = [...sets].filter(([, { opened }]) => opened.size >= 50);
  return shares
    .map(([id, { opened, half }]): [string, number] => [id, Number(((100 * half.size) / opened.size).toPrecision(2))])
    .sort(([a, x], [b, y]) => y - x || a.localeCompare(b, 'en', { numeric: true }));
}

test('the read-through rates of topics, sources, sections, authors and content types equal a plain count', async () => {
  let compared = 0;
  const read = fc.record({
    who: fc.nat(60),
    contentId: fc.nat(4).map((n) => n + 1),
    level: fc.constantFrom(...LEVELS, 'opened' as const),
    ago: fc.constantFrom(0, 0, 1, 2, 7, 8),
    classes: fc.option(fc.constantFrom([1, 2, 3] as [number, number, number]), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(read, { minLength: 400, maxLength: 600, size: 'max' }), async (made) => {
      // Readers with an odd number may have no signature.
      const reads = made.map(({ classes, ...own }) => (own.who % 2 && classes ? { ...own, classes } : own));
      await env.DB.batch(
        [0, 1, 2, 3, 4].flatMap((n) => [
          env.DB.prepare(`DELETE FROM read_ids_${n}`),
          env.DB.prepare(`DELETE FROM read_days_${n}`),
        ]),
      );
      await count(reads);
      await computeReadThroughRates(db, { now: NOW, isDiscounted: false, secret: 'a' });
      for (const by of Object.keys(SETS) as (keyof typeof SETS)[])
        for (const [period, days] of [['24h', 1] as const, ['7d', 7] as const])
          for (const riskManagement of [false, true]) {
            const { sets } = await loadReadThroughRates(db, { by, period, riskManagement });
            compared += sets.length;
            expect([by, sets.map(({ id, readThroughRate }) => [id, readThroughRate.percent])]).toEqual([
              by,
              oracle(reads, by, days, riskManagement),
            ]);
          }
    }),
    { numRuns: Number(process.env.RUNS || 5) },
  );
  expect(compared).toBeGreaterThan(50);
});

const readers = (n: number, half: number, contentId: number): Read[] =>
  Array.from({ length: n }, (_, who) => ({
    who,
    contentId,
    level: (who * 7919) % n < half ? 'half' : 'opened',
    ago: 0,
    classes: [(who * 7) % 32, (who * 11) % 32, (who * 5) % 16],
  }));

test('read-through rates, their CSV and the usual rate of an article read at most three database rows each', async () => {
  await count([...readers(120, 84, 1), ...readers(100, 20, 2), ...readers(60, 30, 3)]);
  await computeReadThroughRates(db, { now: NOW, isDiscounted: true, secret: 'a' });
  const ask = async (query: string) => {
    const answer = await askWith(keys.secret, `/api/v2/insights/read-through-rates/${query}`);
    expect(answer.status).toBe(200);
    expect(rowsRead(answer)).toBeLessThanOrEqual(3);
    return answer;
  };
  const { data } = (await (await ask('?by=source&limit=1')).json()) as { data: Record<string, unknown> };
  expect(data).toMatchObject({ by: 'source', period: '7d', sets: [{ id: 'a.example', name: 'a.example' }] });
  expect(data.sets).toHaveLength(1);
  expect(data).toMatchObject({
    usual: { percent: expect.any(Number), interval: [expect.any(Number), expect.any(Number)] },
  });
  const one = (await (await ask('?by=topic&id=47')).json()) as { data: { sets: { id: string; name: string }[] } };
  expect(one.data.sets.map(({ id, name }) => [id, name])).toEqual([['47', 'Topic 47']]);
  expect(await (await ask('csv/?by=author')).text()).toMatch(
    /^\uFEFF?rank,id,name,percent,intervalLow,intervalHigh\r?\n1,ann@a\.example,Ann,70,/,
  );
  const about = await askWith(keys.secret, '/api/v2/insights/content/1/');
  expect(((await about.json()) as { data: { readThroughRate: object } }).data.readThroughRate).toMatchObject({
    percent: 70,
    length: 'short',
    usual: { percent: 47 },
  });
  const desk = await askWith(keys.operator, '/manage/candidates/');
  const { newest } = (
    (await desk.json()) as { data: { newest: { contentId: number; readThroughRate: object | null }[] } }
  ).data;
  expect(
    Object.fromEntries(newest.map(({ contentId, readThroughRate }) => [contentId, readThroughRate])),
  ).toMatchObject({ 1: { percent: 70 }, 4: null });
  const wrong = await askWith(keys.secret, '/api/v2/insights/read-through-rates/?by=country&period=1h');
  expect(await wrong.json()).toMatchObject({ code: 400, data: { by: /topic, source, section, author/ } });
});

test('the read-through rate of an article changes once per hour, and a secret decides how its interval bounds are rounded', async () => {
  await count(readers(60, 30, 1));
  const shareOf = async (id: number) => (await loadArticleRates(db, [id])).get(id);
  const intervals = [];
  for (const secret of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await computeReadThroughRates(db, { now: NOW, isDiscounted: true, secret });
    const share = await shareOf(1);
    expect(share?.percent).toBe(50);
    intervals.push(JSON.stringify(share?.interval));
  }
  expect(new Set(intervals).size).toBeGreaterThan(1);
  await count(readers(200, 20, 1).slice(80));
  expect(JSON.stringify((await shareOf(1))?.interval)).toBe(intervals.at(-1));
  expect(await shareOf(65)).toBeUndefined();
});

test('an article has a length class only if its word count is known', () => {
  expect([null, 0, 399, 400, 999, 1000, 90_000].map(lengthClassOf)).toEqual([
    null,
    'short',
    'short',
    'medium',
    'medium',
    'long',
    'long',
  ]);
});

const usualReaders = (): Read[] => [1, 2, 3].flatMap((id) => readers(300, 90, id));
const topicShare = async () => {
  await computeReadThroughRates(db, { now: NOW, isDiscounted: true, secret: 'a' });
  const { sets } = await loadReadThroughRates(db, { by: 'topic', period: '7d', riskManagement: false });
  return sets.find(({ id }) => id === '1')?.readThroughRate.percent ?? 0;
};

/** Attackers forge 300 reads on a topic with a read-through rate of 30%. */
const ENEMIES: Record<string, (i: number) => [number, number, number]> = {
  'one address': () => [5, 5, 5],
  'one /48 with every browser': (i) => [5, 9, i % 16],
  'one network with every prefix and browser': (i) => [5, i % 32, i % 16],
};
for (const [who, classes] of Object.entries(ENEMIES))
  test.each(['read', 'opened'] as const)(
    `forged reads from ${who} change the read-through rate of a topic by at most 5 points: %s`,
    async (level) => {
      await count(usualReaders());
      const before = await topicShare();
      expect(before).toBe(30);
      await count(
        Array.from({ length: 300 }, (_, i) => ({
          who: 1000 + i,
          contentId: 1 + (i % 2),
          level,
          ago: 0,
          classes: classes(i),
        })),
      );
      expect(Math.abs((await topicShare()) - before)).toBeLessThanOrEqual(5);
    },
  );

test('a topic with fewer than fifty weighted readers has no read-through rate, even with 500 forged reads', async () => {
  await count(readers(49, 20, 4));
  await computeReadThroughRates(db, { now: NOW, isDiscounted: true, secret: 'a' });
  const told = () => loadReadThroughRates(db, { by: 'topic', period: '7d', riskManagement: false });
  expect(await told()).toEqual({ usual: null, sets: [] });
  await count(
    Array.from({ length: 500 }, (_, i) => ({ who: 1000 + i, contentId: 3, level: 'read', ago: 0, classes: [5, 5, 5] })),
  );
  await computeReadThroughRates(db, { now: NOW, isDiscounted: true, secret: 'a' });
  expect((await told()).sets.map(({ id }) => id)).not.toContain('2');
});
