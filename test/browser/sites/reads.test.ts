import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { type Publisher, readLevels, type Site, startPublisher, startSite, storiesAt } from '../support/server.ts';

const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PATIENCE = 20_000;
/** Two minutes of reading: half of it asks for thirty seconds, all of it for sixty. */
const TEXT = Array.from({ length: 44 }, () => `<p>${'word '.repeat(10)}</p>`).join('');

let browser: Browser;
let site: Site;
let publisher: Publisher;
let key = '';
before(async () => {
  browser = await openChromium([`--user-agent=${READER}`]);
  [site, publisher] = [await startSite(), await startPublisher()];
  key = await site.makeKey('publishable', [publisher.origin]);
  await site.publish({ articles: storiesAt(publisher.origin, 8) });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  publisher?.close();
});

/** What is stored of an article’s readers. */
const levels = (id: number) => readLevels(site, id, 'unsigned');

/** A reader of an article of 440 words, whose clock is turned by `act`; then the page is left. */
async function reads(id: number, act: (page: Page) => Promise<void>, more = ''): Promise<void> {
  publisher.body = `<article data-newsgauge-article style="font-size: 40px">${TEXT}</article>
    <script src="${site.url.origin}/read.js" data-key="${key}" data-content-id="${id}" ${more}></script>`;
  const context = await browser.newContext({ userAgent: READER, viewport: { width: 600, height: 600 } });
  try {
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${publisher.origin}/`);
    await act(page);
    publisher.body = 'Another page';
    await page.goto(`${publisher.origin}/next`);
    await sleep(500);
  } finally {
    await context.close();
  }
}

const scroll = (page: Page, part: number) =>
  page.evaluate(`scrollTo(0, document.querySelector('article').offsetHeight * ${part} - innerHeight)`);
/** Passes time with a sign of the reader every ten seconds. */
async function awake(page: Page, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    await page.mouse.move(100 + passed, 100);
    await page.clock.runFor(10_000);
  }
}

const READERS: [who: string, expected: number[], act: (page: Page) => Promise<void>][] = [
  ['leaves at once', [1, 0, 0, 0], async () => {}],
  ['stays at the top for a minute', [1, 1, 0, 0], (page) => awake(page, 60)],
  [
    'flies to the end',
    [1, 0, 0, 0],
    async (page) => {
      await scroll(page, 1);
      await page.clock.runFor(3000);
    },
  ],
  [
    'gets through half',
    [1, 1, 1, 0],
    async (page) => {
      await scroll(page, 0.6);
      await awake(page, 40);
    },
  ],
  [
    'reads it',
    [1, 1, 1, 1],
    async (page) => {
      await scroll(page, 0.5);
      await awake(page, 30);
      await scroll(page, 1);
      await awake(page, 40);
    },
  ],
  [
    'falls asleep at the end',
    [1, 1, 0, 0],
    async (page) => {
      await scroll(page, 1);
      await page.clock.runFor(600_000);
    },
  ],
];
for (const [i, [who, expected, act]] of READERS.entries())
  test(`a reader who ${who} counts as one, as far as they got`, async () => {
    await reads(i + 1, act);
    for (const end = Date.now() + PATIENCE; (await levels(i + 1))[0] === 0; await sleep(100))
      assert.ok(Date.now() < end, 'nothing was counted');
    await sleep(500);
    assert.deepEqual(await levels(i + 1), expected);
  });

test('a page that waits for consent reports nothing before, and measures from then on', async () => {
  await reads(7, (page) => awake(page, 30), 'data-consent="wait"');
  await reads(
    8,
    async (page) => {
      await page.evaluate("dispatchEvent(new Event('newsgauge:consent'))");
      await awake(page, 20);
    },
    'data-consent="wait"',
  );
  for (const end = Date.now() + PATIENCE; (await levels(8))[0] === 0; await sleep(100))
    assert.ok(Date.now() < end, 'nothing was counted');
  assert.deepEqual(await levels(8), [1, 1, 0, 0]);
  assert.deepEqual(await levels(7), [0, 0, 0, 0]);
});
