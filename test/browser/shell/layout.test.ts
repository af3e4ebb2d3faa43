import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openChromium, until } from '../support/chromium.ts';
import { looksRight, visit } from '../support/pages.ts';
import { type Site, startSite } from '../support/server.ts';

const FAILED_ANSWER = /Failed to load resource|ERR_/;

let browser: Browser;
let site: Site;
let keys = { operator: '' };
before(async () => {
  [browser, site] = [await openChromium(), await startSite()];
  keys = { operator: await site.makeKey('operator') };
  await site.publish({
    topics: [1, 2].map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, category: 1 })),
    articles: ['Short', 'L'.repeat(160)].map((title, i) => ({
      id: i + 1,
      url: `https://ledger.example/${i + 1}`,
      title,
      contentType: 'article',
      topics: [1],
      publishedAt: new Date(Date.now() - (i + 1) * 60_000).toISOString(),
    })),
  });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

const overflow = (page: Page, selector: string) =>
  page.evaluate<number>(
    `(() => { const it = document.querySelector(${JSON.stringify(selector)}); return it.scrollWidth - it.clientWidth; })()`,
  );

test('a word of 160 letters keeps all columns of a list in view', async () => {
  await visit(browser, site, { path: '/content', keys }, async (page) => {
    await page.locator('.things tbody tr').nth(1).waitFor();
    assert.equal(await overflow(page, '.scroll:has(.things)'), 0);
    await page.getByText('2 articles in 14 days').waitFor();
    await looksRight(page);
  });
});

test('the editor of an article with a word of 160 letters does not scroll sideways', async () => {
  await visit(browser, site, { path: '/content?id=2', keys, viewport: { width: 390, height: 844 } }, async (page) => {
    await page.locator('li.between strong').waitFor();
    assert.equal(await overflow(page, 'html'), 0);
  });
});

for (const path of ['/account', '/nowhere', '/content?kind=companies'])
  test(`the short page ${path} does not scroll`, async () => {
    const options = { path, keys, expected: FAILED_ANSWER, viewport: { width: 1280, height: 1000 } };
    await visit(browser, site, options, async (page) => {
      await until(page, `!document.querySelector('.skeleton')`);
      const [needed, given] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollHeight, innerHeight]',
      );
      assert.ok(needed <= given, `${needed} px high in a window of ${given} px`);
      assert.ok(await page.locator('.foot').isVisible());
    });
  });

test('the account button fits a phone of 320 px', async () => {
  await visit(browser, site, { path: '/content', keys, viewport: { width: 320, height: 640 } }, async (page) => {
    await page.locator('.things tbody tr').first().waitFor();
    const box = await page.locator('#account').boundingBox();
    assert.ok(box && box.x + box.width <= 320, `the button ends at ${box && box.x + box.width}`);
    await looksRight(page);
  });
});

test('the palette says that it searches until all responses have arrived', async () => {
  await visit(browser, site, { path: '/', keys }, async (page) => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/manage/companies?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('#search').click();
    await page.locator('.palette input').fill('qqqq');
    await page.locator('.palette').getByText('Searching…').waitFor();
    assert.equal(await page.locator('.palette').getByText('Nothing found').count(), 0);
    release();
    await page.locator('.palette').getByText('Nothing found').waitFor();
  });
});

test('the dialog of a merge does not ask for another topic after the first', async () => {
  await visit(browser, site, { path: '/content?kind=topics&id=1', keys }, async (page) => {
    await page.getByRole('button', { name: 'Merge' }).click();
    const field = page.getByRole('dialog').getByRole('combobox');
    await field.fill('topic 2');
    await page.getByRole('option', { name: 'Topic 2' }).click();
    assert.equal(await field.getAttribute('placeholder'), 'Choose a different one');
  });
});

test('a bad invitation is explained, and nothing says that the visitor was invited', async () => {
  const options = { path: `/join#${'x'.repeat(43)}`, expected: FAILED_ANSWER };
  await visit(browser, site, options, async (page) => {
    await page.getByText('This invitation has expired or been used').waitFor();
    assert.equal(await page.getByText('You have been invited').count(), 0);
    await looksRight(page);
  });
});

test('a page recovers within seconds after the server can be reached again', async () => {
  const options = { path: '/content', keys, expected: FAILED_ANSWER };
  await visit(browser, site, options, async (page) => {
    await page.locator('.things tbody tr').first().waitFor();
    await page.route('**/manage/articles?*', (route) => route.abort());
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ index: 1 });
    await page.getByText('Can’t reach the server').first().waitFor();
    await page.unroute('**/manage/articles?*');
    await page.getByText('Can’t reach the server').first().waitFor({ state: 'detached', timeout: 45_000 });
  });
});
