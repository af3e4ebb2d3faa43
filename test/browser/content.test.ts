import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openChromium, until } from './support/chromium.ts';
import { startNewspaper, type TestNewspaper } from './support/newspaper.ts';
import { hold, looksRight, looksRightAtAllWidths, NARROW, tabTo, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

const FAILED_ANSWER = /Failed to load resource/;
const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
const TOPICS = ['Cyber', 'Marine Cargo', 'Cyber Crime', 'Space'].map((name, i) => ({
  id: i + 1,
  name,
  slug: name.toLowerCase().replace(' ', '-'),
  description: `All about ${name}`,
  category: 1,
}));

let browser: Browser;
let site: Site;
let newspaper: TestNewspaper;
let keys = { operator: '' };
before(async () => {
  newspaper = await startNewspaper();
  [browser, site] = [await openChromium(), await startSite({ FEED_ALLOW_HOSTS: newspaper.host })];
  keys = { operator: await site.makeKey('operator') };
  await site.publish({
    topics: TOPICS,
    companies: [
      { id: 1, name: 'Varnholt Ré', organisationType: 'Carrier' },
      { id: 2, name: 'Zurich', organisationType: 'Carrier' },
    ],
    articles: Array.from({ length: 60 }, (_, i) => ({
      id: i + 1,
      url: `https://ledger.example/${i + 1}`,
      title: `Story ${i + 1}`,
      contentType: 'article',
      introduction: i % 10 ? 'What happened.' : 'A satellite was hit by a hacker.',
      topics: [1 + (i % 2)],
      publishedAt: new Date(Date.now() - (i + 1) * 3_600_000).toISOString(),
    })),
  });
  // Each article gets its own story. Headlines that differ only in a number would belong to the same story.
  await site.publish({ stories: Array.from({ length: 60 }, (_, i) => ({ id: i + 1, articles: [i + 1] })) });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  newspaper?.close();
});

const rows = (page: Page) => page.locator('.things tbody tr');
const titles = (page: Page) => page.locator('.things tbody th a').allTextContents();
const toast = (page: Page, text: string | RegExp) => page.locator('.toast').getByText(text).last().waitFor();
const manage = async <T>(path: string): Promise<T> => {
  const response = await fetch(new URL(path, site.url), { headers: { Authorization: `Bearer ${keys.operator}` } });
  return ((await response.json()) as { data: T }).data;
};
const titleOf = async (id: number) => (await manage<{ title: string }>(`/manage/articles/${id}`)).title;

test('lists of topics, companies and sources show articles and exceptions, and suggest duplicates to merge', async () => {
  const hidden = { id: 5, name: 'Cybers', slug: 'cybers', description: '', category: 1, excludedFromTrending: true };
  await site.publish({ topics: [hidden] });
  await visit(browser, site, { path: '/content?kind=topics', keys }, async (page) => {
    const row = (name: string) => rows(page).filter({ has: page.getByRole('link', { name, exact: true }) });
    await row('Cyber').getByRole('link', { name: '30', exact: true }).waitFor();
    assert.match((await row('Cybers').textContent()) ?? '', /Not in trending/);
    assert.doesNotMatch((await row('Cyber').textContent()) ?? '', /trending/);
    await page.getByRole('button', { name: 'Merge Cybers into Cyber' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nothing refers to “Cybers”.').waitFor();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await toast(page, '“Cybers” merged.');
    await page.getByText('Possible duplicates').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Deleted' }).click();
    await page.getByText('Merged into “Cyber”').waitFor();
    await page.evaluate('seen.shift = 0');
  });
  await visit(browser, site, { path: '/content?kind=sources', keys, viewport: PHONE.viewport }, async (page) => {
    const cells = rows(page).filter({ hasText: 'ledger.example' }).locator('td[data-head]');
    await cells.getByRole('link', { name: '60', exact: true }).waitFor();
    assert.deepEqual(await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-head'))), [
      'Articles, 7 days',
      'Change',
      'Readers per article',
    ]);
    await looksRight(page);
  });
});

test('topics are listed by their articles of seven days, and a search returns to the order by name', async () => {
  await visit(browser, site, { path: '/content?kind=topics', keys }, async (page) => {
    const order = page.getByRole('combobox', { name: 'Order' });
    await order.selectOption({ label: 'Most mentioned' });
    await page.getByText('other topics without articles in the last 7 days').waitFor();
    await rows(page).nth(2).waitFor({ state: 'detached' });
    assert.deepEqual(await titles(page), ['Cyber', 'Marine Cargo']);
    await page.getByRole('searchbox').fill('s');
    await rows(page).filter({ hasText: 'Space' }).waitFor();
    assert.doesNotMatch((await order.textContent()) ?? '', /Most mentioned/);
    await page.evaluate('seen.shift = 0');
  });
});

test('the editor of an article groups its fields, and shows its picture and why it is tagged next to them', async () => {
  await visit(browser, site, { path: '/content?id=1', keys }, async (page) => {
    await page.locator('#why li').first().waitFor();
    assert.deepEqual(await page.locator('.form-group > :is(legend, summary)').allTextContents(), [
      'Article',
      'Tags',
      'Rights',
      'Advanced',
    ]);
    await page.locator('.rail').getByText('No picture').waitFor();
    assert.ok(!(await page.getByLabel('Keywords').isVisible()));
    await page.getByText('Advanced').click();
    assert.ok(await page.getByLabel('Keywords').isVisible());
    await page.getByLabel('Picture').fill(`${site.url.origin}/demo/storm-1.svg`);
    await page.locator('.rail .large-picture').waitFor();
    await page.evaluate('seen.shift = 0');
  });
});

const VIEWS = [
  '',
  'kind=sources',
  'kind=topics',
  'kind=companies',
  'kind=geo-groups',
  'kind=rules',
  'kind=meant',
  'kind=import',
  'kind=history',
  'id=new',
  'id=1',
  'kind=topics&id=1',
  'kind=rules&id=new',
  'kind=sources&id=ledger.example',
  'q=nothing',
];
describe('layout and accessibility checks of /content and /keys', () => {
  for (const view of VIEWS)
    test(`/content?${view} passes layout and accessibility checks at all widths`, async () => {
      await visit(browser, site, { path: `/content?${view}`, keys, viewport: NARROW }, async (page) => {
        await page.locator('.things, .form, .state, .drop, .trail, .meant').first().waitFor();
        await looksRightAtAllWidths(page);
      });
    });
  test('/keys passes layout and accessibility checks at all widths', async () => {
    await visit(browser, site, { path: '/keys', keys, viewport: NARROW }, async (page) => {
      await rows(page).first().waitFor();
      await looksRightAtAllWidths(page);
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name', { exact: true }).waitFor();
      await looksRightAtAllWidths(page);
    });
  });
});

describe('list of articles on /content', () => {
  test('a list keeps the numbers and links of its rows until the next page arrives', async () => {
    await visit(browser, site, { path: '/content', keys }, async (page) => {
      await page.getByText('Articles 1–25', { exact: true }).waitFor();
      const release = await hold(page, '**/manage/articles?*cursor=*', 'GET');
      const next = page.getByRole('link', { name: 'Next →' });
      const address = await next.getAttribute('href');
      await next.click();
      await page.locator('.list-body[aria-busy="true"]').waitFor();
      assert.equal(await page.locator('.total').textContent(), 'Articles 1–25');
      assert.equal(await next.getAttribute('href'), address);
      release();
      await page.getByText('Articles 26–50', { exact: true }).waitFor();
    });
  });

  test('search, filters and paging of articles are part of the URL', async () => {
    await visit(browser, site, { path: '/content', keys }, async (page) => {
      await rows(page).nth(24).waitFor();
      assert.equal((await titles(page))[0], 'Story 1');
      await page.getByText('Articles 1–25', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Next →' }).click();
      await page.getByRole('link', { name: 'Story 26', exact: true }).waitFor();
      await page.getByText('Articles 26–50', { exact: true }).waitFor();
      await page.getByRole('link', { name: '← Previous' }).click();
      await page.getByRole('link', { name: 'Story 1', exact: true }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Story 26', exact: true }).waitFor();
      await page.getByRole('searchbox', { name: 'Search' }).fill('satellite');
      await page.getByRole('link', { name: 'Story 51', exact: true }).waitFor();
      assert.deepEqual(await titles(page), ['Story 1', 'Story 11', 'Story 21', 'Story 31', 'Story 41', 'Story 51']);
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('combobox', { name: 'Topic', exact: true }).fill('marine');
      await page.getByRole('option', { name: 'Marine Cargo' }).click();
      await page.getByText('No article matches').waitFor();
      await page.reload();
      await page.getByText('No article matches').waitFor();
      await page.getByRole('button', { name: 'Clear all' }).click();
      await rows(page).nth(24).waitFor();
    });
  });
});

test('articles can be joined into a story with a representative article, and changes can be undone', async () => {
  const storyOf = async (id: number) =>
    (await manage<{ stories: object[] }>(`/manage/stories?article=${id}`)).stories[0];
  await visit(browser, site, { path: '/content?id=31', keys }, async (page) => {
    const story = page.locator('#story');
    await story.getByLabel('Find other reports of this story').fill('story 32');
    await story.getByRole('button', { name: 'Same story: “Story 32”' }).click();
    await toast(page, 'Added to this story.');
    await story.getByRole('link', { name: 'Story 32' }).waitFor();
    await story.getByRole('button', { name: 'Make representative: “Story 32”' }).click();
    await story.getByText('Represents the story').waitFor();
    assert.deepEqual(await storyOf(32), { id: 31, articles: [32, 31], lead: 32, decided: true });
    await story.getByRole('button', { name: 'Separate story: “Story 32”' }).click();
    await toast(page, 'Moved to a story of its own.');
    await story.getByRole('link', { name: 'Story 32' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await story.getByText('Represents the story').waitFor();
    assert.deepEqual(await storyOf(31), { id: 31, articles: [32, 31], lead: 32, decided: true });
    await looksRightAtAllWidths(page);
  });
  await visit(browser, site, { path: '/insights?story=31', keys, viewport: NARROW }, async (page) => {
    await page.getByText('2 reports').waitFor();
    assert.deepEqual(await page.locator('#story-reports li > a').allTextContents(), ['Story 32', 'Story 31']);
    await looksRightAtAllWidths(page);
  });
  await visit(browser, site, { path: '/desk?q=story+31,story+32', keys, expected: /sandboxed/ }, async (page) => {
    const candidates = page.locator('.candidates > li');
    const story = candidates.filter({ has: page.getByRole('heading', { name: 'Story 32' }) });
    await story.getByText('One other report').click();
    await story.getByRole('button', { name: 'Add: Story 31' }).click();
    await page.locator('.selection h3').getByText('Story 31').waitFor();
    assert.equal(await candidates.getByRole('heading', { name: 'Story 31' }).count(), 0);
  });
});

describe('the company review queue', () => {
  const doubted = [101, 102, 103, 104].map((id) => ({
    id,
    url: `https://ledger.example/${id}`,
    title: `Zurich sells ${id} tickets an hour`,
    contentType: 'article',
    publishedAt: '2026-01-01T08:00:00Z',
  }));
  const companiesOf = async (id: number) => (await manage<{ companies: number[] }>(`/manage/articles/${id}`)).companies;
  before(() => site.publish({ articles: doubted }));

  test('the company review queue accepts single-key answers, and the last answer can be undone', async () => {
    await visit(browser, site, { path: '/content?kind=meant', keys }, async (page) => {
      const asked = () => page.locator('.meant h3').textContent();
      await page.locator('.meant mark').first().waitFor();
      const first = Number((await asked())?.match(/\d+/)?.[0]);
      await looksRight(page);
      await page.keyboard.press('y');
      await toast(page, 'Confirmed the match with Zurich.');
      assert.deepEqual(await companiesOf(first), [2]);
      await page.keyboard.press('u');
      await toast(page, 'Undone.');
      assert.deepEqual(await companiesOf(first), []);
      await page.keyboard.press('ArrowLeft');
      await toast(page, 'Rejected the match with Zurich.');
      const second = Number((await asked())?.match(/\d+/)?.[0]);
      assert.notEqual(second, first);
      await page.keyboard.press('n');
      await until(page, `!document.querySelector('.meant h3').textContent.includes('${second}')`);
      assert.deepEqual(await companiesOf(second), []);
      await page
        .locator('#answers')
        .getByRole('link', { name: `Zurich sells ${second} tickets` })
        .waitFor();
    });
  });

  test('the company review queue can be answered on a phone and states that it is empty afterwards', async () => {
    await visit(browser, site, { path: '/content?kind=meant', keys, ...PHONE }, async (page) => {
      const yes = page.getByRole('button', { name: 'Yes' });
      await yes.waitFor();
      await looksRight(page);
      const boxes = await Promise.all(
        [yes, page.getByRole('button', { name: 'No' })].map((button) => button.boundingBox()),
      );
      for (const box of boxes) assert.ok(box && box.height >= 48 && box.width >= 140, JSON.stringify(box));
      await yes.tap();
      await toast(page, 'Confirmed the match with Zurich.');
      await page.getByRole('button', { name: 'No' }).tap();
      await page.getByText('All clear').waitFor();
    });
  });
});

describe('correction of a headline in the form', () => {
  test('a headline can be corrected by mouse', async () => {
    await visit(browser, site, { path: '/content', keys }, async (page) => {
      await page.getByRole('link', { name: 'Story 2', exact: true }).click();
      await page.getByLabel('Headline', { exact: true }).fill('A better headline');
      await page.getByRole('button', { name: 'Save' }).click();
      await toast(page, '“A better headline” saved.');
      assert.equal(await titleOf(2), 'A better headline');
      await page.getByRole('link', { name: '← All articles' }).click();
      await page.getByRole('link', { name: 'A better headline' }).waitFor();
    });
  });

  test('a saved edit can be undone next to the buttons after its message has gone, until the next edit', async () => {
    await visit(browser, site, { path: '/content?id=16', keys }, async (page) => {
      const headline = page.getByLabel('Headline', { exact: true });
      const undo = page.locator('.form-foot').getByRole('button', { name: 'Undo' });
      const before = await titleOf(16);
      await headline.fill('Edited once');
      await page.getByRole('button', { name: 'Save' }).click();
      await toast(page, '“Edited once” saved.');
      await page.locator('.toast').waitFor({ state: 'detached' });
      await undo.click();
      await toast(page, 'Undone: “Edited once” saved.');
      await undo.waitFor({ state: 'detached' });
      assert.equal(await titleOf(16), before);
      await headline.fill('Edited twice');
      await page.getByRole('button', { name: 'Save' }).click();
      await undo.waitFor();
      await headline.fill('Edited a third time');
      await undo.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Discard changes' }).click();
    });
  });

  test('a saved edit can be undone, unless someone has changed the same fields since', async () => {
    await visit(browser, site, { path: '/content?id=15', keys, expected: FAILED_ANSWER }, async (page) => {
      const headline = page.getByLabel('Headline', { exact: true });
      const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
      const save = async (title: string) => {
        await headline.fill(title);
        await page.getByRole('button', { name: 'Save' }).click();
        await toast(page, `“${title.trim()}” saved.`);
      };
      const before = await titleOf(15);
      await save('Edited');
      await undo.click();
      await toast(page, 'Undone.');
      assert.equal(await titleOf(15), before);
      await until(page, `[...document.querySelectorAll('.form input')].some((it) => it.value === '${before}')`);
      await save(`${before} `);
      assert.equal(await undo.count(), 0, 'nothing to undo');
      await save('Edited again');
      const { url: address, publishedAt } = await manage<{ url: string; publishedAt: string }>('/manage/articles/15');
      const body = JSON.stringify({ url: address, publishedAt, contentType: 'article', title: 'By someone else' });
      const headers = { Authorization: `Bearer ${keys.operator}` };
      const url = new URL('/manage/articles/15', site.url);
      const { status } = await fetch(url, { method: 'PUT', headers, body });
      assert.equal(status, 200);
      await undo.click();
      await toast(page, 'Couldn’t undo: Someone else has changed this in the meantime.');
      assert.equal(await titleOf(15), 'By someone else');
    });
  });

  test('a headline can be corrected by keyboard alone', async () => {
    await visit(browser, site, { path: '/content', keys }, async (page) => {
      await rows(page).nth(24).waitFor();
      await page.keyboard.press('/');
      assert.equal(await page.evaluate('document.activeElement.type'), 'search');
      const found = page.waitForResponse((response) => response.url().includes('search=story'));
      await page.keyboard.type('story');
      await page.keyboard.press('Tab');
      await page.evaluate('document.activeElement.blur()');
      await until(page, `location.search.includes('q=story')`);
      await found;
      await page.locator('.list-body[aria-busy="false"]').waitFor();
      await rows(page).nth(10).waitFor();
      for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
      const active = (await page.locator('tr.active th a').textContent()) ?? '';
      await page.keyboard.press('e');
      await page.getByLabel('Headline', { exact: true }).waitFor();
      await tabTo(page, `it.labels?.[0]?.textContent === 'Headline'`);
      await page.keyboard.press('End');
      await page.keyboard.type(', mended');
      await until(page, `!document.querySelector('.form-foot .primary').disabled`);
      await page.keyboard.press('Enter');
      await toast(page, `“${active}, mended” saved.`);
    });
  });

  test('a headline can be corrected on a phone', async () => {
    await visit(browser, site, { path: '/content', keys, ...PHONE }, async (page) => {
      await page.getByRole('link', { name: 'Story 6', exact: true }).tap();
      await page.getByLabel('Headline', { exact: true }).fill('Mended on the way');
      await page.getByRole('button', { name: 'Save' }).tap();
      await toast(page, 'saved.');
      assert.equal(await titleOf(6), 'Mended on the way');
      await looksRight(page);
    });
  });

  test('a form shows an error next to its field and keeps the input', async () => {
    await visit(browser, site, { path: '/content?id=7', keys, expected: FAILED_ANSWER }, async (page) => {
      await page.getByLabel('Headline', { exact: true }).fill('');
      await page.getByLabel('Picture', { exact: true }).fill('not an address');
      await page.getByLabel('Introduction').fill('Typed.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.form .fault').nth(1).waitFor();
      assert.equal(await page.locator('[aria-invalid=true]').count(), 2);
      assert.equal(await page.getByLabel('Introduction').inputValue(), 'Typed.');
      await looksRight(page);
    });
  });

  test('edits to different fields by two editors are merged without a prompt', async () => {
    await together('/content?id=8', [], async (first, second) => {
      await first.getByLabel('Headline', { exact: true }).fill('Theirs');
      await second.getByLabel('Introduction').fill('Mine');
      await save(first);
      await toast(first, '“Theirs” saved.');
      await save(second);
      await toast(second, '“Theirs” saved, including the fields that operator changed in the meantime: Headline.');
      assert.equal(await second.getByLabel('Headline', { exact: true }).inputValue(), 'Theirs');
      assert.equal(await second.getByRole('alert').count(), 0);
      const stored = await manage<{ title: string; introduction: string }>('/manage/articles/8');
      assert.deepEqual([stored.title, stored.introduction], ['Theirs', 'Mine']);
    });
  });

  test('edits to the same field by two editors show a conflict with author and time', async () => {
    await together('/content?id=11', ['Save both changes'], async (first, second) => {
      await first.getByLabel('Headline', { exact: true }).fill('Theirs');
      await first.getByLabel('Client').fill('Kept');
      await second.getByLabel('Headline', { exact: true }).fill('Mine');
      await second.getByLabel('Introduction').fill('Mine, too');
      await save(first);
      await toast(first, '“Theirs” saved.');
      await save(second);
      const card = second.getByRole('alert').filter({ hasText: 'Both of you changed “Headline”' });
      await card.getByText(/Saved by operator, \d+ \w+ \d{4}, \d\d:\d\d/).waitFor();
      assert.equal(await card.locator('fieldset').count(), 1);
      await card.getByText('Unchanged from the saved version: Client.').waitFor();
      await looksRight(second);
      assert.equal(await titleOf(11), 'Theirs');
      assert.ok(await card.getByRole('button', { name: 'Save both changes' }).isDisabled(), 'before one has chosen');
      await card.getByRole('radio', { name: 'Yours' }).check();
      await card.getByRole('button', { name: 'Save both changes' }).click();
      await toast(second, '“Mine” saved');
      const stored = await manage<{ title: string; introduction: string; client: string }>('/manage/articles/11');
      assert.deepEqual([stored.title, stored.introduction, stored.client], ['Mine', 'Mine, too', 'Kept']);
    });
  });

  test('topics created concurrently by two editors get different ids', async () => {
    await together('/content?kind=topics&id=new', [], async (first, second) => {
      for (const [page, name] of [
        [first, 'Drought'],
        [second, 'Hail'],
      ] as const) {
        await until(page, `[...document.querySelectorAll('.form input')].some((it) => Number(it.value) > 40)`);
        await page.getByLabel('Name', { exact: true }).fill(name);
      }
      await save(first);
      await toast(first, '“Drought” saved.');
      await save(second);
      await toast(second, '“Hail” saved.');
      const { topics } = await manage<{ topics: { name: string }[] }>('/manage/topics?sort=-id&limit=2');
      assert.deepEqual(
        topics.map(({ name }) => name),
        ['Hail', 'Drought'],
      );
    });
  });

  test('a new topic with an id in use does not overwrite the existing topic', async () => {
    const expected = FAILED_ANSWER;
    const asked = { path: '/content?kind=topics&id=new', keys, expected, presses: ['Open the existing one'] };
    await visit(browser, site, asked, async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Ours');
      await page.getByLabel('Number').fill('3');
      await save(page);
      await page.getByRole('heading', { name: 'This topic already exists' }).waitFor();
      await looksRight(page);
      await page.getByRole('button', { name: 'Open the existing one' }).click();
      await page.waitForURL(/id=3/);
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Cyber Crime');
    });
  });

  test('unsaved input survives the end of a session', async () => {
    await visit(browser, site, { path: '/content?id=9', keys, expected: FAILED_ANSWER }, async (page, context) => {
      await page.getByLabel('Headline', { exact: true }).fill('Typed before the end');
      await page.getByLabel('Find other reports of this story').waitFor();
      await page.waitForLoadState('networkidle');
      await context.clearCookies();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByLabel('Key').fill(keys.operator);
      await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save' }).click();
      await toast(page, '“Typed before the end” saved.');
    });
  });
});

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** Opens a form for two editors. The second editor presses the buttons in `presses`. */
async function together(
  path: string,
  presses: string[],
  use: (first: Page, second: Page) => Promise<void>,
): Promise<void> {
  await visit(browser, site, { path, keys }, async (first) => {
    await visit(browser, site, { path, keys, expected: FAILED_ANSWER, presses }, async (second) => {
      for (const page of [first, second]) await page.locator('.form').waitFor();
      await use(first, second);
    });
  });
}

test('a new article is rejected if its URL is already in use', async () => {
  await visit(browser, site, { path: '/content?id=new', keys, expected: FAILED_ANSWER }, async (page) => {
    await page.getByLabel('Address', { exact: true }).fill('https://ledger.example/3');
    await page.getByLabel('Headline', { exact: true }).fill('New story');
    await page.getByLabel('Published', { exact: true }).fill('2026-01-31T08:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Belongs to article 3 already').waitFor();
    await page.getByLabel('Address', { exact: true }).fill('https://ledger.example/new');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, '“New story” saved.');
    await page.waitForURL(/id=\d+/);
  });
});

test('an article can be published from its URL alone', async () => {
  await visit(browser, site, { path: '/content?id=new', keys, expected: FAILED_ANSWER }, async (page) => {
    const field = page.getByLabel('Paste the address of an article');
    await field.fill('http://10.0.0.1/private');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    const release = await hold(page, '**/manage/articles/propose', 'POST');
    await field.fill(newspaper.at('/story'));
    await page.getByRole('button', { name: 'Read the page' }).click();
    await page.getByLabel('Introduction').fill('Typed meanwhile');
    release();
    await until(page, `document.querySelector('.form input[type=text]').value === 'A satellite goes dark'`);
    assert.equal(await page.getByLabel('Introduction').inputValue(), 'Typed meanwhile');
    await looksRight(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, '“A satellite goes dark” saved.');
    await page.waitForLoadState('networkidle');
    await page.goto(`${site.url.origin}/content?id=new`);
    await field.fill(newspaper.at('/story'));
    await page.keyboard.press('Enter');
    await page.getByText('This article already exists').waitFor();
  });
});

test('a source gets its feed and articles from the URL of its site', async () => {
  await visit(browser, site, { path: '/content?kind=sources&id=new', keys }, async (page) => {
    await page.getByLabel('Paste the address of a site').fill(newspaper.at('/'));
    await page.keyboard.press('Enter');
    await until(
      page,
      `document.querySelector('.form textarea:last-of-type') && [...document.querySelectorAll('.form textarea')].some((it) => it.value.includes('/feed.xml'))`,
    );
    await page.getByLabel('Read article pages for fields that its feeds leave out').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'saved.');
    await page.getByRole('button', { name: 'Read now' }).click();
    await toast(page, '2 new');
    await page.getByText('Pages of new articles: none read yet · 2 waiting.').waitFor();
    await page.getByRole('link', { name: 'Articles of this source' }).click();
    await page.getByRole('link', { name: 'A satellite is launched' }).waitFor();
  });
});

test('a paused feed is not reported as a problem and is polled again after Resume', async () => {
  const { host } = new URL(newspaper.at('/'));
  const feed = { url: newspaper.at('/feed.xml'), domain: host };
  await site.publish({ sources: [{ domain: host, name: 'The Courier' }], feeds: [feed] });
  const stateOf = async () => {
    const { sources } = await manage<{ sources: { feeds: { nextPoll: string | null; reason: string | null }[] }[] }>(
      `/manage/sources?search=${host}`,
    );
    return sources[0]?.feeds[0];
  };
  await visit(browser, site, { path: `/content?kind=sources&id=${host}`, keys }, async (page) => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await toast(page, 'Polling paused.');
    await page.locator('.badge').getByText('Paused').waitFor();
    await page.getByText('Paused by operator').waitFor();
    await looksRight(page);
    assert.equal((await stateOf())?.nextPoll, null);
    await page.goto(`${site.url.origin}/operate`);
    await page.locator('#sources').getByText('Paused', { exact: true }).waitFor();
    assert.equal(await page.getByText('no longer polled').count(), 0);
    await page.goto(`${site.url.origin}/content?kind=sources&id=${host}`);
    await page.getByRole('button', { name: 'Resume' }).click();
    await toast(page, 'Polling resumed.');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    assert.notEqual((await stateOf())?.nextPoll, null);
    assert.equal((await stateOf())?.reason, null);
    await page.goto(`${site.url.origin}/content?kind=sources`);
    await rows(page).filter({ hasText: 'The Courier' }).locator('[data-head="Last fetch"]').waitFor();
  });
});

test('the form of a record lists its changes with the labels of the form', async () => {
  const rename = (n: number) =>
    site.publish({ companies: [{ id: 1, name: `Varnholt ${n}`, organisationType: 'Broker' }] });
  for (let n = 1; n <= 6; n++) await rename(n);
  await visit(browser, site, { path: '/content?kind=companies&id=1', keys }, async (page) => {
    const changes = page.locator('.changes-of');
    await changes.locator('li').nth(4).waitFor();
    const newest = changes.locator('.differences tr', { hasText: 'Varnholt 6' });
    assert.deepEqual(await newest.locator('th, td').allTextContents(), ['Name', 'Varnholt 5', 'Varnholt 6']);
    await looksRight(page);
    await page.getByLabel('Name', { exact: true }).fill('Varnholt 7');
    await page.getByRole('button', { name: 'Save' }).click();
    await changes.getByText('Varnholt 7').waitFor();
    await page.getByRole('link', { name: 'All changes' }).click();
    await page.getByText('Only companies: 1').waitFor();
    await page.locator('.trail > li').nth(7).waitFor();
    assert.equal(await page.locator('.trail > li', { hasNotText: 'Varnholt' }).count(), 0);
  });
});

test('a new topic gets an unused id and a slug', async () => {
  const gone = { ...TOPICS[0], id: 900, name: 'Gone', slug: 'gone' };
  await site.publish({ topics: [gone, { ...gone, id: 901, name: 'Merged', slug: 'merged' }] });
  const headers = { Authorization: `Bearer ${keys.operator}` };
  await fetch(new URL('/manage/topics/900', site.url), { method: 'DELETE', headers });
  const body = JSON.stringify({ into: TOPICS[0]?.id });
  await fetch(new URL('/manage/topics/901/merge', site.url), { method: 'POST', headers, body });
  await visit(browser, site, { path: '/content?kind=topics&id=new', keys }, async (page) => {
    await until(page, `[...document.querySelectorAll('.form input')].some((it) => it.value === '902')`);
    await page.getByLabel('Name', { exact: true }).fill('Cyber & Défense');
    await until(page, `[...document.querySelectorAll('.form input')].some((it) => it.value === 'cyber-defense')`);
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, '“Cyber & Défense” saved.');
    assert.equal((await manage<{ slug: string }>('/manage/topics/902')).slug, 'cyber-defense');
    await page.getByLabel('Name', { exact: true }).fill('Cyber defence');
    assert.equal(await page.getByLabel('Slug').inputValue(), 'cyber-defense', 'an address that is known stays');
  });
});

test('an article shows its ranks and its last editor', async () => {
  const reader = (n: number) => ({ contentId: 12, at: new Date().toISOString(), reader: `reader ${n}` });
  await site.importClicks(Array.from({ length: 12 }, (_, n) => reader(n)));
  await fetch(new URL('/manage/rebuild', site.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.operator}` },
  });
  await visit(browser, site, { path: '/content?id=12', keys }, async (page) => {
    await page.locator('.ranks tr').filter({ hasText: 'All articles' }).waitFor();
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    await looksRight(page);
  });
});

test('a deleted article can be restored with Undo and from the history', async () => {
  await visit(browser, site, { path: '/content?id=10', keys, expected: FAILED_ANSWER }, async (page) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Undone.');
    assert.equal(await titleOf(10), 'Story 10');
    await page.goto(`${site.url.origin}/content?id=10`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'deleted.');
    await page.goto(`${site.url.origin}/content?kind=history`);
    const line = page.locator('.trail > li', { hasText: 'deleted article' }).first();
    await line.getByRole('button', { name: 'Revert' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
    await toast(page, 'Reverted.');
    assert.equal(await titleOf(10), 'Story 10');
  });
});

test('a removed selection can be restored from the history', async () => {
  const path = '/manage/recommended/2026-01-30';
  const headers = { Authorization: `Bearer ${keys.operator}` };
  const body = JSON.stringify({ articles: [13, 14] });
  await fetch(new URL(path, site.url), { method: 'PUT', headers, body });
  await fetch(new URL(path, site.url), { method: 'DELETE', headers });
  await visit(browser, site, { path: '/content?kind=history&of=recommended', keys }, async (page) => {
    const line = page.locator('.trail > li', { hasText: 'deleted the recommended articles of 30 Jan 2026' });
    await line.getByText('2 articles').click();
    await line.getByText('Story 13').waitFor();
    await line.getByRole('button', { name: 'Revert' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
    await toast(page, 'Reverted.');
    const day = await manage<{ articles: { contentId: number }[] }>(path);
    assert.deepEqual(
      day.articles.map(({ contentId }) => contentId),
      [13, 14],
    );
  });
});

test('bulk changes and deletions can be undone with a single keystroke', async () => {
  await visit(browser, site, { path: '/content?q=story', keys }, async (page) => {
    await rows(page).nth(5).waitFor();
    for (const place of [0, 1]) await rows(page).nth(place).getByRole('checkbox').check();
    await page.getByText('2 articles selected').waitFor();
    await page.getByRole('button', { name: 'Add topics' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Topics' }).fill('space');
    await page.getByRole('option', { name: 'Space' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await toast(page, 'Changed the topics of 2 articles');
    assert.equal((await manage<{ articles: unknown[] }>('/manage/articles?topics=4')).articles.length, 2);
    await page.keyboard.press('u');
    await toast(page, 'Undone.');
    assert.equal((await manage<{ articles: unknown[] }>('/manage/articles?topics=4')).articles.length, 0);
  });
});

test('a notice with Undo stays for 20 seconds, and u undoes the action after it', async () => {
  const stored = async () => (await manage<{ description: string }>('/manage/topics/2')).description;
  const before = await stored();
  await visit(browser, site, { path: '/content?kind=topics&id=2', keys }, async (page) => {
    const notice = page.locator('.toast.undoable');
    await page.getByLabel('Description', { exact: true }).fill('Changed by mistake');
    await page.clock.install();
    await page.getByRole('button', { name: 'Save' }).click();
    await notice.waitFor();
    await page.clock.fastForward(18_000);
    assert.equal(await notice.count(), 1);
    await page.clock.fastForward(4_000);
    await notice.waitFor({ state: 'detached' });
    assert.equal(await stored(), 'Changed by mistake');
    await page.getByRole('link', { name: '← All topics' }).click();
    await rows(page).first().waitFor();
    await page.keyboard.press('u');
    await toast(page, /^Undone: .* saved\.$/);
    assert.equal(await stored(), before);
    assert.equal(await page.locator('.form').count(), 0, 'the list stays open');
    await page.keyboard.press('u');
    await toast(page, 'There is nothing to undo.');
  });
});

test('a new article is published now, and an error about a time is for people and ends with the next input', async () => {
  await visit(browser, site, { path: '/content?kind=articles&id=new', keys, expected: FAILED_ANSWER }, async (page) => {
    const field = page.getByLabel('Published', { exact: true });
    const minutes = (Date.now() - Date.parse(`${await field.inputValue()}Z`)) / 60_000;
    assert.ok(minutes >= 0 && minutes < 5, `published ${minutes} minutes ago`);
    assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true, 'nothing is typed yet');
    await page.getByLabel('Headline', { exact: true }).fill('Written here');
    await field.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    const error = page.getByText('Enter a date and a time from 1970 to 2099.');
    await error.waitFor();
    await page.getByText('Must not be empty.').waitFor();
    await looksRight(page);
    await field.fill('2026-01-31T08:00');
    await error.waitFor({ state: 'detached' });
    assert.equal(await field.getAttribute('aria-invalid'), null);
    assert.equal(await page.getByLabel('Address', { exact: true }).getAttribute('aria-invalid'), 'true');
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });
});

test('a rule shows its matches while it is typed', async () => {
  await visit(browser, site, { path: '/content?kind=rules&id=new', keys, expected: FAILED_ANSWER }, async (page) => {
    await page.getByRole('combobox', { name: 'Tag', exact: true }).fill('space');
    await page.getByRole('option', { name: 'Space' }).click();
    await page.getByLabel('Words').fill('satellite');
    await page.getByText(/^Matches [1-9]\d* of the last \d+ articles/).waitFor();
    assert.equal(await page.locator('.matches mark').first().textContent(), 'satellite');
    await page.getByLabel('Words').fill('satellite\nunused word');
    assert.ok(await page.getByRole('button', { name: 'unused word 0' }).isDisabled());
    await looksRight(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, '“Space” saved. Articles that have tags already do not change.');
    await page.waitForURL(/id=topic%2F4/);
  });
});

test('a rule is applied to articles that have tags already', async () => {
  const rule = { kind: 'topic', ref: '2', words: ['ferry terminal'], exclusions: [] };
  const topicsOf = async () => (await manage<{ topics: number[] }>('/manage/articles/59')).topics;
  const before = await topicsOf();
  assert.ok(before.length > 0 && !before.includes(2), `${before}`);
  const article = await manage<{ title: string }>('/manage/articles/59');
  const rename = (title: string) => site.db.prepare('UPDATE articles SET title = ? WHERE id = 59').bind(title).run();
  await rename('Fire at a ferry terminal');
  await site.publish({ rules: [rule] });
  await visit(browser, site, { path: '/content?kind=rules&id=topic%2F2', keys }, async (page) => {
    await page.getByRole('button', { name: 'Apply to all articles' }).click();
    assert.deepEqual(await topicsOf(), before);
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await toast(page, /^Changed the tags of \d+ articles?\.$/);
    assert.ok((await topicsOf()).includes(2));
    await looksRight(page);
  });
  await rename(article.title);
});

test('Undo restores a deleted rule with all its words', async () => {
  const rule = { kind: 'topic', ref: '2', words: ['freight wagon', 'goods train'], exclusions: ['toy train'] };
  await site.publish({ rules: [rule] });
  const stored = async () => {
    const { rules } = await manage<{ rules: (typeof rule)[] }>('/manage/rules?kind=topic');
    return rules.find(({ ref }) => ref === '2');
  };
  const before = await stored();
  assert.deepEqual(before?.words, rule.words);
  await visit(browser, site, { path: '/content?kind=rules&id=topic%2F2', keys }, async (page) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'deleted.');
    assert.equal(await stored(), undefined);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Undone.');
    assert.deepEqual(await stored(), before);
  });
});

test('a topic shows that its rank could not be loaded, and loads it on request', async () => {
  let isBroken = true;
  const before = (context: BrowserContext) =>
    context.route('**/insights/trending-topics/**', (route) => (isBroken ? route.abort() : route.continue()));
  const options = { before, expected: FAILED_ANSWER, presses: ['Try again'] };
  await visit(browser, site, { path: '/content?kind=topics&id=1', keys, ...options }, async (page) => {
    const standing = page.locator('#standing');
    await standing.getByText('Couldn’t load the rank').waitFor();
    isBroken = false;
    await standing.getByRole('button', { name: 'Try again' }).click();
    await standing.getByText('Not among the first 50 topics').waitFor();
  });
});

test('a merge of two topics can be undone', async () => {
  await visit(browser, site, { path: '/content?kind=topics&id=3', keys }, async (page) => {
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('marine');
    await page.getByRole('option', { name: 'Marine Cargo' }).click();
    // The Merge button moves when the preview appears.
    await page.getByRole('dialog').locator('.moves-to').waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await toast(page, '“Cyber Crime” merged.');
    await page.getByRole('link', { name: 'Marine Cargo' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Cyber Crime' }).count(), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Undone.');
    assert.equal((await manage<{ name: string }>('/manage/topics/3')).name, 'Cyber Crime');
  });
});

test('a merge into the open record preserves its unsaved input', async () => {
  await visit(browser, site, { path: '/content?kind=topics&id=3', keys }, async (page) => {
    const field = page.getByLabel('Description', { exact: true });
    await field.fill('Not saved yet');
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('marine');
    await page.getByRole('option', { name: 'Marine Cargo' }).click();
    await page.getByRole('button', { name: 'Keep “Cyber Crime” instead' }).click();
    const turned = page.getByRole('dialog', { name: 'Merge “Marine Cargo” into another topic' });
    await turned.getByText('“Marine Cargo” becomes “Cyber Crime”.').waitFor();
    await page.waitForLoadState('networkidle');
    await turned.getByRole('button', { name: 'Merge', exact: true }).click();
    await toast(page, '“Marine Cargo” merged.');
    assert.equal(await field.inputValue(), 'Not saved yet');
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Undone.');
    assert.equal(await field.inputValue(), 'Not saved yet');
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });
});

test('two ticked topics can be merged from the list', async () => {
  await visit(browser, site, { path: '/content?kind=topics', keys }, async (page) => {
    const tick = (name: string) =>
      rows(page)
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .getByRole('checkbox')
        .check();
    await tick('Cyber Crime');
    await page.getByText('1 topic selected').waitFor();
    const bar = page.locator('.bulk');
    assert.equal(await bar.getByRole('button', { name: 'Merge' }).count(), 0);
    await tick('Marine Cargo');
    await bar.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge “Cyber Crime” into another topic' });
    await dialog.getByText('instead of “Cyber Crime”').or(dialog.getByText('Nothing refers to')).waitFor();
    await looksRight(page);
    await dialog.getByRole('button', { name: 'Keep “Cyber Crime” instead' }).click();
    const turned = page.getByRole('dialog', { name: 'Merge “Marine Cargo” into another topic' });
    await turned.getByText('“Marine Cargo” becomes “Cyber Crime”.').waitFor();
    await looksRight(page);
    await turned.getByRole('button', { name: 'Keep “Marine Cargo” instead' }).click();
    await dialog.getByText('“Cyber Crime” becomes “Marine Cargo”.').waitFor();
    await dialog.getByRole('button', { name: 'Remove Marine Cargo' }).click();
    assert.equal(await dialog.getByRole('combobox').getAttribute('placeholder'), 'Choose…');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
});

test('the reserved topic 47 cannot be deleted, and the page explains why', async () => {
  await visit(browser, site, { path: '/content?kind=topics&id=47', keys, expected: FAILED_ANSWER }, async (page) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await toast(page, 'cannot be deleted or merged');
  });
});

test('a file can be imported by keyboard alone, from a template, and the import is listed', async () => {
  await visit(browser, site, { path: '/content?kind=import', keys }, async (page) => {
    await page.getByRole('heading', { name: 'Latest imports' }).waitFor();
    await looksRight(page);
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      tabTo(page, `it.ariaLabel === 'Template for Topics'`).then(() => page.keyboard.press('Enter')),
    ]);
    const columns = readFileSync(await template.path(), 'utf8')
      .replace(/^\ufeff/, '')
      .trim();
    const rows = [91, 92].map((id) => {
      const values: Record<string, string> = { id: `${id}`, name: `Topic ${id}`, slug: `topic-${id}`, category: '1' };
      return columns
        .split(',')
        .map((column) => values[column] ?? '')
        .join();
    });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page
        .goto(`${site.url.origin}/content?kind=import`)
        .then(() => tabTo(page, `it.textContent === 'Choose a file'`))
        .then(() => page.keyboard.press('Enter')),
    ]);
    const buffer = Buffer.from([columns, ...rows].join('\n'));
    await chooser.setFiles({ name: 'topics.csv', mimeType: 'text/csv', buffer });
    await tabTo(page, `it.labels?.[0]?.textContent.startsWith('Import them as')`);
    await page.keyboard.type('topics');
    await tabTo(page, `it.textContent === 'Import 2 rows'`);
    await page.keyboard.press('Enter');
    await page.locator('.import').getByText('2 imported, 0 rejected').waitFor();
    // Later additions of other kinds do not push the import out of the list.
    for (let day = 10; day < 45; day += 1)
      await fetch(
        new URL(`/manage/recommended/${new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10)}`, site.url),
        {
          method: 'PUT',
          headers: { Authorization: `Bearer ${keys.operator}` },
          body: JSON.stringify({ articles: [1] }),
        },
      );
    await page.goto(`${site.url.origin}/content?kind=import`);
    await page.locator('#imports .trail').getByText('added 2 topics').first().waitFor();
  });
});

test('a CSV import maps columns, stores valid rows and reports invalid ones', async () => {
  const csv = [
    'Headline;Link;Date;Type;Tags;Colour',
    '"Imported; one";https://ledger.example/csv-1;2026-01-31T08:00:00Z;article;1|2;red',
    'Imported two;https://ledger.example/csv-2;yesterday;article;1;blue',
  ].join('\r\n');
  await visit(browser, site, { path: '/content?kind=import', keys }, async (page) => {
    await page
      .getByLabel('File to import')
      .setInputFiles({ name: 'stories.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('heading', { name: 'stories.csv' }).waitFor();
    assert.equal(await page.getByLabel('Field of Headline').inputValue(), 'title');
    assert.equal(await page.getByLabel('Field of Colour').inputValue(), '');
    await looksRight(page);
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.locator('.import').getByText('1 imported, 1 rejected').waitFor();
    await page.getByText('publishedAt must be a time').waitFor();
    const { articles } = await manage<{ articles: { title: string; topics: number[] }[] }>(
      '/manage/articles?url=https://ledger.example/csv-1',
    );
    assert.deepEqual(
      articles.map(({ title, topics }) => [title, topics]),
      [['Imported; one', [1, 2]]],
    );
  });
});

describe('API keys', () => {
  test('an API key is created, shown once, bound to a site and revoked', async () => {
    await visit(browser, site, { path: '/keys', keys }, async (page) => {
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Partner');
      await page.getByLabel('Sites').fill('https://partner.example');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = await page.getByLabel('Key', { exact: true }).inputValue();
      assert.match(key, /^ngp_\w{34}$/);
      await page.getByRole('button', { name: 'Done' }).click();
      const row = page.locator('tr', { hasText: 'Partner' });
      await row.getByText('https://partner.example').waitFor();
      await row.getByText(/created .+ by /).waitFor();
      await page.getByText('600 requests per minute and reader').waitFor();
      assert.ok(!(await page.content()).includes(key), 'the key is shown once');
      const asked = () => fetch(new URL('/api/v2/feed/', site.url), { headers: { 'X-API-Key': key } });
      assert.equal((await asked()).status, 200);
      await row.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await toast(page, '“Partner” revoked.');
      await row.waitFor({ state: 'detached' });
    });
  });

  test('an invalid site of a key is reported next to its field if the form is completed by keyboard alone', async () => {
    await visit(browser, site, { path: '/keys', keys, expected: FAILED_ANSWER }, async (page) => {
      await rows(page).first().waitFor();
      await tabTo(page, `it.textContent === 'New key'`);
      await page.keyboard.press('Enter');
      await page.getByLabel('Name', { exact: true }).waitFor();
      await tabTo(page, `it.labels?.[0]?.textContent === 'Name'`);
      await page.keyboard.type('Typo');
      await tabTo(page, `it.labels?.[0]?.textContent === 'Sites'`);
      await page.keyboard.type('partner');
      await tabTo(page, `it.textContent === 'Create key'`);
      await page.keyboard.press('Enter');
      await page.getByText('Value 1 must be an origin').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'New key');
    });
  });
});

test('a topic that was just created can be chosen at once, in an article and in an embed', async () => {
  await visit(browser, site, { path: '/content?id=7', keys }, async (page) => {
    const field = page.getByRole('combobox', { name: 'Topics', exact: true });
    const option = page.locator('.combobox [role="option"]');
    const answer = option.or(page.getByText('Nothing with this name.'));
    const find = async (): Promise<string | null> => {
      await field.fill('quantum');
      return answer.first().textContent();
    };
    // Fills the caches with the names of before.
    assert.equal(await find(), 'Nothing with this name.');
    // The next number arrives after Save is pressed.
    await page.route('**/manage/audit*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await route.continue();
    });
    await page.goto(`${site.url.origin}/content?kind=topics&id=new`);
    await page.getByLabel('Name', { exact: true }).fill('Quantum Risk');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, '“Quantum Risk” saved.');
    await page.goto(`${site.url.origin}/content?id=7`);
    assert.equal(await find(), 'Quantum Risk');
    await page.goto(`${site.url.origin}/embed`);
    assert.equal(await find(), 'Quantum Risk');
    await option.first().click();
    await page.reload();
    await page.getByRole('button', { name: 'Remove Quantum Risk' }).waitFor();
  });
  const topics = await manage<{ topics: { id: number; name: string }[] }>('/manage/topics?search=quantum');
  await fetch(new URL(`/manage/topics/${topics.topics[0]?.id}`, site.url), {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${keys.operator}` },
  });
});
