import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { NAUGHTY } from '../http/naughty-strings.ts';
import { openChromium, until } from './support/chromium.ts';
import { hold, visit } from './support/pages.ts';
import { type Site, startSite } from './support/server.ts';

const FAILED_ANSWER = /Failed to load resource|ERR_INTERNET_DISCONNECTED/;

/** `NAUGHTY_STRINGS=all` tests all strings. */
const STRINGS = NAUGHTY.filter((_, i) => process.env.NAUGHTY_STRINGS === 'all' || i % 61 === 17);

let browser: Browser;
let site: Site;
let keys = { operator: '' };
before(async () => {
  [browser, site] = [await openChromium(), await startSite()];
  keys = { operator: await site.makeKey('operator') };
  await site.publish({
    topics: [{ id: 1, name: 'Cyber', slug: 'cyber', category: 1 }],
    companies: ['Lindqvarn', 'Varnholt Re'].map((name, i) => ({ id: i + 1, name, organisationType: 'Carrier' })),
    articles: [1, 2, 3].map((id) => ({
      id,
      url: `https://ledger.example/${id}`,
      title: `Story ${id}`,
      contentType: 'article',
      publishedAt: '2026-01-31T08:00:00Z',
    })),
  });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const headline = (page: Page) => page.getByLabel('Headline');

const fill = async (page: Page, form: string, text: string) => {
  const fields = page.locator(
    `${form} :is(input:not([type]), input[type=text]:not([role]), input[type=url], textarea)`,
  );
  for (const field of await fields.all()) if (await field.isEditable()) await field.fill(text);
};

async function answersTo(page: Page, act: () => Promise<void>): Promise<number[]> {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() !== 'GET') statuses.push(response.status());
  });
  await act();
  return statuses;
}

describe('hostile strings in forms', () => {
  const forms = ['articles', 'sources', 'topics', 'companies', 'geo-groups', 'rules'];
  for (const kind of forms)
    test(`a form of ${kind} stores or rejects hostile strings without a failure`, async () => {
      const asked = { path: `/content?kind=${kind}&id=new`, keys, expected: FAILED_ANSWER };
      await visit(browser, site, asked, async (page) => {
        let dialogs = 0;
        page.on('dialog', (dialog) => {
          dialogs += 1;
          void dialog.accept();
        });
        await page.locator('.form').waitFor();
        for (const group of await page.locator('.form summary').all()) await group.click();
        const statuses = await answersTo(page, async () => {
          for (const text of STRINGS) {
            await fill(page, '.form', text.toWellFormed());
            if (!(await save(page).isEnabled())) continue;
            await save(page).click();
            await page.locator('.form .fault, .form-foot .fault, .toast, .conflict, .differences').first().waitFor();
          }
        });
        assert.deepEqual(
          statuses.filter((status) => status >= 500),
          [],
        );
        assert.equal(dialogs, 0);
      });
    });

  test('the key form stores or rejects hostile strings', async () => {
    await visit(browser, site, { path: '/keys', keys, expected: FAILED_ANSWER }, async (page) => {
      await page.getByRole('button', { name: 'New key' }).click();
      const statuses = await answersTo(page, async () => {
        for (const text of STRINGS) {
          await fill(page, 'dialog', text.toWellFormed());
          await page.getByRole('button', { name: 'Create key' }).click();
          await page
            .locator('dialog .fault')
            .or(page.getByLabel('Key', { exact: true }))
            .first()
            .waitFor();
          if (await page.getByRole('button', { name: 'Done' }).isVisible()) {
            await page.getByRole('button', { name: 'Done' }).click();
            await page.getByRole('button', { name: 'New key' }).click();
          }
        }
      });
      assert.deepEqual(
        statuses.filter((status) => status >= 500),
        [],
      );
    });
  });

  test('search and URL parameters accept hostile strings', async () => {
    await visit(browser, site, { path: '/content', keys, expected: FAILED_ANSWER }, async (page) => {
      for (const text of STRINGS) {
        await page.goto(
          `${site.url.origin}/content?${new URLSearchParams({ q: text.toWellFormed(), kind: 'topics' })}`,
        );
        await page.locator('.things, .state').first().waitFor();
      }
    });
  });
});

