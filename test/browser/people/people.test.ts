import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../support/chromium.ts';
import { looksRight, visit } from '../support/pages.ts';
import { plugIn } from '../support/passkeys.ts';
import { type Site, startSite } from '../support/server.ts';

let browser: Browser;
let site: Pick<Site, 'url' | 'dispose' | 'makeKey' | 'publish'>;
let keys = { operator: '' };
before(async () => {
  browser = await openChromium();
  const started = await startSite();
  // Passkeys need a host name instead of an IP address.
  const { makeKey, publish, dispose } = started;
  site = {
    url: new URL(`http://localhost:${started.url.port}`),
    makeKey,
    publish,
    dispose: () => dispose.call(started),
  };
  keys = { operator: await site.makeKey('operator') };
  await site.publish({ topics: [{ id: 1, name: 'Cyber', slug: 'cyber', category: 1 }] });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

const PHONE = { width: 375, height: 740 };

async function invite(page: Page, name: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Role').selectOption(role);
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Invitation').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  return link;
}

const shownPages = (page: Page) => page.locator('nav.pages a:visible').allTextContents();

test('an editor is invited, joins, signs in again, appears in the history and is removed', async () => {
  await visit(browser, site, { path: '/keys', keys }, async (operator) => {
    const link = await invite(operator, 'Dana Whitfield', 'editor');
    const row = operator.getByRole('row', { name: /Dana Whitfield/ });
    await row.getByText('Invited', { exact: true }).waitFor();
    await looksRight(operator);

    await visit(browser, site, { path: '/', viewport: PHONE, expected: /401/ }, async (dana, context) => {
      await plugIn(dana, context);
      await dana.goto(link);
      await dana
        .getByText('Can see insights and edit content and the desk', { exact: false })
        .or(dana.getByText('edit content'))
        .waitFor();
      assert.equal(new URL(dana.url()).hash, '', 'the token does not stay in the address');
      await looksRight(dana);
      await dana.getByRole('button', { name: 'Create a passkey' }).click();
      await dana.waitForURL('**/desk');
      await dana.getByRole('heading', { name: 'Desk' }).first().waitFor();
      assert.deepEqual(await shownPages(dana), ['Insights', 'Content', 'Desk', 'Embed', 'API']);

      await dana.goto(`${site.url.origin}/content?kind=topics&id=1`);
      await dana.getByLabel('Name', { exact: true }).fill('Cyber risk');
      await dana.getByRole('button', { name: 'Save' }).click();
      await dana.getByText('Dana Whitfield').first().waitFor();

      await dana.goto(`${site.url.origin}/account`);
      await dana.getByText('Your only one').waitFor();
      await looksRight(dana);
      await dana.locator('#account').click();
      await dana.getByRole('button', { name: 'Sign out', exact: true }).click();
      await dana.keyboard.press('Escape');
      await dana.locator('main').getByRole('button', { name: 'Sign in with a passkey' }).click();
      await dana.getByText('Your only one').waitFor();

      await operator.reload();
      await row.getByText('Active', { exact: true }).waitFor();
      await row.getByRole('button', { name: 'Remove Dana Whitfield' }).click();
      await operator.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await row.waitFor({ state: 'detached' });
      await dana.waitForTimeout(5500);
      await dana.goto(`${site.url.origin}/account`);
      await dana.locator('main').getByRole('button', { name: 'Sign in with a passkey' }).click();
      await dana.getByText('This passkey is not registered here').waitFor();
    });
  });
});

test('keys are recognised by their endings, and the key of this browser is marked', async () => {
  await visit(browser, site, { path: '/keys', keys }, async (page) => {
    const own = page.locator('#keys tbody tr', { hasText: 'This browser' });
    assert.match((await own.textContent()) ?? '', new RegExp(`ngo_…${keys.operator.slice(-4)}`));
    assert.equal(await own.count(), 1);
    await looksRight(page);
    await page.setViewportSize(PHONE);
    await looksRight(page);
  });
});

test('a used invitation explains what to do, and a partner sees only the embed page', async () => {
  let link = '';
  await visit(browser, site, { path: '/keys', keys }, async (page) => {
    link = await invite(page, 'Pat Partner', 'partner');
  });
  await visit(browser, site, { path: '/' }, async (page, context) => {
    await plugIn(page, context);
    await page.goto(link);
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.waitForURL('**/embed');
    await page.locator('.result iframe').waitFor();
    assert.deepEqual(await shownPages(page), ['Embed', 'API']);
    await page.goto(`${site.url.origin}/insights`);
    await page.getByRole('heading', { name: 'This page is for readers, editors and operators' }).waitFor();
    await looksRight(page);
  });
  await visit(browser, site, { path: '/', expected: /404/ }, async (page) => {
    await page.goto(link);
    await page.getByText('ask an operator for a new one').waitFor();
    await looksRight(page);
  });
});
