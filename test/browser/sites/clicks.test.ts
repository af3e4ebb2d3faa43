import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { type Publisher, type Site, startPublisher, startSite, storiesAt } from '../support/server.ts';

/** Headless Chromium identifies itself as HeadlessChrome, which the service does not count. */
const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** RFC 5737 reserves this address for documentation. */
const ADDRESS = '203.0.113.77';
const PATIENCE = 120_000;

let browser: Browser;
let site: Site;
let publisher: Publisher;
let key = '';
before(async () => {
  browser = await openChromium();
  [site, publisher] = [await startSite(), await startPublisher()];
  key = await site.makeKey('publishable', [publisher.origin]);
  await site.publish({ articles: storiesAt(publisher.origin, 20) });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  publisher?.close();
});

async function counted(contentId: number): Promise<number> {
  const row = await site.db
    .prepare(
      'SELECT coalesce(sum(unsigned_all + signed_all + trusted_all), 0) AS clicks FROM click_hours WHERE content_id = ?',
    )
    .bind(contentId)
    .first<{ clicks: number }>();
  return row?.clicks ?? 0;
}

async function untilCounted(contentId: number): Promise<void> {
  for (const end = Date.now() + PATIENCE; (await counted(contentId)) === 0; await sleep(100)) {
    if (Date.now() > end) throw new Error(`article ${contentId} was never counted`);
  }
  assert.equal(await counted(contentId), 1);
}

async function reader(body: string, use: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
  publisher.body = body;
  const context = await browser.newContext({ userAgent: READER });
  try {
    const page = await context.newPage();
    await page.goto(`${publisher.origin}/`);
    await use(page, context);
  } finally {
    await context.close();
  }
}

const link = (frame: FrameLocator | Page, id: number) => frame.locator(`a[data-content-id="${id}"]`).first();

const EMBED_CLICKS: [how: string, contentId: number, act: (frame: FrameLocator) => Promise<void>][] = [
  ['left', 1, (frame) => link(frame, 1).click()],
  ['middle', 2, (frame) => link(frame, 2).click({ button: 'middle' })],
  ['keyboard', 3, (frame) => link(frame, 3).press('Enter')],
];
for (const [how, contentId, act] of EMBED_CLICKS) {
  test(`a ${how} click in the embed opens the article and counts once`, async () => {
    const embed = `<iframe src="${site.page(key, 'limit=10')}" width="600" height="2000"></iframe>`;
    await reader(embed, async (page, context) => {
      const opened = context.waitForEvent('page');
      await act(page.frameLocator('iframe'));
      const article = await opened;
      await article.waitForURL(`${publisher.origin}/story/${contentId}`);
      await untilCounted(contentId);
    });
  });
}

const LINKED = (id: number) =>
  `<a href="/story/${id}" data-content-id="${id}">Story</a>
   <script src="${site.url.origin}/click.js" data-key="${key}" data-company-type="broker" data-seniority="director"></script>`;

test('a click with click.js on a publisher page is counted with the reader attributes', async () => {
  await reader(LINKED(5), async (page) => {
    await link(page, 5).click();
    await page.waitForURL(`${publisher.origin}/story/5`);
    await untilCounted(5);
    const row = await site.db
      .prepare('SELECT unsigned_broker AS broker, unsigned_director AS director FROM click_hours WHERE content_id = 5')
      .first();
    assert.deepEqual(row, { broker: 1, director: 1 });
  });
});

test('each click on a publisher page sends the current token of the page', async () => {
  await reader(LINKED(10).replace('data-company-type="broker"', 'data-token="a.b.c"'), async (page, context) => {
    const sent: Record<string, unknown>[] = [];
    await context.route('**/clicks', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ status: 202 });
    });
    await page.evaluate('document.querySelector("a").addEventListener("click", (event) => event.preventDefault())');
    await link(page, 10).click();
    await page.evaluate('document.querySelector("script").dataset.token = "d.e.f"');
    await link(page, 10).click();
    for (const end = Date.now() + PATIENCE; sent.length < 2 && Date.now() < end; ) await sleep(50);
    assert.deepEqual(
      sent.map(({ token }) => token),
      ['a.b.c', 'd.e.f'],
    );
    assert.match(String(sent[0]?.hint), /^\d+x\d+ [\w/]+$/);
  });
});

