import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openDb } from '../../src/db/client.ts';
import { createKey } from '../../src/keys/key-store.ts';
import { withinHour } from '../runtime/first-hour/readers.ts';
import { openChromium, until } from './support/chromium.ts';
import { hold, looksRight, looksRightAtAllWidths, NARROW, tabTo, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

/** The preview has no storage, so the suite’s init script fails in it. */
const SANDBOXED = /'sessionStorage' property.*sandboxed/;
const FAILED_ANSWER = /Failed to load resource|'sessionStorage' property.*sandboxed/;
const HOUR = 3_600_000;
const COUNT = 24;
const NAMES = new Intl.DisplayNames('en', { type: 'region' });
const PLACES = 'AT BE CH DE DK ES FI FR GB GR IE IS IT JP KE MX NL NO NZ PE PL PT SE TR'
  .split(' ')
  .map((code) => NAMES.of(code));

const NOW = Date.now();
/** UTC day relative to the start of the file, which may run past midnight. */
const day = (offset: number, now = NOW) => new Date(now + offset * 24 * HOUR).toISOString().slice(0, 10);
const TODAY = `/desk?date=${day(0)}`;

let browser: Browser;
let site: Site;
let keys = { operator: '' };
let publishable = '';
before(async () => {
  browser = await openChromium();
  site = await startSite();
  keys = { operator: await site.makeKey('operator') };
  publishable = await site.makeKey('publishable');
  const articles = Array.from({ length: COUNT }, (_, i) => ({
    ...{ id: i + 1, url: `${site.url.origin}/story/${i + 1}`, title: `Story ${i + 1}${i % 5 ? '' : ' on floods'}` },
    ...{ introduction: PLACES[i], publishedAt: new Date(NOW - (i + 1) * HOUR).toISOString() },
    ...{ contentType: 'article', topics: [1 + (i % 2)], image: i % 3 ? null : `${site.url.origin}/demo/storm-1.svg` },
  }));
  const ahead = { ...articles[0], id: 99, url: `${site.url.origin}/story/99`, title: 'Story of tomorrow' };
  await site.publish({
    topics: [
      { id: 1, name: 'Cyber', slug: 'cyber', category: 1 },
      { id: 2, name: 'Marine', slug: 'marine', category: 1 },
    ],
    articles: [...articles, { ...ahead, publishedAt: `${day(1)}T12:00:00Z` }],
  });
  await manage('clicks', 'POST', [7, 7, 9].map(click));
  await manage('rebuild', 'POST', []);
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

const click = (contentId: number, reader: number) => ({
  contentId,
  at: new Date().toISOString(),
  reader: `reader ${reader}`,
});

async function manage(path: string, method: string, body: unknown): Promise<void> {
  const response = await fetch(`${site.url.origin}/manage/${path}`, {
    method,
    headers: { Authorization: `Bearer ${keys.operator}` },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.text());
}

const select = (date: string, articles: number[]) => manage(`recommended/${date}`, 'PUT', { articles });

let colours = 0;
async function recommended(date: string): Promise<number[]> {
  const accent = (colours++).toString(16).padStart(6, '0');
  const address = `${site.url.origin}/api/v2/feed-recommended/?date=${date}&accent=${accent}&apiKey=${publishable}`;
  const { items } = (await (await fetch(address)).json()) as { items: { id: string }[] };
  return items.map(({ id }) => Number(id));
}

const rows = (page: Page) => page.locator('.selection li');
const titles = (page: Page) => page.locator('.selection h3').allTextContents();
const ready = async (page: Page) => {
  await page.locator('.publish').waitFor();
  await page.locator('.candidates, .offered .state').first().waitFor({ state: 'attached' });
};
/** Opens one of the parts that a phone shows one at a time. */
const openPart = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).click();
const said = (page: Page, text: string) => until(page, `document.getElementById('said').textContent === '${text}'`);
const frame = (page: Page) => page.frameLocator('.preview iframe');

describe('layout and accessibility checks of the desk', () => {
  for (const path of ['/desk', `/desk?date=${day(3)}`, '/desk?list=24h&output=rss', '/desk?q=nothing&output=json'])
    test(`${path} passes layout and accessibility checks at all widths`, async () => {
      await select(day(0), [3, 1, 99]);
      await visit(browser, site, { path, keys, expected: SANDBOXED, viewport: NARROW }, async (page) => {
        await ready(page);
        await page.locator('.preview iframe, .preview pre').waitFor({ state: 'attached' });
        for (const name of ['Candidates', 'Preview', 'Selection']) {
          await openPart(page, name);
          assert.ok(
            await page
              .getByRole('button', { name: /^Publish/ })
              .first()
              .isVisible(),
            name,
          );
          if (name !== 'Selection') await looksRight(page);
        }
        await looksRightAtAllWidths(page);
      });
    });
});

test('a selection for a day can be scheduled by keyboard alone', async () => {
  const date = day(2);
  await visit(browser, site, { path: `/desk?date=${date}` }, async (page) => {
    await looksRight(page);
    await tabTo(page, `it.id === 'page-key'`);
    await page.keyboard.type(keys.operator);
    await page.keyboard.press('Enter');
    await ready(page);
    await tabTo(page, `it.type === 'search'`);
    await page.keyboard.type('flood');
    await page.getByText('Story 6 on floods').waitFor();
    await until(
      page,
      `[...document.querySelectorAll('.candidates h3')].every((it) => it.textContent.includes('floods'))`,
    );
    for (const number of [1, 6, 11]) {
      await tabTo(page, `it.ariaLabel === 'Add: Story ${number} on floods'`);
      await page.keyboard.press('Enter');
      await page
        .getByRole('button', { name: `Remove: Story ${number} on floods` })
        .first()
        .waitFor();
    }
    await said(page, 'Added as number 3.');
    await tabTo(page, `it.ariaLabel === 'Move up: Story 11 on floods'`);
    await page.keyboard.press('Enter');
    await said(page, '“Story 11 on floods” is now 2 of 3.');
    await page.keyboard.press('Alt+Home');
    await said(page, '“Story 11 on floods” is now 1 of 3.');
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Move up: Story 11 on floods');
    await page.keyboard.press('Alt+ArrowUp');
    await said(page, '“Story 11 on floods” is already first.');
    await page.keyboard.press('Alt+ArrowDown');
    await said(page, '“Story 11 on floods” is now 2 of 3.');
    await tabTo(page, `it.ariaLabel === 'Remove: Story 6 on floods' && it.closest('.selection')`);
    await page.keyboard.press('Delete');
    await said(page, '“Story 6 on floods” removed. 2 left.');
    assert.equal(await page.evaluate(`document.activeElement.closest('.selection') !== null`), true);
    assert.deepEqual(await titles(page), ['Story 1 on floods', 'Story 11 on floods']);
    await tabTo(page, `it.textContent.startsWith('Publish for ')`);
    await page.keyboard.press('Enter');
    await page.getByText('Scheduled (version 1)').waitFor();
    await tabTo(page, `it.ariaCurrent === 'date' && it.textContent.includes('2 articles')`);
  });
  const day2 = await site.db
    .prepare('SELECT articles FROM recommended WHERE date = ?')
    .bind(date)
    .first<string>('articles');
  assert.deepEqual(JSON.parse(day2 ?? ''), [1, 11]);
  assert.deepEqual(await recommended(date), [], 'not before its day');
});

test('a selection can be ordered by dragging, previewed in three formats and published by mouse', async () => {
  const date = day(0);
  await select(date, [1, 2, 3]);
  await visit(browser, site, { path: TODAY, keys, expected: SANDBOXED }, async (page) => {
    await ready(page);
    await page.locator('.candidates li').filter({ hasText: 'Story 4' }).getByRole('button', { name: /^Add/ }).click();
    const [from, to] = [rows(page).nth(3).locator('.handle'), rows(page).nth(0).locator('.handle')];
    await from.hover();
    await page.mouse.down();
    const box = await to.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 30, { steps: 5 });
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 2, { steps: 5 });
    await page.mouse.up();
    await said(page, '“Story 4” is now 1 of 4.');
    assert.deepEqual(await titles(page), ['Story 4', 'Story 1 on floods', 'Story 2', 'Story 3']);
    assert.deepEqual(await page.locator('.handle').allTextContents(), ['1', '2', '3', '4']);
    await rows(page)
      .nth(1)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await frame(page).getByRole('heading', { name: 'Story 4' }).waitFor();
    const shown = await frame(page).locator('article h2').allTextContents();
    assert.deepEqual(shown, ['Story 4', 'Story 2', 'Story 3']);
    const size = await page
      .frames()
      .find((one) => one.url() === 'about:srcdoc')
      ?.evaluate<string>('getComputedStyle(document.querySelector("article .meta b")).fontSize');
    assert.ok(Number.parseFloat(size ?? '') < 16, 'the preview has its style');
    await page.getByRole('radio', { name: 'RSS' }).click();
    await page.locator('pre').filter({ hasText: '<rss' }).waitFor();
    await page.getByRole('radio', { name: 'JSON' }).click();
    await page.locator('pre').filter({ hasText: '"_recommended"' }).waitFor();
    assert.deepEqual(await recommended(date), [1, 2, 3], 'nothing before it is published');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/^Published \(version/).waitFor();
  });
  assert.deepEqual(await recommended(date), [4, 2, 3]);
});

test('a selection for another day can be scheduled on a phone by dragging two articles', async () => {
  const options = {
    path: '/desk',
    keys,
    expected: SANDBOXED,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  };
  await visit(browser, site, options, async (page, context) => {
    await ready(page);
    await page
      .getByRole('link', { name: /nothing selected/ })
      .nth(2)
      .tap();
    await page.getByText('No articles selected for this day').waitFor();
    await openPart(page, 'Candidates');
    for (const number of [2, 3]) await page.getByRole('button', { name: `Add: Story ${number}`, exact: true }).tap();
    await openPart(page, 'Selection');
    await rows(page).nth(1).waitFor();
    const [from, to] = [rows(page).nth(1).locator('.handle'), rows(page).nth(0).locator('.handle')];
    // The publish button covers the end of the window.
    await from.evaluate((row: { scrollIntoView(how: object): void }) => row.scrollIntoView({ block: 'center' }));
    const [a, b] = [await from.boundingBox(), await to.boundingBox()];
    const touch = await context.newCDPSession(page);
    const point = (y: number) => [{ x: (a?.x ?? 0) + 10, y }];
    const start = (a?.y ?? 0) + 10;
    const end = (b?.y ?? 0) + 2;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(start) });
    for (let step = 1; step <= 8; step++) {
      const y = start + ((end - start) * step) / 8;
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(y) });
      await page.waitForTimeout(30);
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await said(page, '“Story 3” is now 1 of 2.');
    assert.deepEqual(await titles(page), ['Story 3', 'Story 2']);
    await page.getByRole('button', { name: /^Publish for / }).tap();
    await page.getByText('Scheduled (version 1)').waitFor();
    await looksRight(page);
  });
});

