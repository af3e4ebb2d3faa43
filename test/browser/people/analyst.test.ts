import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { openChromium, until } from '../support/chromium.ts';
import { publishEngaged } from '../support/engaged.ts';
import { looksRight, visit } from '../support/pages.ts';
import { plugIn } from '../support/passkeys.ts';
import { type Site, startSite } from '../support/server.ts';

/** These tests perform an analyst’s tasks with the reader role, using only what the pages show. */

let browser: Browser;
let site: Site;
let receiver: Receiver;
let cookies: Awaited<ReturnType<BrowserContext['cookies']>> = [];
const kept = { share: '', feed: '' };

before(async () => {
  receiver = await startReceiver((_, response) => void response.writeHead(204).end());
  browser = await openChromium();
  const started = await startSite({ FEED_ALLOW_HOSTS: new URL(receiver.origin).host });
  // Passkeys need a host name instead of an IP address.
  site = { ...started, url: new URL(`http://localhost:${started.url.port}`), dispose: () => started.dispose() };
  await publishEngaged(site, { withHistory: true });
  const response = await fetch(new URL('/manage/people', site.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${await site.makeKey('operator')}` },
    body: JSON.stringify({ name: 'Rosa Reader', role: 'reader' }),
  });
  const { link } = ((await response.json()) as { data: { link: string } }).data;
  await visit(browser, site, { path: '/' }, async (page, context) => {
    await plugIn(page, context);
    await page.goto(link);
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.waitForURL('**/insights');
    cookies = await context.cookies();
  });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  receiver?.close();
});

const asAnalyst = (use: (page: Page) => Promise<void>, refused: { expected?: RegExp } = {}) =>
  visit(browser, site, { path: '/', before: (context) => context.addCookies(cookies), ...refused }, async (page) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Insights' }).first().waitFor();
    await use(page);
    assert.doesNotMatch((await page.textContent('body')) ?? '', /operator key/i);
  });

const press = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
  page.getByRole(role, { name, exact: true }).first().click();
async function open(page: Page, tab: string): Promise<void> {
  await press(page, 'link', 'Insights');
  await press(page, 'link', tab);
}

const outside = (address: string) => fetch(address.replace('localhost', '127.0.0.1'), { redirect: 'manual' });

const settled = (page: Page) => until(page, `!document.querySelector('.skeleton, [aria-busy=true]')`);

test('an analyst finds today’s top articles', () =>
  asAnalyst(async (page) => {
    await open(page, 'Popular');
    await page.getByLabel('Days', { exact: true }).selectOption('Today (last 24 hours)');
    await page.waitForURL(/period=24h/);
    await settled(page);
    assert.match((await page.getByRole('main').getByRole('listitem').first().textContent()) ?? '', /=Cyber, part "1"/);
  }));

test('an analyst finds rising topics and their causes', () =>
  asAnalyst(async (page) => {
    await settled(page);
    const growth = page.locator('.answer:visible, .growing:visible').filter({ hasText: 'on last week' }).last();
    await growth.waitFor();
    const said = (await growth.textContent()) ?? '';
    assert.match(
      said,
      /(rising fastest|may be rising|is still up|may be up).*on last week[,.] ?.*(led by|spread over) .+\./,
    );
    const asked = await page.request.get(
      `${site.url.origin}/api/v2/insights/trending-topics/growth/?direction=up&limit=10`,
    );
    const { topics } = ((await asked.json()) as { data: { topics: { name: string }[] } }).data;
    assert.ok(
      topics.some(({ name }) => said.startsWith(name)),
      `${said} is about one of ${topics.map(({ name }) => name)}`,
    );
  }));

test('an analyst finds the confidence of a topic’s growth', () =>
  asAnalyst(async (page) => {
    await open(page, 'Growth');
    await settled(page);
    await page.getByText('90% range').waitFor();
    const link = page.getByRole('link', { name: 'Marine Cargo', exact: true });
    const row = page.getByRole('listitem').filter({ has: link }).filter({ hasText: '%' }).first();
    assert.match((await row.textContent()) ?? '', /[+-]\d+%.*to.*%/);
    await row.getByRole('link', { name: 'Marine Cargo', exact: true }).click();
    await page
      .locator('.details .as-of')
      .getByText(/^90% sure: .+% to .+%\./)
      .waitFor();
  }));

test('an analyst compares two topics and shares the view with people without a session', async () => {
  await asAnalyst(async (page) => {
    await open(page, 'Compare');
    await page.getByLabel('Topic', { exact: true }).selectOption('Cyber');
    await page.getByLabel('With', { exact: true }).selectOption('Claims');
    await settled(page);
    await press(page, 'button', 'Share');
    await page.getByLabel('Name').fill('The board');
    await press(page, 'button', 'Create link');
    kept.share = await page.getByLabel('Link', { exact: true }).inputValue();
  });
  await visit(browser, site, { path: new URL(kept.share).pathname }, async (page, context) => {
    const told = (await page.textContent('main')) ?? '';
    for (const words of ['Shared with The board', 'Cyber', 'Claims']) assert.match(told, new RegExp(words));
    assert.deepEqual(await context.cookies(), []);
  });
});

test('an analyst follows a topic and opens its private feed', async () => {
  await asAnalyst(async (page) => {
    await open(page, 'Trending');
    await page.getByRole('main').getByRole('link', { name: 'Marine Cargo', exact: true }).first().click();
    await press(page, 'button', 'Follow');
    await page.getByLabel('How', { exact: true }).selectOption('As a feed');
    await page.getByRole('dialog').getByRole('button', { name: 'Follow' }).click();
    kept.feed = await page.getByLabel('Address of the feed').inputValue();
  });
  const title = 'A ship that nobody expected';
  const publishedAt = new Date().toISOString();
  const article = { id: 900, url: 'https://ledger.example/900', title, publishedAt, contentType: 'article' };
  await site.publish({ articles: [{ ...article, topics: [2] }] });
  const feed = await outside(kept.feed);
  assert.equal(feed.status, 200);
  assert.match(await feed.text(), new RegExp(title));
});

test('an analyst follows a story and an author from their pages', () =>
  asAnalyst(async (page) => {
    await open(page, 'Popular');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Details of/ })
      .first()
      .click();
    await press(page, 'link', 'Ada Byron');
    await press(page, 'button', 'Follow');
    await looksRight(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Follow' }).click();
    const feed = await page.getByLabel('Address of the feed').inputValue();
    await press(page, 'button', 'Done');
    assert.match(await (await outside(feed)).text(), /<title>newsgauge: Ada Byron</);
  }));

test('an analyst receives alarms at a webhook outside the publisher’s network', () =>
  asAnalyst(
    async (page) => {
      await page.getByLabel('More', { exact: true }).click();
      await looksRight(page);
      await press(page, 'button', 'Follow alerts');
      await page.getByLabel('How', { exact: true }).selectOption('By webhook');
      const address = page.getByLabel('Address of the webhook', { exact: true });
      await address.fill(`${receiver.origin}/alarms`);
      await page.getByRole('dialog').getByRole('button', { name: 'Follow' }).click();
      await page
        .getByRole('dialog')
        .getByRole('alert')
        .or(page.getByRole('dialog').locator('.fault'))
        .first()
        .waitFor();
      await address.fill('https://hooks.example/alarms');
      await page.getByRole('dialog').getByRole('button', { name: 'Follow' }).click();
      assert.match(await page.getByLabel('Secret of the webhook').inputValue(), /^whsec_/);
      await press(page, 'button', 'Done');
    },
    { expected: /status of 400 .*subscriptions/ },
  ));

test('an analyst downloads a table and an image', () =>
  asAnalyst(async (page) => {
    await open(page, 'By topic');
    await page.getByLabel('Topic', { exact: true }).selectOption('Cyber');
    await settled(page);
    const saved = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'button', name)]);
      return [download.suggestedFilename(), await readFile(await download.path())] as const;
    };
    await page.getByLabel('More', { exact: true }).click();
    const [table, rows] = await saved('Export CSV');
    assert.match(table, /cyber.*\.csv$/);
    assert.match(rows.toString(), /contentId,title/);
    const [picture, bytes] = await saved('Save as PNG');
    assert.match(picture, /\.png$/);
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  }));

test('an analyst ends a shared view, and a followed topic and its feed after confirmation', async () => {
  await asAnalyst(async (page) => {
    await page.getByRole('button', { name: 'Rosa Reader' }).click();
    await press(page, 'link', 'Your account');
    await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
    await looksRight(page);
    assert.equal(await page.title(), 'Your account · newsgauge');
    await page.locator('#followed').getByRole('link', { name: 'Marine Cargo', exact: true }).waitFor();
    await press(page, 'button', 'End Marine Cargo');
    await page.getByRole('dialog').getByText('The address of its feed stops working.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('“Marine Cargo” no longer comes as a feed.').first().waitFor();
    await press(page, 'button', 'Stop sharing The board');
    await page.getByText('“The board” is no longer shared.').first().waitFor();
    await page.getByRole('button', { name: 'Stop sharing The board' }).waitFor({ state: 'detached' });
  });
  assert.deepEqual([(await outside(kept.feed)).status, (await outside(kept.share)).status], [404, 404]);
});
