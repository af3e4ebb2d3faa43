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
      await page.locator('main').getByRole('option', { name: 'Home', exact: true }).waitFor();
      await page.locator('main').getByRole('option', { name: 'Content: articles' }).waitFor();
      await looksRightAtAllWidths(page);
      await page.locator('main').getByRole('combobox').fill('reference');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'API reference' }).waitFor();
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
      await page.goBack();
      await page.locator('.results').getByRole('link', { name: 'A clock in doubt' }).first().waitFor();
      assert.equal(await field.inputValue(), 'clock in doubt');
    });
  });

  test('the contents mark the section that is being read, and show it', async () => {
    for (const [path, id] of [
      ['/docs/guides/clicks', 'limits-on-clicks'],
      ['/docs/insights', 'getCoTopics'],
    ] as const)
      await visit(browser, site, { path, viewport: { width: 1280, height: 600 } }, async (page) => {
        await page.getByRole('searchbox').waitFor();
        const link = page.locator(`.contents a[href$="#${id}"]`);
        await page.evaluate(`document.getElementById('${id}').scrollIntoView()`);
        await until(page, `document.querySelector('.contents a[href$="#${id}"]').ariaCurrent === 'true'`);
        assert.equal(await page.locator('.contents [aria-current=true]').count(), 1);
        const { y = -1, height = 0 } = (await link.boundingBox()) ?? {};
        assert.ok(y >= 0 && y + height <= 600, `the link is at ${y}`);
      });
  });

  test('code and tables are as wide as the text, and no code is cut', async () => {
    for (const width of [360, 800, 1280])
      await visit(browser, site, { path: '/docs/guides/clicks', viewport: { width, height: 900 } }, async (page) => {
        await page.getByRole('searchbox').waitFor();
        const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.prose :is(pre, table, td)')]
          .filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.textContent)`);
        assert.deepEqual(cut, []);
        const ends = await page.evaluate<number[]>(`[...document.querySelectorAll('.prose > :is(p, table, .copyable)')]
          .map((it) => Math.round(it.getBoundingClientRect().right))`);
        assert.equal(new Set(ends).size, 1, `right edges at ${ends}`);
        const names = await page.evaluate<number[]>(`[...document.querySelectorAll('td:first-child code')]
          .filter((it) => it.textContent === 'companyType').map((it) => it.getClientRects().length)`);
        assert.deepEqual(names, [1], 'a name is not broken');
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
    assert.equal(await limits.first().textContent(), 'Limits on clicks');
    await limits.first().click();
    await page.waitForURL('**/docs/**#limits*');
    await page.goBack();
    await limits.first().waitFor();
    assert.equal(await field.inputValue(), 'rate limit');
  });
});

for (const [path, width] of [
  ['/docs/feed', 1280],
  ['/docs/reference/feeds', 1440],
  ['/docs/reference/feeds', 800],
  ['/docs/reference/feeds', 390],
  ['/docs/reference/configuration', 1280],
  ['/docs/reference/metrics', 1280],
] as const)
  test(`names of parameters in ${path} are not broken at ${width} px`, async () => {
    await visit(browser, site, { path, keys, viewport: { width, height: 900 } }, async (page) => {
      await page.getByRole('searchbox').waitFor();
      await page.evaluate(`for (const it of document.querySelectorAll('details.parts')) it.open = true`);
      const broken = await page.evaluate<string[]>(`[...document.querySelectorAll(':is(tbody th, td:first-child) code')]
        .filter((it) => /^\\w{1,27}$/.test(it.textContent))
        .filter((it) => it.getBoundingClientRect().height > 2 * parseFloat(getComputedStyle(it).fontSize))
        .map((it) => it.textContent)`);
      assert.deepEqual(broken, []);
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.docs :is(table, td, th)')]
        .filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.textContent)`);
      assert.deepEqual(cut, []);
      await page.evaluate('seen.shift = 0');
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