describe('two editors of one selection', () => {
  /** Opens the selection [1, 2, 5] for two editors. The second editor presses the buttons in `presses`. */
  async function together(
    date: string,
    presses: string[],
    use: (first: Page, second: Page) => Promise<void>,
  ): Promise<void> {
    await select(date, [1, 2, 5]);
    const options = { path: `/desk?date=${date}`, keys, expected: FAILED_ANSWER };
    await visit(browser, site, options, async (first) => {
      await visit(browser, site, { ...options, presses }, async (second) => {
        await ready(first);
        await ready(second);
        await rows(first).nth(2).waitFor();
        await rows(second).nth(2).waitFor();
        await use(first, second);
      });
    });
  }
  const moveUp = (page: Page, title: string) => page.getByRole('button', { name: `Move up: ${title}` }).click();
  const add = (page: Page, number: number) =>
    page.getByRole('button', { name: `Add: Story ${number}`, exact: true }).click();
  const publish = (page: Page) => page.getByRole('button', { name: /^Publish for / }).click();
  const stored = async (date: string) => {
    const row = site.db.prepare('SELECT articles FROM recommended WHERE date = ?').bind(date);
    return JSON.parse((await row.first<string>('articles')) ?? 'null');
  };

  test('different additions by two editors to one selection are merged without a prompt', async () => {
    const date = day(5);
    await together(date, [], async (first, second) => {
      await add(first, 3);
      await add(second, 4);
      await publish(first);
      await first.getByText('Scheduled (version').waitFor();
      await publish(second);
      await second.getByText('Scheduled (version').waitFor();
      await second
        .getByText(/this day was saved by \S.+ \d{4}, \d\d:\d\d\. The list contains their changes and yours/)
        .waitFor();
      await looksRight(second);
      assert.equal(await second.locator('.conflict').count(), 0);
      await rows(first).getByText('Story 4').waitFor();
    });
    assert.deepEqual(await stored(date), [1, 2, 5, 3, 4]);
  });

  test('another editor’s changes to a selection appear at once and do not replace unsaved changes', async () => {
    const date = day(4);
    await together(date, [], async (first, second) => {
      await moveUp(second, 'Story 5');
      await add(first, 3);
      await publish(first);
      await second.getByText('The list contains their changes and yours').waitFor();
      assert.deepEqual(await titles(second), ['Story 1 on floods', 'Story 5', 'Story 3', 'Story 2']);
      assert.deepEqual(await stored(date), [1, 2, 5, 3]);
      await publish(second);
      await second.getByText('Scheduled (version').waitFor();
    });
    assert.deepEqual(await stored(date), [1, 5, 3, 2]);
  });

  test('after conflicting moves, both selections are shown, and the later editor can adopt the other one', async () => {
    const date = day(10);
    await together(date, ['Use theirs'], async (first, second) => {
      await moveUp(first, 'Story 5');
      await moveUp(second, 'Story 2');
      await publish(first);
      await first.getByText('Scheduled (version').waitFor();
      await publish(second);
      await second.getByRole('heading', { name: 'Someone else has changed this day' }).waitFor();
      assert.equal(await second.evaluate('document.activeElement.id'), 'conflict');
      await second.getByText(/It was saved by (?!someone)\S.+ \d{4}, \d\d:\d\d as version/).waitFor();
      assert.deepEqual(await stored(date), [1, 5, 2], 'nothing was overwritten');
      const sides = await second.locator('.side').allTextContents();
      assert.match(sides[0] ?? '', /Story 5 moved/);
      assert.match(sides[1] ?? '', /Story 2 moved/);
      await looksRight(second);
      await second.getByRole('button', { name: 'Use theirs' }).click();
      assert.deepEqual(await titles(second), ['Story 1 on floods', 'Story 5', 'Story 2']);
    });
    assert.deepEqual(await stored(date), [1, 5, 2]);
  });

  test('identical changes by two editors to one selection do not conflict', async () => {
    const date = day(7);
    await together(date, [], async (first, second) => {
      await add(first, 3);
      await add(second, 3);
      await publish(first);
      await first.getByText('Scheduled (version').waitFor();
      await second.getByText('Scheduled (version').waitFor();
      assert.equal(await second.locator('.conflict').count(), 0);
      assert.equal(await second.getByRole('link', { name: /unsaved/ }).count(), 0);
    });
    assert.deepEqual(await stored(date), [1, 2, 5, 3]);
  });

  test('an editor can choose to overwrite another editor’s selection', async () => {
    const date = day(6);
    await together(date, ['Publish mine instead'], async (first, second) => {
      await moveUp(first, 'Story 5');
      await moveUp(second, 'Story 2');
      await publish(first);
      await first.getByText('Scheduled (version').waitFor();
      const mine = second.getByRole('button', { name: 'Publish mine instead' });
      await mine.waitFor();
      await mine.click();
      await second.getByText('Scheduled (version').waitFor();
      await until(first, `document.querySelector('.selection h3').textContent === 'Story 2'`);
      assert.deepEqual(
        await titles(first),
        ['Story 2', 'Story 1 on floods', 'Story 5'],
        'the first sees it without asking',
      );
    });
    assert.deepEqual(await stored(date), [2, 1, 5]);
  });
});

