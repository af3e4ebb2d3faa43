import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { counterOf } from '../../../src/db/click-columns.ts';
import { POSITION_BUCKETS, VIEW_COLUMNS } from '../../../src/db/view-columns.ts';
import { openChromium } from '../support/chromium.ts';
import { hide, kill, type Publisher, servePublisher } from '../support/publisher.ts';
import { letCome, READER, stopClock } from '../support/reading.ts';
import { type Site, startSite, storiesAt } from '../support/server.ts';

/** Number of scripted readers, each with an address of its own. `READERS=200` runs many. */

const READERS = Number(process.env.READERS || 24);
const PLACES = 12;
const PATIENCE = 120_000;
const PITCH = 300;

let browser: Browser;
let site: Site;
let publisher: Publisher;
let key = '';

const pageOf = (path: string): string => {
  const [, who = ''] = /^\/list\/(\d+)/.exec(path) ?? [];
  if (!who) return 'Another page';
  const scripts = ['click.js', 'views.js'].map(
    (name) =>
      `<script src="${publisher.serviceFor(who)}/${name}" data-key="${key}" ${path.endsWith('/usual') ? '' : 'data-new-browsers="1"'} defer></script>`,
  );
  const items = Array.from(
    { length: PLACES },
    (_, i) =>
      `<li style="height: ${PITCH - 20}px; margin: 0 0 20px"><a href="/story/${i + 1}" data-content-id="${i + 1}">Story ${i + 1}</a></li>`,
  );
  // Each reader has a list of its own, because busy lists are sampled.
  return `<style>body, ul { margin: 0 }</style><ul data-newsgauge-list="page ${who}">${items.join('')}</ul>${scripts.join('')}`;
};

before(async () => {
  browser = await openChromium([`--user-agent=${READER}`]);
  site = await startSite({ TRUSTED_NETWORKS: '10.0.0.0/8' });
  publisher = await servePublisher(pageOf, () => site.url);
  key = await site.makeKey('publishable', [publisher.origin]);
  await site.publish({ articles: storiesAt(publisher.origin, PLACES) });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  publisher?.close();
});

const away = (page: Page) => page.goto(`${publisher.origin}/next`);
const watched = (page: Page) => page.waitForSelector('[data-list-token]');
const scroll = (page: Page, place: number) =>
  page.evaluate(`new Promise((told) => {
    scrollTo(0, ${(place - 1) * PITCH});
    new IntersectionObserver(told).observe(document.body);
  })`);
async function look(page: Page, place = 1, milliseconds = 1500): Promise<void> {
  await scroll(page, place);
  await page.clock.runFor(milliseconds);
}
const slow = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 20_000,
  });
};
const places = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const PHONE = { viewport: { width: 390, height: 700 }, isMobile: true, hasTouch: true };

interface Kind {
  sees: number[];
  mayBeLost?: boolean;
  before?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
  leave?: (page: Page) => Promise<unknown>;
  context?: BrowserContextOptions;
  isBlind?: boolean;
}
const KINDS: Record<string, Kind> = {
  'looks at the top': { sees: [1, 2], act: (page) => look(page) },
  'leaves at once': { sees: [], act: (page) => look(page, 1, 700) },
  'scrolls to the end, and looks at all': {
    sees: places(1, 12),
    async act(page) {
      for (const place of [1, 3, 5, 7, 9, 11]) await look(page, place);
    },
  },
  'flies to the end': { sees: [11, 12], act: (page) => look(page, 1, 300).then(() => look(page, 11)) },
  'passes the middle too fast': {
    sees: [1, 2, 9, 10],
    async act(page) {
      await look(page);
      for (const place of [3, 5, 7]) await look(page, place, 600);
      await look(page, 9);
    },
  },
  'sees less than half of the third': {
    sees: [1, 2],
    act: (page) => look(page, 1.4),
    context: { viewport: { width: 600, height: 600 } },
  },
  'clicks the fourth at once': {
    sees: [4],
    act: (page) => scroll(page, 4).then(() => page.click('[data-content-id="4"]')),
  },
  'comes back and looks again': {
    sees: [1, 2],
    act: (page) =>
      look(page)
        .then(() => away(page))
        .then(() => page.goBack())
        .then(() => look(page, 1)),
  },
  'looks away, and on from another tab': {
    sees: [1, 2],
    act: (page) =>
      look(page)
        .then(() => hide(page))
        .then(() => look(page, 5)),
  },
  'looks and closes the tab': {
    sees: [1, 2],
    act: (page) => look(page),
    leave: (page) => page.close({ runBeforeUnload: true }),
  },
  'looks in a tab that is killed behind another': {
    sees: [1, 2],
    act: (page) => look(page).then(() => hide(page)),
    leave: (page) => sleep(200).then(() => kill(page)),
  },
  'looks in a tab that is killed': { sees: [1, 2], mayBeLost: true, act: (page) => look(page), leave: kill },
  'looks on a phone': { sees: [1, 2], act: (page) => look(page), context: PHONE },
  'scrolls on a phone': { sees: [1, 2, 3, 4], act: (page) => look(page).then(() => look(page, 3)), context: PHONE },
  'looks by a slow network': { sees: [1, 2], before: slow, act: (page) => look(page) },
  'scrolls on a phone by a slow network': {
    sees: [1, 2, 6, 7],
    before: slow,
    act: (page) => look(page).then(() => look(page, 6)),
    context: PHONE,
  },
  'looks at a page that does not ask': {
    sees: [],
    isBlind: true,
    before: (page) =>
      page.route('**/list-tokens/sampling?*', (route) =>
        route.fulfill({ json: { data: { oneIn: 1e12 } }, headers: { 'Access-Control-Allow-Origin': '*' } }),
      ),
    act: (page) => look(page),
  },
  'has no scripts': {
    sees: [],
    isBlind: true,
    act: (page) => page.click('[data-content-id="1"]'),
    context: { javaScriptEnabled: false },
  },
  'blocks what measures': {
    sees: [],
    isBlind: true,
    before: (page) => page.route('**/views.js', (route) => route.abort()),
    act: (page) => look(page).then(() => page.click('[data-content-id="1"]')),
  },
};

