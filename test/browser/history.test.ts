import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from './support/chromium.ts';
import { looksRight, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
const HOUR = 3_600_000;
const SANDBOXED = /'sessionStorage' property.*sandboxed/;

let browser: Browser;
let site: Site;
let keys = { operator: '' };
before(async () => {
  [browser, site] = [await openChromium(), await startSite({ TIME_ZONE: 'Asia/Tokyo' })];
  keys = { operator: await site.makeKey('operator') };
  await site.publish({
    topics: [1, 2, 3].map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, category: 1 })),
    companies: [{ id: 1, name: 'Varnholt Re', organisationType: 'Carrier' }],
    sources: [{ domain: 'ledger.example', name: 'Premium Ledger' }],
    articles: Array.from({ length: 12 }, (_, i) => ({
      id: i + 1,
      url: `https://ledger.example/${i + 1}`,
      title: `Flood story ${i + 1}`,
      contentType: 'article',
      topics: [2],
      publishedAt: new Date(Date.now() - (i + 1) * HOUR).toISOString(),
    })),
    rules: [
      {
        kind: 'topic',
        ref: 1,
        words: ['Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', 'flood'],
      },
    ],
  });
  await send('POST', 'retag', {});
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(new URL(`/manage/${path}`, site.url), {
    method,
    headers: { Authorization: `Bearer ${keys.operator}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data } = (await response.json()) as { data: T };
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${JSON.stringify(data)}`);
  return data;
}

async function tagsOf(...ids: number[]): Promise<unknown[]> {
  const { results } = await site.db
    .prepare(`SELECT topics, rule_tags FROM articles WHERE id IN (${ids.join(', ')}) ORDER BY id`)
    .all();
  return results;
}

const toast = (page: Page, text: string | RegExp) => page.locator('.toast').getByText(text).last().waitFor();
const rows = (page: Page) => page.locator('.things tbody tr');

async function addTopic(page: Page, articles: number): Promise<void> {
  await rows(page).nth(articles).waitFor();
  for (let place = 0; place < articles; place++) await rows(page).nth(place).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Add topics' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Topics' }).fill('topic 3');
  await page.getByRole('option', { name: 'Topic 3' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await toast(page, `Changed the topics of ${articles} articles`);
}

test('undoing a bulk change restores rule tags without blocking rules', async () => {
  const stored = await tagsOf(1, 2, 3);
  await visit(browser, site, { path: '/content', keys }, async (page) => {
    await addTopic(page, 3);
    assert.notDeepEqual(await tagsOf(1, 2, 3), stored);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Undone.');
    assert.deepEqual(await tagsOf(1, 2, 3), stored);
    await send('POST', 'retag', {});
    assert.deepEqual(await tagsOf(1, 2, 3), stored);
  });
});

test('reverting a change of a rule first shows the words now and after the revert, then asks', async () => {
  await send('PUT', 'rules/topic/2', { words: ['hail'] });
  await send('PUT', 'rules/topic/2', { words: ['hail', 'frost'] });
  const words = async () => (await send<{ words: string[] }>('GET', 'rules/topic/2')).words;
  await visit(browser, site, { path: '/content?kind=history&of=rule', keys }, async (page) => {
    const line = page.locator('.trail > li', { hasText: 'changed rule Topic 2' }).first();
    await line.getByRole('button', { name: 'Revert' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revert this change?' });
    const row = dialog.locator('.differences tr', { hasText: 'Words' });
    assert.deepEqual(await row.locator('th, td').allTextContents(), ['Words', 'hail, frost', 'hail']);
    assert.deepEqual(await dialog.locator('thead th').allTextContents(), ['Field', 'Now', 'After the revert']);
    await looksRight(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await words(), ['hail', 'frost']);
    await line.getByRole('button', { name: 'Revert' }).click();
    await dialog.getByRole('button', { name: 'Revert' }).click();
    await toast(page, 'Reverted.');
    assert.deepEqual(await words(), ['hail']);
  });
  await send('DELETE', 'rules/topic/2');
});

test('the entry of a deletion offers no revert after the record was restored from the trash', async () => {
  await send('DELETE', 'articles/11');
  await send('POST', 'articles/11/restore');
  await visit(browser, site, { path: '/content?kind=history&of=article', keys }, async (page) => {
    const line = page.locator('.trail > li', { hasText: 'deleted article Flood story 11' });
    await line.getByText('Restored', { exact: true }).waitFor();
    assert.equal(await line.getByRole('button', { name: 'Revert' }).count(), 0);
  });
});

test('a bulk change is one history entry and is reverted as one', async () => {
  const stored = await tagsOf(1, 2, 3, 4);
  await visit(browser, site, { path: '/content', keys }, async (page) => {
    await addTopic(page, 4);
    await page.goto(`${site.url.origin}/content?kind=history`);
    const line = page.locator('.trail > li', { hasText: 'changed 4 articles: Topics' });
    assert.equal(
      await line
        .count()
        .then(() => line.first().waitFor())
        .then(() => line.count()),
      1,
    );
    await line.getByRole('button', { name: 'Show details' }).click();
    await line.getByRole('link', { name: 'Flood story 4' }).waitFor();
    await looksRight(page);
    await line.getByRole('button', { name: 'Revert all 4' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revert all 4 changes?' });
    await dialog.getByText('4 articles will be changed back.').waitFor();
    await dialog.getByRole('heading', { name: 'Flood story 4' }).waitFor();
    await looksRight(page);
    assert.notDeepEqual(await tagsOf(1, 2, 3, 4), stored);
    await dialog.getByRole('button', { name: 'Revert' }).click();
    await toast(page, '4 changes reverted.');
    await page.locator('.trail > li', { hasText: 'reverted a change of 4 articles' }).waitFor();
    assert.deepEqual(await tagsOf(1, 2, 3, 4), stored);
  });
});

test('a published day can be restored from the history, which names its articles', async () => {
  await send('PUT', 'recommended/2026-01-30', { articles: [5, 6] });
  await send('PUT', 'recommended/2026-01-30', { articles: [7] });
  await visit(browser, site, { path: '/content?kind=history&of=recommended', keys }, async (page) => {
    const line = page.locator('.trail > li').first();
    await line.getByText('Flood story 6').waitFor();
    await line.getByText('Flood story 7').waitFor();
    await line.getByRole('button', { name: 'Revert' }).click();
    const rows = page.getByRole('dialog').locator('.differences tr', { hasText: 'Articles' });
    assert.deepEqual(await rows.locator('td').allTextContents(), ['Flood story 7', 'Flood story 5Flood story 6']);
    await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
    await toast(page, 'Reverted.');
    const { articles } = await send<{ articles: { contentId: number }[] }>('GET', 'recommended/2026-01-30');
    assert.deepEqual(
      articles.map(({ contentId }) => contentId),
      [5, 6],
    );
  });
});

test('deleting an article lists its references first, and the trash can restore the article', async () => {
  await send('PUT', 'recommended/2026-02-01', { articles: [12] });
  await visit(browser, site, { path: '/content?id=12', keys }, async (page) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the desk’s selections for 1 Feb 2026').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'deleted.');
    await page.getByRole('link', { name: 'Deleted' }).click();
    await looksRight(page);
    await page.getByRole('button', { name: 'Restore Flood story 12' }).click();
    await toast(page, 'restored.');
    await page.getByText('No article was deleted').waitFor();
    const { articles } = await send<{ articles: { contentId: number }[] }>('GET', 'recommended/2026-02-01');
    assert.equal(articles[0]?.contentId, 12);
  });
});

test('reverting an addition asks first and can be undone', async () => {
  await send('PUT', 'articles/30', {
    ...{ url: 'https://ledger.example/30', title: 'Flood story 30', contentType: 'article', topics: [2] },
    publishedAt: new Date().toISOString(),
  });
  await send('PUT', 'recommended/2026-02-02', { articles: [30] });
  await visit(browser, site, { path: '/content?id=30', keys }, async (page) => {
    await page.locator('.changes-of li').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Revert', exact: true }).count(), 0, 'Delete does the same');
  });
  await visit(browser, site, { path: '/content?kind=history&of=article&thing=30', keys }, async (page) => {
    await page.getByRole('button', { name: 'Revert', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('“Flood story 30” will be deleted.').waitFor();
    await dialog.getByText('the desk’s selections for 2 Feb 2026').waitFor();
    await looksRight(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await send<{ id: number }>('GET', 'articles/30')).id, 30);
    await page.getByRole('button', { name: 'Revert', exact: true }).click();
    await dialog.getByRole('button', { name: 'Revert' }).click();
    await toast(page, 'Reverted.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Undone.');
    const { articles } = await send<{ articles: { contentId: number }[] }>('GET', 'recommended/2026-02-02');
    assert.equal(articles[0]?.contentId, 30);
  });
  await send('DELETE', 'articles/30');
});

test('reverting a merge asks first and can be undone', async () => {
  await send('PUT', 'topics/4', { id: 4, name: 'Topic 4', slug: 'topic-4', category: 1 });
  await send('POST', 'topics/4/merge', { into: 3 });
  const hasTopic = async () =>
    (await send<{ topics: { id: number }[] }>('GET', 'topics')).topics.some(({ id }) => id === 4);
  await visit(browser, site, { path: '/content?kind=history&of=topic', keys }, async (page) => {
    await page.locator('.trail > li', { hasText: 'merged' }).getByRole('button', { name: 'Revert' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('“Topic 4” will exist again').waitFor();
    assert.equal(await hasTopic(), false);
    await dialog.getByRole('button', { name: 'Revert' }).click();
    await toast(page, /reverted/i);
    assert.equal(await hasTopic(), true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Undone.');
    assert.equal(await hasTopic(), false);
  });
});

test('equal changes of one minute are one line of the history, and its details name each shared view', async () => {
  for (const name of ['board', 'sales', 'editors', 'partners'])
    await send('POST', 'shares', { name, view: 'insights/week/', days: 30 });
  await visit(browser, site, { path: '/content?kind=history&of=share', keys }, async (page) => {
    const line = page.locator('.trail > li', { hasText: 'operator added 4 shared views' });
    await line.getByRole('button', { name: 'Show details' }).click();
    await line.getByText('Added shared view “The week” for partners').waitFor();
    assert.equal(await line.locator('.trail > li').count(), 4);
    await looksRight(page);
  });
});

test('several changes of one record have a line each in the history, because a count would name several records', async () => {
  for (const position of [1, 2, 3, 4, 5]) await send('PUT', 'pins/5', { position });
  await visit(browser, site, { path: '/content?kind=history&of=pin', keys }, async (page) => {
    await page.locator('.trail > li').nth(4).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Show details' }).count(), 0);
  });
  await send('DELETE', 'pins/5');
});

test('the merge dialog shows how many articles would move, with examples', async () => {
  await visit(browser, site, { path: '/content?kind=topics&id=2', keys }, async (page) => {
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Into which topic' }).fill('topic 3');
    await page.getByRole('option', { name: 'Topic 3' }).click();
    await dialog.getByText('12 articles').waitFor();
    await dialog.getByText('“Topic 2” becomes “Topic 3”.').waitFor();
    await dialog.getByText('will refer to “Topic 3” instead of “Topic 2”').waitFor();
    await dialog.getByText('Flood story 1', { exact: true }).waitFor();
    await looksRight(page);
  });
});

test('Escape does not close the dialog with a new key, which is shown only once', async () => {
  await visit(browser, site, { path: '/keys', keys }, async (page) => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Partner');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Create/ })
      .click();
    const key = page.getByRole('dialog').getByLabel('Key');
    await key.waitFor();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
    assert.match(await key.inputValue(), /^ng/);
    await page.getByRole('button', { name: 'Done' }).click();
    await key.waitFor({ state: 'hidden' });
  });
});

test('the command palette finds articles, sources and companies', async () => {
  await visit(browser, site, { path: '/', keys }, async (page) => {
    for (const [text, name, address] of [
      ['flood story', 'Flood story 1', /content\?kind=articles&id=1$/],
      ['premium', 'Premium Ledger', /content\?kind=sources&id=ledger\.example$/],
      ['varn', 'Varnholt Re', /content\?kind=companies&id=1$/],
    ] as const) {
      await page.locator('#search').click();
      await page.locator('.palette input').fill(text);
      await page.locator('.palette').getByRole('option', { name }).first().click();
      await page.waitForURL(address);
    }
  });
});

test('the command palette finds pages by other words, and sections of the manual', async () => {
  await visit(browser, site, { path: '/', keys }, async (page) => {
    await page.locator('#search').click();
    const option = (name: string) => page.locator('.palette').getByRole('option', { name });
    await page.locator('.palette input').fill('rate limit');
    await option('People and keys').waitFor();
    await option('The API: Limits').click();
    await page.waitForURL('**/docs/reference/api#limits');
  });
});

test('filters list sources by name, and the history lists its actors', async () => {
  await visit(browser, site, { path: '/content', keys }, async (page) => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Source' }).fill('prem');
    await page.getByRole('option', { name: 'Premium Ledger (ledger.example)' }).click();
    await page.waitForURL(/sources=ledger\.example/);
    await rows(page).nth(5).waitFor();
    await page.goto(`${site.url.origin}/content?kind=history`);
    await page.getByRole('combobox', { name: 'By' }).selectOption('operator');
    await page.waitForURL(/q=operator/);
  });
});

test('dates and times are shown in the time zone of the publisher, which is named on the page', async () => {
  const options = { path: '/content?id=1', keys, timezoneId: 'America/New_York', expected: SANDBOXED };
  await visit(browser, site, options, async (page) => {
    const at = Date.parse((await send<{ publishedAt: string }>('GET', 'articles/1')).publishedAt);
    const inTokyo = new Date(at + 9 * HOUR).toISOString().slice(0, 16);
    assert.equal((await page.getByLabel('Published', { exact: false }).first().inputValue()).slice(0, 16), inTokyo);
    await page.locator('.foot', { hasText: 'Days and times are those of Asia/Tokyo' }).waitFor();
    await page.goto(`${site.url.origin}/content`);
    await rows(page)
      .first()
      .getByText(/\d\d:\d\d GMT\+9/)
      .waitFor();
    await page.goto(`${site.url.origin}/desk`);
    const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', day: 'numeric', month: 'short' });
    await page.locator('.days [aria-current]', { hasText: today.format(Date.now()) }).waitFor();
    await page.locator('.foot', { hasText: 'Days and times are those of Asia/Tokyo' }).waitFor();
    const articles = ['14', '16'].map((hour, i) => ({
      ...{ id: 21 + i, url: `https://ledger.example/late/${hour}`, title: `Late at ${hour}` },
      ...{ contentType: 'article', publishedAt: `2090-06-10T${hour}:00:00Z` },
    }));
    await site.publish({ articles });
    await send('PUT', 'recommended/2090-06-10', { articles: [21, 22] });
    await page.goto(`${site.url.origin}/desk?date=2090-06-10`);
    await page.locator('.selection .badge').nth(1).waitFor();
    const said = ['Not published yet', 'Not published on this day'];
    assert.deepEqual(await page.locator('.selection .badge').allTextContents(), said);
    await page.goto(`${site.url.origin}/content?id=22`);
    await page.frameLocator('.preview iframe').getByRole('heading', { name: 'Late at 16' }).waitFor();
  });
});

test('pages fit the width of a phone, and lists begin on the first screen', async () => {
  await visit(browser, site, { path: '/content', keys, ...PHONE }, async (page) => {
    await rows(page).first().waitFor();
    const top = (await rows(page).first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    assert.ok(top < 370, `the first row is at ${top}`);
    const width = PHONE.viewport.width;
    for (const tab of await page.locator('.tabs a').all()) {
      await tab.scrollIntoViewIfNeeded();
      const box = await tab.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${await tab.textContent()} is cut off`);
    }
    for (const path of ['/content?kind=rules&id=topic/1', '/content?kind=history', '/content?id=1', '/keys', '/desk']) {
      await page.goto(site.url.origin + path);
      await page.locator('.form, .trail, .things, .days').first().waitFor();
      await page.waitForTimeout(500);
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(wide <= width, `${path} is ${wide} px wide`);
    }
  });
});