test('changes made while a selection is being published remain unpublished changes', async () => {
  const date = day(15);
  await select(date, [1, 2]);
  await visit(browser, site, { path: `/desk?date=${date}`, keys, expected: SANDBOXED }, async (page) => {
    await ready(page);
    await rows(page).nth(1).waitFor();
    const add = (number: number) => page.getByRole('button', { name: `Add: Story ${number}`, exact: true }).click();
    const release = await hold(page, `**/manage/recommended/${date}`, 'PUT');
    await add(3);
    await page.getByRole('button', { name: /^Publish for / }).click();
    await page.getByRole('button', { name: 'Saving…' }).waitFor();
    await add(4);
    release();
    await page.getByRole('button', { name: /^Publish for / }).waitFor();
    await page.getByText('Unpublished changes.').waitFor();
    assert.deepEqual(await titles(page), ['Story 1 on floods', 'Story 2', 'Story 3', 'Story 4']);
    await page.getByRole('button', { name: /^Publish for / }).click();
    await page.getByText('Scheduled (version').waitFor();
  });
  const stored = site.db.prepare('SELECT articles FROM recommended WHERE date = ?').bind(date);
  assert.deepEqual(JSON.parse((await stored.first<string>('articles')) ?? ''), [1, 2, 3, 4]);
});

