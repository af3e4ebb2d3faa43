import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openChromium, until } from './support/chromium.ts';
import { looksRightAtAllWidths, NARROW, tabTo, visit } from './support/pages.ts';
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
      await looksRightAtAllWidths(page);
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

test('/docs explains errors and a missing session next to the form of an endpoint', async () => {
  await visit(browser, site, { path: '/docs/insights', keys, expected: FAILED_ANSWER }, async (page, context) => {
    const section = page.locator('#getTrending');
    await section.getByLabel('limit').fill('0');
    await section.getByRole('button', { name: 'Send request' }).click();
    await section.locator('output').getByText('must be').waitFor();
    await context.clearCookies();
    await section.getByRole('button', { name: 'Send request' }).click();
    await section.locator('output').getByText('Sign in at the top').waitFor();
  });
});
