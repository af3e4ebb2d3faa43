import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ListToken, listIdOf, makeListToken, parseListToken } from '../../../src/clicks/list-tokens.ts';
import { viewMessage } from '../../../src/clicks/message.ts';
import { installationSecret } from '../../../src/clicks/salts/secret.ts';
import { forgetSampling } from '../../../src/clicks/sampling/list-sampling.ts';
import { counterOf } from '../../../src/db/click-columns.ts';
import { POSITION_BUCKETS, positionBucketOf, VIEW_COLUMNS } from '../../../src/db/view-columns.ts';
import { countersIn, FIRST_NETWORK } from '../../../src/engagement/impressions.ts';
import { computePlacements } from '../../../src/rankings/object/compute-placements.ts';
import { loadPlacements } from '../../../src/rankings/read/read-placements.ts';
import { BROWSERS } from '../../clicks/accept/user-agents.ts';
import { rows } from '../../clicks/support.ts';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { askFresh } from '../insights/stage.ts';
import { consumed, newAddress, outcome, overrides, visit } from './beacon-support.ts';

const db = openTestDb();
const keys = { site: '', other: '', secret: '', operator: '' };
let keyId = 0;
let sent: unknown[] = [];
const IDS = [1, 2, 3, 4, 5, 6];

beforeAll(async () => {
  keys.site = await makeKey('publishable');
  keys.other = await makeKey('publishable');
  keys.secret = await makeKey('secret');
  keys.operator = await makeKey('operator');
  const of = (id: number, publishedAt: string) => ({
    id,
    url: `https://news.example.com/${id}`,
    title: `Story ${id}`,
    contentType: 'article',
    publishedAt,
  });
  await publish(keys.operator, 'articles', [
    ...IDS.map((id) => of(id, `2026-01-0${id}T08:00:00Z`)),
    of(9, '2099-01-01T00:00:00Z'),
  ]);
  overrides.CLICKS = { send: async (message: unknown) => void sent.push(message) } as never;
  const listToken = await parseListToken(await installationSecret(db), await ticketOf(), Date.now());
  keyId = listToken?.keyId ?? 0;
});

beforeEach(async () => {
  sent = [];
  for (const table of [
    'pulls',
    'place_rates',
    'list_views',
    ...[0, 1, 2, 3, 4].flatMap((n) => [`view_hours_${n}`, `click_ids_${n}`]),
  ])
    await env.DB.exec(`DELETE FROM ${table}`);
});

const pageOf = async (query: string, key = keys.site) =>
  (await askWith(key, `/api/v2/feed/?output=html&${query}`)).text();
const ticketOf = async (query = 'views=1&layout=list') =>
  /data-list-token="([^"]+)"/.exec(await pageOf(query))?.[1] ?? '';
const made = async (more: Partial<ListToken> = {}) =>
  makeListToken(await installationSecret(db), {
    keyId,
    list: '0123456789ab',
    layout: 'list',
    ids: [6, 5, 4, 3, 2, 1],
    minute: Math.floor(Date.now() / 60_000),
    reports: true,
    sampling: 1,
    ...more,
  });

async function setLevel(list: string, level: number): Promise<void> {
  await env.DB.prepare('INSERT OR REPLACE INTO list_sampling (id, hour, lists) VALUES (1, 1, ?)')
    .bind(JSON.stringify(level > 0 ? { [list]: level } : {}))
    .run();
  forgetSampling();
}
async function modeOf(body: object): Promise<string> {
  const answer = (await (await post('/list-tokens', body)).json()) as { data: { listToken: string } };
  return answer.data.listToken.split('.')[0] ?? '';
}

const post = (path: string, body: object, headers: Record<string, string> = {}, cf: object = {}) =>
  visit(path, { method: 'POST', body: JSON.stringify({ key: keys.site, ...body }), headers, cf: cf as never });
const look = (listToken: string, seen: number[], headers?: Record<string, string>, cf?: object) =>
  post('/views', { listToken, seen }, headers, cf);

const count = (messages = sent) => consumed(messages);