test('unsaved selections are stored per day, and the browser warns before leaving the desk', async () => {
  await visit(browser, site, { path: `/desk?date=${day(8)}`, keys, expected: SANDBOXED }, async (page) => {
    await ready(page);
    await page.getByRole('button', { name: 'Add: Story 2', exact: true }).click();
    await page
      .getByRole('link', { name: /nothing selected/ })
      .last()
      .click();
    await page.getByText('No articles selected for this day').waitFor();
    await page.getByRole('link', { name: /unsaved/ }).click();
    await page.locator('.selection h3').waitFor();
    assert.deepEqual(await titles(page), ['Story 2']);
    const asked = page.waitForEvent('dialog');
    const left = page.goto(`${site.url.origin}/`).catch(() => {});
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    await left;
    assert.deepEqual(await titles(page), ['Story 2']);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('No articles selected for this day').waitFor();
  });
});

test('unpublished changes survive a visit to the history through the desk’s own link', async () => {
  await withinHour(120);
  const now = Date.now();
  await select(day(0, now), [4, 2, 3]);
  await select(day(1, now), [1, 2]);
  await visit(browser, site, { path: `/desk?date=${day(1, now)}`, keys, expected: SANDBOXED }, async (page) => {
    await ready(page);
    await page.getByText(/^Today’s picks: /).waitFor();
    await page.getByText(/^Scheduled \(version \d+\) by operator, .+ Visible to readers from midnight\./).waitFor();
    await page.getByRole('button', { name: 'Move up: Story 2' }).click();
    await page.getByText(/^Unpublished changes\..* Scheduled by operator, /).waitFor();
    const changed = ['Story 2', 'Story 1 on floods'];
    const history = page.getByRole('link', { name: 'History', exact: true });
    const dismissed = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    await history.click({ noWaitAfter: true });
    await dismissed;
    assert.deepEqual(await titles(page), changed);
    page.on('dialog', (dialog) => dialog.accept());
    await history.click({ noWaitAfter: true });
    await page.waitForURL(/kind=history/);
    await page.getByRole('navigation').getByRole('link', { name: 'Desk', exact: true }).first().click();
    await page.waitForURL(/\/desk/);
    await page.getByRole('link', { name: /unsaved/ }).click();
    await page.getByText('Unpublished changes.').waitFor();
    assert.deepEqual(await titles(page), changed);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.reload();
    await page
      .getByText(/^Published|^There is no selection|^Scheduled/)
      .first()
      .waitFor();
    assert.equal(await page.getByRole('link', { name: /unsaved/ }).count(), 0);
  });
});

