import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from './support/chromium.ts';
import { ASKING } from './support/first-view.ts';
import { handsOf, PHONE, type Way } from './support/hands.ts';
import { hasHeadings, looksRight, looksRightAtAllWidths, NARROW, visit } from './support/pages.ts';
import { type Press, startPress } from './support/press.ts';
import { type Site, startSite } from './support/server.ts';

/** The first hour of somebody who has nothing yet: each page says which step is missing, and each step works at once. */

let browser: Browser;
before(async () => {
  browser = await openChromium();
});
after(() => browser?.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator('.toast').getByText(text).last().waitFor();

describe('a site, its feed and a rule, in a newsroom without anything', () => {
  for (const way of ['mouse', 'keyboard', 'phone'] satisfies Way[])
    test(way === 'phone' ? 'on a phone' : `with the ${way}`, async () => {
      const press: Press = await startPress(`127.0.0.${['mouse', 'keyboard', 'phone'].indexOf(way) + 21}`);
      const site: Site = await startSite({ FEED_ALLOW_HOSTS: press.host });
      try {
        const keys = { operator: await site.makeKey('operator') };
        await visit(browser, site, { path: '/', keys, ...(way === 'phone' ? PHONE : {}) }, async (page) => {
          const hands = handsOf(page, way);
          await page.addInitScript(`addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
            const banner = document.querySelector('[role=alert], .state.failed, .fault:not(:empty)');
            if (banner) console.error('banner: ' + banner.textContent);
          }).observe(document.body, { subtree: true, childList: true, characterData: true }))`);
          await page.reload();

          await hands.press(page.getByRole('link', { name: 'Add a site and its feed' }));
          await hands.write(page.getByLabel('Paste the address of a site'), press.at('/'));
          await page.keyboard.press('Enter');
          await page.getByText('Not saved yet').waitFor();
          await hands.press(button(page, 'Save'));
          await toast(page, '“The Courier” saved.');
          await hands.press(button(page, 'Read now'));
          await toast(page, '2 new');

          await page.goto(`${site.url.origin}/`);
          await hands.press(page.getByRole('link', { name: 'Add a topic' }));
          await hands.write(page.getByLabel('Name', { exact: true }), 'Space');
          await hands.press(button(page, 'Save'));
          await toast(page, '“Space” saved.');

          await page.goto(`${site.url.origin}/`);
          await hands.press(page.getByRole('link', { name: 'Add a rule' }));
          await hands.choose(page.getByRole('combobox', { name: 'Tag', exact: true }), 'Space');
          await hands.write(page.getByLabel('Words'), 'satellite');
          await page.getByText(/^Matches 1 of the last 2 articles/).waitFor();
          await hands.press(button(page, 'Save'));
          await toast(page, '“satellite” saved.');

          await page.goto(`${site.url.origin}/`);
          await page.getByRole('link', { name: 'Put the feed on a page' }).waitFor();
          await looksRight(page);
        });
      } finally {
        await site.dispose();
        press.close();
      }
    });
});

test('from nothing to tagged stories in five presses, and to the first click, which the page sees by itself', async () => {
  const press = await startPress('127.0.0.25', [
    'Ransomware closes a port',
    'Hospitals pay a ransomware gang',
    'Three held over ransomware',
    'A storm surge in the harbour',
    'Insurers count the storm surge',
    'After the storm surge',
  ]);
  const site = await startSite({ FEED_ALLOW_HOSTS: press.host });
  try {
    const keys = { operator: await site.makeKey('operator') };
    const publishable = await site.makeKey('publishable');
    for (const options of [{}, PHONE])
      await visit(browser, site, { path: '/', keys, ...options }, async (page) => {
        if (options !== PHONE) {
          await page.getByRole('link', { name: 'Add a site and its feed' }).click();
          await page.getByLabel('Paste the address of a site').fill(press.at('/'));
          await page.keyboard.press('Enter');
          await button(page, 'Save').click();
          await button(page, 'Read now').click();
          await toast(page, '8 new');
          await page.goto(`${site.url.origin}/`);
          await page.getByText('75% would have one').waitFor();
          await page.getByLabel('Ransomware (3)').waitFor();
          await page.getByLabel('Storm surge (3)').uncheck();
          await looksRightAtAllWidths(page);
          await button(page, 'Add 1 topic').click();
          await toast(page, /^1 topic added/);
        }
        await page.getByRole('link', { name: 'Put the feed on a page' }).waitFor();
        await looksRight(page);
      });
    const asked = `/api/v2/feed/?includeTopics=48&apiKey=${publishable}`;
    const { items } = (await (await fetch(site.url.origin + asked)).json()) as { items: { id: string }[] };
    assert.equal(items.length, 3);
    await visit(browser, site, { path: '/', keys }, async (page) => {
      await page.getByRole('link', { name: 'Put the feed on a page' }).waitFor();
      const click = JSON.stringify({ key: publishable, contentId: Number(items[0]?.id) });
      const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
      const answer = await fetch(`${site.url.origin}/clicks`, { method: 'POST', body: click, headers });
      assert.equal(answer.headers.get('X-Click'), 'accepted');
      await page.getByText('Your first reader is here').waitFor({ timeout: 60_000 });
      await page.getByRole('link', { name: 'See the first ranking' }).click();
      await page.getByText('Ransomware').first().waitFor();
      assert.equal(await page.locator('.first-steps').count(), 0);
    });
  } finally {
    await site.dispose();
    press.close();
  }
});

describe('a page of a newsroom without anything', () => {
  let site: Site;
  let keys = { operator: '' };
  before(async () => {
    site = await startSite();
    keys = { operator: await site.makeKey('operator') };
  });
  after(() => site?.dispose());

  const PAGES: string[] = [
    '/',
    '/insights',
    '/insights/today',
    '/insights/week',
    '/operate',
    '/alerts',
    '/desk',
    '/content',
  ];
  const NEVER =
    /All systems normal|Nothing stands out|Every ranking covers|gaining readers right now|No alert in two weeks/;
  for (const path of PAGES)
    test(`${path} has the step that is missing and its button, and looks right at all widths`, async () => {
      await visit(browser, site, { path, keys, viewport: NARROW, expected: /sandboxed/ }, async (page) => {
        await page.getByRole('link', { name: 'Add a site and its feed' }).waitFor();
        if (path === '/operate') await page.getByRole('heading', { name: 'Nothing to watch yet' }).waitFor();
        await looksRightAtAllWidths(page);
        await hasHeadings(page);
        assert.doesNotMatch((await page.locator('main').innerText()) ?? '', NEVER);
      });
    });

  for (const [path] of ASKING.filter(([asked]) => !/(topic|content|id)=\d/.test(asked) && !PAGES.includes(asked)))
    test(`${path} has headings and looks right`, async () => {
      await visit(browser, site, { path, keys, viewport: NARROW, expected: /sandboxed/ }, async (page) => {
        await page.waitForLoadState('networkidle').catch(() => {});
        await looksRight(page);
        await hasHeadings(page);
      });
    });

  for (const [kind, name] of [
    ['sources', 'Add a site and its feed'],
    ['companies', 'Add a company'],
    ['rules', 'Add a rule'],
  ] as const)
    test(`the list of ${kind} has the button for the first`, async () => {
      await visit(browser, site, { path: `/content?kind=${kind}`, keys }, async (page) => {
        await page.locator('.state').getByRole('link', { name }).click();
        await page.locator('.form').waitFor();
      });
    });

  test('who may only read is told whom to ask', async () => {
    const secret = await site.makeKey('secret');
    await visit(browser, site, { path: '/insights', keys: { secret } }, async (page) => {
      await page.getByText('An editor adds the first site').waitFor();
      await looksRight(page);
    });
  });
});
