import { env } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { orderIn, parseListToken } from '../../../src/clicks/list-tokens.ts';
import { installationSecret } from '../../../src/clicks/salts/secret.ts';
import { forgetSampling } from '../../../src/clicks/sampling/list-sampling.ts';
import { forgetKeys } from '../../../src/keys/authenticate.ts';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';

const db = openTestDb();
const keys = { off: '', feeds: '', all: '' };
const IDS = Array.from({ length: 15 }, (_, i) => 15 - i);
const DAY = '2026-02-01';

beforeAll(async () => {
  const operator = await makeKey('operator');
  for (const explore of ['off', 'feeds', 'all'] as const) {
    keys[explore] = await makeKey('publishable');
    await env.DB.prepare('UPDATE api_keys SET explore = ? WHERE id = (SELECT max(id) FROM api_keys)')
      .bind(explore)
      .run();
  }
  forgetKeys();
  await publish(
    operator,
    'articles',
    IDS.map((id) => ({
      id,
      url: `https://news.example.com/${id}`,
      title: `Story ${id} says <li> and </ul>`,
      contentType: 'article',
      publishedAt: `2026-01-${String(id).padStart(2, '0')}T08:00:00Z`,
    })),
  );
  await askWith(operator, `/manage/recommended/${DAY}`, { method: 'PUT', body: JSON.stringify({ articles: IDS }) });
});
afterEach(() => vi.useRealTimers());

const FEED = '/api/v2/feed/?limit=15';
const CHOICE = `/api/v2/feed-recommended/?date=${DAY}`;
const HTML = '&output=html&layout=list&views=1';
const textOf = async (key: string, path: string) => (await askWith(key, path)).text();
const idsOf = (page: string) => Array.from(page.matchAll(/ data-content-id="(\d+)"/g), ([, id]) => Number(id));
const ticketOf = (page: string) => /data-list-token="([^"]+)"/.exec(page)?.[1] ?? '';
const read = async (page: string) => parseListToken(await installationSecret(db), ticketOf(page), Date.now());
const without = (page: string) =>
  page
    .replace(/data-list-token="[^"]+"/, '')
    .split(/<li>|<\/ul>/)
    .sort()
    .join();

async function toMinute(page: string, isChanged: boolean): Promise<number[]> {
  const listToken = await read(page);
  if (!listToken) throw new Error('a page that shows a list has a list token');
  for (let minute = listToken.minute + 60; ; minute++) {
    const order = await orderIn(await installationSecret(db), { list: listToken.list, minute }, IDS.length);
    if (order.some((place, i) => place !== i) !== isChanged) continue;
    vi.useFakeTimers({ toFake: ['Date'], now: minute * 60_000 + 5000 });
    return order.map((place) => IDS[place] ?? 0);
  }
}

describe('exploration of the order of a list', () => {
  test.each([
    ['feeds', FEED],
    ['all', FEED],
    ['all', CHOICE],
  ] as const)(
    'with the setting “%s”, exploration changes %s for one minute, and the list token contains the displayed order',
    async (explore, path) => {
      await toMinute(await textOf(keys[explore], path + HTML), false);
      const usual = await textOf(keys[explore], path + HTML);
      expect(idsOf(usual)).toEqual(IDS);
      const expected = await toMinute(usual, true);
      expect(expected).not.toEqual(IDS);
      for (const _ of [1, 2, 3]) {
        const page = await textOf(keys[explore], path + HTML);
        expect(idsOf(page)).toEqual(expected);
        expect((await read(page))?.ids).toEqual(expected);
        expect(without(page)).toBe(without(usual));
      }
      expect(idsOf(await textOf(keys.off, path + HTML))).toEqual(IDS);
      await toMinute(usual, false);
      expect(idsOf(await textOf(keys[explore], path + HTML))).toEqual(IDS);
    },
  );

  test('exploration does not change selections of a key with `feeds` or responses without a list token', async () => {
    const paths = [FEED, CHOICE].flatMap((path) =>
      ['&output=json', '&output=rss', '&output=html&layout=list'].map((as) => path + as),
    );
    const before = await Promise.all(paths.map((path) => textOf(keys.all, path)));
    const choice = await textOf(keys.feeds, CHOICE + HTML);
    await toMinute(choice, true);
    expect(idsOf(await textOf(keys.feeds, CHOICE + HTML))).toEqual(IDS);
    for (const page of [await textOf(keys.all, FEED + HTML), await textOf(keys.all, CHOICE + HTML)]) {
      await toMinute(page, true);
      for (const key of Object.values(keys))
        expect(await Promise.all(paths.map((path) => textOf(key, path)))).toEqual(before);
    }
  });

  test('exploration changes only pages that report impressions, and the share of such pages stays the same', async () => {
    const usual = await textOf(keys.feeds, FEED + HTML);
    const expected = await toMinute(usual, true);
    const { list = '' } = (await read(usual)) ?? {};
    await env.DB.prepare('INSERT OR REPLACE INTO list_sampling (id, hour, lists) VALUES (1, 1, ?)')
      .bind(JSON.stringify({ [list]: 1 }))
      .run();
    forgetSampling();
    let others = 0;
    for (let i = 0; i < 60; i++) {
      const page = await textOf(keys.feeds, FEED + HTML);
      const reports = ticketOf(page).startsWith('r');
      expect(idsOf(page)).toEqual(reports ? expected : IDS);
      if (!reports) others++;
    }
    // Half of the pages report impressions, because k is 2.
    expect(others).toBeGreaterThan(10);
    expect(others).toBeLessThan(50);
  });
});

describe('order of a list in a given minute', () => {
  const swapped = async (length: number, lists: number, minutes: number) => {
    const orders = await Promise.all(
      Array.from({ length: lists * minutes }, (_, i) =>
        orderIn('secret', { list: `list ${i % lists}`, minute: 29_000_000 + Math.floor(i / lists) }, length),
      ),
    );
    return orders.filter((order) => order.some((place, i) => place !== i));
  };

  test('exploration changes the order of a list in about 1% of 20,000 minutes', async () => {
    const orders = await swapped(15, 1, 20_000);
    // The tolerance is three standard deviations of a binomial count.
    expect(Math.abs(orders.length - 200)).toBeLessThan(3 * Math.sqrt(198));
    expect(new Set(orders.map((order) => order.map((place) => place + 1).join(' ')))).toEqual(
      new Set(['2 1 4 3 5 6 7 8 9 10 11 13 12 14 15', '1 3 2 4 5 7 6 8 9 10 11 12 13 14 15']),
    );
  });

  test('exploration returns a permutation of the positions for a list of any length', async () => {
    for (const length of [0, 1, 2, 3, 6, 7, 12, 13, 100]) {
      const orders = await swapped(length, 2, 1000);
      for (const order of orders) expect(order.toSorted((a, b) => a - b)).toEqual([...order.keys()]);
      expect(orders.length > 0).toBe(length > 1);
      if (length === 2) expect(orders[0]).toEqual([1, 0]);
    }
  });
});
