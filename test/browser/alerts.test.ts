import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { openChromium, until } from './support/chromium.ts';
import { publishEngaged } from './support/engaged.ts';
import { hold, looksRight, looksRightAtAllWidths, NARROW, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

let browser: Browser;
let site: Site;
let keys = { operator: '', secret: '' };
let receiver: Receiver;
let status = 200;
let address = '';
const got = () => receiver.at('/hook').map(({ body }) => body);

before(async () => {
  receiver = await startReceiver((_, response) => void response.writeHead(status).end());
  const { host } = new URL(receiver.origin);
  address = `${receiver.origin}/hook`;
  browser = await openChromium();
  site = await startSite({ FEED_ALLOW_HOSTS: host });
  keys = { operator: await site.makeKey('operator'), secret: await site.makeKey('secret') };
  await publishEngaged(site);
  await site.db
    .prepare(
      "INSERT INTO webhook_events (type, key, subject, at, data, recording) VALUES ('topic.grows', 'topic.grows:1:1', 'topic:1', ?, ?, 'r')",
    )
    .bind(
      Math.floor(Date.now() / 1000) - 3600,
      JSON.stringify({
        topic: { id: 1, name: 'Cyber', slug: 'cyber' },
        growthPercent: 37,
        interval: [12, 66],
        confidence: 'high',
        cause: { kind: 'source', articles: [], source: 'The Ledger', share: 70 },
      }),
    )
    .run();
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  receiver?.close();
});

test('the alerts and webhooks pages pass layout and accessibility checks at all widths', async () => {
  await visit(browser, site, { path: '/alerts', keys, viewport: NARROW }, async (page) => {
    await page.locator('.alert-list li').waitFor();
    assert.match(
      (await page.locator('.alert-list').textContent()) ?? '',
      /Cyber is growing, \+37% on last week, led by The Ledger \(about 70% of the gains\)/,
    );
    const topic = page.locator('.alert-list').getByRole('link', { name: 'Cyber', exact: true });
    assert.equal(await topic.getAttribute('href'), '/insights?topic=1');
    await page.locator('#settings').getByText('10 points more than the site, for 6 hours').waitFor();
    await looksRightAtAllWidths(page);
    await page.getByRole('button', { name: 'New webhook' }).click();
    await looksRightAtAllWidths(page);
  });
  const asked = { path: '/insights/week', keys: { secret: keys.secret }, viewport: NARROW };
  await visit(browser, site, asked, async (page) => {
    await page.locator('.moves, .stories').first().waitFor();
    assert.match((await page.locator('.week').textContent()) ?? '', /Space/);
    await looksRightAtAllWidths(page);
  });
});

test('a webhook can be added, tested, opened, switched off and deleted', async () => {
  await visit(browser, site, { path: '/alerts', keys, expected: /Failed to load resource/ }, async (page) => {
    const row = page.locator('.webhook');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Name').fill('News room');
    await page.getByLabel('Address').fill('http://10.0.0.1/');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.locator('dialog .fault').filter({ hasText: /\w/ }).first().waitFor();
    await page.getByLabel('Address').fill(address);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    assert.match(await page.getByLabel('Signing secret').inputValue(), /^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await row.waitFor();
    await page.getByRole('button', { name: 'Test News room' }).click();
    await page.getByText('“News room” answered 200.').first().waitFor();
    assert.match(got().at(-1) ?? '', /"type":"test"/);
    status = 500;
    await page.getByRole('button', { name: 'Test News room' }).click();
    await page.locator('.toast').filter({ hasText: '500' }).waitFor();
    await page.getByRole('button', { name: 'Log of News room' }).click();
    await page.getByText('Nothing has been sent yet').waitFor();
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await row.getByText('On', { exact: true }).click();
    await saved;
    await page.reload();
    await row.waitFor();
    assert.equal(await row.getByLabel('On').isChecked(), false);
    await page.getByRole('button', { name: 'Delete News room' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No webhook yet').waitFor();
  });
});

test('a webhook form selects saved searches by name', async () => {
  const headers = { Authorization: `Bearer ${keys.operator}`, 'Content-Type': 'application/json' };
  const manage = (path: string, init = {}) => fetch(new URL(`/manage/${path}`, site.url), { headers, ...init });
  const body = JSON.stringify({ name: 'Floods in Europe', filter: { searchTerms: 'flood' } });
  assert.ok((await manage('searches/floods-in-europe', { method: 'PUT', body })).ok);
  await visit(browser, site, { path: '/alerts', keys }, async (page) => {
    // Options load only after the name has been typed.
    await page.route('**/embed/choices/searches', (route) => setTimeout(() => void route.continue(), 2000));
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Name').fill('Flood desk');
    await page.getByLabel('Address').fill(address);
    await page.getByLabel('Article matches a saved search').check();
    await page.getByRole('combobox', { name: 'Saved searches' }).fill('flood');
    await page.getByRole('option', { name: 'Floods in Europe' }).click();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Delete Flood desk' }).waitFor();
    const { data } = (await (await manage('webhooks')).json()) as { data: { webhooks: { searches: string[] }[] } };
    assert.deepEqual(data.webhooks[0]?.searches, ['floods-in-europe']);
    await page.getByRole('button', { name: 'Delete Flood desk' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No webhook yet').waitFor();
  });
});

async function giveUp(webhook: number): Promise<void> {
  const attempt = { at: Date.now() - 60_000, status: 503, milliseconds: 12, reason: 'answered 503', excerpt: 'Busy' };
  await site.db
    .prepare(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, subject, state, next_at, attempts, log)
       SELECT ?, id, subject, 'failed', 0, 1, ? FROM webhook_events WHERE key = 'topic.grows:1:1'`,
    )
    .bind(webhook, JSON.stringify([attempt]))
    .run();
}

test('the log of a webhook lists every attempt, and a failed delivery can be replayed', async () => {
  status = 200;
  const headers = { Authorization: `Bearer ${keys.operator}` };
  const body = JSON.stringify({ name: 'Ops', url: address, format: 'standard', events: ['topic.grows'] });
  const made = await fetch(new URL('/manage/webhooks', site.url), { method: 'POST', headers, body });
  const { stored } = ((await made.json()) as { data: { stored: { id: number } } }).data;
  await giveUp(stored.id);
  await visit(browser, site, { path: '/alerts', keys }, async (page) => {
    const row = page.locator('.webhook', { hasText: 'Ops' });
    await row.getByText('1 failed').waitFor();
    await page.getByRole('button', { name: 'Log of Ops' }).click();
    const line = page.locator('.deliveries > li');
    await line.getByText('Cyber is growing, +37% on last week').waitFor();
    await line.getByText('Failed').waitFor();
    await line.getByText('1 attempt').click();
    await line.getByText('answered 503').waitFor();
    await looksRight(page);
    const before = got().length;
    await line.getByRole('button', { name: 'Replay' }).click();
    await page.locator('.toast').getByText('Sent again: 1.').waitFor();
    await line.getByText('Delivered', { exact: true }).waitFor();
    assert.match(got().slice(before).join(), /"type":"topic.grows"/);
    await row.getByText('1 delivered').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Retry all failed' }).count(), 0);
  });
});

test('alert settings persist after a reload', async () => {
  await visit(browser, site, { path: '/alerts', keys }, async (page) => {
    const settings = page.locator('.alert-settings');
    await settings.getByText('Story rises').click();
    await settings.getByText('Quiet hours', { exact: true }).click();
    await settings.getByLabel('To', { exact: true }).fill('06:30');
    await settings.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Alert settings saved.').first().waitFor();
    const kept = await page.evaluate<{ data: unknown }>("fetch('/manage/alerts').then((response) => response.json())");
    assert.deepEqual(kept.data, {
      types: ['topic.entered_top_ten', 'topic.left_top_ten', 'topic.grows', 'engagement.falls', 'engagement.stops'],
      oncePerDay: true,
      quiet: { from: '22:00', to: '06:30' },
    });
  });
  await visit(browser, site, { path: '/alerts', keys }, async (page) => {
    const settings = page.locator('.alert-settings');
    await settings.waitFor();
    assert.equal(await settings.getByLabel('Story rises').isChecked(), false);
    assert.equal(await settings.getByLabel('To', { exact: true }).inputValue(), '06:30');
  });
});

test('an alert setting that is changed while others are being saved stays changed', async () => {
  await visit(browser, site, { path: '/alerts', keys }, async (page) => {
    const settings = page.locator('.alert-settings');
    const save = settings.getByRole('button', { name: 'Save' });
    const once = settings.getByLabel('At most one alert per topic and day');
    const release = await hold(page, '**/manage/alerts', 'PUT');
    await settings.getByText('Story rises').click();
    await save.click();
    await settings.getByRole('button', { name: 'Saving…' }).waitFor();
    const loaded = page.waitForResponse(
      (response) => response.url().endsWith('/manage/alerts') && response.request().method() === 'GET',
    );
    await once.click();
    release();
    await page.getByText('Alert settings saved.').first().waitFor();
    await loaded;
    await until(page, `!document.querySelector('.alert-settings button[type=submit]').disabled`);
    assert.equal(await once.isChecked(), false);
    await save.click();
    await until(page, `document.querySelector('.alert-settings button[type=submit]').disabled`);
    assert.equal(await once.isChecked(), false);
  });
});