async function totals(): Promise<Record<string, [number, number]>> {
  const found = await rows<{ id: number; clicked: number; counts: string }>(
    `SELECT content_id AS id, clicked, json_array(${VIEW_COLUMNS.map((name) => `sum("${name}")`)
      .slice(0, 30)
      .join(
        ', ',
      )}) AS counts FROM (${[0, 1, 2, 3, 4].map((n) => `SELECT * FROM view_hours_${n}`).join(' UNION ALL ')}) WHERE clicked < 2 GROUP BY 1, 2`,
  );
  const all: Record<string, [number, number]> = {};
  for (const { id, clicked, counts } of found)
    for (const [mark, own] of countersIn(counts).entries())
      if (own > 0 && mark < 36) {
        const pair = all[`${id} ${mark}`] ?? [0, 0];
        pair[clicked as 0 | 1] += own;
        all[`${id} ${mark}`] = pair;
      }
  return all;
}

test('an unsigned click also counts as an impression at its position, but a trusted click does not', async () => {
  const listToken = await made();
  const click = (contentId: number, asn: number, address = newAddress()) =>
    post('/clicks', { contentId, listToken }, { 'CF-Connecting-IP': address }, { asn });
  Object.assign(overrides, { TRUSTED_NETWORKS: '10.0.0.0/8' });
  await click(6, 64500);
  await click(6, 64500);
  await click(6, 64501);
  await click(3, 64500);
  await click(6, 64502, '10.1.2.3');
  delete overrides.TRUSTED_NETWORKS;
  const expected: Record<string, number> = {};
  for (const { contentId, mark, network } of sent as { contentId: number; mark: number; network?: number }[]) {
    const key = `${contentId} ${FIRST_NETWORK + (network ?? 0)} ${mark}`;
    if (network !== undefined) expected[key] = (expected[key] ?? 0) + 1;
  }
  await count();
  await count();
  const marks = Array.from({ length: POSITION_BUCKETS }, (_, mark) => counterOf(mark, '', VIEW_COLUMNS));
  const found = await rows<{ id: number; clicked: number; marks: string }>(
    `SELECT content_id AS id, clicked, json_array(${marks}) AS marks FROM (${[0, 1, 2, 3, 4].map((n) => `SELECT * FROM view_hours_${n}`).join(' UNION ALL ')}) WHERE clicked >= ${FIRST_NETWORK}`,
  );
  const stored = found.flatMap(({ id, clicked, marks: text }) =>
    (JSON.parse(text) as number[]).flatMap((readers, mark) =>
      readers > 0 ? [[`${id} ${clicked} ${mark}`, readers] as const] : [],
    ),
  );
  expect(Object.fromEntries(stored)).toEqual(expected);
  expect(Object.values(expected).reduce((sum, readers) => sum + readers, 0)).toBe(4);
});

