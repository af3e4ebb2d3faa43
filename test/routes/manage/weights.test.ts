import { abortAllDurableObjects, env, SELF } from 'cloudflare:test';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordSuspects } from '../../../src/alerts/suspects.ts';
import { forgetKeys } from '../../../src/keys/authenticate.ts';
import { readSigns } from '../../../src/operations/watch/signs.ts';
import { askWith, makeKey, openTestDb, rowsRead } from '../../support/index.ts';
import type { Click, Newsroom } from '../insights/oracle.ts';
import { clearStage, importAt, publishNewsroom, refreshAt, setClock, setShares } from '../insights/stage.ts';

const HOUR = 3600;
const NOW = Date.UTC(2036, 3, 2, 12, 30) / 1000;
const HERE = Math.floor(NOW / HOUR);
const EVEN = {
  ...{ samples: 500, audiences: null },
  network: Array(32).fill(1 / 32),
  prefix: Array(32).fill(1 / 32),
  browser: Array(16).fill(1 / 16),
};

const NONE = { network: 0, prefix: 0, browser: 0 };

const article = (id: number, more = {}) => ({
  id,
  url: `https://a.example/${id}`,
  title: `Article ${id}`,
  contentType: 'article',
  topics: [1],
  ...more,
});
const newsroom: Newsroom = {
  topics: ['One', 'Two'].map((name, i) => ({
    id: i + 1,
    name,
    slug: name.toLowerCase(),
    description: '',
    category: 1,
  })),
  sources: [],
  articles: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) =>
    article(id, { section: `Section ${id}`, topics: [id < 5 ? 1 : 2] }),
  ),
  clicks: [],
  shares: EVEN,
};

let clicked = 0;
/** Spreads clicks evenly over all buckets for which `own` has no number. */
const clicks = (contentId: number, count: number, ago: number, own: Partial<Click> = {}): Click[] =>
  Array.from({ length: count }, (_, i) => ({
    contentId,
    at: NOW - ago * HOUR,
    reader: `reader ${clicked++}`,
    network: i % 32,
    prefix: (i * 5) % 32,
    browser: (i * 7) % 16,
    ...own,
  }));

let operator = '';
beforeAll(async () => {
  setClock(NOW);
  await clearStage();
  operator = await makeKey('operator');
  await publishNewsroom(newsroom, NOW);
  await setShares(newsroom, NOW);
  await importAt(
    [
      // These clicks come from one network within one hour, and from one browser spread over the day.
      ...clicks(1, 40, 2, { network: 3 }),
      ...[3, 4, 5, 6].flatMap((ago) => clicks(2, 10, ago, { browser: 9 })),
      ...clicks(3, 32, 1),
      ...clicks(3, 50, 1, { network: 3, signed: true }),
      ...clicks(4, 40, 30, { network: 3 }),
    ],
    NOW,
  );
  await refreshAt(newsroom, NOW);
});
afterAll(() => void vi.useRealTimers());

const ask = async (query = '') => {
  const response = await askWith(operator, `/manage/discounting${query}`);
  expect(response.status).toBe(200);
  return { response, data: ((await response.json()) as { data: Weights }).data };
};

interface Off {
  clicks: number;
  discounted: number;
}
interface Weights extends Off {
  state: string;
  samples: number | null;
  percent: number;
  lists: object[];
  hours: { hour: string; clicks: number; network: number; prefix: number; browser: number }[];
  articles: (Off & {
    contentId: number;
    title: string;
    concentratedIn: string;
    hours: (Off & { concentratedIn: string | null })[];
  })[];
}

test('the discounting report lists the entries whose rank is changed by discounting', async () => {
  const { data } = await ask();
  expect(data.lists).toEqual([
    { list: 'articles', ref: '1', name: 'Article 1', place: 3, without: 2 },
    { list: 'articles', ref: '2', name: 'Article 2', place: 2, without: 3 },
    { list: 'sections', ref: 'Section 1', name: null, place: 3, without: 2 },
    { list: 'sections', ref: 'Section 2', name: null, place: 2, without: 3 },
    { list: 'rising', ref: '1', name: 'Article 1', place: null, without: 2 },
    { list: 'rising', ref: '2', name: 'Article 2', place: 2, without: 3 },
    { list: 'rising', ref: '4', name: 'Article 4', place: null, without: 4 },
  ]);
});

test('the discounting report lists discounted clicks by article and hour, with the kind of bucket', async () => {
  const { data } = await ask();
  expect(data).toMatchObject({ state: 'on', samples: 500, samplesLeft: 1, clicks: 112, discounted: 57, percent: 50.9 });
  expect(data.articles).toEqual([
    {
      contentId: 1,
      title: 'Article 1',
      clicks: 40,
      discounted: 37,
      concentratedIn: 'network',
      hours: [{ hour: '2036-04-02T10:00:00Z', clicks: 40, discounted: 37, concentratedIn: 'network' }],
    },
    {
      // Ten clicks per hour are usual, but forty per day are not.
      contentId: 2,
      title: 'Article 2',
      clicks: 40,
      discounted: 20,
      concentratedIn: 'browser',
      hours: ['06', '07', '08', '09'].map((hour) => ({
        hour: `2036-04-02T${hour}:00:00Z`,
        clicks: 10,
        discounted: 0,
        concentratedIn: null,
      })),
    },
  ]);
  expect(data.hours).toHaveLength(25);
  expect(data.hours.filter((hour) => hour.clicks > 0)).toEqual([
    ...['06', '07', '08', '09'].map((hour) => ({ hour: `2036-04-02T${hour}:00:00Z`, clicks: 10, ...NONE })),
    { hour: '2036-04-02T10:00:00Z', clicks: 40, ...NONE, network: 37 },
    { hour: '2036-04-02T11:00:00Z', clicks: 32, ...NONE },
  ]);
});

