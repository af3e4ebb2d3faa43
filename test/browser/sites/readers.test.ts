import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { hide, kill, type Publisher, servePublisher } from '../support/publisher.ts';
import { awake, letCome, READER, scroll, stopClock, TEXT } from '../support/reading.ts';
import { readLevels, type Site, startSite, storiesAt } from '../support/server.ts';

/** Number of scripted readers, each with an address of its own. `READERS=200` runs many. */

const READERS = Number(process.env.READERS || 24);
/** Each article needs enough readers for a read-through rate. */
const ARTICLES = Math.max(3, Math.floor(READERS / 60));
const PATIENCE = 120_000;
const EVERY_FIVE_MINUTES = '*/5 * * * *';

let browser: Browser;
let site: Site;
let publisher: Publisher;
let secret = '';
let key = '';
let origin = '';

const pageOf = (path: string): string => {
  const [, article, who = ''] = /^\/read\/(\d+)\/(\d+)/.exec(path) ?? [];
  return article
    ? `<article style="font-size: 40px">${TEXT}</article>
      <script src="${publisher.serviceFor(who)}/read.js" data-key="${key}" data-content-id="${article}"></script>`
    : 'Another page';
};

before(async () => {
  browser = await openChromium([`--user-agent=${READER}`]);
  site = await startSite({ TRUSTED_NETWORKS: '10.0.0.0/8' });
  publisher = await servePublisher(pageOf, () => site.url);
  origin = publisher.origin;
  [key, secret] = [await site.makeKey('publishable', [origin]), await site.makeKey('secret')];
  await site.publish({ articles: storiesAt(origin, ARTICLES) });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  publisher?.close();
});

const half = async (page: Page, seconds = 40) => {
  await scroll(page, 0.6);
  await awake(page, seconds);
};
const away = (page: Page) => page.goto(`${origin}/next`);
interface Kind {
  level: number;
  act: (page: Page) => Promise<unknown>;
  leave?: (page: Page) => Promise<unknown>;
  context?: BrowserContextOptions;
}
const KINDS: Record<string, Kind> = {
  'leaves at once': { level: 0, act: async () => {} },
  'stays at the top': { level: 1, act: (page) => awake(page, 60) },
  'flies to the end': { level: 0, act: (page) => scroll(page, 1).then(() => page.clock.runFor(3000)) },
  'gets through half': { level: 2, act: half },
  'reads it': {
    level: 3,
    act: (page) =>
      half(page, 30)
        .then(() => scroll(page, 1))
        .then(() => awake(page, 40)),
  },
  'falls asleep at the end': {
    level: 1,
    async act(page) {
      await sleep(2500);
      await scroll(page, 1);
      await page.clock.runFor(600_000);
    },
  },
  'leaves the tab behind': {
    level: 0,
    async act(page) {
      await scroll(page, 1);
      await page.clock.runFor(4000);
      await hide(page);
      await page.clock.runFor(600_000);
    },
  },
  'prints it at the half': { level: 2, act: (page) => half(page).then(() => page.pdf()) },
  'comes back and gets through half': {
    level: 2,
    act: (page) =>
      away(page)
        .then(() => page.goBack())
        .then(() => half(page)),
  },
  'gets through half and closes the tab': {
    level: 2,
    act: half,
    leave: (page) => page.close({ runBeforeUnload: true }),
  },
  'gets through half in a tab that is killed behind another': {
    level: 2,
    act: (page) => half(page).then(() => hide(page)),
    leave: kill,
  },
  'gets through half on a phone': {
    level: 2,
    act: (page) => half(page),
    context: { viewport: { width: 390, height: 700 }, isMobile: true, hasTouch: true },
  },
};

const stored = (article: number) => readLevels(site, article, 'trusted');

test(`${READERS} readers of ${ARTICLES} articles are stored with their read depth`, {
  timeout: 1_800_000,
}, async () => {
  const truth = Array.from({ length: ARTICLES }, () => [0, 0, 0, 0]);
  const add = (article: number, level: number) => {
    const levels = truth[article] ?? [];
    levels[level] = (levels[level] ?? 0) + 1;
  };
  await letCome(browser, { count: READERS, kinds: Object.values(KINDS) }, async (page, who, kind) => {
    const article = who % ARTICLES;
    const { level, act, leave = away } = kind;
    for (let reached = 0; reached <= level; reached++) add(article, reached);
    await stopClock(page);
    await page.goto(`${origin}/read/${article + 1}/${who}`);
    await act(page);
    await leave(page);
  });
  const all = () => Promise.all(truth.map((_, i) => stored(i + 1)));
  const sum = (levels: number[][]) => levels.flat().reduce((a, b) => a + b, 0);
  for (const end = Date.now() + PATIENCE; sum(await all()) < sum(truth) && Date.now() < end; ) await sleep(200);
  const found = await all();
  console.log(JSON.stringify({ truth, found }));
  // A closing page may lose one in twenty reports.
  assert.ok(sum(found) >= 0.95 * sum(truth), JSON.stringify({ truth, found }));
  for (const [i, levels] of found.entries())
    for (const [level, n] of levels.entries())
      assert.ok(n <= (truth[i]?.[level] ?? 0), JSON.stringify({ truth, found }));
  if (READERS < 60 * ARTICLES) return;
  await site.cron(EVERY_FIVE_MINUTES, new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000));
  const shares = await Promise.all(
    truth.map(async ([opened = 0, , got = 0], i) => {
      const answer = await fetch(new URL(`/api/v2/insights/content/${i + 1}/?apiKey=${secret}`, site.url));
      const { data } = (await answer.json()) as { data: { readThroughRate: { interval: [number, number] } | null } };
      const [low = 0, high = 0] = data.readThroughRate?.interval ?? [];
      return { opened, told: data.readThroughRate, truth: (100 * got) / opened, low, high };
    }),
  );
  console.log(JSON.stringify(shares));
  const hits = shares.filter(({ truth, low, high }) => low <= truth && truth <= high);
  assert.ok(hits.length >= 0.9 * ARTICLES);
});
