import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { part } from '../support/runner/part.ts';
import { openChromium } from './support/chromium.ts';
import { publishEngaged } from './support/engaged.ts';
import { ASKING, WITH_CHECKLIST } from './support/first-view.ts';
import { handsOf, PHONE, type Way } from './support/hands.ts';
import { startNewspaper, type TestNewspaper } from './support/newspaper.ts';
import { hasHeadings, looksRight, looksRightAtAllWidths, NARROW, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

let browser: Browser;
before(async () => {
  browser = await openChromium();
});
after(() => browser?.close());

const READER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
const PASTE = /^Paste the address of a site or a feed/;
const TITLES = [
  'Ransomware closes a port',
  'Hospitals pay a ransomware gang',
  'Three held over ransomware',
  'A storm surge in the harbour',
  'Insurers count the storm surge',
  'After the storm surge',
];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.locator('.toast').getByText(text).last().waitFor();

/** Blocks polling, so that the step for topics remains open. */
const holdSteps = (page: Page) =>
  page.route(/\/manage\/(topics|rules)(\?|$)/, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 304 }) : route.fallback(),
  );

describe('first site of an empty newsroom', () => {
  for (const way of ['mouse', 'keyboard', 'phone'] satisfies Way[])
    test(`an operator adds a site, its feed and a rule to an empty newsroom ${way === 'phone' ? 'on a phone' : `with the ${way}`}`, async () => {
      const newspaper: TestNewspaper = await startNewspaper(
        `127.0.0.${['mouse', 'keyboard', 'phone'].indexOf(way) + 21}`,
      );
      const site: Site = await startSite({ FEED_ALLOW_HOSTS: newspaper.host });
      try {
        const keys = { operator: await site.makeKey('operator') };
        await visit(browser, site, { path: '/', keys, ...(way === 'phone' ? PHONE : {}) }, async (page) => {
          const hands = handsOf(page, way);
          await page.addInitScript(`addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
            const banner = document.querySelector('[role=alert], .state.failed, .fault:not(:empty)');
            if (banner) console.error('banner: ' + banner.textContent);
          }).observe(document.body, { subtree: true, childList: true, characterData: true }))`);
          await page.reload();

          await hands.write(page.getByLabel(PASTE), newspaper.at('/'));
          await page.keyboard.press('Enter');
          await page.getByText('2 stories from 1 feed, the newest').waitFor();
          await page.locator('.found').getByText('A satellite is launched').waitFor();
          await looksRight(page);

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
          await toast(page, '“Space” saved. Articles that have tags already do not change.');

          await page.goto(`${site.url.origin}/`);
          await page.getByRole('link', { name: 'Put the feed on a page' }).waitFor();
          await looksRight(page);
        });
      } finally {
        await site.dispose();
        newspaper.close();
      }
    });
});