test('a desk whose server fails shows one error and makes no statement about the selection', async () => {
  let requests = 0;
  const options = {
    path: `/desk?date=${day(13)}`,
    keys,
    expected: FAILED_ANSWER,
    before: (context: BrowserContext) =>
      // Only the first request is answered, so a page that loads again after the error would lose the error.
      context.route('**/manage/candidates?*', (route) => {
        requests += 1;
        return requests === 1 ? route.fulfill({ status: 500, json: {} }) : undefined;
      }),
  };
  await visit(browser, site, options, async (page) => {
    await page.locator('.failed').filter({ hasText: 'Couldn’t load the desk' }).waitFor();
    await page.waitForTimeout(300);
    assert.equal(await page.locator('.failed:visible').count(), 1);
    assert.equal(
      await page
        .getByText(/No articles selected|There is no selection/)
        .filter({ visible: true })
        .count(),
      0,
    );
    assert.equal(await page.getByRole('link', { name: /nothing selected/ }).count(), 0);
    assert.ok(await page.evaluate('document.documentElement.scrollHeight <= innerHeight'), 'no space is reserved');
    await looksRight(page);
  });
});

test('unsaved work on the desk survives an expired key', async () => {
  const now = Math.floor(Date.now() / 1000);
  const short = { kind: 'operator' as const, name: 'short', origins: [], expiresAt: null };
  const operator = await createKey(openDb(site.db), short, now);
  const options = { path: `/desk?date=${day(9)}`, keys: { operator }, expected: FAILED_ANSWER };
  await visit(browser, site, options, async (page) => {
    await ready(page);
    await page.getByRole('button', { name: 'Add: Story 2', exact: true }).click();
    await site.db.prepare(`UPDATE api_keys SET expires_at = ? WHERE name = 'short'`).bind(now).run();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await looksRight(page);
    await page.getByRole('dialog').getByLabel('Key', { exact: true }).fill(keys.operator);
    await page.keyboard.press('Enter');
    await page.locator('.selection h3').waitFor();
    assert.deepEqual(await titles(page), ['Story 2']);
  });
});

