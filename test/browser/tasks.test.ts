import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openChromium } from './support/chromium.ts';
import { articleIds, publishEngaged } from './support/engaged.ts';
import { hold, looksRight, visit } from './support/pages.ts';
import { type Publisher, type Site, startPublisher, startSite } from './support/server.ts';

/** Headless Chromium identifies itself as HeadlessChrome, which the service does not count. */
const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PATIENCE = 120_000;

let browser: Browser;
let site: Site;
let publisher: Publisher;
let keys = { operator: '' };
before(async () => {
  browser = await openChromium();
  [site, publisher] = [await startSite(), await startPublisher()];
  keys = { operator: await site.makeKey('operator') };
  await publishEngaged(site, { withHistory: true });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  publisher?.close();
});

test('an analyst sees rising topics and their causes on /insights without a click', async () => {
  const secret = await site.makeKey('secret');
  await visit(browser, site, { path: '/insights', keys: { secret } }, async (page) => {
    await page.locator('.answer').waitFor();
    const answer = (await page.locator('.answer').textContent()) ?? '';
    const headers = { Authorization: `Bearer ${secret}` };
    const asked = await fetch(new URL('/api/v2/insights/trending-topics/growth/?direction=up', site.url), { headers });
    const { topics } = ((await asked.json()) as { data: { topics: Rising[] } }).data;
    const measured = topics.filter(({ growthPercent }) => growthPercent !== null);
    const first = measured.find(({ confidence }) => confidence === 'high') ?? measured[0] ?? topics[0];
    assert.ok(first && answer.startsWith(first.name), `${answer} is about ${first?.name}`);
    assert.ok(answer.endsWith(`${first.why ? `. ${first.why.replace(/[“”]/g, '')}` : ''}.`), answer);
    if (!first.why) assert.doesNotMatch(answer, /led by|spread over/);
    assert.match(answer, /(on last week|is new this week).*\.$/);
    const top = await page.locator('.answer').evaluate((it) => it.getBoundingClientRect().bottom);
    assert.ok(top < 500, `the answer ends ${top} px from the top`);
  });
});

interface Rising {
  name: string;
  growthPercent: number | null;
  why: string | null;
  confidence: string;
}

test('a followed topic has a private feed until the subscription ends', async () => {
  let feed = '';
  await visit(browser, site, { path: '/insights?view=topic&topic=2', keys }, async (page) => {
    await page.getByRole('button', { name: 'Follow' }).click();
    await looksRight(page);
    await page.getByText('Email is not set up. Choose a feed or a webhook.').waitFor();
    assert.deepEqual(await page.getByLabel('How', { exact: true }).locator('option').allTextContents(), [
      'As a feed',
      'By webhook',
    ]);
    assert.equal(await page.getByLabel('When').count(), 0);
    await page.getByRole('dialog').getByRole('button', { name: 'Follow' }).click();
    feed = await page.getByLabel('Address of the feed').inputValue();
    const rss = await page.request.get(feed);
    assert.equal(rss.status(), 200);
    assert.match(await rss.text(), /<rss /);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Following' }).click();
    await looksRight(page);
    await page.getByRole('button', { name: /^End / }).click();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    assert.equal((await page.request.get(feed)).status(), 404);
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Follow' }).click();
    feed = await page.getByLabel('Address of the feed').inputValue();
    // The button is pressed before the page knows that the topic is followed.
    const release = await hold(page, '**/manage/subscriptions', 'GET');
    await page.reload();
    await page.getByRole('button', { name: 'Follow' }).click();
    release();
    await page.getByRole('dialog', { name: 'You follow Marine Cargo' }).waitFor();
  });
  await visit(browser, site, { path: '/account', keys, viewport: { width: 375, height: 740 } }, async (page) => {
    await page.getByText('as a feed').waitFor();
    await looksRight(page);
    await page.locator('#followed').getByRole('button', { name: /^End / }).click();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page
      .getByText(/no longer comes as a feed/)
      .first()
      .waitFor();
    assert.equal((await page.request.get(feed)).status(), 404);
  });
});

