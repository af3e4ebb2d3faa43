import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium } from './support/chromium.ts';
import { publishEngaged } from './support/engaged.ts';
import { looksRight, looksRightAtAllWidths, NARROW, stored, tabTo, UNKNOWN, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

let browser: Browser;
let site: Site;
let bare: Site;
let secret = '';
before(async () => {
  browser = await openChromium();
  [site, bare] = [await startSite(), await startSite()];
  secret = await site.makeKey('secret');
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

test('at all widths it looks right, with a key and without', async () => {
  await visit(browser, site, { path: '/', viewport: NARROW }, looksRightAtAllWidths);
  await visit(browser, site, { path: '/?format=rss', viewport: NARROW, keys: { secret } }, async (page) => {
    await page.locator('pre').waitFor();
    await looksRightAtAllWidths(page);
  });
});

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
    await page.locator('#page-key').waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Skip to content');
    await page.keyboard.press('Enter');
    await tabTo(page, `it.id === 'page-key'`);
    await page.keyboard.type(secret);
    await page.keyboard.press('Enter');
    await page.locator('pre').waitFor();
    await tabTo(page, `it.name === 'format'`);
    await page.keyboard.press('ArrowRight');
    await page.locator('pre', { hasText: '<rss' }).waitFor();
    await tabTo(page, `it.textContent === 'Copy address'`);
    await page.keyboard.press('Enter');
    await page.getByText('Copied.').waitFor();
    const address = await clipboard(page);
    assert.equal(address, `${site.url.origin}/api/v2/feed/?output=rss&apiKey=YOUR_PUBLISHABLE_KEY`);
    assert.match(await (await fetch(address.replace('YOUR_PUBLISHABLE_KEY', secret))).text(), /<rss/);
    assert.ok(!(await page.content()).includes(secret), 'the key is nowhere in the page');
    assert.ok(!page.url().includes(secret), 'nor in its address');
    assert.deepEqual(await stored(page), ['newsgauge:may'], 'nor in its storage, which knows what one may do');
  });
});

test('with the mouse: three formats, and every page it leads to', async () => {
  await visit(browser, site, { path: '/', keys: { secret } }, async (page) => {
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
    await page.locator('#account').click();
    await page.getByLabel('Theme').selectOption('dark');
    assert.notEqual(await paper(), light);
    // The first frame that is painted comes after the head, and with it after the script in it.
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      window.early = document.querySelector('head script:not([src])') && document.documentElement.dataset.theme;
    })`);
    await page.goto(`${site.url.origin}/insights`);
    assert.equal(await page.evaluate('window.early'), 'dark');
    await page.locator('#account').click();
    await page.getByLabel('Theme').selectOption('auto');
    assert.equal(await paper(), light);
  });
});

test('a key that is no more, or of another kind, is refused beside the field', async () => {
  await visit(browser, site, { path: '/', expected: /Failed to load resource/ }, async (page) => {
    for (const [typed, answer] of [
      [UNKNOWN.secret, 'unknown, revoked or expired'],
      [UNKNOWN.publishable, 'This is a publishable key'],
      ['nonsense', 'This is not a key'],
      ['', 'Paste your key'],
    ] as const) {
      await page.getByLabel('Key', { exact: true }).last().fill(typed);
      await page.getByRole('button', { name: 'Sign in' }).last().click();
      await page.getByRole('alert').getByText(answer).waitFor();
    }
    await looksRight(page);
  });
});

test('signed in once: in new tabs, on every page, until signed out in one of them', async () => {
  await visit(browser, site, { path: '/', keys: { secret } }, async (page, context) => {
    const other = await context.newPage();
    await other.goto(`${site.url.origin}/insights`);
    await other.locator('#account-name', { hasText: 'secret' }).waitFor();
    await page.locator('#account').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Key', { exact: true }).last().waitFor();
    await other.getByRole('heading', { name: 'Sign in' }).first().waitFor();
    assert.deepEqual(await context.cookies(), []);
  });
});

test('search leads to a page, by keyboard', async () => {
  await visit(browser, site, { path: '/', keys: { secret } }, async (page) => {
    await page.locator('pre').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await looksRight(page);
    await page.keyboard.type('reference');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API reference' }).waitFor();
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
    assert.equal(await page.locator('.places a').count(), 8);
    assert.ok(await page.locator('noscript p').boundingBox(), 'the reason is to be seen');
    assert.equal(await page.locator('.skeleton').isVisible(), false);
  });
});