test('the desk ranks candidates by reads and can filter them by topic', async () => {
  await visit(browser, site, { path: `${TODAY}&list=24h`, keys, expected: SANDBOXED }, async (page) => {
    await ready(page);
    const offered = () => page.locator('.candidates h3').allTextContents();
    assert.deepEqual(await offered(), ['Story 7', 'Story 9']);
    const second = page.locator('.candidates > li', { hasText: 'Story 9' });
    await second.getByText('2nd most read today').waitFor();
    await second.getByRole('button', { name: 'Add: Story 9' }).click();
    const number = (await titles(page)).length;
    await second.getByText(`Position ${number}`, { exact: true }).waitFor();
    await second.getByRole('button', { name: 'Remove: Story 9' }).click();
    await page.getByRole('radio', { name: 'Newest' }).click();
    await page.getByText('Story 2', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Only Marine' }).first().click();
    await page.getByText('Only Marine').waitFor();
    assert.ok(new URL(page.url()).searchParams.get('topic') === '2');
    await until(page, `document.querySelectorAll('.candidates li').length === ${COUNT / 2}`);
    await page.getByRole('button', { name: 'Show all topics' }).click();
    await page.getByRole('button', { name: 'Show more' }).click();
    await until(page, `document.querySelectorAll('.candidates li').length === ${COUNT}`);
  });
});

test('the desk lists candidates in the order of engaging lists, with pinned articles', async () => {
  await manage('pins/5', 'PUT', { position: 1 });
  await visit(browser, site, { path: TODAY, keys, expected: SANDBOXED }, async (page) => {
    await ready(page);
    await page.getByRole('radio', { name: 'Engaging now' }).click();
    await page.locator('.candidates li').first().getByText('Pinned', { exact: true }).waitFor();
    assert.equal(await page.locator('.candidates h3').first().textContent(), 'Story 5');
    assert.equal(new URL(page.url()).searchParams.get('list'), 'engaging');
    await looksRightAtAllWidths(page);
    await page.getByRole('button', { name: 'Only Marine' }).first().click();
    await until(page, `document.querySelectorAll('.candidates li').length === ${COUNT / 2}`);
    await page.getByRole('button', { name: 'Show all topics' }).click();
    await page.getByRole('button', { name: 'Show more' }).click();
    await until(page, `document.querySelectorAll('.candidates li').length === ${COUNT}`);
  });
  await manage('pins/5', 'DELETE', undefined);
});

test('the desk shows the publication time of a future article', async () => {
  await select(day(0), [99]);
  await visit(browser, site, { path: TODAY, keys, expected: SANDBOXED }, async (page) => {
    await page.getByText('Not published on this day').waitFor();
    await frame(page).getByRole('heading', { name: 'No articles here yet' }).waitFor();
  });
});

test('a viewer sees why editing on the desk is unavailable', async () => {
  const options = { path: '/desk', keys: { secret: await site.makeKey('secret') } };
  await visit(browser, site, options, async (page) => {
    await page.getByRole('heading', { name: 'This page is for editors and operators' }).waitFor();
    await looksRight(page);
  });
});

test('the desk reports a weak position and updates when articles move', async () => {
  const date = day(4);
  await select(date, [1, 3, 5]);
  const verdict = async (use: (answer: ReturnType<Page['locator']>, page: Page) => Promise<void>) =>
    visit(browser, site, { path: `/desk?date=${date}`, keys, expected: SANDBOXED, viewport: NARROW }, async (page) => {
      await ready(page);
      await use(page.locator('.desk .answer'), page);
      await looksRightAtAllWidths(page);
    });
  await verdict(async (answer) => assert.match(await answer.innerText(), /^Too few readers have seen these articles/));
  const rows = [
    [1, 90, 70, 110, 'low', 1, 1],
    [3, 50, 40, 60, 'high', 2, 2],
    [5, 200, 160, 240, 'high', 7, 12],
  ];
  await site.db.batch(
    rows.map((row) => site.db.prepare('INSERT INTO pulls VALUES (?, ?, ?, ?, ?, ?, ?)').bind(...row)),
  );
  await verdict(async (answer, page) => {
    await answer.getByText('No. 2').waitFor();
    assert.match(
      (await answer.innerText()).replaceAll(/\s+/g, ' '),
      /^Underperforms: No\. 2 Story 3 0\.5× normal .*Performs better: No\. 3 Story 5 2× normal /,
    );
    const { height } = (await page.locator('.desk .days').boundingBox()) ?? { height: Number.POSITIVE_INFINITY };
    assert.ok(height <= 110, `the days are ${height} px high`);
    await page.getByRole('button', { name: 'Skip this advice' }).click();
    await answer.getByText('You have skipped all advice.').waitFor();
    await page.getByRole('button', { name: 'Show it again' }).click();
    await page.getByRole('button', { name: 'Swap', exact: true }).click();
    assert.deepEqual(await titles(page), ['Story 1 on floods', 'Story 5', 'Story 3']);
    await answer.getByText('No. 3').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Swap', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Move up: Story 5' }).click();
    await page.getByRole('button', { name: 'Remove: Story 3' }).first().click();
    await answer.getByText('Every position is performing normally.').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });
});