test('a filtered overview is shared with its filter, and its links keep the filter', async () => {
  let link = '';
  await visit(browser, site, { path: '/insights?by=content-type&is=report', keys }, async (page) => {
    await page.locator('#stories li:not(.axis)').first().waitFor();
    const titles = await page.locator('#stories .named > a').allTextContents();
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Recipients see: the most read articles of “Report”, the last 7 days.').waitFor();
    await dialog.getByText(/^Until \d+ \w+ 20\d\d$/).waitFor();
    await dialog.getByLabel('Name').fill('Lee');
    await looksRight(page);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    link = await page.getByLabel('Link', { exact: true }).inputValue();
    await page.getByText(/^The link works until \d+ \w+ 20\d\d\./).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'All articles' }).click();
    await page.waitForURL('**/insights?*view=popular*');
    await page.locator('.groups li').first().waitFor();
    assert.equal(await page.locator('.groups > section').count(), 1);
    const listed = (await page.textContent('.groups > section')) ?? '';
    for (const title of titles) assert.ok(listed.includes(title), title);
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await page.locator('.groups > section').nth(1).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByLabel('Filter', { exact: true }).selectOption('Source');
    const sources = page.getByLabel('Source', { exact: true });
    await sources.locator('option').nth(1).waitFor({ state: 'attached' });
    const source = (await sources.locator('option').nth(1).textContent()) ?? '';
    await sources.selectOption(source);
    await page.waitForURL('**/insights?*is=*');
    await page.getByRole('link', { name: 'All articles' }).click();
    await page.getByRole('heading', { name: source, level: 2 }).waitFor();
  });
  await visit(browser, site, { path: new URL(link).pathname }, async (page) => {
    await page.getByRole('heading', { name: 'Popular content: Report' }).waitFor();
    assert.equal(await page.locator('.groups > section').count(), 1);
    await looksRight(page);
  });
});

test('a shared link shows one view without a key until it is revoked', async () => {
  let link = '';
  await visit(browser, site, { path: '/insights?view=trending', keys }, async (page) => {
    await page.locator('.topics li').first().waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByLabel('Name').fill('The board');
    await looksRight(page);
    await page.getByRole('button', { name: 'Create link' }).click();
    link = await page.getByLabel('Link', { exact: true }).inputValue();
  });
  const path = link.replace(site.url.origin, '');
  assert.match(path, /^\/s\/\w+$/);
  await visit(browser, site, { path, viewport: { width: 375, height: 700 } }, async (page, context) => {
    await page.getByRole('heading', { name: 'Trending topics' }).waitFor();
    assert.match((await page.textContent('main')) ?? '', /Shared with The board until/);
    assert.equal((await page.locator('ol li a').first().textContent())?.trim(), 'Cyber');
    assert.deepEqual(await context.cookies(), []);
    await looksRight(page);
    const more = await page.request.get(`${site.url.origin}/api/v2/insights/trending-topics/`);
    assert.equal(more.status(), 401);
  });
  await visit(browser, site, { path: '/keys', keys }, async (page) => {
    await page.getByRole('button', { name: 'Stop sharing The board' }).click();
    await page.getByText('“The board” is no longer shared.').first().waitFor();
  });
  await visit(browser, site, { path, expected: /404/ }, async (page) => {
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  });
});

