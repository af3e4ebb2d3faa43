/** Checks every page while it loads, on a phone and a desktop. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { part } from '../support/runner/part.ts';
import { openChromium } from './support/chromium.ts';
import { publishEngaged } from './support/engaged.ts';
import { ASKING, DESK, firstView, MAX_BYTES, MAX_REQUESTS, NO_ANSWER, PHONE, STILL } from './support/first-view.ts';
import { hasHeadings, looksRightLoading, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

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

describe('size and layout shift of the first view', () => {
  // `npm run bench -- pages` opens every page at both widths.
  for (const [i, view] of [...ASKING, ...STILL].entries())
    test(`the first view of ${view[0]} is small and does not shift`, async () => {
      const { scripts, fonts } = await firstView(browser, site, { view, keys, viewport: i % 2 ? DESK : PHONE });
      assert.ok(scripts <= MAX_BYTES.scripts, `${scripts} bytes of scripts`);
      assert.ok(fonts <= MAX_BYTES.fonts, `${fonts} bytes of fonts`);
    });

  test('the first screen of insights loads with few requests', async (t) => {
    const view = ['/insights', '.first-screen .panel-rows'] as const;
    const { all, requests } = await firstView(browser, site, { view, keys, viewport: DESK });
    t.diagnostic(`${requests.length} requests, ${all} bytes`);
    assert.ok(requests.length <= MAX_REQUESTS, `${requests.length} requests:\n${requests.join('\n')}`);
    assert.ok(all <= MAX_BYTES.all, `${all} bytes without fonts`);
  });
});

const ASKED = /\/(api|manage|session|health|embed\/choices)(\/|\?|$)/;

async function isSound(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await hasHeadings(page);
  await looksRightLoading(page, scheme);
}

describe('headings and accessibility during slow and failed requests', () => {
  for (const [path] of part(ASKING, 2))
    test(`${path} has headings and no axe violations while requests hang or fail`, async () => {
      const held: Route[] = [];
      let isBroken = false;
      const before = (context: BrowserContext) =>
        context.route(isAskedLater, (route) => (isBroken ? route.abort() : void held.push(route)));
      await visit(browser, site, { path, keys, viewport: PHONE, before, expected: NO_ANSWER }, async (page) => {
        await page.locator('main h1').waitFor();
        for (const end = Date.now() + 120_000; held.length === 0 && Date.now() < end; ) await page.waitForTimeout(50);
        assert.ok(held.length > 0, 'the page has asked');
        await isSound(page, 'light');
        isBroken = true;
        await Promise.all(held.map((route) => route.abort().catch(() => {})));
        await page.getByText('Can’t reach the server').filter({ visible: true }).first().waitFor();
        await isSound(page, 'dark');
      });
    });
});

const isAskedLater = (url: URL) => ASKED.test(url.pathname) && url.pathname !== '/session';