test('six selected articles are on the first screen of a laptop, with advice that a button follows', async () => {
  await select(day(0), [1, 3, 5, 2, 4, 6]);
  const options = { path: TODAY, keys, expected: SANDBOXED, viewport: { width: 1440, height: 900 } };
  await visit(browser, site, options, async (page) => {
    await ready(page);
    const last = await rows(page).nth(5).boundingBox();
    assert.ok(last && last.y + last.height <= 900, `the sixth article ends at ${last && last.y + last.height}`);
    await page.locator('.advice').getByRole('button').first().click();
    await page.getByText('Unpublished changes.').waitFor();
  });
});

test('an empty day can start from the selection of the day before', async () => {
  await select(day(20), [1, 3]);
  const options = { path: `/desk?date=${day(21)}`, keys, expected: SANDBOXED };
  await visit(browser, site, options, async (page) => {
    await page.getByText(/^Picks on \d.+: \d of 2 are among the most read/).waitFor();
    await page
      .getByText(/^Picked on \d/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^Start from / }).click();
    assert.deepEqual(await titles(page), ['Story 1 on floods', 'Story 3']);
    await page.getByText('Unpublished changes.').waitFor();
    await page.getByRole('button', { name: /^Publish for / }).click();
    await page.getByText('Scheduled (version 1)').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Start from / }).count(), 0);
    await page.evaluate('seen.shift = 0');
  });
});