test('an annotation on a topic appears on its charts, and an annotation on the site appears on every chart', async () => {
  const secret = await site.makeKey('secret');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const edit = async (path: string, about: string, press: string, text?: string) =>
    visit(browser, site, { path, keys }, async (page) => {
      await page.getByText('Add a note to a day').click();
      await page.getByLabel('Day', { exact: true }).fill(yesterday);
      await page.getByLabel('Shown with').selectOption(about);
      if (text) await page.getByLabel('What happened').fill(text);
      await page.getByRole('button', { name: press, exact: true }).click();
      const note = page.locator('.notes li').filter({ hasText: about });
      await note.waitFor({ state: text ? 'visible' : 'detached' });
      await looksRight(page);
      await sleep(3100);
    });
  const [own, weeks] = ['/insights?topic=1', '/insights?view=compare&way=weeks&a=1'];
  const [other, article] = ['/insights?topic=2', '/insights?content=100'];
  const [storm, down] = ['A storm reaches the coast', 'The site was down'];
  await edit(own, 'Cyber', 'Save', storm);
  assert.deepEqual(await notesOn(secret, [own, weeks, other, article]), [[storm], [storm], [], []]);
  await edit(article, 'Whole site', 'Save', down);
  assert.deepEqual(await notesOn(secret, [own, other, article]), [[down, storm], [down], [down]]);
  await visit(browser, site, { path: own, keys }, async (page) => {
    const release = await hold(page, '**/manage/annotations/**', 'PUT');
    const text = page.getByLabel('What happened');
    await page.getByText('Add a note to a day').click();
    await page.getByLabel('Day', { exact: true }).fill(yesterday);
    await page.getByLabel('Shown with').selectOption('Cyber');
    await text.fill(`${storm} early`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Saving…' }).waitFor();
    await text.fill(`${storm} late`);
    release();
    await page.locator('.notes li').getByText(`${storm} early`).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    assert.equal(await text.inputValue(), `${storm} late`);
    await text.fill(storm);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.notes li').getByText(storm, { exact: true }).waitFor();
  });
  await edit(own, 'Whole site', 'Delete');
  assert.deepEqual(await notesOn(secret, [own, other]), [[storm], []]);
  await edit(own, 'Cyber', 'Delete');
});

async function notesOn(secret: string, paths: readonly string[]): Promise<string[][]> {
  const all: string[][] = [];
  for (const path of paths)
    await visit(browser, site, { path, keys: { secret } }, async (page) => {
      await page.locator('.history:not(.hourly)').waitFor();
      const notes = await page.locator('.notes li span').allTextContents();
      const curves = await page.locator('.history:not(.hourly) svg').count();
      assert.equal(await page.locator('.history:not(.hourly) .noted').count(), curves > 0 && notes.length > 0 ? 1 : 0);
      assert.equal(await page.getByText('Add a note to a day').count(), 0, 'who only reads cannot write');
      all.push(notes);
    });
  return all;
}

describe('click in an embed that a partner has built', () => {
  const contentIds = [200, 201, 202, 203];
  for (const [i, width] of [320, 480, 568, 1000].entries())
    test(`an embed built by a partner counts a click once at ${width} px`, async () => {
      const contentId = contentIds[i] ?? 0;
      assert.ok(articleIds(2).includes(contentId));
      const key = await site.makeKey('publishable', [publisher.origin]);
      const before = await counted(contentId);
      const asked = {
        path: '/embed',
        permissions: ['clipboard-read', 'clipboard-write'],
        expected: /frame-ancestors|refused|Framing/,
      };
      await visit(browser, site, { ...asked, viewport: { width, height: 800 } }, async (page) => {
        await page.getByLabel('Publishable key').fill(key);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('combobox', { name: 'Topics', exact: true }).fill('marine');
        await page.getByRole('option', { name: 'Marine Cargo' }).click();
        await page.getByRole('button', { name: 'Copy' }).click();
        await page.getByText('Copied.').first().waitFor();
        publisher.body = await page.evaluate('navigator.clipboard.readText()');
      });
      const context = await browser.newContext({ userAgent: READER, viewport: { width, height: 800 } });
      try {
        await context.route('https://ledger.example/**', (route) => route.fulfill({ body: 'the article' }));
        const page = await context.newPage();
        await page.goto(publisher.origin);
        const link = page.frameLocator('iframe').locator(`a[data-content-id="${contentId}"]`).first();
        const [article] = await Promise.all([context.waitForEvent('page'), link.click()]);
        await article.waitForURL(`https://ledger.example/${contentId}`);
        for (const end = Date.now() + PATIENCE; (await counted(contentId)) === before && Date.now() < end; )
          await sleep(100);
        assert.equal(await counted(contentId), before + 1);
      } finally {
        await context.close();
      }
    });
});

async function counted(contentId: number): Promise<number> {
  const row = await site.db
    .prepare('SELECT coalesce(sum(unsigned_all), 0) AS clicks FROM click_hours WHERE content_id = ?')
    .bind(contentId)
    .first<{ clicks: number }>();
  return row?.clicks ?? 0;
}
