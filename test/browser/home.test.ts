import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openChromium, until } from './support/chromium.ts';
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

test('the home page passes layout and accessibility checks at all widths, with and without a key', async () => {
  await visit(browser, site, { path: '/', viewport: NARROW }, looksRightAtAllWidths);
  await visit(browser, site, { path: '/', viewport: NARROW, keys: { secret } }, async (page) => {
    await page.locator('.stories li').first().waitFor();
    await looksRightAtAllWidths(page);
  });
});

test('signed-in people see the morning page at /, and others see the product page', async () => {
  await visit(browser, site, { path: '/' }, async (page) => {
    await page.getByText('Cyber is rising fastest, up about 34% on last week').waitFor();
    await page.getByText(/An example: .* Shaded: what is usual on the weekday, from the other weeks/).waitFor();
    assert.equal(await page.locator('.product .curve:visible .usual').count(), 1, 'with its usual band, once');
    await page.getByLabel('Key', { exact: true }).last().fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).last().click();
    await page.getByRole('heading', { name: 'Gaining readers now' }).waitFor();
    assert.equal(await page.getByText('up about 34% on last week').isVisible(), false);
    assert.equal(await page.locator('section[aria-labelledby="state"]').isVisible(), false);
  });
});

test('the home page describes the service state in sentences without counts', async () => {
  await visit(browser, site, { path: '/' }, async (page) => {
    const words = await state(page);
    assert.match(words, /published The newest article appeared on \d+ \w+ \d{4}, \d\d:\d\d UTC\./);
    assert.match(words, /counted Readers have clicked within the last 24 hours\./);
    assert.match(words, /up to date Every ranking includes the current hour\. Growth ends with the last full hour\./);
  });
  await visit(browser, bare, { path: '/' }, async (page) => {
    assert.match(await state(page), /none yet .+quiet .+waiting /s);
    await looksRight(page);
  });
});

test('the morning page can be reached by keyboard alone', async () => {
  await visit(browser, site, { path: '/' }, async (page) => {
    await page.locator('#page-key').waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Skip to content');
    await page.keyboard.press('Enter');
    await tabTo(page, `it.id === 'page-key'`);
    await page.keyboard.type(secret);
    await page.keyboard.press('Enter');
    await page.locator('.stories li').first().waitFor();
    assert.ok(!(await page.content()).includes(secret), 'the key is nowhere in the page');
    assert.ok(!page.url().includes(secret), 'nor in its address');
    assert.deepEqual(await stored(page), ['newsgauge:may'], 'nor in its storage, which knows what one may do');
  });
});

test('the theme applies on every page before the first paint', async () => {
  await visit(browser, site, { path: '/docs', colorScheme: 'light' }, async (page) => {
    const paper = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const light = await paper();
    await page.locator('#account').click();
    await page.getByLabel('Theme').selectOption('dark');
    assert.notEqual(await paper(), light);
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      window.early = document.querySelector('head script:not([src])') && document.documentElement.dataset.theme;
    })`);
    await page.goto(`${site.url.origin}/insights`);
    assert.equal(await page.evaluate('window.early'), 'dark');
    await page.goto(`${site.url.origin}/docs`);
    await page.locator('#account').click();
    await page.getByLabel('Theme').selectOption('auto');
    assert.equal(await paper(), light);
  });
});

test('“Sign in” moves to the form of a page that has one, and opens a menu elsewhere', async () => {
  await visit(browser, site, { path: '/' }, async (page) => {
    await page.locator('#page-key').waitFor();
    await page.locator('#account', { hasText: 'Sign in' }).click();
    assert.equal(await page.evaluate('document.activeElement.id'), 'page-key');
    assert.equal(await page.locator('#menu').isVisible(), false);
    await page.goto(`${site.url.origin}/docs`);
    await page.locator('#account', { hasText: 'Sign in' }).click();
    await page.locator('#menu-key').waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('#menu-key').waitFor({ state: 'hidden' });
    await page.goto(`${site.url.origin}/insights`);
    await page.getByRole('heading', { name: 'Sign in to see Insights' }).waitFor();
    await looksRight(page);
    assert.equal(await page.locator('#account').isVisible(), false, 'the page has one way to sign in');
    const picture = page.locator('.gate img');
    await until(page, `document.querySelector('.gate img').naturalWidth > 0`);
    assert.ok(await picture.isVisible());
  });
});

test('an invalid key or a key of another kind is rejected with a message next to the field', async () => {
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

test('a session covers all tabs and pages until sign-out', async () => {
  // Pages poll, so a pending request may fail at sign-out.
  const expected = /status of 401/;
  await visit(browser, site, { path: '/', keys: { secret }, expected }, async (page, context) => {
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

test('search opens a page by keyboard', async () => {
  await visit(browser, site, { path: '/', keys: { secret } }, async (page) => {
    await page.locator('.stories li').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await looksRight(page);
    await page.keyboard.type('reference');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API reference' }).waitFor();
  });
});

test('the home page reports a database outage', async () => {
  await bare.db.exec('ALTER TABLE topic_windows RENAME TO away');
  await delay(5100);
  await visit(browser, bare, { path: '/' }, async (page) => {
    assert.match(await state(page), /The database is not responding/);
    await looksRight(page);
  });
  await bare.db.exec('ALTER TABLE away RENAME TO topic_windows');
});

test('the home page shows its chart and the service state without scripts', async () => {
  await visit(browser, site, { path: '/', javaScriptEnabled: false }, async (page) => {
    assert.match(await state(page), /The newest article appeared/);
    assert.ok(await page.locator('.product .curve').first().boundingBox(), 'the picture is to be seen');
    assert.ok(await page.locator('noscript p').boundingBox(), 'the reason is to be seen');
    assert.equal(await page.locator('.skeleton').isVisible(), false);
  });
});