describe('list tokens', () => {
  test('a page that requests a list token gets one for the requesting key, and other responses contain none', async () => {
    const listToken = await ticketOf();
    const secret = await installationSecret(db);
    expect(await parseListToken(secret, listToken, Date.now())).toMatchObject({
      layout: 'list',
      ids: [6, 5, 4, 3, 2, 1],
      reports: true,
    });
    const others = /data-list-token="([^"]+)"/.exec(await pageOf('views=1&layout=list', keys.other))?.[1] ?? '';
    expect((await parseListToken(secret, others, Date.now()))?.keyId).not.toBe(keyId);
    for (const query of ['layout=list', 'views=0&layout=list'])
      expect(await pageOf(query)).not.toMatch(/<ul[^>]*listToken/i);
    expect(await (await askWith(keys.site, '/api/v2/feed/?views=1')).text()).not.toContain('listToken');
    expect(listToken).not.toContain(keys.site);
  });

  test('a list token identifies a list by its filter, regardless of notation and layout', async () => {
    const secret = await installationSecret(db);
    const named = async (query: string) =>
      (await parseListToken(secret, await ticketOf(`views=1&${query}`), Date.now()))?.list;
    const usual = await named('excludeCompanies=7,8');
    for (const same of [
      'excludeCompanies=8,%207',
      'utm_source=x&excludeCompanies=7,8',
      'limit=20&excludeCompanies=7,8&theme=dark&images=0&tracked=1',
    ])
      expect(await named(same), same).toBe(usual);
    expect(await named('excludeCompanies=7,8&limit=3')).not.toBe(usual);
  });

  test('a list token is valid for a day and only for this installation', async () => {
    const secret = await installationSecret(db);
    const now = Date.now();
    const listToken = await made();
    expect(await parseListToken(secret, listToken, now)).not.toBeNull();
    expect(await parseListToken(secret, listToken, now + 86_340_000)).not.toBeNull();
    for (const late of [86_460_000 + 60_000, -180_000])
      expect(await parseListToken(secret, listToken, now + late)).toBeNull();
    expect(await parseListToken(`${secret}x`, listToken, now)).toBeNull();
    for (let i = 0; i < listToken.length; i++) {
      const forged = `${listToken.slice(0, i)}${listToken[i] === '1' ? '2' : '1'}${listToken.slice(i + 1)}`;
      expect(await parseListToken(secret, forged, now)).toBeNull();
    }
    for (const odd of [null, 1, {}, '', 'r.1', `${listToken} `, listToken.toUpperCase()])
      expect(await parseListToken(secret, odd, now)).toBeNull();
  });

  test('a list token of a custom page contains only published articles and requires the key', async () => {
    const answer = await post('/list-tokens', { list: 'front', ids: [3, 9, 77, 1] });
    expect(answer.status).toBe(200);
    const answered = (await answer.json()) as { data: { listToken: string } };
    expect(await parseListToken(await installationSecret(db), answered.data.listToken, Date.now())).toMatchObject({
      keyId,
      layout: 'page',
      ids: [3, 0, 0, 1],
    });
    const twice = (await (await post('/list-tokens', { list: 'front', ids: [3, 1, 3, 1] })).json()) as typeof answered;
    const listToken = await parseListToken(await installationSecret(db), twice.data.listToken, Date.now());
    expect(listToken?.ids).toEqual([3, 1, 0, 0]);
    expect((await post('/list-tokens', { key: keys.secret, ids: [1] })).status).toBe(403);
    expect((await post('/list-tokens', { ids: [] })).status).toBe(400);
    expect((await post('/list-tokens', { ids: Array.from({ length: 101 }, (_, i) => i + 1) })).status).toBe(400);
    expect((await visit('/list-tokens')).status).toBe(405);
    expect((await post('/list-tokens', { ids: [1], oneIn: 65 })).status).toBe(400);
  });

  test('one page in k requests a list token, and caches store k', async () => {
    const told = async (key: string) => {
      const answer = await visit(`/list-tokens/sampling?key=${key}&list=busy`);
      return [answer.status, await answer.json(), answer.headers.get('Cache-Control')];
    };
    const answered = (oneIn: number) => ({ status: 'success', data: { oneIn }, code: 200 });
    expect(await told(keys.site)).toEqual([200, answered(1), 'public, max-age=43200']);
    for (const [level, seconds] of [
      [2, 172_800],
      [6, 604_800],
    ] as const) {
      await setLevel(await listIdOf(keyId, 'page busy'), level);
      expect(await told(keys.site)).toEqual([200, answered(2 ** level), `public, max-age=${seconds}`]);
      expect(await told(keys.other)).toEqual([200, answered(1), 'public, max-age=43200']);
    }
    const modes = await Promise.all(Array.from({ length: 60 }, () => modeOf({ list: 'busy', ids: [1], oneIn: 64 })));
    expect(new Set(modes)).toEqual(new Set(['r6']));
    await setLevel('', 0);
    expect((await told(keys.secret))[0]).toBe(403);
    expect((await visit('/list-tokens/sampling')).status).toBe(401);
  });
});