test('the desk shows what changed since the last publication and what its editor changed', async () => {
  await select(day(22), [1, 2, 3]);
  await select(day(22), [1, 3]);
  const options = { path: `/desk?date=${day(22)}`, keys, expected: SANDBOXED, viewport: NARROW };
  await visit(browser, site, options, async (page) => {
    await ready(page);
    await page.getByText('What changed').click();
    const changes = page.locator('.selection-changes');
    await changes.getByText('Nothing has changed since the last publication.').waitFor();
    await changes.getByText(/^In the last publication \(version 2, .+, by .+\)$/).waitFor();
    assert.deepEqual(await changes.locator('li').allTextContents(), ['Removed Story 2']);
    await page.getByRole('button', { name: 'Move up: Story 3' }).click();
    await changes.getByText('Since then, by you, not published yet').waitFor();
    await changes.getByText('Moved 2 → 1').waitFor();
    await page.evaluate('seen.shift = 0');
    await looksRightAtAllWidths(page);
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });
});

test('a publication is planned for a time, shown on the desk, and can be cancelled and restored', async () => {
  await select(day(23), [1, 2]);
  const options = { path: `/desk?date=${day(23)}`, keys, expected: SANDBOXED, viewport: NARROW };
  await visit(browser, site, options, async (page) => {
    await ready(page);
    await page.getByRole('button', { name: 'Remove: Story 2' }).first().click();
    await page.getByRole('button', { name: 'Publish at a set time…' }).click();
    await page.getByLabel('Time (UTC)').fill('14:03');
    await page.getByText(/If planned, visible from .*(2|14):03/).waitFor();
    assert.equal(await page.getByText('visible from midnight').count(), 0);
    assert.deepEqual(await page.locator('.publish button.primary').allTextContents(), ['Plan publication']);
    await page.getByRole('button', { name: 'Plan publication' }).click();
    const planned = page.locator('.planned');
    await planned.getByText(/^1 article will be published at /).waitFor();
    assert.deepEqual(await titles(page), ['Story 1 on floods', 'Story 2']);
    await page.evaluate('seen.shift = 0');
    await looksRightAtAllWidths(page);
    await page.getByRole('button', { name: 'Cancel publication' }).click();
    await planned.waitFor({ state: 'detached' });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await planned.getByText(/^1 article will be published at /).waitFor();
    await page.evaluate('seen.shift = 0');
  });
});

test('a planned list is shown on its day and in the strip of days, and can be changed and cancelled', async () => {
  const date = day(12);
  const options = { path: `/desk?date=${date}`, keys, expected: SANDBOXED, viewport: NARROW };
  await visit(browser, site, options, async (page) => {
    await ready(page);
    await openPart(page, 'Candidates');
    for (const number of [2, 3]) await page.getByRole('button', { name: `Add: Story ${number}`, exact: true }).click();
    await openPart(page, 'Selection');
    await page.getByRole('button', { name: 'Publish at a set time…' }).click();
    await page.getByLabel('Time (UTC)').fill('07:00');
    await page.getByRole('button', { name: 'Plan publication' }).click();
    await page.getByText('Planned for 07:00.', { exact: true }).waitFor();
    assert.deepEqual(await titles(page), ['Story 2', 'Story 3']);
    await openPart(page, 'Preview');
    await frame(page).getByRole('heading', { name: 'Story 3' }).waitFor();
    await openPart(page, 'Selection');
    await page.getByRole('link', { name: /2 · 07:00 planned/ }).waitFor();
    await page.getByRole('button', { name: 'Remove: Story 3' }).first().click();
    await page.getByRole('button', { name: 'Update planned list' }).click();
    await page.getByRole('link', { name: /1 · 07:00 planned/ }).waitFor();
    assert.deepEqual(await titles(page), ['Story 2']);
    await page.getByRole('button', { name: 'Change the time…' }).click();
    await page.getByLabel('Time (UTC)').fill('08:15');
    await page.getByRole('button', { name: 'Plan publication' }).click();
    await page.getByRole('link', { name: /1 · 08:15 planned/ }).waitFor();
    await page.evaluate('seen.shift = 0');
    await looksRightAtAllWidths(page);
    await page.getByRole('button', { name: 'Cancel publication' }).click();
    await page.getByText('Unpublished changes.').waitFor();
    assert.deepEqual(await titles(page), ['Story 2'], 'the articles stay on the desk');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('No articles selected for this day').waitFor();
    await page.evaluate('seen.shift = 0');
  });
});
