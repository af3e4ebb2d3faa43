import { env } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetPins } from '../../../src/content/pins/pins.ts';
import { LOW_BITS } from '../../../src/db/click-columns.ts';
import { appealSnapshots } from '../../../src/db/schema.ts';
import { columnNames, upsertRows } from '../../../src/db/sql.ts';
import { positionBucketOf, VIEW_COLUMNS, VIEW_COUNTERS } from '../../../src/db/view-columns.ts';
import { partitionOf, shownTable } from '../../../src/engagement/partitions.ts';
import { computeAppeals } from '../../../src/rankings/learning/compute-snapshot.ts';
import { forgetAppeals } from '../../../src/rankings/learning/read-snapshot.ts';
import { computePlacements } from '../../../src/rankings/object/compute-placements.ts';
import { forgetCandidates } from '../../../src/search/candidates/candidate-positions.ts';
import { randomFrom } from '../../rankings/math/placement-world.ts';
import { askWith, makeKey, openTestDb, publish, rowsRead } from '../../support/index.ts';
import { sized } from '../../support/size.ts';

const db = openTestDb();
const HOUR_MS = 3_600_000;
const NOW = Math.ceil((Date.now() + HOUR_MS) / HOUR_MS) * HOUR_MS + 600_000;
const hour = Math.floor(NOW / HOUR_MS);
const COUNT = 60;
/** Number of requests for a list, on average one every 16 seconds. */
const REQUESTS = sized(60, 150);
/** Articles of the last 60 hours, and 20 older than 72 hours. */
const articles = Array.from({ length: COUNT + 20 }, (_, i) => ({
  id: i + 1,
  url: `https://ledger.example/${i + 1}`,
  title: `Report ${i + 1}`,
  contentType: 'article',
  publishedAt: new Date(NOW - (i + 1) * HOUR_MS - (i >= COUNT ? 20 * HOUR_MS : 0)).toISOString(),
  topics: [1 + (i % 5)],
}));
const keys = { publishable: '', secret: '', operator: '' };

beforeAll(async () => {
  for (const kind of ['publishable', 'secret', 'operator'] as const) keys[kind] = await makeKey(kind);
  await publish(
    keys.operator,
    'topics',
    [1, 2, 3, 4, 5].map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, category: 1 })),
  );
  await publish(keys.operator, 'articles', articles);
});
beforeEach(async () => {
  await env.DB.exec('DELETE FROM pins');
  forgetPins();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  forgetAppeals();
  forgetCandidates();
});
afterEach(() => vi.useRealTimers());

interface Page {
  items: { id: string; _article: { pick?: string } }[];
  next_url?: string;
}

const PATH = '/api/v2/feed/?order=engaging';
const get = async (path: string, key = keys.publishable) => (await (await askWith(key, path)).json()) as Page;
const idsOf = ({ items }: Page) => items.map(({ id }) => Number(id));

async function walk(path: string): Promise<number[][]> {
  const pages: number[][] = [];
  for (let next: string | undefined = path; next; ) {
    const page: Page = await get(next);
    pages.push(idsOf(page));
    next = page.next_url?.replace(/^https?:\/\/[^/]+/, '');
  }
  return pages;
}

/** Stores readers of all 32 network buckets at the third position of a list. */
async function store(contentId: number, clicked: 0 | 1, perBucket: number): Promise<void> {
  const counters = new Float64Array(VIEW_COUNTERS.length);
  const add = (name: string, count: number) => {
    const at = VIEW_COUNTERS.indexOf(name);
    counters[at] = (counters[at] ?? 0) + count;
  };
  for (let bucket = 0; bucket < 32; bucket++) {
    add(`mark_${positionBucketOf('page', 3)}`, perBucket);
    add(`network_${bucket}`, perBucket);
    add(`prefix_${bucket}`, perBucket);
    add(`browser_${bucket >> 1}`, perBucket);
  }
  const columns = VIEW_COLUMNS.map((name, i) => [
    name,
    (counters[2 * i] ?? 0) + (counters[2 * i + 1] ?? 0) * 2 ** LOW_BITS,
  ]);
  const row = { contentId, hour: hour - 2, clicked, ...Object.fromEntries(columns) };
  const totals = shownTable(partitionOf(hour - 2));
  await db.run(upsertRows(totals, [row], { columns: columnNames(totals), key: ['contentId', 'hour', 'clicked'] }));
}

async function learn(): Promise<void> {
  for (let id = 8; id <= 40; id++) {
    await store(id, 0, 40);
    await store(id, 1, id === 30 ? 10 : 1);
  }
  await computePlacements(db, { now: NOW, isDiscounted: true });
  await computeAppeals(db, { now: NOW, isDiscounted: true });
  forgetAppeals();
}

const pin = (id: number, body: object) =>
  askWith(keys.operator, `/manage/pins/${id}`, { method: 'PUT', body: JSON.stringify(body) });
