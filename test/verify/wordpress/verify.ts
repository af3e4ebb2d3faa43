/** `npm run check -- wordpress` tests the plugin in Debian's WordPress with Chromium. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ROOT } from '../../../src/command/paths.ts';
import { openChromium, until } from '../../browser/support/chromium.ts';
import { type Site, startSite, storiesAt } from '../../browser/support/server.ts';
import { ADMIN, startWordPress, type WordPress } from './installation.ts';

const SHOTS = join(ROOT, '.wrangler/screenshots');
const STORIES = 8;
const VIEWPORT = { width: 1280, height: 900 };

let browser: Browser;
let site: Site;
let wordpress: WordPress;
let admin: BrowserContext;
let key = '';
before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  browser = await openChromium();
  [site, wordpress] = [await startSite(), await startWordPress()];
  key = await site.makeKey('publishable', [wordpress.origin]);
  await site.publish({
    topics: [{ id: 1, name: 'Cyber', slug: 'cyber', category: 1 }],
    articles: storiesAt(site.url.origin, STORIES).map((story, i) => ({ ...story, topics: i < 5 ? [1] : [] })),
  });
  admin = await browser.newContext({ viewport: VIEWPORT });
  const page = await admin.newPage();
  await page.goto(`${wordpress.origin}/wp-login.php`);
  await page.getByLabel('Username or Email Address').fill(ADMIN.name);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(/wp-admin/);
  await page.goto(`${wordpress.origin}/wp-admin/plugins.php`);
  await page.getByRole('link', { name: 'Activate Newsgauge' }).click();
  await page.getByText('Plugin activated.').waitFor();
  await page.close();
});
after(async () => {
  await browser?.close();
  wordpress?.dispose();
  await site?.dispose();
});

const status = (page: Page) => page.locator('#newsgauge-status');

async function settings(values: Record<string, string>, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await admin.newPage();
  await page.goto(`${wordpress.origin}/wp-admin/options-general.php?page=newsgauge`);
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.locator('.settings-error').first().waitFor();
  await use(page);
  await page.close();
}

const stored = () => JSON.parse(wordpress.run(`echo json_encode(newsgauge_settings());`)) as Record<string, unknown>;

/** Publishes a post with blocks, and returns its address. */
function publish(blocks: readonly object[]): string {
  const content = blocks.map((attributes) => `<!-- wp:newsgauge/feed ${JSON.stringify(attributes)} /-->`).join('\n');
  const encoded = Buffer.from(content).toString('base64');
  return wordpress.run(`kses_remove_filters(); echo get_permalink(wp_insert_post(['post_title' => 'A post',
    'post_status' => 'publish', 'post_content' => wp_slash(base64_decode('${encoded}'))]));`);
}

async function read(address: string, use: (page: Page, dialogs: string[]) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(address);
  await use(page, dialogs);
  await context.close();
}

const titles = (page: Page, frame = 0) => page.frameLocator('iframe').nth(frame).locator('article h2');

test('readers see nothing until the plugin has a server and a key', async () => {
  await read(publish([{}]), async (page) => {
    assert.equal(await page.locator('iframe').count(), 0);
    assert.equal(await page.getByText('Newsgauge:').count(), 0);
  });
});

test('the settings page accepts publishable keys only', async () => {
  await settings({ 'Server address': `${site.url.origin}/`, 'Publishable key': key }, async (page) => {
    await status(page).getByText('Connected.').waitFor();
    await page.screenshot({ path: join(SHOTS, 'wordpress-settings.png') });
  });
  for (const kind of ['secret', 'operator'] as const) {
    await settings({ 'Publishable key': await site.makeKey(kind) }, async (page) => {
      await page.getByText('This key is secret.').waitFor();
      await status(page).getByText('Connected.').waitFor();
    });
  }
  await settings({ 'Publishable key': `ngj_${'a'.repeat(34)}` }, (page) =>
    page.getByText('This key is secret.').waitFor(),
  );
  await settings({ 'Publishable key': '"><script>alert(1)</script>' }, (page) =>
    page.getByText('This is not a publishable key.').waitFor(),
  );
  assert.deepEqual(stored(), {
    server: site.url.origin,
    key,
    limit: 6,
    theme: 'auto',
    layout: 'auto',
    language: 'auto',
  });
});

test('the settings page accepts only https, and http on this machine', async () => {
  for (const address of ['http://news.example.com', 'javascript:alert(1)', 'https://user:word@news.example.com'])
    await settings({ 'Server address': address }, (page) => page.getByText('must begin with https://').waitFor());
  assert.equal(stored().server, site.url.origin);
});