describe('impressions', () => {
  test('an impression counts at the displayed position, even if a list contains an article twice', async () => {
    await look(await made({ ids: [6, 5, 6] }), [3], { 'CF-Connecting-IP': newAddress() });
    await count();
    expect(await totals()).toEqual({ [`6 ${positionBucketOf('list', 3)}`]: [1, 0] });
  });

  test('an impression counts once per reader, list and hour, and once per reader, article, position bucket and day', async () => {
    const [mine, another] = [{ 'CF-Connecting-IP': newAddress() }, { 'CF-Connecting-IP': newAddress() }];
    const listToken = await made();
    expect(outcome(await look(listToken, [1, 2, 4, 5, 4, 17], mine))).toEqual([202, 'accepted']);
    expect(viewMessage.parse(sent[0])).toEqual(sent[0]);
    expect(JSON.stringify(sent)).not.toContain('2001:db8');
    await look(listToken, [1, 2, 3], mine);
    await look(listToken, [1], another);
    await look(await made({ list: 'ba9876543210', ids: [6, 1, 2] }), [1, 2], mine);
    await count([...sent, ...sent]);
    await count();
    expect(await totals()).toEqual({
      [`6 ${positionBucketOf('list', 1)}`]: [2, 0],
      [`5 ${positionBucketOf('list', 2)}`]: [1, 0],
      [`3 ${positionBucketOf('list', 4)}`]: [1, 0],
      [`2 ${positionBucketOf('list', 5)}`]: [1, 0],
      [`1 ${positionBucketOf('list', 2)}`]: [1, 0],
    });
  });

  test('impressions with invalid tokens, with tokens of other keys or from pages that do not report are not counted', async () => {
    const listToken = await made();
    for (const bad of [
      listToken.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
      await made({ keyId: keyId + 1 }),
      await made({ minute: Math.floor(Date.now() / 60_000) - 1442 }),
      'x',
    ]) {
      expect((await look(bad, [1])).status).toBe(400);
      expect((await post('/clicks', { contentId: 6, listToken: bad })).status).toBe(202);
    }
    expect((await post('/views', { key: keys.other, listToken, seen: [1] })).status).toBe(400);
    expect((await look(listToken, [0])).status).toBe(400);
    expect(outcome(await look(`-${listToken}`, [1]))).toEqual([202, 'dropped; reason=notReporting']);
    expect(outcome(await look(await made({ reports: false }), [1]))).toEqual([202, 'dropped; reason=notReporting']);
    expect(outcome(await look(listToken, [20]))).toEqual([202, 'dropped; reason=notShown']);
    expect(outcome(await look(listToken, [1], { 'User-Agent': 'Googlebot/2.1' }))).toEqual([
      202,
      'dropped; reason=bot',
    ]);
    await post('/clicks', { contentId: 6, listToken: await made({ reports: false }) });
    await post('/clicks', { contentId: 77, listToken });
    await look(await made({ ids: [9] }), [1]);
    await count();
    expect(await totals()).toEqual({});
  });

  test('a report of impressions contains at most 24 positions', async () => {
    await publish(
      keys.operator,
      'articles',
      Array.from({ length: 100 }, (_, i) => ({
        id: 1001 + i,
        url: `https://news.example.com/${1001 + i}`,
        title: `Story ${1001 + i}`,
        contentType: 'article',
        publishedAt: '2026-01-01T08:00:00Z',
      })),
    );
    const ids = Array.from({ length: 100 }, (_, i) => 1001 + i);
    const listToken = await made({ ids });
    const mine = { 'CF-Connecting-IP': newAddress() };
    const positions = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
    for (const seen of [positions(100), positions(25), [25], Array<number>(25).fill(1)])
      expect((await look(listToken, seen, mine)).status, String(seen)).toBe(400);
    expect(sent).toEqual([]);
    expect(outcome(await look(listToken, positions(24), mine))).toEqual([202, 'accepted']);
    await post('/clicks', { contentId: 1024, listToken }, mine);
    await post('/clicks', { contentId: 1025, listToken }, mine);
    expect(sent.slice(1)).toMatchObject([{ mark: positionBucketOf('list', 24) }, { contentId: 1025 }]);
    expect(sent[2]).not.toHaveProperty('mark');
    await count();
    const [ledger] = await rows<{ n: number }>(
      `SELECT sum(n) AS n FROM (${[0, 1, 2, 3, 4].map((n) => `SELECT count(*) AS n FROM click_ids_${n}`).join(' UNION ALL ')})`,
    );
    expect(ledger?.n).toBe(1 + 24 + 2);
  });

  test('impressions are rate-limited by position: 120 units per minute and address allow five pages of 24', async () => {
    const own = { 'CF-Connecting-IP': newAddress() };
    let units = 0;
    overrides.CLICK_LIMIT = { limit: async () => ({ success: ++units <= 115 }) };
    try {
      const ids = Array.from({ length: 24 }, (_, i) => i + 1);
      const seen = ids;
      const answers = [];
      for (let i = 0; i < 7; i++)
        answers.push((await look(await made({ ids, list: `00000000000${i}` }), seen, own)).status);
      expect(answers).toEqual([202, 202, 202, 202, 202, 429, 429]);
      expect((await post('/clicks', { contentId: 6 }, own)).status).toBe(429);
      expect((await look(await made({ ids, list: '000000000009' }), [1], own)).status).toBe(429);
    } finally {
      delete overrides.CLICK_LIMIT;
    }
  });

  test('no stored row links the impressions of one reader', async () => {
    const mine = { 'CF-Connecting-IP': newAddress() };
    await look(await made(), [1, 2, 3], mine);
    await look(await made({ list: 'ba9876543210' }), [4], mine);
    await count();
    const tables = await rows<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name NOT GLOB '_cf*'",
    );
    const ids = (sent as { id: string; seen: [string, ...number[]][] }[]).flatMap(({ id, seen }) => [
      id,
      ...seen.map(([own]) => own),
    ]);
    for (const { name } of tables)
      for (const row of await rows(`SELECT * FROM "${name}"`)) {
        const text = JSON.stringify(row);
        expect(ids.filter((id) => text.includes(id)).length, name).toBeLessThanOrEqual(1);
      }
    expect(await rows('SELECT * FROM list_views')).toEqual(
      expect.arrayContaining([expect.objectContaining({ list: 'ba9876543210', reports: 1, views: 1 })]),
    );
    expect(new Set(ids).size).toBe(6);
  });

  test('impressions are sampled together with the clicks of their page, and the responses do not reveal which', async () => {
    // The test uses the current day, because later days wait for writes that happen once per minute.
    const day = Math.floor(Date.now() / 86_400_000) - 1;
    await env.DB.exec(`DELETE FROM view_rates; INSERT INTO view_rates (day, part) VALUES (${day}, 0.4)`);
    vi.useFakeTimers({ toFake: ['Date'], now: day * 86_400_000 + 43_200_000 });
    try {
      const [pages, answers] = [200, new Set<string>()];
      let both = 0;
      for (let i = 0; i < pages; i++) {
        sent = [];
        const mine = { 'CF-Connecting-IP': newAddress() };
        const listToken = await made({ minute: Math.floor(Date.now() / 60_000) - 61, sampling: 4 });
        answers.add(
          JSON.stringify([
            outcome(await look(listToken, [2], mine)),
            outcome(await post('/clicks', { contentId: 5, listToken }, mine)),
          ]),
        );
        const [first, last] = [sent[0], sent.at(-1)] as { kind?: string; views?: number; mark?: number }[];
        const isCounted = first?.kind === 'view';
        expect([sent.length, last?.mark === positionBucketOf('list', 2)]).toEqual([isCounted ? 2 : 1, isCounted]);
        if (isCounted) expect(first.views).toBe(10);
        if (isCounted) both++;
      }
      expect(answers.size).toBe(1);
      // The tolerance is four standard deviations of a binomial count.
      expect(Math.abs(both - 0.4 * pages)).toBeLessThan(4 * Math.sqrt(0.24 * pages));
    } finally {
      vi.useRealTimers();
    }
  });

  test('impressions and clicks store only the position bucket, and each counts once', async () => {
    const listToken = await made();
    const mine = { 'CF-Connecting-IP': newAddress() };
    await look(listToken, [1, 2], mine);
    await post('/clicks', { contentId: 5, listToken }, mine);
    await post('/clicks', { contentId: 5, listToken }, mine);
    await post('/clicks', { contentId: 5, listToken });
    await post('/clicks', { contentId: 6 });
    expect(sent[1]).toMatchObject({ contentId: 5, mark: positionBucketOf('list', 2) });
    expect(JSON.stringify(sent.slice(1))).not.toContain(listToken);
    await count([...sent, ...sent]);
    await count();
    expect(await totals()).toEqual({
      [`6 ${positionBucketOf('list', 1)}`]: [1, 0],
      [`5 ${positionBucketOf('list', 2)}`]: [1, 2],
    });
  });
});

