/** Pages of a publisher outside UTC name only the publisher's time zone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { publishEngaged } from '../support/engaged.ts';
import { ASKING } from '../support/first-view.ts';
import { visit } from '../support/pages.ts';
import { type Site, startSite } from '../support/server.ts';

const ZONE = 'Asia/Kolkata';

let browser: Browser;
let site: Site;
let keys = { operator: '' };
before(async () => {
  [browser, site] = [await openChromium(), await startSite({ TIME_ZONE: ZONE })];
  keys = { operator: await site.makeKey('operator') };
  await publishEngaged(site, { withHistory: true });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

const dateIn = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: ZONE });
const PAST_DAY = `/insights/today?date=${dateIn(1)}`;
const WEEK = `/insights/week?period=dates&from=${dateIn(7)}&to=${dateIn(1)}`;

test('no page names UTC, and yesterday is that of the publisher', async () => {
  const views = [
    ...ASKING.map(([path, shows]) => ({ path, shows })),
    { path: PAST_DAY, shows: '.history svg' },
    { path: WEEK, shows: '.answer' },
  ];
  for (const { path, shows } of views)
    await visit(browser, site, { path, keys, expected: /sandboxed/ }, async (page) => {
      await page.locator(shows).first().waitFor();
      const text = await page.locator('body').innerText();
      assert.doesNotMatch(text, /\bUTC\b/, path);
      if (path === PAST_DAY) assert.match(text, /Complete days, in Asia\/Kolkata\./);
    });
});