test('the settings page reports a key that is bound to another site', async () => {
  const elsewhere = await site.makeKey('publishable', ['https://elsewhere.example']);
  await settings({ 'Publishable key': elsewhere }, (page) =>
    status(page).getByText(`The key is not bound to ${wordpress.origin}.`).waitFor(),
  );
  await settings({ 'Publishable key': key }, (page) => status(page).getByText('Connected.').waitFor());
});

test('an editor adds the block, chooses filters, and readers see the articles at their full height', async () => {
  const page = await admin.newPage();
  await page.goto(`${wordpress.origin}/wp-admin/post-new.php`);
  await page.evaluate(`wp.data.dispatch('core/preferences').set('core/edit-post', 'welcomeGuide', false)`);
  await page.getByRole('textbox', { name: 'Add title' }).fill('Our news');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/newsgauge');
  await page.getByRole('option', { name: 'Newsgauge' }).waitFor();
  await page.keyboard.press('Enter');
  await page.frameLocator('.wp-block-newsgauge-feed iframe').locator('article h2').nth(5).waitFor();
  await page.getByLabel('Filters').fill('includeTopics=1&apiKey=ngs_x&output=json');
  await page.getByLabel('Heading', { exact: true }).fill('Cyber news');
  await page.frameLocator('.wp-block-newsgauge-feed iframe').getByText('Cyber news').waitFor();
  await page.screenshot({ path: join(SHOTS, 'wordpress-editor.png') });
  await page.evaluate(
    `wp.data.dispatch('core/editor').editPost({ status: 'publish' }).then(() => wp.data.dispatch('core/editor').savePost())`,
  );
  const address = String(await page.evaluate(`wp.data.select('core/editor').getPermalink()`));
  await page.close();
  await read(address, async (page) => {
    await titles(page).nth(4).waitFor();
    assert.equal(await titles(page).count(), 5);
    await page.frameLocator('iframe').getByRole('heading', { name: 'Cyber news' }).waitFor();
    await until(page, `document.querySelector('iframe').style.height.endsWith('px')`);
    await page.screenshot({ path: join(SHOTS, 'wordpress-post.png'), fullPage: true });
    const source = await page.locator('iframe').getAttribute('src');
    assert.equal(new URL(source ?? '').searchParams.get('apiKey'), key);
    assert.equal(new URL(source ?? '').searchParams.get('output'), 'html');
  });
});

test('the block shows articles related to its post, without the post itself', async () => {
  const address = publish([{ content: 'related', limit: 3 }]);
  await site.publish({
    articles: [
      {
        id: 99,
        url: address,
        title: 'A post',
        publishedAt: new Date(Date.now() - 60_000).toISOString(),
        contentType: 'article',
        topics: [1],
      },
    ],
  });
  await read(address, async (page) => {
    await titles(page).nth(2).waitFor();
    assert.equal(await titles(page).count(), 3);
    assert.ok(!(await titles(page).allTextContents()).some((title) => title.includes('A post')));
  });
});

test('trending topics, the editors’ choice and hostile attributes show valid frames and run no script', async () => {
  const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
  const names = ['content', 'search', 'filters', 'theme', 'layout', 'language', 'heading', 'title'];
  const blocks = [
    { content: 'trending', limit: 100, heading: hostile },
    { content: 'recommended', title: hostile },
    ...names.map((name) => ({ [name]: hostile })),
    { filters: `includeTopics=1&apiKey=ngs_x&searchTerms=${encodeURIComponent(hostile)}`, limit: -5, height: 1e9 },
  ];
  await read(publish(blocks), async (page, dialogs) => {
    const sources = await page.evaluate<string[]>(`[...document.querySelectorAll('iframe')].map(({ src }) => src)`);
    assert.equal(sources.length, blocks.length);
    for (const source of sources) {
      const { origin, searchParams } = new URL(source);
      assert.deepEqual([origin, searchParams.getAll('apiKey')], [site.url.origin, [key]]);
    }
    await page.waitForLoadState('load');
    assert.deepEqual(dialogs, []);
    assert.equal(await page.locator('img[src="x"]').count(), 0);
  });
});

test('a secret key that another program stored never reaches a page', async () => {
  const secret = await site.makeKey('secret');
  const address = publish([{}]);
  wordpress.run(`update_option('newsgauge_settings', ['server' => '${site.url.origin}', 'key' => '${secret}']);`);
  assert.equal(stored().key, '');
  const html = await (await fetch(address)).text();
  assert.ok(!html.includes(secret) && !html.includes('<iframe'));
});

test('deleting the plugin removes its settings', () => {
  const code = `define('WP_UNINSTALL_PLUGIN', true); require WP_PLUGIN_DIR . '/newsgauge/uninstall.php';`;
  assert.equal(wordpress.run(`${code} var_export(get_option('newsgauge_settings'));`), 'false');
});