async function readers(
  n: number,
  chance: (place: number) => number,
  cf: (i: number) => { asn: number },
  at = 0,
): Promise<void> {
  const listToken = await made();
  for (let i = 0; i < n; i++) {
    const headers = {
      'User-Agent': `${BROWSERS[0]} ${String.fromCharCode(97 + (i % 26), 97 + (i % 23))}`,
      'CF-Connecting-IP': `${1 + ((at + i) % 200)}.${(at + i) % 251}.${i % 250}.7`,
    };
    await look(listToken, [1, 2, 3, 4, 5, 6], headers, cf(i));
    for (let place = 1; place <= 6; place++)
      if (Math.floor((i + 1) * chance(place)) > Math.floor(i * chance(place)))
        await post('/clicks', { contentId: 7 - place, listToken }, headers, cf(i));
    if (sent.length > 800) {
      await count();
      sent = [];
    }
  }
  await count();
  sent = [];
}
test('operators can see which lists of which keys report impressions, but not how often', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    for (const layout of ['list', 'page'] as const) {
      vi.setSystemTime(Date.now() + 61_000);
      await look(await made({ layout }), [1], { 'CF-Connecting-IP': newAddress() });
    }
    await look(await made({ layout: 'cards', reports: false }), [1]);
    const reports = async () => {
      const answer = await askWith(keys.operator, '/manage/keys/?limit=1000');
      const { data } = (await answer.json()) as { data: { keys: { id: number; reports: string[] }[] } };
      return data.keys.filter((key) => key.reports.length > 0).map((key) => [key.id, key.reports]);
    };
    await expect.poll(reports).toEqual([[keyId, ['list', 'page']]]);
    expect(await (await askWith(keys.operator, `/manage/keys/${keyId}/uses`)).text()).not.toContain('views');
    vi.setSystemTime(Date.now() + 9 * 86_400_000);
    expect(await reports()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

const many = (i: number) => ({ asn: 64496 + ((i * 7919) % 400) });
const lists = () =>
  Promise.all(
    ['popular', 'rising', 'underplayed', 'overplayed'].map(async (list) => {
      const { data } = await (await askFresh(`/api/v2/insights/${list}-content/`)).json<{
        data: { items: { contentId: number }[] };
      }>();
      return [list, ...data.items.map(({ contentId }) => contentId)];
    }),
  );
/** The first request after a recomputation stores the lists within a second. */
const settledLists = async () => {
  await lists();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return lists();
};
const placementOf = async (id: number) => (await loadPlacements(db, [id])).get(id) ?? null;

test('a strong article at a low position has a high placement index, which one network can change by at most 10', async () => {
  // Article 3 has as many clicks as the first article. Article 1 has far fewer clicks than usual for its position.
  const chance = (place: number) => [0.06, 0.12, 0.24, 0.05, 0.05, 0.05][place - 1] ?? 0;
  await readers(600, chance, many);
  expect(await placementOf(4)).toBeNull();
  await computePlacements(db, { now: Date.now(), isDiscounted: true });
  const before = new Map(await Promise.all([6, 5, 4, 3].map(async (id) => [id, await placementOf(id)] as const)));
  expect(before.get(4)?.index).toBeGreaterThanOrEqual(150);
  expect(before.get(4)?.confidence).toBe('high');
  expect(before.get(6)?.index).toBeLessThanOrEqual(60);
  expect([6, 5, 4, 3].map((id) => before.get(id)?.positions?.from)).toEqual([1, 2, 3, 4]);
  const under = await (await askWith(keys.secret, '/api/v2/insights/underplayed-content/')).json();
  expect((under as { data: { items: { contentId: number }[] } }).data.items[0]?.contentId).toBe(4);
  const over = await (await askWith(keys.secret, '/api/v2/insights/overplayed-content/')).json();
  expect((over as { data: { items: { contentId: number }[] } }).data.items[0]?.contentId).toBe(6);
  const one = await (await askWith(keys.secret, '/api/v2/insights/content/4/')).json();
  expect((one as { data: { placement: object } }).data.placement).toEqual(before.get(4));
  const curve = (await (await askWith(keys.operator, '/manage/position-bias')).json()) as {
    data: {
      layouts: { layout: string; places: { from: number; to: number | null; index: number; interval: number[] }[] }[];
    };
  };
  expect(curve.data.layouts.map(({ layout }) => layout)).toEqual(['list']);
  const places = curve.data.layouts[0]?.places ?? [];
  expect(places.map(({ from, to }) => [from, to])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 6],
    [7, 12],
    [13, null],
  ]);
  expect(places[0]).toMatchObject({ index: 100, interval: [100, 100] });
  for (const { index, interval } of places.slice(1)) {
    expect([Number.isInteger(index), index > 0, (interval[0] ?? 0) < index, (interval[1] ?? 0) > index]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  }
  const csv = await (await askWith(keys.secret, '/api/v2/insights/underplayed-content/csv/')).text();
  expect(csv).toContain('placementLow');
  expect(csv.split('\r\n')[0]).toMatch(/,placementFrom,placementTo$/);
  const listed = await settledLists();
  await readers(
    sized(150, 10_000),
    (place) => (place === 1 ? 1 : 0),
    () => ({ asn: 65000 }),
    5000,
  );
  await computePlacements(db, { now: Date.now(), isDiscounted: true });
  for (const [id, was] of before) {
    const is = await placementOf(id);
    expect(Math.abs((is?.index ?? 0) - (was?.index ?? 0)), `placement of ${id}`).toBeLessThanOrEqual(10);
  }
  expect(await settledLists()).toEqual(listed);
});