test('an article opens even if the click beacon gets no response', async () => {
  await reader(LINKED(6), async (page, context) => {
    await context.route('**/clicks', () => new Promise(() => {}));
    await link(page, 6).click();
    await page.waitForURL(`${publisher.origin}/story/6`);
  });
});

test('a rejected click is retried unchanged until it is accepted', async () => {
  await reader(LINKED(10), async (page, context) => {
    const sent: string[] = [];
    const answers = [503, 0, 429, 202];
    await context.route('**/clicks', (route) => {
      sent.push(route.request().postData() ?? '');
      const status = answers[sent.length - 1] ?? 202;
      return status ? route.fulfill({ status, headers: { 'Access-Control-Allow-Origin': '*' } }) : route.abort();
    });
    await page.evaluate('document.querySelector("a").addEventListener("click", (event) => event.preventDefault())');
    await page.clock.install();
    await link(page, 10).click();
    // The script pauses for 1, 2 and 4 seconds. Its next pause would be 8 seconds.
    for (const end = Date.now() + PATIENCE; sent.length < answers.length && Date.now() < end; await sleep(50))
      await page.clock.runFor(1000);
    await sleep(500);
    await page.clock.runFor(60_000);
    await sleep(500);
    assert.equal(sent.length, answers.length);
    assert.equal(new Set(sent).size, 1);
  });
});

test('a newsletter link redirects to the article and is counted', async () => {
  await reader('', async (page) => {
    await page.goto(`${site.url.origin}/go/7?key=${key}`);
    assert.equal(page.url(), `${publisher.origin}/story/7`);
    await untilCounted(7);
  });
});

test('prefetched links are not counted', async () => {
  await reader('', async (page) => {
    const outcome = page.waitForResponse((response) => response.url().includes('/go/8'));
    await page.evaluate(`document.head.append(Object.assign(document.createElement('link'),
      { rel: 'prefetch', href: '${site.url.origin}/go/8?key=${key}' }))`);
    assert.match((await (await outcome).allHeaders())['x-click'] ?? '', /^dropped; reason=(prefetch|embedded)$/);
    await sleep(2500);
    assert.equal(await counted(8), 0);
  });
});

test('hidden frames, images and scripts of other sites count no clicks', async () => {
  await reader('', async (page) => {
    const said = new Map<string, string | undefined>();
    page.on('response', async (response) => {
      const [, id] = /\/go\/(\d+)/.exec(response.url()) ?? [];
      if (id) said.set(id, (await response.allHeaders())['x-click']);
    });
    await page.evaluate(`
      const add = (name, attribute, id) => document.body.append(Object.assign(document.createElement(name),
        { [attribute]: '${site.url.origin}/go/' + id + '?key=${key}', hidden: true }));
      add('iframe', 'src', 11);
      add('img', 'src', 12);
      add('script', 'src', 13);
      add('object', 'data', 14);
      document.querySelector('object').hidden = false;
      fetch('${site.url.origin}/go/15?key=${key}', { mode: 'no-cors' }).catch(() => {});`);
    for (const end = Date.now() + PATIENCE; said.size < 5 && Date.now() < end; ) await sleep(100);
    assert.deepEqual(
      Object.fromEntries([...said].sort()),
      Object.fromEntries([11, 12, 13, 14, 15].map((id) => [id, 'dropped; reason=embedded'])),
    );
    await sleep(1500);
    for (const id of [11, 12, 13, 14, 15]) assert.equal(await counted(id), 0);
  });
});

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

test('stored files contain no address of a reader', async () => {
  const response = await fetch(new URL('/clicks', site.url), {
    method: 'POST',
    headers: { 'User-Agent': READER, 'CF-Connecting-IP': ADDRESS, Origin: publisher.origin },
    body: JSON.stringify({ key, contentId: 9 }),
  });
  assert.equal(response.headers.get('X-Click'), 'accepted');
  await untilCounted(9);
  const files = readdirSync(site.state, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map(({ parentPath, name }) => bytesOf(join(parentPath, name)));
  assert.ok(
    contents.some((content) => content.includes('Story 9')),
    'the state is where it was looked for',
  );
  const bytes = Buffer.from(ADDRESS.split('.').map(Number));
  for (const needle of [Buffer.from(ADDRESS), bytes]) assert.ok(!contents.some((content) => content.includes(needle)));
});
