/** Pages whose scripts cannot be loaded say so and offer to retry. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { publishEngaged } from '../support/engaged.ts';
import { NO_ANSWER } from '../support/first-view.ts';
import { looksRight, visit } from '../support/pages.ts';
import { type Site, startSite } from '../support/server.ts';

let browser: Browser;
let site: Site;
let keys = { operator: '' };
before(async () => {
  browser = await openChromium();
  site = await startSite();
  keys = { operator: await site.makeKey('operator') };
  await publishEngaged(site, { withHistory: true });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

const EXPECTED = new RegExp(`${NO_ANSWER.source}|dynamically imported module`);

/** Makes scripts fail until `mend` is called. */
function broken(path: string) {
  let isBroken = true;
  const before = (context: BrowserContext) =>
    context.route(`**/pages/${path}`, (route) => (isBroken ? route.abort() : route.continue()));
  const mend = () => {
    isBroken = false;
  };
  return { before, mend };
}

for (const path of ['insights.js', 'shell.js', 'chunks/*'])
  test(`/insights without ${path} shows a message, and Retry loads the page`, async () => {
    const { before, mend } = broken(path);
    await visit(
      browser,
      site,
      { path: '/insights', keys, before, expected: EXPECTED, presses: ['Retry'] },
      async (page) => {
        await page.getByText('Couldn’t load this page').waitFor();
        if (path !== 'shell.js') assert.equal(await page.locator('#app > .skeleton').count(), 0);
        await looksRight(page);
        mend();
        await page.getByRole('button', { name: 'Retry' }).click();
        await page.locator('.first-screen').waitFor();
        assert.equal(await page.getByText('Couldn’t load this page').count(), 0);
      },
    );
  });

test('a view whose script cannot be loaded shows a message, and loads by itself once it can', async () => {
  const { before, mend } = broken('chunks/compare-*');
  const path = '/insights?view=compare';
  await visit(browser, site, { path, keys, before, expected: EXPECTED }, async (page) => {
    await page.getByText('Can’t reach the server').first().waitFor();
    mend();
    await page.locator('.history svg').first().waitFor();
  });
});

test('a button whose script cannot be loaded says so, and works later', async () => {
  const { before, mend } = broken('chunks/form-*');
  await visit(browser, site, { path: '/insights', keys, before, expected: EXPECTED }, async (page) => {
    await page.locator('.first-screen').waitFor();
    await page.getByRole('button', { name: 'Share' }).first().click();
    await page.getByText('Can’t reach the server').first().waitFor();
    mend();
    await page.getByRole('button', { name: 'Share' }).first().click();
    await page.getByRole('dialog').waitFor();
  });
});
