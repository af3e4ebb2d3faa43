import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openDb } from '../../../src/db/client.ts';
import { subscriptions } from '../../../src/db/schema.ts';
import { confirmationToken, endingToken } from '../../../src/subscriptions/send/derived-secrets.ts';
import { openChromium } from '../support/chromium.ts';
import { publishEngaged } from '../support/engaged.ts';
import { looksRight, visit } from '../support/pages.ts';
import { type Site, startSite } from '../support/server.ts';

let browser: Browser;
let site: Site;
let keys = { operator: '' };
before(async () => {
  browser = await openChromium();
  const mail = { MAIL_FROM: 'news@news.example', SMTP_URL: 'smtp+plain://127.0.0.1:1' };
  site = await startSite({ ...mail, PUBLIC_URL: 'https://news.example', PUBLISHER: 'The Gazette' });
  keys = { operator: await site.makeKey('operator') };
  // An empty site has first steps instead of the week.
  await publishEngaged(site, { withHistory: true });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

const phone = { width: 390, height: 844 };

test('an editor invites recipients, who confirm on a page and unsubscribe for good', async () => {
  await visit(browser, site, { path: '/account', keys, expected: /status of 400 .*subscriptions/ }, async (page) => {
    await page.getByText('No recipients yet.').waitFor();
    await page.getByRole('button', { name: 'Add recipients' }).click();
    await looksRight(page);
    await page.getByLabel('Email addresses').fill('lee@partner.example\nno address');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText('no address must be an email address').waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('waiting for confirmation').waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Invite again: lee@partner.example' }).click();
    await page.getByText('gets a new invitation').first().waitFor();
  });
  await visit(browser, site, { path: '/insights/week', keys, viewport: phone }, async (page) => {
    await page.getByRole('button', { name: 'Email every Monday' }).click();
    await page.getByLabel('Email addresses').waitFor();
    await looksRight(page);
  });
  const db = openDb(site.db);
  const [stored] = await db.select().from(subscriptions);
  assert.ok(stored?.invitedAt);
  const path = `/confirm/${await confirmationToken(db, stored.id, stored.invitedAt)}`;
  await visit(browser, site, { path, viewport: phone }, async (page) => {
    await page.getByRole('heading', { name: 'Receive “The week” by email?' }).waitFor();
    await looksRight(page);
    assert.equal(await page.getByText('Shared view').count(), 0);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
    await looksRight(page);
  });
  await visit(browser, site, { path: '/account', keys, viewport: phone }, async (page) => {
    await page.getByText('The week, each Monday · confirmed').waitFor();
    await looksRight(page);
  });
  const end = `/unsubscribe/${await endingToken(db, stored.id)}`;
  await visit(browser, site, { path: end, viewport: phone }, async (page) => {
    await page.getByText('editors cannot invite your address again').waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'This subscription has ended' }).waitFor();
  });
  await visit(browser, site, { path: '/account', keys, expected: /status of 400 .*subscriptions/ }, async (page) => {
    await page.getByText('No recipients yet.').waitFor();
    await page.getByRole('button', { name: 'Add recipients' }).click();
    await page.getByLabel('Email addresses').fill('lee@partner.example');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText('lee@partner.example declined digests').first().waitFor();
  });
});