describe('the picker of names', () => {
  const companies = (page: Page) => page.getByRole('combobox', { name: 'Companies', exact: true });

  test('Enter waits for the response, and takes the typed name only', async () => {
    await visit(browser, site, { path: '/content?id=1', keys }, async (page) => {
      await page.route('**/embed/choices?kind=companies*', async (route) => {
        const isFirst = !new URL(route.request().url()).searchParams.get('q');
        if (isFirst)
          return route.fulfill({ json: { status: 'success', data: { choices: [{ id: 1, name: 'Lindqvarn' }] } } });
        await new Promise((done) => setTimeout(done, 500));
        await route.continue();
      });
      await companies(page).click();
      await page.getByRole('option', { name: 'Lindqvarn' }).waitFor();
      await page.keyboard.type('varn');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove Varnholt Re' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Remove Lindqvarn' }).count(), 0);
      await page.keyboard.type('zzz');
      await page.keyboard.press('Enter');
      await page.getByText('Searching…').waitFor();
      await page.getByText('Nothing with this name.').waitFor();
      await save(page).click();
      await page.locator('.toast').getByText('saved.').waitFor();
      assert.equal(await companies(page).inputValue(), 'zzz');
      await page.getByText('“zzz” is not chosen.').waitFor();
      await page.getByRole('button', { name: 'Remove Varnholt Re' }).waitFor();
    });
  });

  test('options and the sticky buttons do not overlap in a low window', async () => {
    const size = { width: 1280, height: 700 };
    await visit(browser, site, { path: '/content?id=2', keys, viewport: size }, async (page) => {
      await companies(page).waitFor();
      await companies(page).evaluate('(it) => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight + 100)');
      await companies(page).click();
      const box = await page.getByRole('listbox', { name: 'Companies' }).boundingBox();
      const bar = await page.locator('.form-foot').boundingBox();
      assert.ok(bar && bar.y >= 0 && bar.y + bar.height < size.height, 'the buttons stay in view');
      assert.ok(box && box.y >= bar.y + bar.height, `the list at ${box?.y} is over the buttons at ${bar.y}`);
      assert.ok(box.y + box.height <= size.height, `the list ends at ${box.y + box.height}`);
    });
  });
});