const minuteAt = (minute: number) => vi.setSystemTime(NOW + minute * 60_000);
/** Minutes of more than one hour, so that at least one of them keeps the specified order. */
const MINUTES = Array.from({ length: 80 }, (_, i) => i);

describe('pins in order=engaging', () => {
  test('hold in every minute: a position, a limit, and the place by date', async () => {
    await learn();
    await pin(40, { position: 2 });
    await pin(30, { notAbove: 6 });
    await pin(5, { notice: 'correction' });
    for (const minute of MINUTES) {
      minuteAt(minute);
      const ids = idsOf(await get(`${PATH}&limit=10&accent=00c${100 + minute}`));
      expect(ids[1]).toBe(40);
      expect(ids.slice(0, 5)).not.toContain(30);
      expect(ids[4]).toBe(5);
    }
  });

  test('expire at their time', async () => {
    await pin(50, { position: 1, until: new Date(NOW + 5 * 60_000).toISOString() });
    minuteAt(4);
    expect(idsOf(await get(`${PATH}&limit=3&accent=00d001`))[0]).toBe(50);
    minuteAt(5);
    expect(idsOf(await get(`${PATH}&limit=3&accent=00d002`))[0]).not.toBe(50);
  });

  test('apply to every list that contains the article, and to no other', async () => {
    await pin(43, { position: 1 });
    const path = (topic: number, accent: string) => `${PATH}&limit=3&includeTopics=${topic}&accent=${accent}`;
    expect(idsOf(await get(path(3, '00d003')))[0]).toBe(43);
    expect(idsOf(await get(path(2, '00d004')))).not.toContain(43);
  });

  test('are named to secret keys only', async () => {
    await pin(43, { position: 1 });
    const path = `${PATH}&limit=3&accent=00d005`;
    expect((await get(path, keys.secret)).items[0]?._article.pick).toBe('pinned');
    expect((await get(path)).items[0]?._article).not.toHaveProperty('pick');
  });

  test('are walked without a repeat or gap if an editor pins between pages', async () => {
    const seen: number[] = [];
    for (let next: string | undefined = `${PATH}&limit=9`, page = 0; next; page++) {
      minuteAt(page);
      if (page === 1) await pin(55, { position: 1 });
      if (page === 2) await pin(54, { position: 20, until: new Date(NOW + 3 * 60_000).toISOString() });
      const answer: Page = await get(next);
      seen.push(...idsOf(answer));
      next = answer.next_url?.replace(/^https?:\/\/[^/]+/, '');
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(articles.map(({ id }) => id));
  });

  test('order related articles, too', async () => {
    await pin(51, { position: 1 });
    const related = await get('/api/v2/feed/related/?id=1&order=engaging&limit=30&accent=00d006');
    expect(idsOf(related)[0]).toBe(51);
  });

  test('leave a page of 20 articles at 60 rows or fewer', async () => {
    await learn();
    for (let id = 1; id <= 12; id++) await pin(id, { notAbove: 2 });
    await askWith(keys.publishable, `${PATH}&accent=00d007`);
    minuteAt(1);
    expect(rowsRead(await askWith(keys.publishable, `${PATH}&accent=00d008`))).toBeLessThanOrEqual(60);
  });
});

describe('order=engaging', () => {
  test('without a snapshot shows newer articles first, and new ones at the exploring position', async () => {
    await env.DB.exec('DELETE FROM appeal_snapshots');
    const ids = idsOf(await get(`${PATH}&limit=10&accent=000001`));
    expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('shows an article with many clicks for its positions first in most minutes', async () => {
    await learn();
    let first = 0;
    for (let minute = 0; minute < 20; minute++) {
      vi.setSystemTime(NOW + minute * 60_000);
      const [top] = idsOf(await get(`${PATH}&limit=5&accent=0000${10 + minute}`));
      if (top === 30) first++;
    }
    expect(first).toBeGreaterThan(10);
  });

  test('a walk over minutes repeats and skips no article, and continues newest first', async () => {
    await learn();
    for (const [limit, filter] of [
      [7, ''],
      [20, '&includeTopics=2,3'],
      [100, ''],
    ] as const) {
      const pages = await walk(`${PATH}&limit=${limit}${filter}`);
      vi.setSystemTime(Date.now() + 61_000);
      const expected = articles
        .filter(({ topics: [topic = 0] }) => filter === '' || [2, 3].includes(topic))
        .map(({ id }) => id);
      expect(pages.flat().toSorted((a, b) => a - b)).toEqual(expected);
      expect(pages.flat().filter((id) => id > COUNT)).toEqual(expected.filter((id) => id > COUNT));
    }
  });

  test('a walk repeats and skips no article if each page is read in another minute, and another snapshot', async () => {
    await learn();
    const seen: number[] = [];
    for (let next: string | undefined = `${PATH}&limit=9`, page = 0; next; page++) {
      vi.setSystemTime(NOW + page * 25 * 60_000);
      forgetCandidates();
      if (page === 3) await computeAppeals(db, { now: Date.now(), isDiscounted: true });
      const answer: Page = await get(next);
      seen.push(...idsOf(answer));
      next = answer.next_url?.replace(/^https?:\/\/[^/]+/, '');
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(articles.map(({ id }) => id));
  });

  test('random walks over minutes, snapshots and new articles repeat and skip nothing', async () => {
    await learn();
    const random = randomFrom(11);
    const draw = (most: number) => Math.floor(most * random());
    const known = [...articles];
    let at = NOW;
    for (let walkNumber = 0; walkNumber < 12; walkNumber++) {
      const [limit, topic] = [1 + draw(40), draw(3)];
      const seen: number[] = [];
      const expected = known.filter(({ topics: [own] }) => topic === 0 || own === topic).map(({ id }) => id);
      for (
        let next: string | undefined = `${PATH}&limit=${limit}${topic > 0 ? `&includeTopics=${topic}` : ''}`;
        next;
      ) {
        vi.setSystemTime(at);
        if (draw(3) === 0) forgetCandidates();
        if (draw(4) === 0) await computeAppeals(db, { now: at, isDiscounted: true });
        const page: Page = await get(next);
        seen.push(...idsOf(page));
        next = page.next_url?.replace(/^https?:\/\/[^/]+/, '');
        at += 61_000 + draw(20 * 60_000);
        if (draw(3) > 0) continue;
        const id = 1001 + known.length - articles.length;
        const added = { id, url: `https://ledger.example/${id}`, title: `Report ${id}`, contentType: 'article' };
        known.push({ ...added, publishedAt: new Date(at).toISOString(), topics: [1 + (id % 5)] });
        vi.setSystemTime(at);
        await publish(keys.operator, 'articles', known.slice(-1));
        at += 61_000;
      }
      expect(
        seen.toSorted((a, b) => a - b),
        `walk ${walkNumber}, ${limit} per page`,
      ).toEqual(expected.toSorted((a, b) => a - b));
    }
    expect(known.length).toBeGreaterThan(articles.length + 12);
    for (const { id } of known.slice(articles.length))
      expect((await askWith(keys.operator, `/manage/articles/${id}`, { method: 'DELETE' })).status).toBe(200);
  });

  test('is cached for as many requests as newest first', async () => {
    await learn();
    const random = randomFrom(5);
    const times = Array.from({ length: REQUESTS }, () => NOW + random() * REQUESTS * 16_000).toSorted((a, b) => a - b);
    const hitsOf = async (path: string) => {
      let hits = 0;
      for (const time of times) {
        vi.setSystemTime(time);
        if (rowsRead(await askWith(keys.publishable, path)) === 0) hits++;
      }
      return hits;
    };
    const hits = await hitsOf(`${PATH}&accent=00cc01`);
    expect(hits).toBeGreaterThan(REQUESTS / 2);
    expect(hits).toBe(await hitsOf('/api/v2/feed/?accent=00cc02'));
  });

  test('names the reason of a position to secret keys only', async () => {
    await learn();
    const path = `${PATH}&limit=10&accent=00aa01`;
    const shown = await get(path);
    expect(shown.items.every(({ _article }) => !('pick' in _article))).toBe(true);
    const explained = await get(path, keys.secret);
    expect(idsOf(explained)).toEqual(idsOf(shown));
    expect(explained.items.every(({ _article: { pick } }) => ['engaging', 'exploring'].includes(pick ?? ''))).toBe(
      true,
    );
    expect((await get(path)).items.every(({ _article }) => !('pick' in _article))).toBe(true);
  });

  test('reads at most 60 rows per page once the isolate knows the candidates', async () => {
    await learn();
    await askWith(keys.publishable, `${PATH}&accent=00bb01`);
    vi.setSystemTime(NOW + 60_000);
    expect(rowsRead(await askWith(keys.publishable, `${PATH}&accent=00bb02`))).toBeLessThanOrEqual(60);
  });

  test('reads at most 60 rows per page before a first snapshot, too', async () => {
    await env.DB.exec('DELETE FROM appeal_snapshots');
    await askWith(keys.publishable, `${PATH}&accent=00bb03`);
    vi.setSystemTime(NOW + 60_000);
    expect(rowsRead(await askWith(keys.publishable, `${PATH}&accent=00bb04`))).toBeLessThanOrEqual(60);
  });

  test('stores appeals in steps, so that one click changes no snapshot of a read article', async () => {
    await learn();
    const read = async () => (await db.select().from(appealSnapshots)).find((row) => row.hour === hour)?.snapshot;
    const before = (await read())?.articles.find(({ id }) => id === 30);
    await env.DB.exec(
      `UPDATE view_hours_${partitionOf(hour - 2)} SET ${VIEW_COLUMNS.at(-1)} = ${VIEW_COLUMNS.at(-1)} + 1 WHERE content_id = 30 AND clicked = 1`,
    );
    await computeAppeals(db, { now: NOW, isDiscounted: true });
    expect((await read())?.articles.find(({ id }) => id === 30)).toEqual(before);
  });
});
