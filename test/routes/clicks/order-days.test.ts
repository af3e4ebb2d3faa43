import { env } from 'cloudflare:test';
import { beforeAll, expect, test, vi } from 'vitest';
import { type ListToken, parseListToken } from '../../../src/clicks/list-tokens.ts';
import { installationSecret } from '../../../src/clicks/salts/secret.ts';
import { COMPARED_ORDERS } from '../../../src/db/view-columns.ts';
import { forgetAppeals } from '../../../src/rankings/learning/read-snapshot.ts';
import { rows } from '../../clicks/support.ts';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { consumed, newAddress, overrides, visit } from './beacon-support.ts';

const db = openTestDb();
const keys = { site: '', operator: '' };
let sent: unknown[] = [];
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const now = Date.now();
const LIST = 'output=html&views=1';

beforeAll(async () => {
  keys.site = await makeKey('publishable');
  keys.operator = await makeKey('operator');
  await publish(
    keys.operator,
    'articles',
    Array.from({ length: 12 }, (_, i) => ({
      id: i + 1,
      url: `https://news.example.com/${i + 1}`,
      title: `Story ${i + 1}`,
      contentType: 'article',
      publishedAt: new Date(now - (i + 1) * 3_600_000).toISOString(),
    })),
  );
  overrides.CLICKS = { send: async (message: unknown) => void sent.push(message) } as never;
});

async function pageAt(query: string): Promise<{ html: string; token: ListToken & { text: string } }> {
  const html = await (await askWith(keys.site, `/api/v2/feed/?${query}`)).text();
  const text = /data-list-token="([^"]+)"/.exec(html)?.[1] ?? '';
  const token = await parseListToken(await installationSecret(db), text, Date.now());
  if (!token) throw new Error('the page has no valid list token');
  return { html, token: { ...token, text } };
}

/** Returns a page of each order of `order=engaging`, from the first minutes that show them. */
async function pagesOfBothOrders() {
  const found = new Map<ListToken['order'], Awaited<ReturnType<typeof pageAt>>>();
  for (let minute = 0; found.size < COMPARED_ORDERS.length && minute < 400; minute++) {
    vi.setSystemTime(now + minute * MINUTE_MS);
    forgetAppeals();
    const page = await pageAt(`${LIST}&order=engaging&limit=6&accent=${(0x100000 + minute).toString(16)}`);
    if (!found.has(page.token.order)) found.set(page.token.order, page);
  }
  return found;
}

const post = (path: string, body: object, address: string) =>
  visit(path, {
    method: 'POST',
    body: JSON.stringify({ key: keys.site, ...body }),
    headers: { 'CF-Connecting-IP': address },
  });
const stored = () =>
  rows<{ key_id: number; list_order: number; clicked: number; readers: number }>(
    `SELECT key_id, list_order, clicked, ${Array.from({ length: 16 }, (_, i) => `("network_${2 * i}__network_${2 * i + 1}" & 536870911) + ("network_${2 * i}__network_${2 * i + 1}" >> 29)`).join(' + ')} AS readers
     FROM order_days ORDER BY list_order, clicked`,
  );

test('page views and clicks of a list with order=engaging count once, by the order of its minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    const found = await pagesOfBothOrders();
    expect([...found.keys()].toSorted()).toEqual([...COMPARED_ORDERS]);
    for (const order of COMPARED_ORDERS) {
      const page = found.get(order);
      if (!page) throw new Error('both orders were found');
      const { token, html } = page;
      expect(html).not.toContain('data-order');
      if (order === 'specified') expect(token.ids).toEqual(token.ids.toSorted((a, b) => a - b));
      vi.setSystemTime(token.minute * MINUTE_MS);
      for (let reader = 0; reader < 3; reader++) {
        const address = newAddress();
        await post('/views', { listToken: token.text, seen: [1, 2] }, address);
        await post('/views', { listToken: token.text, seen: [3] }, address);
        if (reader === 0) {
          await post('/clicks', { contentId: token.ids[0], listToken: token.text }, address);
          await post('/clicks', { contentId: token.ids[0], listToken: token.text }, address);
        }
      }
    }
    await consumed([...sent, ...sent]);
    await consumed(sent);
    const keyId = found.get('learned')?.token.keyId;
    expect(await stored()).toEqual([
      { key_id: keyId, list_order: 0, clicked: 0, readers: 3 },
      { key_id: keyId, list_order: 0, clicked: 1, readers: 1 },
      { key_id: keyId, list_order: 1, clicked: 0, readers: 3 },
      { key_id: keyId, list_order: 1, clicked: 1, readers: 1 },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('only first pages of lists with order=engaging name an order', async () => {
  sent = [];
  expect((await pageAt(`${LIST}&limit=6`)).token.order).toBeUndefined();
  const { html, token } = await pageAt(`${LIST}&order=engaging&limit=3`);
  expect(COMPARED_ORDERS).toContain(token.order);
  const next = /<a href="[^"]*\?([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(next).toContain('cursor=');
  expect((await pageAt(next)).token.order).toBeUndefined();
});

test('the gain of a key is shown beside its use, in steps, without counts', async () => {
  await env.DB.exec('DELETE FROM order_days');
  const today = Math.floor(Date.now() / DAY_MS);
  const [{ id: keyId = 0 } = {}] = await rows<{ id: number }>(
    `SELECT id FROM api_keys WHERE kind = 'publishable' ORDER BY id LIMIT 1`,
  );
  const store = async (
    days: number,
    figures: readonly (readonly [order: number, clicked: number, count: number])[],
  ) => {
    for (let day = 1; day <= days; day++)
      for (const [order, clicked, count] of figures)
        await env.DB.prepare(
          'INSERT OR REPLACE INTO order_days (key_id, day, list_order, clicked, sure__unused) VALUES (?, ?, ?, ?, ?)',
        )
          .bind(keyId, today - day, order, clicked, count)
          .run();
  };
  const gainOf = async () => {
    const answer = await askWith(keys.operator, `/manage/keys/${keyId}`);
    return ((await answer.json()) as { data: { orderGain: unknown } }).data.orderGain;
  };
  expect(await gainOf()).toBeNull();
  await store(3, [
    [0, 0, 950],
    [0, 1, 285],
    [1, 0, 50],
    [1, 1, 10],
  ]);
  expect(await gainOf()).toMatchObject({ gain: null, interval: null, days: 3, daysLeft: expect.any(Number) });
  await store(14, [
    [0, 0, 950],
    [0, 1, 285],
    [1, 0, 50],
    [1, 1, 10],
  ]);
  const known = { gain: 50, interval: [30, 75], days: 14, daysLeft: null };
  expect(await gainOf()).toEqual(known);
  const use = await askWith(keys.operator, '/session/key-use', {
    method: 'POST',
    body: JSON.stringify({ key: keys.site }),
  });
  expect(await use.json()).toMatchObject({ data: { orderGain: known } });
});