describe('unsaved input', () => {
  test('unsaved input survives history navigation and links', async () => {
    await visit(browser, site, { path: '/content', keys }, async (page) => {
      await page.getByRole('link', { name: 'Story 1', exact: true }).click();
      await headline(page).fill('Typed, not saved');
      await page.goBack();
      await page.getByRole('link', { name: 'Story 1', exact: true }).waitFor();
      await page.goForward();
      assert.equal(await headline(page).inputValue(), 'Typed, not saved');
      await page.getByRole('link', { name: '← All articles' }).click();
      await page.getByRole('link', { name: 'Story 2', exact: true }).click();
      await page.getByRole('heading', { name: 'Story 2' }).waitFor();
      assert.equal(await headline(page).inputValue(), 'Story 2');
      await page.getByRole('link', { name: '← All articles' }).click();
      await page.getByRole('link', { name: 'Story 1', exact: true }).click();
      await page.getByText('Not saved yet').waitFor();
      await save(page).click();
      await page.locator('.toast').getByText('“Typed, not saved” saved.').waitFor();
    });
  });

  test('unsaved input survives changes by another editor and does not silently overwrite them', async () => {
    await visit(browser, site, { path: '/content?id=2', keys, expected: FAILED_ANSWER }, async (page) => {
      await headline(page).fill('Mine');
      await page.getByRole('link', { name: '← All articles' }).click();
      await page.getByRole('link', { name: 'Story 2', exact: true }).waitFor();
      const theirs = { id: 2, url: 'https://ledger.example/2', title: 'Theirs', contentType: 'article' };
      await site.publish({ articles: [{ ...theirs, publishedAt: '2026-01-31T08:00:00Z' }] });
      await page.goBack();
      await page.getByText('Not saved yet').waitFor();
      await save(page).click();
      await page.getByRole('heading', { name: 'Both of you changed “Headline”' }).waitFor();
    });
  });

  test('input that arrives while a record is being saved stays in the form', async () => {
    await visit(browser, site, { path: '/content?id=3', keys }, async (page) => {
      const release = await hold(page, '**/manage/articles/3', 'PUT');
      await headline(page).fill('Saved first');
      await save(page).click();
      await page.getByRole('button', { name: 'Saving…' }).waitFor();
      await headline(page).fill('Typed meanwhile');
      release();
      await page.locator('.toast').getByText('“Saved first” saved.').waitFor();
      await page.getByText('Not saved yet').waitFor();
      assert.equal(await headline(page).inputValue(), 'Typed meanwhile');
      await save(page).click();
      await page.locator('.toast').getByText('“Typed meanwhile” saved.').waitFor();
    });
    await visit(browser, site, { path: '/content?kind=topics&id=new', keys }, async (page) => {
      const release = await hold(page, '**/manage/topics/*', 'PUT');
      await page.getByLabel('Name', { exact: true }).fill('Aviation');
      await save(page).click();
      await page.getByRole('button', { name: 'Saving…' }).waitFor();
      await page.getByLabel('Description').fill('Typed meanwhile');
      release();
      await page.waitForURL(/id=\d+/);
      await page.getByText('Not saved yet').waitFor();
      assert.equal(await page.getByLabel('Description').inputValue(), 'Typed meanwhile');
      await save(page).click();
      await page.locator('.form-foot').getByText('Saved').waitFor();
    });
  });

  test('unsaved input survives a lost connection and can be saved afterwards', async () => {
    await visit(browser, site, { path: '/content?id=3', keys, expected: FAILED_ANSWER }, async (page, context) => {
      await headline(page).fill('Typed on a train');
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await save(page).click();
      await page.locator('.form-foot .fault').waitFor();
      assert.equal(await headline(page).inputValue(), 'Typed on a train');
      await context.setOffline(false);
      await save(page).click();
      await page.locator('.toast').getByText('“Typed on a train” saved.').waitFor();
    });
  });

  test('a list reports a lost connection and loads again afterwards', async () => {
    await visit(
      browser,
      site,
      { path: '/content?kind=topics', keys, expected: FAILED_ANSWER },
      async (page, context) => {
        await page.getByRole('link', { name: 'Cyber', exact: true }).waitFor();
        await context.setOffline(true);
        await page.getByRole('searchbox', { name: 'Search' }).fill('risk');
        await page.keyboard.press('Enter');
        await page.locator('.failed, .stale, .notice').first().waitFor();
        await context.setOffline(false);
        await page.reload();
        await page.getByRole('link', { name: 'Risk Management' }).waitFor();
      },
    );
  });

  test('unsaved input survives if the session ends before a key is created', async () => {
    await visit(browser, site, { path: '/keys', keys, expected: FAILED_ANSWER }, async (page, context) => {
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Typed before the end');
      await context.clearCookies();
      await page.getByRole('button', { name: 'Create key' }).click();
      const signIn = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Sign in' }) });
      await signIn.getByLabel('Key').fill(keys.operator);
      await signIn.getByRole('button', { name: 'Sign in' }).click();
      await signIn.waitFor({ state: 'detached' });
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Typed before the end');
      await page.getByRole('button', { name: 'Create key' }).click();
      await until(page, `/^ngp_/.test(document.querySelector('dialog input[readonly]')?.value ?? '')`);
    });
  });
});

describe('submission and limits of forms', () => {
  test('a submitted form shows its progress and cannot be submitted twice', async () => {
    await visit(browser, site, { path: '/keys' }, async (page) => {
      let isLetGo = (): void => {};
      const held = new Promise<void>((resolve) => {
        isLetGo = resolve;
      });
      await page.route('**/session', async (route) => {
        if (route.request().method() === 'POST') await held;
        await route.continue();
      });
      const form = page.locator('main .sign-in');
      await form.getByLabel('Key').fill(keys.operator);
      await form.getByRole('button', { name: 'Sign in' }).click();
      const waiting = form.getByRole('button', { name: 'Signing in…' });
      await waiting.waitFor();
      assert.ok(await waiting.isDisabled());
      isLetGo();
      await page.getByRole('button', { name: 'New key' }).waitFor();
    });
  });

  test('form fields limit text to the maximum length that the service accepts', async () => {
    await visit(browser, site, { path: '/content?kind=topics&id=new', keys }, async (page) => {
      assert.equal(await page.getByLabel('Name', { exact: true }).getAttribute('maxlength'), '200');
      assert.equal(await page.getByLabel('Description').getAttribute('maxlength'), '2000');
    });
  });
});
