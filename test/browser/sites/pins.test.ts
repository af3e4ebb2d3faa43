import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { looksRight, visit } from '../support/pages.ts';
import { type Site, startSite } from '../support/server.ts';

const HOUR = 3_600_000;
const FAILED_ANSWER = /Failed to load resource|'sessionStorage' property.*sandboxed/;
const NAMES = new Intl.DisplayNames('en', { type: 'region' });
/** Headlines without common words, so that each article has its own story. */
const TITLES = 'AT BE CH DE DK ES FI FR GB GR IE IS'.split(' ').map((code) => NAMES.of(code) ?? code);

let browser: Browser;
let site: Site;
let keys = { operator: '' };
before(async () => {
  browser = await openChromium();
  site = await startSite();
  keys = { operator: await site.makeKey('operator') };
  await site.publish({
    articles: TITLES.map((title, i) => ({
      id: i + 1,
      url: `https://ledger.example/${i + 1}`,
      title,
      contentType: 'article',
      publishedAt: new Date(Date.now() - (i + 1) * HOUR).toISOString(),
    })),
  });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

const pinOf = (page: Page) => page.locator('#pin');

/** Fills in the position of an article in the dialog, and saves it. */
async function setPosition(id: number, fields: Record<string, string>, expected: string): Promise<void> {
  await visit(browser, site, { path: `/content?id=${id}`, keys, expected: FAILED_ANSWER }, async (page) => {
    await pinOf(page).getByRole('button', { name: 'Set position' }).click();
    const dialog = page.getByRole('dialog');
    for (const [label, value] of Object.entries(fields)) {
      const field = dialog.getByLabel(label);
      if (label === 'Keep by date' || label === 'Pin ends') await field.selectOption(value);
      else await field.fill(value);
    }
    await looksRight(page);
    await dialog.getByRole('button', { name: 'Save position' }).click();
    await pinOf(page).getByText(expected).waitFor();
    await looksRight(page);
  });
}

test('an editor pins, limits and keeps a correction by date, and the embed shows this order', async () => {
  await setPosition(9, { 'Pin at position': '1', 'Pinned until': '2090-01-31T18:00' }, 'Pinned at position 1 until');
  await setPosition(1, { 'Never above position': '4' }, 'Never above position 4');
  await setPosition(5, { 'Keep by date': 'correction' }, 'Correction: keeps its place by date');
  await setPosition(12, { 'Pin at position': '12', 'Pin ends': 'In a week' }, 'Pinned at position 12 until');
  const key = await site.makeKey('publishable');
  const page = await browser.newPage();
  await page.goto(site.page(key, 'order=engaging&limit=12'));
  const titles = await page.locator('article h2').allTextContents();
  await page.close();
  const placeOf = (id: number) => titles.findIndex((title) => title.includes(TITLES[id - 1] ?? '')) + 1;
  assert.deepEqual([placeOf(9), placeOf(5)], [1, 5]);
  assert.ok(placeOf(1) >= 4, titles.join());
  assert.equal(titles.length, TITLES.length);
});

test('a position can be undone, and the changes of the article list it', async () => {
  await visit(browser, site, { path: '/content?id=3', keys, expected: FAILED_ANSWER }, async (page) => {
    const changes = page.locator('#changes');
    await pinOf(page).getByRole('button', { name: 'Set position' }).click();
    await page.getByRole('dialog').getByLabel('Pin at position').fill('2');
    await page.getByRole('dialog').getByRole('button', { name: 'Save position' }).click();
    await pinOf(page).getByText('Pinned at position 2').waitFor();
    await changes.getByText('added its position in engaging lists').waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await pinOf(page).getByText('Readers decide its position.').waitFor();
    await changes.getByText('deleted its position in engaging lists').waitFor();
    await looksRight(page);
  });
});