test('the setup steps lead to tagged articles and the first click without a reload', async () => {
  const newspaper = await startNewspaper('127.0.0.25', TITLES);
  const site = await startSite({ FEED_ALLOW_HOSTS: newspaper.host });
  try {
    const keys = { operator: await site.makeKey('operator') };
    const publishable = await site.makeKey('publishable');
    for (const options of [{}, PHONE])
      await visit(browser, site, { path: '/', keys, ...options }, async (page) => {
        if (options !== PHONE) {
          await page.getByLabel(PASTE).fill(newspaper.at('/'));
          await page.keyboard.press('Enter');
          await page.getByText('8 stories from 1 feed, the newest').waitFor();
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
      const headers = { 'User-Agent': READER };
      const answer = await fetch(`${site.url.origin}/clicks`, { method: 'POST', body: click, headers });
      assert.equal(answer.headers.get('X-Click'), 'accepted');
      await page.getByText('Your first reader is here').waitFor();
      await page.getByRole('link', { name: 'See the first ranking' }).click();
      await page.getByText('Ransomware').first().waitFor();
      assert.equal(await page.locator('.first-steps').count(), 0);
    });
  } finally {
    await site.dispose();
    newspaper.close();
  }
});

test('an operator needs at most ten presses to get from a key to a tagged feed and a counted click', async () => {
  const newspaper = await startNewspaper('127.0.0.26', TITLES);
  const site = await startSite({ FEED_ALLOW_HOSTS: newspaper.host });
  try {
    const operator = await site.makeKey('operator');
    const publishable = await site.makeKey('publishable');
    const begun = Date.now();
    let presses = 0;
    await visit(browser, site, { path: '/' }, async (page, context) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const click = async (name: string, role: 'button' | 'link' = 'button') => {
        presses++;
        await page.getByRole(role, { name, exact: true }).last().click();
      };
      await page.getByLabel('Key', { exact: true }).last().fill(operator);
      await click('Sign in');
      await page.getByLabel(PASTE).fill(newspaper.at('/'));
      await click('Find its stories');
      await click('Add 2 topics');
      await toast(page, /^2 topics added/);
      assert.ok(presses <= 8, `${presses} presses to a tagged feed`);
      assert.ok(Date.now() - begun < 12 * 60_000, 'three minutes, or longer on a slow machine');
      await click('Put the feed on a page', 'link');
      await page.getByLabel('Publishable key').fill(publishable);
      await click('Copy');
      const snippet = await page.evaluate<string>('navigator.clipboard.readText()');
      const [address = ''] = /http[^"'\s]+output=html[^"'\s]*/.exec(snippet.replaceAll('&amp;', '&')) ?? [];
      await page.goto(`${site.url.origin}/`);
      await page.getByRole('link', { name: 'Put the feed on a page' }).waitFor();
      const readers = await openChromium([`--user-agent=${READER}`]);
      try {
        const reader = await readers.newPage();
        await reader.goto(address);
        presses++;
        await reader.getByRole('link', { name: 'Ransomware closes a port' }).click();
        await page.getByText('Your first reader is here').waitFor();
      } finally {
        await readers.close();
      }
      assert.ok(presses <= 10, `${presses} presses to the first click that is counted`);
    });
    console.log(`${presses} presses, ${Math.round((Date.now() - begun) / 1000)} seconds`);
  } finally {
    await site.dispose();
    newspaper.close();
  }
});

test('the setup step for topics can be retried after a failure', async () => {
  const newspaper = await startNewspaper('127.0.0.28', TITLES);
  const site = await startSite({ FEED_ALLOW_HOSTS: newspaper.host });
  try {
    const keys = { operator: await site.makeKey('operator') };
    await visit(browser, site, { path: '/', keys, expected: /50[03]|Failed to load/ }, async (page) => {
      await page.getByLabel(PASTE).fill(newspaper.at('/'));
      await page.keyboard.press('Enter');
      await button(page, 'Add 2 topics').waitFor();
      await holdSteps(page);
      await page.route(
        '**/manage/topics/*',
        async (route) => {
          if (route.request().method() !== 'PUT') return route.continue();
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await page.route('**/manage/rules', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
      const add = button(page, 'Add 2 topics');
      const lostAnswer = page.waitForEvent('requestfailed');
      await add.click();
      await lostAnswer;
      const refusal = page.waitForResponse((answer) => answer.status() === 500);
      await add.click();
      await refusal;
      await add.click();
      await toast(page, /^2 topics added/);
    });
    const answer = await fetch(`${site.url.origin}/manage/rules`, {
      headers: { Authorization: `Bearer ${keys.operator}` },
    });
    const { data } = (await answer.json()) as { data: { rules: { ref: string; words: string[] }[] } };
    assert.deepEqual(data.rules.map(({ words }) => words.join()).sort(), ['Ransomware', 'Storm surge']);
  } finally {
    await site.dispose();
    newspaper.close();
  }
});

test('the setup step for topics leaves another editor’s topics unchanged and does not add deselected ones', async () => {
  const newspaper = await startNewspaper('127.0.0.29', TITLES);
  const site = await startSite({ FEED_ALLOW_HOSTS: newspaper.host });
  try {
    const keys = { operator: await site.makeKey('operator') };
    const headers = { Authorization: `Bearer ${keys.operator}`, 'Content-Type': 'application/json' };
    const ask = async <T>(path: string, init: object = {}) =>
      ((await (await fetch(`${site.url.origin}/manage/${path}`, { headers, ...init })).json()) as { data: T }).data;
    let [first, one, other] = [0, '', ''];
    await visit(browser, site, { path: '/', keys, expected: /412|Failed to load/ }, async (page) => {
      await page.getByLabel(PASTE).fill(newspaper.at('/'));
      await page.keyboard.press('Enter');
      await button(page, 'Add 2 topics').waitFor();
      await holdSteps(page);
      const found = await ask<{ firstId: number; topics: { name: string }[] }>('topics/proposals');
      [first, one, other] = [found.firstId, found.topics[0]?.name ?? '', found.topics[1]?.name ?? ''];
      const theirs = { id: first, name: one, slug: 'theirs', category: 1 };
      await ask(`topics/${first}`, { method: 'PUT', body: JSON.stringify(theirs) });
      for (let time = 0; time < 2; time++) {
        const refusal = page.waitForResponse((answer) => answer.status() === 412);
        await button(page, 'Add 2 topics').click();
        await refusal;
      }
      await page.getByLabel(`${one} (3)`).uncheck();
      await button(page, 'Add 1 topic').click();
      await toast(page, /^1 topic added/);
    });
    const { topics } = await ask<{ topics: { id: number; name: string; slug: string }[] }>('topics');
    const slugs = new Map(topics.map(({ id, slug }) => [id, slug]));
    assert.equal(slugs.get(first), 'theirs');
    assert.deepEqual(
      topics.filter(({ id }) => id > first).map(({ name }) => name),
      [other],
    );
  } finally {
    await site.dispose();
    newspaper.close();
  }
});

test('a list of feeds can be uploaded or pasted, with errors for unreadable feeds', async () => {
  const newspaper = await startNewspaper('127.0.0.27', TITLES);
  const site = await startSite({ FEED_ALLOW_HOSTS: newspaper.host });
  try {
    const keys = { operator: await site.makeKey('operator') };
    const list = `<?xml version="1.0"?>\n<opml version="2.0"><head><title>Mine</title></head><body>
      <outline text="News"><outline type="rss" text="The Courier" xmlUrl="${newspaper.at('/feed.xml')}"/></outline></body></opml>`;
    await visit(browser, site, { path: '/insights', keys, expected: /400|Failed to load/ }, async (page) => {
      const field = page.getByLabel(PASTE);
      for (const [typed, answer] of [
        ['', /Paste an address/],
        [newspaper.at('/story'), /This page links to no feed/],
        [newspaper.at('/missing'), /404/],
      ] as const) {
        await field.fill(typed);
        await page.keyboard.press('Enter');
        await page.getByRole('alert').getByText(answer).waitFor();
      }
      await looksRight(page);
      await page
        .locator('input[type=file]')
        .setInputFiles({ ...{ name: 'mine.opml', mimeType: 'text/x-opml', buffer: Buffer.from(list) } });
      await page.getByText('8 stories from 1 feed').last().waitFor();
      await page.getByText('75% would have one').waitFor();
    });
  } finally {
    await site.dispose();
    newspaper.close();
  }
});

test('the demo can be removed after confirmation, and the first setup step follows', async () => {
  const site = await startSite();
  try {
    const now = Math.floor(Date.now() / 1000);
    await publishEngaged(site);
    await site.db.exec(`INSERT INTO demo_load (id, now, loaded_at) VALUES (1, ${now - 60}, ${now + 60})`);
    const secret = await site.makeKey('secret');
    await visit(browser, site, { path: '/insights/today', keys: { secret } }, async (page) => {
      await page.getByText('All insights').waitFor();
      assert.equal(await page.getByText('Remove the demo').count(), 0);
    });
    const keys = { operator: await site.makeKey('operator') };
    await visit(browser, site, { path: '/insights/today', keys }, async (page) => {
      await button(page, 'Remove the demo').waitFor();
      await looksRightAtAllWidths(page);
      await button(page, 'Remove the demo').click();
      await page.getByRole('dialog').getByText('Remove the demo?').waitFor();
      await looksRight(page);
      await button(page, 'Remove demo').click();
      await page.getByLabel(PASTE).waitFor();
      await looksRight(page);
    });
  } finally {
    await site.dispose();
  }
});

describe('pages of an empty newsroom', () => {
  let site: Site;
  let keys = { operator: '' };
  before(async () => {
    site = await startSite();
    keys = { operator: await site.makeKey('operator') };
  });
  after(() => site?.dispose());

  const NEVER =
    /All systems normal|Nothing stands out|Every ranking includes|gaining readers right now|No alert in two weeks/;
  for (const path of WITH_CHECKLIST)
    test(`${path} of an empty newsroom shows the missing step and passes layout and accessibility checks`, async () => {
      await visit(browser, site, { path, keys, viewport: NARROW, expected: /sandboxed/ }, async (page) => {
        await page.getByLabel(PASTE).waitFor();
        if (path === '/operate') await page.getByRole('heading', { name: 'Nothing to watch yet' }).waitFor();
        await looksRightAtAllWidths(page);
        await hasHeadings(page);
        assert.doesNotMatch((await page.locator('main').innerText()) ?? '', NEVER);
      });
    });

  const others = ASKING.filter(([asked]) => !/(topic|content|id)=\d/.test(asked) && !WITH_CHECKLIST.includes(asked));
  for (const [path] of part(others, 2))
    test(`${path} of an empty newsroom has headings and passes layout and accessibility checks`, async () => {
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
    test(`the empty list of ${kind} has a button that adds the first one`, async () => {
      await visit(browser, site, { path: `/content?kind=${kind}`, keys }, async (page) => {
        await page.locator('.state').getByRole('link', { name }).click();
        await page.locator('.form').waitFor();
      });
    });

  test('a viewer of an empty newsroom sees that an editor can add the first site', async () => {
    const secret = await site.makeKey('secret');
    await visit(browser, site, { path: '/insights', keys: { secret } }, async (page) => {
      await page.getByText('An editor can add the first site').waitFor();
      await looksRight(page);
    });
  });
});