async function stored(): Promise<number[]> {
  const all = Array.from({ length: POSITION_BUCKETS }, (_, mark) => `sum(${counterOf(mark, '', VIEW_COLUMNS)})`).join(
    ' + ',
  );
  const { results } = await site.db
    .prepare(
      `SELECT content_id AS id, ${all} AS readers FROM (${[0, 1, 2, 3, 4].map((n) => `SELECT * FROM view_hours_${n}`).join(' UNION ALL ')}) WHERE clicked = 0 GROUP BY 1`,
    )
    .all<{ id: number; readers: number }>();
  const found = new Map(results.map(({ id, readers }) => [id, readers]));
  return places(1, PLACES).map((id) => found.get(id) ?? 0);
}

test(`impressions of ${READERS} readers are stored exactly`, { timeout: 1_800_000 }, async () => {
  const [must, may] = [Array<number>(PLACES).fill(0), Array<number>(PLACES).fill(0)];
  const add = (counts: number[], seen: number[]) => {
    for (const place of seen) counts[place - 1] = (counts[place - 1] ?? 0) + 1;
  };
  await letCome(browser, { count: READERS, kinds: Object.values(KINDS) }, async (page, who, kind) => {
    const { sees, mayBeLost, act, leave = away, isBlind } = kind;
    add(may, sees);
    if (!mayBeLost) add(must, sees);
    if (kind.context?.javaScriptEnabled !== false) await stopClock(page);
    await kind.before?.(page);
    await page.goto(`${publisher.origin}/list/${who}`);
    if (!isBlind) await watched(page);
    await act(page);
    await leave(page);
  });
  const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0);
  for (const end = Date.now() + PATIENCE; sum(await stored()) < sum(must) && Date.now() < end; ) await sleep(200);
  const found = await stored();
  const figures = JSON.stringify({ must, may, found });
  console.log(figures);
  // A closing page may lose one in twenty reports.
  assert.ok(sum(found) >= 0.95 * sum(must), figures);
  for (const [i, readers] of found.entries()) assert.ok(readers <= (may[i] ?? 0), figures);
});

test('the sampling rate is requested once and then cached by the browser', async () => {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const cached: boolean[] = [];
  session.on('Network.responseReceived', ({ response: { url, fromDiskCache } }) => {
    if (url.includes('/sampling?')) cached.push(fromDiskCache ?? false);
  });
  for (let i = 0; i < 3; i++) {
    await page.goto(`${publisher.origin}/list/${READERS + 1}`);
    await watched(page);
    await page.goto(`${publisher.origin}/next`);
  }
  await page.close();
  assert.deepEqual(cached, [false, true, true]);
});

test('one in eight new browsers requests the sampling rate, and returning browsers request it on every page', async () => {
  const asks = async (drawn: number, pages: number) => {
    const context = await browser.newContext();
    await context.addInitScript(`Math.random = () => ${drawn}`);
    const page = await context.newPage();
    const asked: boolean[] = [];
    for (let i = 0; i < pages; i++) {
      let isAsked = false;
      page.on('request', (request) => (isAsked ||= request.url().includes('/sampling?')));
      await page.goto(`${publisher.origin}/list/${READERS + 2}/usual`, { waitUntil: 'networkidle' });
      asked.push(isAsked);
      await page.goto(`${publisher.origin}/next`);
    }
    await context.close();
    return asked;
  };
  assert.deepEqual(await asks(0.5, 3), [false, true, true]);
  assert.deepEqual(await asks(0.1, 1), [true]);
  assert.deepEqual(await asks(0.126, 1), [false]);
});