test('the discounting report covers the requested number of hours and articles', async () => {
  const { data } = await ask('?hours=40&limit=1');
  expect(data).toMatchObject({ clicks: 152, discounted: 94 });
  expect(data.hours).toHaveLength(40);
  expect(data.articles.map(({ contentId }) => contentId)).toEqual([1]);
  expect((await askWith(operator, '/manage/discounting?hours=170')).status).toBe(400);
});

test('senders with a large share of the site’s clicks are reported to webhooks once and raise an alarm for an hour', async () => {
  const db = openTestDb();
  const sign = async (at: number) => (await readSigns(db, env, at * 1000)).concentration;
  expect(await sign(NOW)).toBeNull();
  expect(await recordSuspects(db, env, NOW * 1000)).toBe(2);
  expect(await recordSuspects(db, env, NOW * 1000 + 300_000)).toBe(0);
  const response = await askWith(operator, '/manage/events?type=engagement.suspicious');
  const { events } = ((await response.json()) as { data: { events: { subject: string; data: object }[] } }).data;
  expect(events.map(({ subject, data }) => [subject, data])).toEqual(
    expect.arrayContaining([
      [
        'article:1',
        { article: expect.objectContaining({ id: 1, title: 'Article 1' }), concentratedIn: 'network', percent: 93 },
      ],
      [
        'article:2',
        { article: expect.objectContaining({ id: 2, title: 'Article 2' }), concentratedIn: 'browser', percent: 50 },
      ],
    ]),
  );
  expect(await sign(NOW)).toBe('many clicks on an article were discounted as suspicious');
  expect(await sign(NOW + 2 * HOUR)).toBeNull();
});

test('the discounting report never reveals a bucket', async () => {
  const { data } = await ask('?hours=169&limit=100');
  const words = JSON.stringify(data).match(/[a-z]\w+/gi) ?? [];
  expect(new Set(words.filter((word) => !/^\d|Article|^T\d/.test(word)))).toEqual(
    new Set(
      'state on samples samplesLeft clicks discounted percent hours hour network prefix browser articles contentId title concentratedIn null lists list ref name place without rising sections Section'.split(
        ' ',
      ),
    ),
  );
});

test('the discounting report reads one row for the baseline and two per article, even after the object is evicted', async () => {
  await ask();
  await abortAllDurableObjects();
  await ask('?limit=2');
  const { response } = await ask('?limit=2');
  expect(rowsRead(response)).toBeLessThanOrEqual(1 + 2 * 2 + 2);
});

test('the discounting report uses a uniform baseline if none is known', async () => {
  await setShares({ ...newsroom, shares: null }, NOW);
  await abortAllDurableObjects();
  expect((await ask()).data).toMatchObject({ state: 'on', samples: 0, discounted: 57 });
  await setShares(newsroom, NOW);
  await abortAllDurableObjects();
});

test('the discounting report states that discounting is off', async () => {
  const { DISCOUNTING } = env;
  Object.assign(env, { DISCOUNTING: 'off' });
  try {
    await abortAllDurableObjects();
    forgetKeys();
    expect((await ask()).data).toMatchObject({ state: 'off', clicks: 112, discounted: 0, articles: [] });
  } finally {
    Object.assign(env, { DISCOUNTING });
    await abortAllDurableObjects();
  }
});

test('the discounting report includes the current hour', async () => {
  const { data } = await ask('?hours=1');
  expect(data.hours).toEqual([
    { hour: new Date(HERE * HOUR * 1000).toISOString().replace('.000', ''), clicks: 0, ...NONE },
  ]);
});

test('an operator can accept the samples that the service has collected for the baseline', async () => {
  const post = (path: string) =>
    SELF.fetch(`https://newsgauge.test${path}`, { method: 'POST', headers: { Authorization: `Bearer ${operator}` } });
  const response = await post('/manage/discounting/accept');
  expect(response.status).toBe(200);
  expect(((await response.json()) as { data: object }).data).toEqual({ samples: 20 });
  const row = await env.DB.prepare(
    'SELECT is_accepted AS accepted, "left" FROM site_shares ORDER BY hour DESC LIMIT 1',
  ).first();
  expect(row).toEqual({ accepted: 1, left: 1 });
});

test('the discounting report includes growth, rising content and the topics of an audience', async () => {
  const fleet = { network: 3, prefix: 3, continent: 'EU' } as const;
  await importAt(
    [5, 6, 7, 8, 9].flatMap((id) => clicks(id, 30, 3, fleet)),
    NOW,
  );
  await refreshAt(newsroom, NOW);
  const { data } = await ask();
  const lists = data.lists as { list: string; ref: string; name: string; place: number | null; without: number }[];
  const of = (name: string) => lists.filter(({ list }) => list === name);
  expect(of('growth')).toContainEqual({ list: 'growth', ref: '2', name: 'Two', place: null, without: 1 });
  expect(of('rising').find(({ ref }) => ref === '5')).toMatchObject({ name: 'Article 5', place: null });
  expect(of('audiences')).toContainEqual({ list: 'audiences', ref: 'europe/2', name: 'Two', place: null, without: 1 });
});
