import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { awake, READER, scroll, stopClock, TEXT } from '../support/reading.ts';
import { type Publisher, readLevels, type Site, startPublisher, startSite, storiesAt } from '../support/server.ts';

const PATIENCE = 120_000;

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

const levels = (id: number) => readLevels(site, id, 'unsigned');

/** Opens an article, acts and leaves. If the reader counts, the tab is closed only after the report has arrived. */
async function reads(id: number, act: (page: Page) => Promise<void>, more = '', isCounted = true): Promise<void> {
  publisher.body = `<article data-newsgauge-article style="font-size: 40px">${TEXT}</article>
    <script src="${site.url.origin}/read.js" data-key="${key}" data-content-id="${id}" ${more}></script>`;
  const context = await browser.newContext({ userAgent: READER, viewport: { width: 600, height: 600 } });
  try {
    const page = await context.newPage();
    await stopClock(page);
    await page.goto(`${publisher.origin}/`);
    await act(page);
    publisher.body = 'Another page';
    await page.goto(`${publisher.origin}/next`);
    for (const end = Date.now() + PATIENCE; isCounted && (await levels(id))[0] === 0; await sleep(100))
      assert.ok(Date.now() < end, 'nothing was counted');
    await sleep(500);
  } finally {
    await context.close();
  }
}

const READERS: [who: string, expected: number[], act: (page: Page) => Promise<void>][] = [
  ['leaves at once', [1, 0, 0, 0], async () => {}],
  ['stays at the top for a minute', [1, 1, 0, 0], (page) => awake(page, 60)],
  [
    'jumps to the end',
    [1, 0, 0, 0],
    async (page) => {
      await scroll(page, 1);
      await page.clock.runFor(3000);
    },
  ],
  [
    'reaches the middle',
    [1, 1, 1, 0],
    async (page) => {
      await scroll(page, 0.6);
      await awake(page, 40);
    },
  ],
  [
    'reads the article',
    [1, 1, 1, 1],
    async (page) => {
      await scroll(page, 0.5);
      await awake(page, 30);
      await scroll(page, 1);
      await awake(page, 40);
    },
  ],
  [
    'becomes idle at the end',
    [1, 1, 0, 0],
    async (page) => {
      await sleep(2500);
      await scroll(page, 1);
      await page.clock.runFor(600_000);
    },
  ],
];
for (const [i, [who, expected, act]] of READERS.entries())
  test(`a reader who ${who} is counted once, with the read depth reached`, async () => {
    await reads(i + 1, act);
    assert.deepEqual(await levels(i + 1), expected);
  });

test('a page that waits for consent reports no reads before consent is given', async () => {
  await reads(7, (page) => awake(page, 30), 'data-consent="wait"', false);
  await reads(
    8,
    async (page) => {
      await page.evaluate("dispatchEvent(new Event('newsgauge:consent'))");
      await awake(page, 20);
    },
    'data-consent="wait"',
  );
  assert.deepEqual(await levels(8), [1, 1, 0, 0]);
  assert.deepEqual(await levels(7), [0, 0, 0, 0]);
});

/**
 * Maximum main-thread time in milliseconds per second (2 to 4 on a fast machine), and length of the measurement in
 * seconds.
 */
const [COST, SCROLLED] = [20, 6];

test(`scrolling costs the main thread at most ${COST} ms per second`, async (t) => {
  publisher.body = `<article style="font-size: 40px">${TEXT.repeat(10)}</article>
    <script src="${site.url.origin}/read.js" data-key="${key}" data-content-id="1"></script>`;
  const page = await browser.newPage({ userAgent: READER, viewport: { width: 600, height: 600 } });
  try {
    await page.goto(`${publisher.origin}/`);
    const session = await page.context().newCDPSession(page);
    // Time of the thread, because the processor may be busy with other processes.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
      return 1000 * (of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration'));
    };
    const before = await spent();
    await page.mouse.move(300, 300);
    const start = Date.now();
    while (Date.now() < start + SCROLLED * 1000) {
      await page.mouse.wheel(0, 40);
      await sleep(16);
    }
    const seconds = (Date.now() - start) / 1000;
    const cost = ((await spent()) - before) / seconds;
    assert.ok(Number(await page.evaluate('scrollY')) > 1000, 'nobody scrolled');
    t.diagnostic(`${cost.toFixed(2)} ms a second`);
    assert.ok(cost <= COST, `${cost} ms a second`);
  } finally {
    await page.context().close();
  }
});

test('each script of an article page is smaller than a kilobyte', async (t) => {
  const sizes = await Promise.all(
    ['/click.js', '/read.js'].map(
      async (path) =>
        gzipSync(Buffer.from(await (await fetch(new URL(path, site.url))).arrayBuffer()), { level: 9 }).length,
    ),
  );
  t.diagnostic(`${sizes.join(' and ')} bytes`);
  assert.ok(Math.max(...sizes) < 1024, `${sizes.join(' and ')} bytes`);
});
