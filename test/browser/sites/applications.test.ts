import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { awake, letCome, READER, stopClock, TEXT } from '../support/reading.ts';
import { type Publisher, readLevels, type Site, startPublisher, startSite, storiesAt } from '../support/server.ts';

const READERS = 24;
const PATIENCE = 120_000;
const KINDS = [{}];
const numbers = Array.from({ length: READERS }, (_, who) => who);
/** First article id of each test, so that readers do not overlap. */
const [FIRST, SECOND, HIDDEN, SHOWN, CLICKED] = [1, 25, 49, 73, 74];

let browser: Browser;
let site: Site;
let publisher: Publisher;
let key = '';
before(async () => {
  browser = await openChromium([`--user-agent=${READER}`]);
  [site, publisher] = [await startSite(), await startPublisher()];
  key = await site.makeKey('publishable', [publisher.origin]);
  await site.publish({ articles: storiesAt(publisher.origin, CLICKED + READERS) });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  publisher?.close();
});

/** Waits for the expected counts, then briefly for unexpected ones. */
async function becomes<T>(counts: () => Promise<T>, expected: T): Promise<void> {
  for (const end = Date.now() + PATIENCE; !isDeepStrictEqual(await counts(), expected) && Date.now() < end; )
    await sleep(100);
  await sleep(1000);
  assert.deepEqual(await counts(), expected);
}

const levelsOf = (ids: readonly number[]) => Promise.all(ids.map((id) => readLevels(site, id, 'unsigned')));

async function clicksOf(id: number): Promise<number> {
  const row = await site.db
    .prepare('SELECT coalesce(sum(unsigned_all), 0) AS clicks FROM click_hours WHERE content_id = ?')
    .bind(id)
    .first<{ clicks: number }>();
  return row?.clicks ?? 0;
}

const articleOf = (id: number) => `<article data-content-id="${id}" style="font-size: 40px">${TEXT}</article>`;
const script = (name: string) => `<script src="${site.url.origin}/${name}.js" data-key="${key}"></script>`;

test(`${READERS} readers of a single-page application are counted by read depth, and their clicks are counted`, async () => {
  publisher.body = `<main></main>${script('click')}${script('read')}`;
  await letCome(browser, { count: READERS, kinds: KINDS }, async (page, who) => {
    const [first, second] = [FIRST + who, SECOND + who];
    await stopClock(page);
    await page.goto(`${publisher.origin}/`);
    const show = async (id: number, more = '') => {
      await page.evaluate(
        `history.pushState({}, '', '/story/${id}');
         document.querySelector('main').innerHTML = ${JSON.stringify(more + articleOf(id))}`,
      );
      await sleep(300);
      await page.clock.runFor(500);
    };
    await show(first);
    if (who % 2 === 1) await awake(page, 20);
    await show(second, `<a href="#next" data-content-id="${first}">Story</a>`);
    await page.locator('a').click();
    await page.goto('about:blank');
  });
  const firsts = numbers.map((who) => FIRST + who);
  await becomes(
    async () => ({
      first: await levelsOf(firsts),
      second: await levelsOf(numbers.map((who) => SECOND + who)),
      clicks: await Promise.all(firsts.map(clicksOf)),
    }),
    {
      first: numbers.map((who) => [1, who % 2, 0, 0]),
      second: numbers.map(() => [1, 0, 0, 0]),
      clicks: numbers.map(() => 1),
    },
  );
});

const IN_BACKGROUND = `
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });`;

test(`${READERS} background tabs are not counted, and a tab shown for a moment is counted`, async () => {
  publisher.body = `${articleOf(0)}
    <script>document.querySelector('article').dataset.contentId = location.pathname.slice('/story/'.length)</script>${script('read')}`;
  const visit = (first: number, isShown: boolean) => async (page: Page, who: number) => {
    await page.addInitScript(IN_BACKGROUND);
    await page.goto(`${publisher.origin}/story/${first + who}`);
    await sleep(500);
    if (isShown)
      await page.evaluate(`delete document.hidden; delete document.visibilityState;
        document.dispatchEvent(new Event('visibilitychange'))`);
    await page.goto('about:blank');
  };
  await letCome(browser, { count: READERS, kinds: KINDS }, visit(HIDDEN, false));
  await letCome(browser, { count: 1, kinds: KINDS }, visit(SHOWN, true));
  await becomes(async () => (await levelsOf([SHOWN]))[0]?.[0], 1);
  assert.deepEqual(
    await levelsOf(numbers.map((who) => HIDDEN + who)),
    numbers.map(() => [0, 0, 0, 0]),
  );
});

test(`${READERS} clicks during an outage are counted once each, in embeds and on pages`, async () => {
  let refusals = 0;
  const half = READERS / 2;
  const click = (first: number, isEmbed: boolean) => async (page: Page, who: number) => {
    const id = first + who;
    let attempts = 0;
    await page.context().route('**/clicks', (route) => {
      if (++attempts > 2) return route.continue();
      refusals++;
      return attempts === 1
        ? route.fulfill({ status: 503, headers: { 'Access-Control-Allow-Origin': '*' } })
        : route.abort();
    });
    await page.goto(`${publisher.origin}/`);
    const frame = isEmbed ? page.frameLocator('iframe') : page;
    await frame.locator(`a[data-content-id="${id}"]`).first().click();
    for (const end = Date.now() + PATIENCE; (await clicksOf(id)) === 0; await sleep(200))
      assert.ok(Date.now() < end, `the click on ${id} was lost after ${attempts} attempts`);
  };
  const ids = numbers.map((who) => CLICKED + who);
  publisher.body =
    ids.map((id) => `<a href="#${id}" data-content-id="${id}">Story ${id}</a><br>`).join('') + script('click');
  await letCome(browser, { count: half, kinds: KINDS }, click(CLICKED, false));
  publisher.body = `<iframe src="${site.page(key, 'limit=100')}" width="600" height="20000"></iframe>`;
  await letCome(browser, { count: half, kinds: KINDS }, click(CLICKED + half, true));
  assert.equal(refusals, 2 * READERS);
  await sleep(3000);
  assert.deepEqual(
    await Promise.all(numbers.map((who) => clicksOf(CLICKED + who))),
    numbers.map(() => 1),
  );
});
