import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openDb } from '../../src/db/client.ts';
import { createKey } from '../../src/keys/key-store.ts';
import { openChromium, PATIENCE_MS } from './support/chromium.ts';
import { type Hands, handsOf, PHONE, WAYS, type Way } from './support/hands.ts';
import { startNewspaper, type TestNewspaper } from './support/newspaper.ts';
import { visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

const nth = (way: Way) => WAYS.indexOf(way);
const MERGED = ['Flood', 'Hail', 'Wind'];
const RULED = ['Cyber', 'Marine', 'Aviation'];
const REASONS = ['malformed', 'failed', 'tooOld'];

let browser: Browser;
let site: Site;
/** Each input method has its own newspaper. */
let newspapers: TestNewspaper[];
let keys = { operator: '' };
before(async () => {
  newspapers = await Promise.all(WAYS.map((_, i) => startNewspaper(`127.0.0.${i + 2}`)));
  [browser, site] = [
    await openChromium(),
    await startSite({ FEED_ALLOW_HOSTS: newspapers.map(({ host }) => host).join() }),
  ];
  keys = { operator: await site.makeKey('operator') };
  const topics = ['Space', ...RULED, ...MERGED, ...MERGED.map((name) => `${name} damage`)];
  await site.publish({
    topics: topics.map((name, i) => ({
      id: i + 1,
      name,
      slug: name.toLowerCase().replace(' ', '-'),
      description: '',
      category: 1,
    })),
    rules: [{ kind: 'topic', ref: '1', words: ['satellite'] }],
    articles: Array.from({ length: 12 }, (_, i) => ({
      id: i + 1,
      url: `https://ledger.example/${i + 1}`,
      title: `Story ${i + 1}`,
      contentType: 'article',
      introduction: 'A glacier melts.',
      topics: [5 + (i % 3)],
      publishedAt: new Date(Date.now() - (i + 1) * 3_600_000).toISOString(),
    })),
  });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  for (const newspaper of newspapers ?? []) newspaper.close();
});

const toast = (page: Page, text: string) => page.locator('.toast').getByText(text).last().waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const manage = async <T>(path: string, method = 'GET'): Promise<T> => {
  const headers = { Authorization: `Bearer ${keys.operator}` };
  const response = await fetch(new URL(`/manage/${path}`, site.url), { method, headers });
  return ((await response.json()) as { data: T }).data;
};

interface Told {
  page: Page;
  way: Way;
  hands: Hands;
  newspaper: TestNewspaper;
}

function task(name: string, path: (way: Way) => string, act: (told: Told) => Promise<void>): void {
  describe(name, () => {
    for (const way of WAYS)
      test(`${name} ${way === 'phone' ? 'on a phone' : `with the ${way}`}`, async () => {
        const asked = { path: path(way), keys, ...(way === 'phone' ? PHONE : {}) };
        await visit(browser, site, asked, async (page) => {
          const newspaper = newspapers[nth(way)] as TestNewspaper;
          await act({ page, way, hands: handsOf(page, way), newspaper });
          const [needed, given] = await page.evaluate<[number, number]>(
            '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
          );
          assert.ok(needed <= given, `${needed} px wide in a page of ${given} px`);
        });
      });
  });
}

task(
  'an article is published from its URL',
  () => '/content',
  async ({ page, hands, newspaper }) => {
    await hands.press(page.getByRole('link', { name: 'New article' }));
    await hands.write(page.getByLabel('Paste the address of an article'), newspaper.at('/story'));
    await page.keyboard.press('Enter');
    await holds(page.locator('.form').getByLabel('Headline'), 'A satellite goes dark');
    await hands.press(button(page, 'Save'));
    await toast(page, '“A satellite goes dark” saved.');
    const { articles } = await manage<{ articles: { title: string }[] }>(`articles?url=${newspaper.at('/story')}`);
    assert.equal(articles[0]?.title, 'A satellite goes dark');
  },
);

async function holds(field: Locator, text: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; (await field.inputValue()) !== text && Date.now() < end; )
    await field.page().waitForTimeout(50);
  assert.equal(await field.inputValue(), text);
}

task(
  'a source is added by the URL of its site, and its articles are tagged',
  () => '/content?kind=sources',
  async ({ page, hands, newspaper }) => {
    await hands.press(page.getByRole('link', { name: 'New source' }));
    await hands.write(page.getByLabel('Paste the address of a site'), newspaper.at('/'));
    await page.keyboard.press('Enter');
    await holds(page.locator('.form').getByLabel('Domain', { exact: true }), newspaper.host);
    await hands.press(button(page, 'Save'));
    await toast(page, 'saved.');
    await hands.press(button(page, 'Read now'));
    await toast(page, '2 new');
    await hands.press(page.getByRole('link', { name: 'Articles of this source' }));
    const row = page.getByRole('row', { name: /A satellite is launched/ });
    await row.getByText('Space').waitFor({ state: 'attached' });
  },
);

