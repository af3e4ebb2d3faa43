import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { browserOf } from '../support/engaged.ts';
import { looksRight, looksRightAtAllWidths, visit } from '../support/pages.ts';
import { type Site, startSite, storiesAt } from '../support/server.ts';

/** Scripted readers of a list that learns. Nearly all click the same article, wherever it is. */

const READERS = 200;
const ARTICLES = 30;
const FAVOURITE = 6;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PATIENCE_MS = 180_000;
/** Page views and clicks per day of the minutes with the learned order, and of the others. */
const DAY = [
  [0, 0, 950],
  [0, 1, 285],
  [1, 0, 50],
  [1, 1, 11],
];

let browser: Browser;
let site: Site;
let key = '';
let keys = { operator: '' };
before(async () => {
  browser = await openChromium();
  site = await startSite();
  key = await site.makeKey('publishable');
  keys = { operator: await site.makeKey('operator') };
  await site.publish({ articles: storiesAt(site.url.origin, ARTICLES) });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

let pages = 0;
async function readList(): Promise<{ listToken: string; ids: number[] }> {
  const accent = (pages++).toString(16).padStart(6, '0');
  const html = await (await fetch(site.page(key, `order=engaging&limit=10&views=1&accent=${accent}`))).text();
  return {
    listToken: /data-list-token="([^"]+)"/.exec(html)?.[1] ?? '',
    ids: [...html.matchAll(/data-content-id="(\d+)"/g)].map(([, id]) => Number(id)),
  };
}

async function read(reader: number): Promise<void> {
  const { listToken, ids } = await readList();
  const headers = {
    'User-Agent': browserOf(reader),
    'CF-Connecting-IP': `${11 + (reader % 89)}.${reader}.18.${reader & 255}`,
  };
  const post = async (path: string, body: object) => {
    const response = await fetch(new URL(path, site.url), {
      method: 'POST',
      headers,
      body: JSON.stringify({ key, listToken, ...body }),
    });
    assert.equal(response.status, 202, await response.text());
  };
  await post('/views', { seen: ids.map((_, i) => i + 1) });
  if (reader % 10 > 0 && ids.includes(FAVOURITE)) await post('/clicks', { contentId: FAVOURITE });
  else await post('/clicks', { contentId: ids[reader % ids.length] });
}

const countOf = async (query: string): Promise<number> => (await site.db.prepare(query).first<{ n: number }>())?.n ?? 0;

async function eventually(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await isDone()); await sleep(500))
    assert.ok(Date.now() < end, 'nothing changed in time');
}

test('a list learns from 200 readers, and its key shows the gain over newest first', async () => {
  for (let reader = 0; reader < READERS; reader += 10)
    await Promise.all(Array.from({ length: 10 }, (_, i) => read(reader + i)));
  await eventually(async () => (await site.waiting()).CLICKS === 0);
  assert.ok((await countOf('SELECT count(*) AS n FROM order_days WHERE clicked = 0')) > 0);
  // A snapshot covers the hours before it, so it is made for the next hour, and then put in force now.
  const hour = Math.floor(Date.now() / HOUR_MS);
  await site.cron('*/5 * * * *', new Date((hour + 1) * HOUR_MS + 60_000));
  await site.db
    .prepare('UPDATE appeal_snapshots SET hour = hour - 1 WHERE hour = ?')
    .bind(hour + 1)
    .run();
  await eventually(async () => (await readList()).ids.slice(0, 2).includes(FAVOURITE));

  const about = (page: Page) => page.locator('.keys tr', { hasText: 'publishable' });
  const { id: keyId } = (await site.db
    .prepare(`SELECT id FROM api_keys WHERE kind = 'publishable'`)
    .first<{ id: number }>()) ?? { id: 0 };
  const store = async (days: number) => {
    const today = Math.floor(Date.now() / DAY_MS);
    for (let day = 1; day <= days; day++)
      for (const [order, clicked, count] of DAY)
        await site.db
          .prepare(
            'INSERT OR REPLACE INTO order_days (key_id, day, list_order, clicked, sure__unused) VALUES (?, ?, ?, ?, ?)',
          )
          .bind(keyId, today - day, order, clicked, count)
          .run();
  };
  await store(3);
  await visit(browser, site, { path: '/keys', keys }, async (page) => {
    await about(page).getByText('Lists that learn: not enough readers yet, about').waitFor();
    await looksRight(page);
  });
  await store(14);
  await visit(browser, site, { path: '/keys', keys }, async (page) => {
    await about(page).getByText('more clicks per page view than newest first').waitFor();
    await about(page).locator('.order-gain svg').waitFor();
    await looksRightAtAllWidths(page);
    await shoot(page);
  });
  await visit(browser, site, { path: '/embed', keys }, async (page) => {
    await page.getByLabel('Publishable key').fill(key);
    await page.locator('#working').getByText('more clicks per page view than newest first').waitFor();
    await looksRight(page);
  });
});

const VIEWS = [
  ['wide-light', 1440, 'light'],
  ['wide-dark', 1280, 'dark'],
  ['phone', 390, 'light'],
] as const;

/** Saves screenshots in the folder `SCREENSHOTS`, if it is set. */
async function shoot(page: Page): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  for (const [name, width, colorScheme] of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(`document.querySelector('.order-gain').scrollIntoView({ block: 'center' })`);
    await page.screenshot({ path: `${folder}/order-gain-${name}.png` });
  }
}
