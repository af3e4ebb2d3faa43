import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium, PATIENCE_MS } from '../support/chromium.ts';
import { hide } from '../support/publisher.ts';
import { READER } from '../support/reading.ts';
import { type Publisher, type Site, startPublisher, startSite, storiesAt } from '../support/server.ts';

const DAY = 86_400_000;

let browser: Browser;
let site: Site;
let publisher: Publisher;
let key = '';
let context: BrowserContext;
let page: Page;
let sent: string[] = [];

before(async () => {
  browser = await openChromium();
  [site, publisher] = [await startSite(), await startPublisher()];
  key = await site.makeKey('publishable', [publisher.origin]);
  await site.publish({ articles: storiesAt(publisher.origin, 5) });
  const scripts = ['click.js', 'read.js', 'views.js'].map(
    (name) =>
      `<script src="${site.url.origin}/${name}" data-key="${key}" data-content-id="2" data-new-browsers="1"></script>`,
  );
  publisher.body = `<article>Text <ul data-newsgauge-list="list"><li><a href="#story" data-content-id="1">Story</a></li></ul></article>
    <iframe data-newsgauge src="${site.page(key, 'limit=5')}" width="600" height="400"></iframe>
    <script src="${site.url.origin}/embed.js"></script>${scripts.join('')}`;
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  publisher?.close();
});
beforeEach(async () => {
  await context?.close();
  context = await browser.newContext({ userAgent: READER });
  page = await context.newPage();
  sent = [];
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === site.url.origin && request.method() === 'POST') sent.push(pathname);
  });
});

const note = () => page.locator('newsgauge-off div');
const open = (query = '') => page.goto(`${publisher.origin}/${query}`, { waitUntil: 'networkidle' });

async function visit(query = ''): Promise<string[]> {
  await open(query);
  sent = [];
  await page.click('article a');
  const opened = context.waitForEvent('page');
  await page.frameLocator('iframe').locator('a[data-content-id]').first().click();
  await (await opened).close();
  await hide(page);
  await sleep(500);
  return [...new Set(sent)].toSorted();
}

/** Ignores impressions, because the page samples them. */
async function assertCounted(): Promise<void> {
  await visit();
  const isSent = () => ['/clicks', '/reads'].every((path) => sent.includes(path));
  for (const end = Date.now() + PATIENCE_MS; !isSent() && Date.now() < end; ) await sleep(50);
  const paths = [...new Set(sent)].toSorted();
  assert.deepEqual(
    paths.filter((path) => path !== '/views' && path !== '/list-tokens'),
    ['/clicks', '/reads'],
  );
}

const leaveOut = async () => {
  await open('?newsgauge=off');
  await note().getByRole('button', { name: 'Leave out' }).click();
  await page.waitForURL(`${publisher.origin}/`);
};

test('the exclusion link alone does not exclude a browser, and page scripts cannot confirm it', async () => {
  await open('?newsgauge=off');
  assert.match(await note().innerText(), /Leave this browser out .* for 90 days\?/);
  await page.evaluate(
    `for (const button of document.querySelector('newsgauge-off').shadowRoot.querySelectorAll('button')) button.click()`,
  );
  assert.equal(await page.evaluate('localStorage.newsgaugeOff'), undefined);
  await assertCounted();
});

test('a browser that cancels its exclusion is still counted, and the parameter leaves the URL', async () => {
  await open('?a=1&newsgauge=off');
  await note().getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(`${publisher.origin}/?a=1`);
  await assertCounted();
});

test('an excluded browser reports nothing for 90 days and can be included again', async () => {
  await leaveOut();
  const until = Number(await page.evaluate('localStorage.newsgaugeOff'));
  assert.ok(Math.abs(until - Date.now() - 90 * DAY) < 60_000);
  assert.deepEqual(await visit(), []);
  await open();
  assert.match(await note().innerText(), /does not count this browser on localhost:\d+ until /);
  await note().getByRole('button', { name: 'Count again' }).click();
  await page.waitForFunction('localStorage.newsgaugeOff === undefined');
  await assertCounted();
});

test('an excluded browser is counted again after 90 days', async () => {
  await leaveOut();
  await page.evaluate(`localStorage.newsgaugeOff = ${Date.now() - 1}`);
  await open();
  assert.equal(await page.evaluate('localStorage.newsgaugeOff'), undefined);
  assert.equal(await note().count(), 0);
  await assertCounted();
});

test('a framed page does not ask to exclude the browser', async () => {
  await page.setContent(`<iframe src="${publisher.origin}/?newsgauge=off" width="800" height="600"></iframe>`);
  await page.waitForLoadState('networkidle');
  assert.equal(await page.frameLocator('iframe').first().locator('newsgauge-off').count(), 0);
});