task(
  'a new rule shows its matches',
  () => '/content?kind=rules',
  async ({ page, way, hands }) => {
    const name = RULED[nth(way)] ?? '';
    await hands.press(page.getByRole('link', { name: 'New rule' }));
    await hands.choose(page.getByRole('combobox', { name: 'Tag', exact: true }), name);
    await hands.write(page.getByLabel('Words'), 'glacier');
    await page.getByText(/^Matches 12 of the last \d+ articles/).waitFor();
    assert.equal(await page.locator('.matches mark').first().textContent(), 'glacier');
    await hands.press(button(page, 'Save'));
    await toast(page, `“${name}” saved. Articles that have tags already do not change.`);
    assert.deepEqual((await manage<{ words: string[] }>(`rules/topic/${2 + nth(way)}`)).words, ['glacier']);
  },
);

task(
  'two topics are merged',
  () => '/content?kind=topics',
  async ({ page, way, hands }) => {
    const name = MERGED[nth(way)] ?? '';
    await hands.press(page.getByRole('link', { name: `${name} damage`, exact: true }));
    await hands.press(button(page, 'Merge'));
    await hands.choose(page.getByRole('dialog').getByRole('combobox'), name);
    await page.getByRole('dialog').locator('.moves-to').waitFor();
    await hands.press(inDialog(page, 'Merge'));
    await toast(page, `“${name} damage” merged.`);
    const { topics } = await manage<{ topics: { name: string }[] }>(`topics?search=${name}`);
    assert.deepEqual(
      topics.map((topic) => topic.name),
      [name],
    );
  },
);

task(
  'a key is revoked',
  () => '/keys',
  async ({ page, way, hands }) => {
    const name = `Partner by ${way}`;
    const created = { kind: 'publishable' as const, name, origins: [], expiresAt: null };
    const key = await createKey(openDb(site.db), created, Math.floor(Date.now() / 1000));
    await page.reload();
    const asked = () => fetch(new URL(`/api/v2/feed/?apiKey=${key}&limit=${2 + nth(way)}`, site.url));
    assert.equal((await asked()).status, 200);
    await hands.press(button(page, `Revoke ${name}`));
    await hands.press(inDialog(page, 'Revoke'));
    await toast(page, `“${name}” revoked.`);
    await page.getByRole('row', { name }).waitFor({ state: 'detached' });
  },
);

task(
  'dead letters with a given reason are discarded',
  () => '/operate',
  async ({ page, way, hands }) => {
    const reason = REASONS[nth(way)] ?? '';
    for (const n of [1, 2])
      await site.db
        .prepare('INSERT INTO dead_letters (at, message_id, reason, body) VALUES (?, ?, ?, ?)')
        .bind(Math.floor(Date.now() / 1000) - 90, `${way} ${n}`, reason, '{"hello":"world"}')
        .run();
    await page.reload();
    const section = page.getByRole('region', { name: 'Dead letters' });
    await hands.press(section.locator('.reasons').getByRole('button', { name: /^Discard/ }));
    await page.getByText('All 2 of this reason are deleted.').waitFor();
    await hands.press(inDialog(page, 'Discard'));
    await toast(page, '2 discarded.');
    assert.deepEqual((await manage<{ deadLetters: unknown[] }>('dead-letters')).deadLetters, []);
    // The suite checks layout shifts only while a page loads. This test changes the page later.
    await page.evaluate('seen.shift = 0');
  },
);

task(
  'a deleted article is restored',
  () => '/content',
  async ({ page, way, hands }) => {
    const id = 10 + nth(way);
    await manage(`articles/${id}`, 'DELETE');
    await hands.press(page.getByRole('link', { name: 'Deleted' }));
    await hands.press(page.getByRole('button', { name: `Restore Story ${id}`, exact: true }));
    await toast(page, `“Story ${id}” restored.`);
    assert.equal((await manage<{ title: string }>(`articles/${id}`)).title, `Story ${id}`);
  },
);

task(
  'a CSV file is imported',
  () => '/content?kind=import',
  async ({ page, way, hands }) => {
    const url = `https://csv.example/${way}`;
    const csv = `Headline;Link;Date;Type\r\n"Imported; by ${way}";${url};2026-01-31T08:00:00Z;article\r\nBad;${url}-2;yesterday;article`;
    const choosing = page.waitForEvent('filechooser');
    await hands.press(button(page, 'Choose a file'));
    await (await choosing).setFiles({ name: 'stories.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await hands.press(button(page, 'Import 2 rows'));
    await page.locator('.import').getByText('1 imported, 1 rejected').waitFor();
    await page.getByText('publishedAt must be a time').waitFor();
    const { articles } = await manage<{ articles: { title: string }[] }>(`articles?url=${url}`);
    assert.equal(articles[0]?.title, `Imported; by ${way}`);
  },
);
