import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium } from './chromium.ts';
import { publishEngaged } from './engaged.ts';
import { looksRight, tabTo, UNKNOWN, visit } from './pages.ts';
import { type Site, startSite } from './server.ts';

let browser: Browser;
let site: Site;
let bare: Site;
let publishable = '';
before(async () => {
  browser = await openChromium();
  [site, bare] = [await startSite(), await startSite()];
  publishable = await site.makeKey('publishable');
  await publishEngaged(site);
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  await bare?.dispose();
});

const state = async (page: Page) => (await page.locator('section[aria-labelledby="state"]').textContent()) ?? '';
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const mayCopy = (context: BrowserContext) => context.grantPermissions(['clipboard-read', 'clipboard-write']);

for (const width of [360, 1280, 1920]) {
  test(`at ${width} px it looks right, with a key and without`, async () => {
    const viewport = { width, height: 900 };
    await visit(browser, site, { path: '/', viewport }, looksRight);
    await visit(browser, site, { path: '/?format=rss', viewport, keys: { publishable } }, async (page) => {
      await page.locator('pre').waitFor();
      await looksRight(page);
    });
  });
}

test('says in words how the service is, and no count', async () => {
  await visit(browser, site, { path: '/' }, async (page) => {
    const words = await state(page);
    assert.match(words, /published The newest appeared on \d+ \w+ \d{4}, \d\d:\d\d UTC\./);
    assert.match(words, /counted Readers have clicked within the last 24 hours\./);
    assert.match(words, /up to date Every ranking covers the running hour\./);
  });
  await visit(browser, bare, { path: '/' }, async (page) => {
    assert.match(await state(page), /none yet .+quiet .+waiting /s);
    await looksRight(page);
  });
});

test('with the keyboard alone: past the header, a key, RSS, and its address into the clipboard', async () => {
  await visit(browser, site, { path: '/' }, async (page, context) => {
    await mayCopy(context);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Skip to content');
    await page.keyboard.press('Enter');
    await tabTo(page, `it.id === 'key-publishable'`);
    await page.keyboard.type(publishable);
    await page.keyboard.press('Enter');
    await page.locator('pre').waitFor();
    await tabTo(page, `it.name === 'format'`);
    await page.keyboard.press('ArrowRight');
    await page.locator('pre', { hasText: '<rss' }).waitFor();
    await tabTo(page, `it.textContent === 'Copy with the key'`);
    await page.keyboard.press('Enter');
    await page.getByText('Copied, with the key in it.').waitFor();
    const address = await clipboard(page);
    assert.equal(address, `${site.url.origin}/api/v2/feed/?output=rss&apiKey=${publishable}`);
    assert.match(await (await fetch(address)).text(), /<rss/);
    assert.ok(!(await page.content()).includes(publishable), 'the key stands nowhere in the page');
    assert.ok(!page.url().includes('apiKey'), 'nor in its address');
  });
});

test('with the mouse: three formats, and every page it leads to', async () => {
  await visit(browser, site, { path: '/', keys: { publishable } }, async (page) => {
    await page.locator('pre', { hasText: '"version": "https://jsonfeed.org/version/1.1"' }).waitFor();
    await page.getByRole('radio', { name: 'HTML' }).click();
    await page.locator('pre', { hasText: '<!doctype html>' }).waitFor();
    await page.getByRole('radio', { name: 'RSS' }).click();
    await page.locator('pre', { hasText: '<rss' }).waitFor();
    const places = await page
      .locator('.places a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    for (const path of places) assert.equal((await fetch(new URL(path ?? '', site.url))).status, 200, path ?? '');
    await page.locator('.places').getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor();
  });
});

test('the choice of colours holds on every page from before the first paint', async () => {
  await visit(browser, site, { path: '/', colorScheme: 'light' }, async (page) => {
    const paper = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const light = await paper();
    await page.getByLabel('Colours').selectOption('dark');
    assert.notEqual(await paper(), light);
    // The first frame that is painted comes after the head, and with it after the script that stands there.
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      window.early = document.querySelector('head script:not([src])') && document.documentElement.dataset.theme;
    })`);
    await page.goto(`${site.url.origin}/insights`);
    assert.equal(await page.evaluate('window.early'), 'dark');
    await page.getByLabel('Colours').selectOption('auto');
    assert.equal(await paper(), light);
  });
});

test('a key that is no more goes back to the form', async () => {
  const keys = { publishable: UNKNOWN.publishable };
  await visit(browser, site, { path: '/', keys, expected: /Failed to load resource/ }, async (page) => {
    await page.getByRole('alert').getByText('unknown, revoked or expired').waitFor();
    await looksRight(page);
  });
});

test('when the database does not answer the page says so', async () => {
  await bare.db.exec('ALTER TABLE topic_windows RENAME TO away');
  await visit(browser, bare, { path: '/' }, async (page) => {
    assert.match(await state(page), /The database does not answer/);
    await looksRight(page);
  });
  await bare.db.exec('ALTER TABLE away RENAME TO topic_windows');
});

test('without scripts the state and the links are there', async () => {
  await visit(browser, site, { path: '/', javaScriptEnabled: false }, async (page) => {
    assert.match(await state(page), /The newest appeared/);
    assert.equal(await page.locator('.places a').count(), 5);
    assert.ok(await page.locator('noscript p').boundingBox(), 'the reason is to be seen');
    assert.equal(await page.locator('.skeleton').isVisible(), false);
  });
});
