import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openChromium, until } from './support/chromium.ts';
import { looksRight, looksRightAtAllWidths, NARROW, tabTo, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

const FAILED_ANSWER = /Failed to load resource/;

let browser: Browser;
let site: Site;
let keys = { secret: '' };
before(async () => {
  [browser, site] = [await openChromium(), await startSite()];
  keys = { secret: await site.makeKey('secret') };
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

describe('layout and accessibility checks of /docs', () => {
  for (const path of ['/docs', '/docs/insights', '/docs/tagging'])
    test(`${path} passes layout and accessibility checks at all widths`, async () => {
      await visit(browser, site, { path, viewport: NARROW }, async (page) => {
        await page.getByRole('searchbox', { name: 'Search endpoints' }).waitFor();
        await looksRightAtAllWidths(page);
      });
    });
  test('an unknown URL returns an error page', async () => {
    await visit(browser, site, { path: '/nowhere', viewport: NARROW, expected: FAILED_ANSWER }, async (page) => {
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      assert.equal(await page.locator('main .button').count(), 1);
      await looksRightAtAllWidths(page);
    });
  });
});

describe('documents below /docs', () => {
  for (const path of ['/docs/manual', '/docs/guides/clicks', '/docs/explanation/architecture'])
    test(`${path} passes layout and accessibility checks at all widths`, async () => {
      await visit(browser, site, { path, viewport: NARROW }, async (page) => {
        await page.getByRole('searchbox', { name: 'Search the manual' }).waitFor();
        await looksRightAtAllWidths(page);
      });
    });

  test('the search finds a section by its words, and Enter opens it', async () => {
    await visit(browser, site, { path: '/docs/tutorial' }, async (page) => {
      const field = page.getByRole('searchbox', { name: 'Search the manual' });
      await field.waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('opml');
      await page.locator('.results').getByRole('link', { name: 'Add feeds' }).waitFor();
      await field.fill('clock in doubt');
      await page.locator('.results').getByRole('link', { name: 'A clock in doubt' }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/guides/operate#a-clock-in-doubt');
      assert.equal(await page.locator('.contents [aria-current=page]').textContent(), 'Operate');
    });
  });

  test('the contents are folded in a narrow window and open in a wide one', async () => {
    for (const path of ['/docs', '/docs/guides/clicks'])
      await visit(browser, site, { path, viewport: NARROW }, async (page) => {
        const guides = page.locator('.toc summary', { hasText: 'Guides' });
        const contents = page.locator('.toc > summary');
        assert.equal(await guides.isVisible(), false);
        await contents.click();
        await guides.waitFor();
        await contents.click();
        await page.setViewportSize({ width: 1280, height: 900 });
        await guides.waitFor();
        assert.equal(await contents.isVisible(), false);
      });
  });

  test('a page of the site links to its guide, which the API reference also lists', async () => {
    await visit(browser, site, { path: '/docs' }, async (page) => {
      await page.locator('.contents summary', { hasText: 'Guides' }).click();
      await page.locator('.contents').getByRole('link', { name: 'Poll feeds' }).click();
      await page.getByRole('heading', { name: 'Poll feeds', level: 1 }).waitFor();
    });
    await visit(browser, site, { path: '/insights', keys }, async (page) => {
      await page.locator('.foot').getByRole('link', { name: 'Read rankings and growth' }).click();
      await page.getByRole('heading', { name: 'Read rankings and growth', level: 1 }).waitFor();
    });
  });
});

test('an endpoint can be found and tried on /docs by keyboard alone', async () => {
  await visit(browser, site, { path: '/docs', keys }, async (page) => {
    await page.getByRole('searchbox', { name: 'Search endpoints' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('topics/trending');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/insights#getTrending');
    await tabTo(page, `it.id === 'getTrending-limit'`);
    await page.keyboard.type('7');
    const section = page.locator('#getTrending');
    assert.match((await section.locator('.code pre').textContent()) ?? '', /\/api\/v2\/topics\/trending\/\?limit=7'/);
    await tabTo(page, `it.textContent === 'Python' && it.closest('#getTrending')`);
    await page.keyboard.press('Enter');
    assert.match((await section.locator('.code pre').textContent()) ?? '', /urllib\.request\.Request/);
    await section.getByRole('button', { name: 'Send request' }).click();
    await section.locator('output').getByText('200 OK').waitFor();
    assert.match((await section.locator('output pre').textContent()) ?? '', /"status": "success"/);
    assert.equal(new URL(page.url()).search, '', 'nothing of the request is in the address');
    await page.reload();
    await until(page, `document.querySelector('.code pre').textContent.includes('urllib')`);
  });
});

test('the search of /docs finds endpoints by their parameters, and sections of the manual', async () => {
  await visit(browser, site, { path: '/docs', keys }, async (page) => {
    const field = page.getByRole('searchbox', { name: 'Search endpoints and the manual' });
    await field.fill('xyzzy');
    await page.locator('.contents').getByText('Nothing found').waitFor();
    await page.evaluate('seen.shift = 0');
    await field.fill('includeGeoGroups');
    await page.locator('.contents details:not([hidden]) li:not([hidden]) a[href^="/docs/feed#"]').first().waitFor();
    await field.fill('rate limit');
    const limits = page.locator('.contents').getByRole('link', { name: /^Limits/ });
    await limits.first().waitFor();
    await looksRight(page);
    await limits.first().click();
    await page.waitForURL('**/docs/**#limits*');
  });
});

test('/docs explains errors and a missing session next to the form of an endpoint', async () => {
  await visit(
    browser,
    site,
    { path: '/docs/insights#getTrending', keys, expected: FAILED_ANSWER },
    async (page, context) => {
      const section = page.locator('#getTrending');
      await section.getByLabel('limit').fill('0');
      await section.getByRole('button', { name: 'Send request' }).click();
      await section.locator('output').getByText('must be').waitFor();
      await context.clearCookies();
      await section.getByRole('button', { name: 'Send request' }).click();
      await section.locator('output').getByText('Sign in at the top').waitFor();
    },
  );
});
