import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openChromium, until } from '../support/chromium.ts';
import { looksRight, tabTo, UNKNOWN, visit } from '../support/pages.ts';
import { type Publisher, type Site, startPublisher, startSite } from '../support/server.ts';

const FAILED_ANSWER = /Failed to load resource/;
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

let browser: Browser;
let site: Site;
let publisher: Publisher;
let keys = { secret: '' };
let publishable = '';
before(async () => {
  browser = await openChromium();
  [site, publisher] = [await startSite(), await startPublisher()];
  keys = { secret: await site.makeKey('secret') };
  publishable = await site.makeKey('publishable');
  await site.publish({
    topics: [
      { id: 1, name: 'Cyber', slug: 'cyber', category: 1 },
      { id: 2, name: 'Marine Cargo', slug: 'marine-cargo', category: 1 },
      { id: 3, name: 'Cyber Crime', slug: 'cyber-crime', category: 2 },
    ],
    companies: Array.from({ length: 300 }, (_, i) => ({
      id: i + 1,
      name: i === 0 ? 'Varnholt Ré' : `Company ${i}`,
      organisationType: 'Carrier',
    })),
    articles: Array.from({ length: 12 }, (_, i) => ({
      id: i + 1,
      url: `${site.url.origin}/story/${i + 1}`,
      title: `Story ${i + 1}`,
      introduction: 'What happened.',
      publishedAt: new Date(Date.now() - (i + 1) * 3_600_000).toISOString(),
      contentType: i % 3 ? 'article' : 'video',
      topics: [1 + (i % 2)],
      companies: i < 2 ? [1] : [],
      countries: i % 2 ? ['GB'] : ['FR'],
      image: `${site.url.origin}/demo/storm-1.svg`,
    })),
  });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  publisher?.close();
});

const box = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const options = (page: Page) => page.locator('.list:not([hidden]) [role=option]');
const frame = (page: Page) => page.frameLocator('.result iframe');
const shown = (page: Page) => frame(page).locator('article h2').allTextContents();
async function shows(page: Page, ...numbers: number[]): Promise<void> {
  const wanted = numbers.map((number) => `Story ${number}`).join();
  const end = Date.now() + 120_000;
  while ((await shown(page).catch(() => [])).join() !== wanted) {
    if (Date.now() > end) assert.equal((await shown(page)).join(), wanted);
    await page.waitForTimeout(50);
  }
}
const ready = (page: Page) => frame(page).locator('article, .notice').first().waitFor();

const VIEWS = [
  '/embed',
  '/embed?includeTopics=1,2&includeCompanies=1&theme=dark&accent=ffe45c',
  '/embed?limit=0&grows=0',
];
for (const width of [360, 1280]) {
  describe(`embed builder at ${width} px`, () => {
    for (const path of VIEWS) {
      test(`the embed builder at ${path} passes layout and accessibility checks at ${width} px`, async () => {
        const asked = { path, keys, expected: FAILED_ANSWER, viewport: { width, height: 900 } };
        await visit(browser, site, asked, async (page) => {
          await page.locator('.result iframe, .result .notice').first().waitFor();
          await looksRight(page);
          await box(page, 'Topics').click();
          await page.getByRole('option', { name: 'Cyber Crime' }).waitFor();
          await looksRight(page);
        });
      });
    }
  });
}

test('a snippet for another site can be built by keyboard alone with a key, a topic and a company', async () => {
  let copied = '';
  await visit(browser, site, { path: '/embed', ...CLIPBOARD }, async (page) => {
    await looksRight(page);
    await tabTo(page, `it.id === 'publishable'`);
    await page.keyboard.type(publishable);
    await page.keyboard.press('Enter');
    await ready(page);
    await tabTo(page, `it.role === 'combobox' && it.labels[0].textContent === 'Topics'`);
    await page.keyboard.type('cy');
    await options(page).nth(1).waitFor();
    assert.deepEqual(await options(page).allTextContents(), ['Cyber', 'Cyber Crime']);
    await until(page, `${active} === 'Cyber'`);
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(active), 'Cyber Crime');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await shows(page, 1, 3, 5, 7, 9, 11);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Marine Cargo' }).waitFor();
    await page.keyboard.press('Escape');
    await options(page).first().waitFor({ state: 'hidden' });
    await tabTo(page, `it.role === 'combobox' && it.labels[0].textContent === 'Companies'`);
    await page.keyboard.type('varnholt re');
    await page.getByRole('option', { name: 'Varnholt Ré' }).waitFor();
    await page.keyboard.press('Enter');
    await shows(page, 1);
    await page.keyboard.press('Backspace');
    await shows(page, 1, 3, 5, 7, 9, 11);
    assert.equal(
      page.url(),
      `${site.url.origin}/embed?includeTopics=1`,
      'what is chosen is in the address, the key does not',
    );
    await tabTo(page, `it.textContent === 'Copy'`);
    await page.keyboard.press('Enter');
    await until(page, `document.getElementById('said').textContent === 'Copied.'`);
    copied = await page.evaluate('navigator.clipboard.readText()');
  });
  assert.match(copied, /^<iframe data-newsgauge title="Industry news" height="600" style="width:100%;border:0"\n/);
  assert.match(copied, /output=html&amp;includeTopics=1&amp;limit=6&amp;theme=light&amp;apiKey=ngp_/);
  publisher.body = copied;
  const page = await browser.newPage();
  await page.goto(publisher.origin);
  await page.frameLocator('iframe').getByText('Story 11').waitFor();
  await until(page, `parseFloat(document.querySelector('iframe').style.height) > 300`);
  await page.close();
});

const active = `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent`;

test('countries, types, theme and width of an embed can be set by mouse and survive a reload', async () => {
  await visit(browser, site, { path: '/embed', keys, ...CLIPBOARD }, async (page) => {
    await ready(page);
    await box(page, 'Countries').click();
    await box(page, 'Countries').fill('king');
    await page.getByRole('option', { name: 'United Kingdom' }).click();
    await shows(page, 2, 4, 6, 8, 10, 12);
    assert.ok(await page.getByLabel('All kinds').isChecked());
    await page.getByLabel('All kinds').click();
    assert.ok(await page.getByLabel('All kinds').isChecked(), 'only a kind switches it off');
    await page.getByLabel('Videos').check();
    await shows(page, 4, 10);
    assert.equal(await page.getByLabel('All kinds').isChecked(), false);
    await page.getByLabel('All kinds').check();
    await shows(page, 2, 4, 6, 8, 10, 12);
    await page.getByLabel('Videos').check();
    await shows(page, 4, 10);
    await page.getByRole('radio', { name: 'Dark' }).click();
    await page.getByLabel('Accent').fill('#ffe45c');
    await page.getByRole('spinbutton', { name: 'Number of articles' }).fill('1');
    await shows(page, 4);
    const paper = page
      .frames()
      .find((one) => one.url().includes('/api/v2/feed'))
      ?.evaluate(
        'getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor',
      );
    assert.match(String(await paper), /rgb\(20, 22, 26\)/);
    await page.getByRole('radio', { name: 'Phone' }).click();
    await until(page, `document.querySelector('.result iframe').getBoundingClientRect().width <= 360`);
    const address = page.url();
    assert.equal(new URL(address).search, '?articleTypes=video&includeCountries=GB&limit=1&theme=dark&accent=ffe45c');
    await page.reload();
    await shows(page, 4);
    await page.getByRole('button', { name: 'Remove United Kingdom' }).click();
    await shows(page, 1);
    await page.getByText('Language and size', { exact: true }).click();
    await page.getByText('Fit the height to the content').click();
    const lines = await page.getByRole('textbox', { name: 'Snippet' }).inputValue();
    assert.doesNotMatch(lines, /script|data-newsgauge/);
    assert.equal(await page.getByText('The script fits the height').count(), 0);
  });
});

for (const width of [1440, 1280, 390])
  test(`the cards of the embed builder never overlap and scroll as one page at ${width} px`, async () => {
    const key = await site.makeKey('publishable');
    await visit(browser, site, { path: '/embed', keys, viewport: { width, height: 900 } }, async (page) => {
      await page.getByLabel('Publishable key').fill(key);
      await page.getByText('No clicks accepted in the last 7 days').waitFor();
      await ready(page);
      for (const place of ['top', 'middle', 'end']) {
        await page.evaluate(
          `scrollTo(0, ${{ top: 0, middle: 0.5, end: 1 }[place]} * (document.body.scrollHeight - innerHeight))`,
        );
        assert.deepEqual(await page.evaluate(overlaps), [], `cards that overlap at the ${place}`);
      }
      await page.evaluate('scrollTo(0, 0)');
      const { x, y } = (await page.locator('#snippet-title').boundingBox()) ?? { x: 0, y: 0 };
      if (width > 390) {
        await page.mouse.move(x + 5, y + 5);
        await page.mouse.wheel(0, 300);
        await until(page, 'scrollY > 250');
      }
      assert.equal(await page.evaluate(innerScrolls), 0, 'no card is in a pane that scrolls by itself');
    });
  });

/** Pairs of cards that overlap, also where a pane of its own cuts them. */
const overlaps = `(() => {
  const cards = [...document.querySelectorAll('.content-choice, .builder, .result > .card, #working')].map((card) => ({
    name: card.id || card.className,
    box: card.getBoundingClientRect(),
  }));
  return cards.flatMap(({ name, box }, at) =>
    cards.slice(at + 1).filter(({ box: other }) =>
      box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 1 && other.top < box.bottom - 1,
    ).map((other) => name + ' and ' + other.name),
  );
})()`;
const innerScrolls = `[...document.querySelectorAll('.embed, .embed > *, .result > *')].filter((part) =>
  part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY)).length`;

test('the builder says that clicks in feed readers need tracked=1, and that a bound key works there', async () => {
  await visit(browser, site, { path: '/embed', keys }, async (page) => {
    await page.getByLabel('Publishable key').fill(publishable);
    await page.getByRole('radio', { name: 'RSS' }).click();
    await page.getByText(/A key bound to sites works there, too. Clicks count only if you add tracked=1/).waitFor();
    const address = await page.getByRole('textbox', { name: 'Snippet' }).inputValue();
    assert.match(address, /\/api\/v2\/feed\/\?output=rss/);
    const bound = await site.makeKey('publishable', ['https://partner.example']);
    const linkIn = async (query: string) => {
      const feed = await (await fetch(address.replace(publishable, bound) + query)).text();
      return feed.match(/<item>[\s\S]*?<link>([^<]*)/)?.[1] ?? '';
    };
    assert.match(await linkIn(''), /\/story\//);
    assert.match(await linkIn('&tracked=1'), /\/go\//);
  });
});

test('a snippet can be built on a phone', async () => {
  const asked = { path: '/embed', keys, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  await visit(browser, site, { ...asked, ...CLIPBOARD }, async (page) => {
    await ready(page);
    await box(page, 'Topics').tap();
    await page.getByRole('option', { name: 'Marine Cargo' }).tap();
    await shows(page, 2, 4, 6, 8, 10, 12);
    await page.getByRole('button', { name: 'Copy' }).tap();
    await page.getByText('Replace YOUR_PUBLISHABLE_KEY with a publishable key.').waitFor();
    assert.match(await page.evaluate('navigator.clipboard.readText()'), /apiKey=YOUR_PUBLISHABLE_KEY/);
    await page.getByLabel('Publishable key').fill(publishable);
    await page.getByRole('button', { name: 'Copy' }).tap();
    await page.getByText('Copied.').first().waitFor();
    assert.match(await page.evaluate('navigator.clipboard.readText()'), /includeTopics=2/);
    await looksRight(page);
  });
});

test('the embed builder reports empty results and invalid fields', async () => {
  const asked = { path: '/embed?includeTopics=3', keys, expected: FAILED_ANSWER };
  await visit(browser, site, asked, async (page) => {
    await page.getByText('No matching articles').waitFor();
    await frame(page).getByText('No articles here yet').waitFor();
    await page.getByRole('button', { name: 'Remove Cyber Crime' }).click();
    await shows(page, 1, 2, 3, 4, 5, 6);
    assert.equal(await page.getByText('No matching articles').count(), 0);
    await page.getByText('Leave out', { exact: true }).click();
    await page.getByLabel('Exclude sites').fill('not a site');
    await page.getByText('must be a domain').first().waitFor();
    assert.ok(await page.getByRole('button', { name: 'Copy' }).isDisabled(), 'nothing to copy while a field is wrong');
    await looksRight(page);
    await page.getByLabel('Exclude sites').fill('elsewhere.example');
    await shows(page, 1, 2, 3, 4, 5, 6);
  });
});

test('the embed builder counts matching articles, and shows a background, a font and corners', async () => {
  await visit(browser, site, { path: '/embed', keys }, async (page) => {
    await page.getByText('12 articles match, showing 6 of them.').waitFor();
    await box(page, 'Topics').fill('marine');
    await page.getByRole('option', { name: 'Marine Cargo' }).click();
    await page.getByText('6 articles match.').waitFor();
    await page.getByLabel('Background').fill('#102030');
    await page.getByLabel('Font').selectOption('Georgia');
    await page.getByRole('radio', { name: 'Square' }).click();
    await shows(page, 2, 4, 6, 8, 10, 12);
    await until(page, 'document.querySelector(".result iframe").src.includes("theme=dark")');
    const painted = () =>
      page
        .frames()
        .find((one) => one.url().includes('/api/v2/feed'))
        ?.evaluate<string>('document.documentElement.style.cssText');
    for (const end = Date.now() + 120_000; !(await painted())?.includes('--radius') && Date.now() < end; )
      await page.waitForTimeout(50);
    assert.equal(await painted(), '--paper: #102030; --font: Georgia, serif; --radius: 0px;');
    await looksRight(page);
  });
});

test('the embed builder shows whether clicks with a key arrive, and whom to ask to bind it', async () => {
  const key = await site.makeKey('publishable');
  const partner = { path: '/embed', keys };
  const working = (page: Page) => page.locator('#working');
  await visit(browser, site, partner, async (page) => {
    await working(page).getByText('Choose a key').waitFor();
    await page.getByLabel('Publishable key').fill(key);
    await working(page)
      .getByText('No clicks accepted in the last 7 days. Open your page and click an article.')
      .waitFor();
    assert.match(await working(page).locator('dl').innerText(), /Refused origins\s+None/);
    await page.getByText('ask your publisher to bind it to your site').waitFor();
    assert.equal(await page.locator('.result').getByRole('link', { name: 'Keys' }).count(), 0);
    await looksRight(page);
  });
  const { id } = (await site.db.prepare('SELECT max(id) AS id FROM api_keys').first<{ id: number }>()) ?? { id: 0 };
  const store = async (hoursAgo: number, outcome: string) => {
    const at = Date.now() - hoursAgo * 3_600_000;
    const slot = Math.floor((at % 86_400_000) / 600_000);
    const row = [id, Math.floor(at / 86_400_000), outcome, slot];
    await site.db
      .prepare('INSERT OR REPLACE INTO key_days VALUES (?, ?, ?, ?)')
      .bind(...row)
      .run();
  };
  await store(3, 'last:clickAccepted');
  await store(48, 'clickRefused:forbidden');
  await visit(browser, site, partner, async (page) => {
    await page.getByLabel('Publishable key').fill(key);
    await working(page).getByText('In the last 24 hours').waitFor();
    await working(page).getByText('In the last 7 days. Your page is not one of the sites').waitFor();
  });
  await store(0, 'last:clickAccepted');
  await store(48, 'origin:https://staging.example');
  await visit(browser, site, partner, async (page) => {
    await page.getByLabel('Publishable key').fill(key);
    await working(page).getByText('Within the hour').waitFor();
    await working(page).getByText('https://staging.example (in the last 7 days)').waitFor();
    await looksRight(page);
  });
});

test('the embed builder shows related articles of an example, or of a chosen article', async () => {
  const path = '/embed?content=related&limit=3';
  await visit(browser, site, { path, keys, expected: FAILED_ANSWER }, async (page) => {
    await page.getByText('Example for your newest article.').waitFor();
    await ready(page);
    assert.equal(await page.getByText('Newest first').count(), 0, 'related articles begin with the closest');
    const titles = await shown(page);
    assert.ok(titles.length === 3 && !titles.includes('Story 1'), titles.join());
    const lines = () => page.getByRole('textbox', { name: 'Snippet' }).inputValue();
    assert.match(await lines(), / data-src="[^"]*\/api\/v2\/feed\/related\/\?output=html&amp;limit=3/);
    await looksRight(page);
    await box(page, 'Related to').fill('story 3');
    await page.getByRole('option', { name: 'Story 3', exact: true }).click();
    await page.getByRole('button', { name: 'Remove Story 3' }).waitFor();
    await until(page, 'document.querySelector(".result iframe").src.includes("&id=3")');
    assert.match(await lines(), / src="[^"]*&amp;id=3/);
    await box(page, 'Related to').fill(`${site.url.origin}/story/2`);
    await page.getByRole('option', { name: '/story/2' }).click();
    await page.getByText('This is exactly what your readers will see.').waitFor();
    assert.match(await lines(), / src="[^"]*&amp;url=http/);
    await until(page, 'document.querySelector(".result iframe").src.includes("&url=")');
    await ready(page);
    assert.ok(!(await shown(page)).includes('Story 2'));
    await page.getByText('Order and positions', { exact: true }).click();
    await page.getByRole('radio', { name: 'Most engaging first' }).click();
    await page.getByText('orders the closest articles by what readers click').waitFor();
    await until(page, 'document.querySelector(".result iframe").src.includes("&order=engaging")');
    assert.match(await lines(), /&amp;order=engaging/);
    await box(page, 'Related to').fill('999');
    await page.getByRole('option', { name: '999' }).click();
    await page.locator('.builder .fault').getByText('Is not the id of a published article').waitFor();
    await page.getByText('Fix this first').waitFor();
    await looksRight(page);
  });
});

test('related articles have their own frame title, and the chosen filters remain', async () => {
  const path = '/embed?includeTopics=1&excludeTerms=flood&limit=3';
  await visit(browser, site, { path, keys, expected: FAILED_ANSWER }, async (page) => {
    await ready(page);
    const lines = () => page.getByRole('textbox', { name: 'Snippet' }).inputValue();
    assert.match(await lines(), /title="Industry news"[\s\S]*includeTopics=1/);
    await page.getByRole('radio', { name: 'Related articles' }).click();
    await page.getByText('Example for your newest article.').waitFor();
    assert.match(await lines(), /title="Related articles"/);
    assert.match(await lines(), /includeTopics=1&amp;[^"]*excludeTerms=flood/);
    await page.getByText('On pages whose article newsgauge does not have, the frame stays empty').waitFor();
    await page.getByRole('radio', { name: 'Trending topics' }).click();
    await page.getByRole('radio', { name: 'Articles', exact: true }).click();
    assert.match(await lines(), /title="Industry news"[\s\S]*includeTopics=1/);
  });
});

test('the builder shows the title of the article in its address, and the hint describes the field', async () => {
  await visit(browser, site, { path: '/embed?content=related&limit=3&article=3', keys }, async (page) => {
    await page.getByRole('button', { name: 'Remove Story 3' }).waitFor();
    const hint = await box(page, 'Related to').getAttribute('aria-describedby');
    assert.match(await page.locator(`[id="${hint}"]`).innerText(), /^Search by title/);
  });
});

test('an operator chooses from all keys to see whether clicks with one arrive', async () => {
  const operator = { operator: await site.makeKey('operator') };
  await site.makeKey('publishable');
  const { id } = (await site.db.prepare('SELECT max(id) AS id FROM api_keys').first<{ id: number }>()) ?? { id: 0 };
  await visit(browser, site, { path: '/embed', keys: operator }, async (page) => {
    await ready(page);
    const working = page.locator('#working');
    await working.getByText(`(No. ${id})`).waitFor({ state: 'attached' });
    await working.getByLabel('Key', { exact: true }).selectOption(String(id));
    await working.getByText('No clicks accepted in the last 7 days.').waitFor();
    await looksRight(page);
  });
});

test('an operator creates a key in the embed builder, which keeps settings, key and format in the tab', async () => {
  const operator = { operator: await site.makeKey('operator') };
  await visit(browser, site, { path: '/embed', keys: operator }, async (page) => {
    await ready(page);
    await page.getByText('Replace YOUR_PUBLISHABLE_KEY').waitFor();
    await page.getByLabel('Heading').fill('From the trade');
    await page.getByRole('radio', { name: 'React' }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Partner');
    await dialog.getByLabel('Sites').fill('https://partner.example');
    await looksRight(page);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Bound to https://partner.example.').waitFor();
    const key = await page.getByLabel('Publishable key').inputValue();
    assert.match(key, /^ngp_\w{34}$/);
    const lines = () => page.getByRole('textbox', { name: 'Snippet' }).inputValue();
    assert.match(await lines(), /export function IndustryNews/);
    await looksRight(page);
    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await page.getByRole('link', { name: 'Embed', exact: true }).click();
    await page.getByText('Bound to https://partner.example.').waitFor();
    assert.equal(await page.getByLabel('Heading').inputValue(), 'From the trade');
    assert.ok((await lines()).includes('export function IndustryNews') && (await lines()).includes(key));
    await page.getByRole('button', { name: 'Reset all settings' }).click();
    assert.equal(await page.getByLabel('Heading').inputValue(), '');
    assert.equal(new URL(page.url()).search, '');
  });
});

test('a key that an operator has just created leads to an embed, and its sites are named', async () => {
  const operator = { operator: await site.makeKey('operator') };
  await visit(browser, site, { path: '/keys', keys: operator }, async (page) => {
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Another partner');
    await dialog.getByLabel('Sites').fill('https://other.example');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Browsers can use the key only on https://other.example.').waitFor();
    assert.equal(await dialog.getByText('Anyone who has it').count(), 0);
    await looksRight(page);
    const key = await dialog.getByLabel('Key', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Use in an embed' }).click();
    await page.getByText('Bound to https://other.example.').waitFor();
    assert.equal(await page.getByLabel('Publishable key').inputValue(), key);
    assert.ok(await page.getByRole('button', { name: 'Copy' }).isEnabled());
  });
});

test('for a key bound to another site, the embed builder explains the missing preview and lists titles', async () => {
  const bound = await site.makeKey('publishable', ['https://partner.example']);
  await visit(browser, site, { path: '/embed' }, async (page) => {
    await page.getByLabel('Publishable key').fill(bound);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This key is bound to https://partner.example').waitFor();
    await page.getByText('Story 1', { exact: true }).waitFor();
    assert.equal(await page.locator('iframe').count(), 0);
    await looksRight(page);
  });
});

test('the embed builder rejects a secret key without sending it', async () => {
  await visit(browser, site, { path: '/embed' }, async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => /\/(api|embed)\//.test(request.url()) && asked.push(request.url()));
    for (const [typed, answer] of [
      [UNKNOWN.secret, 'must never be in a page'],
      [UNKNOWN.operator, 'must never be in a page'],
      ['nonsense', 'This is not a publishable key'],
    ] as const) {
      await page.getByLabel('Publishable key').fill(typed);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('alert').getByText(answer).waitFor();
    }
    assert.deepEqual(asked, []);
  });
});

test('the embed builder reports an unknown or revoked key on the form', async () => {
  await visit(browser, site, { path: '/embed', expected: FAILED_ANSWER }, async (page) => {
    await page.getByLabel('Publishable key').fill(UNKNOWN.publishable);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('unknown, revoked or expired').waitFor();
    await looksRight(page);
  });
});

test('markup in a URL parameter is escaped in the snippet', async () => {
  const title = encodeURIComponent(`"><script>alert(1)</script>&amp;`);
  await visit(browser, site, { path: `/embed?title=${title}`, keys }, async (page) => {
    await ready(page);
    const lines = await page.getByRole('textbox', { name: 'Snippet' }).inputValue();
    assert.ok(lines.includes('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"'), lines);
  });
});

describe('embeds on another site', () => {
  const LAYOUTS = { Cards: 'cards', List: 'list', Headlines: 'headlines', 'One line': 'ticker' };
  for (const [name, layout] of Object.entries(LAYOUTS))
    test(`an embed with the layout ${name} is built and displayed at 320, 480, 568 and 1000 px`, async () => {
      let copied = '';
      await visit(browser, site, { path: '/embed', keys, ...CLIPBOARD }, async (page) => {
        await ready(page);
        await page.getByRole('radio', { name, exact: true }).click();
        await page.getByLabel('Publishable key').fill(publishable);
        await page.getByText('This key works on any site').waitFor();
        // The panel above the button has its full height now.
        await page.getByText('Refused origins').waitFor();
        await page.getByRole('button', { name: 'Copy' }).click();
        await page.getByText('Copied.').first().waitFor();
        copied = await page.evaluate('navigator.clipboard.readText()');
      });
      assert.match(copied, new RegExp(`layout=${layout}&amp;`));
      publisher.body = copied;
      const page = await browser.newPage();
      for (const width of [320, 480, 568, 1000]) {
        await page.setViewportSize({ width, height: 700 });
        await page.goto(publisher.origin);
        const inside = page.frameLocator('iframe');
        await inside.getByText('Story 1', { exact: true }).waitFor();
        const [needed = 0, given = 0] =
          (await page
            .frames()[1]
            ?.evaluate<number[]>('[document.documentElement.scrollWidth, document.documentElement.clientWidth]')) ?? [];
        assert.ok(needed <= given, `${needed} px wide in a frame of ${given} px`);
        assert.equal((await inside.locator('img').count()) > 0, layout !== 'headlines');
      }
      await page.close();
    });

  test('an embed can have trending topics, a selection, a heading and a language', async () => {
    await visit(browser, site, { path: '/embed', keys, expected: FAILED_ANSWER }, async (page) => {
      await ready(page);
      await page.getByLabel('Heading').fill('Nachrichten');
      await page.getByText('Language and size', { exact: true }).click();
      await page.getByLabel('Language', { exact: true }).selectOption('de');
      await frame(page).getByRole('heading', { name: 'Nachrichten' }).waitFor();
      await page.getByRole('radio', { name: 'Editors’ choice' }).click();
      await frame(page).getByText('Noch keine Artikel').waitFor();
      await page.getByRole('radio', { name: 'Trending topics' }).click();
      await frame(page).getByText('Noch liegt kein Thema im Trend').waitFor();
      assert.equal(await page.getByRole('radio', { name: 'RSS' }).count(), 0);
      await page.getByLabel('Topic link').fill('javascript:alert(1)');
      await page.getByText('Must be an http or https URL').first().waitFor();
      assert.equal(await page.getByRole('textbox', { name: 'Snippet' }).inputValue(), '');
      await looksRight(page);
    });
  });

  test('only fonts and colours of the embedding page reach the frame', async () => {
    const address = `${site.url.origin}/api/v2/feed?output=html&limit=2&apiKey=${publishable}`;
    publisher.body = `<style>iframe { --newsgauge-accent: rgb(164, 18, 63); --newsgauge-font: Georgia, serif; --newsgauge-ink: url(//evil.example/x) }</style>
      <iframe data-newsgauge title="News" src="${address}"></iframe><script async src="${site.url.origin}/embed.js"></script>`;
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(publisher.origin);
    await page.frameLocator('iframe').locator('article').first().waitFor();
    const painted = () => page.frames()[1]?.evaluate<string>(`document.documentElement.style.cssText`);
    const end = Date.now() + 120_000;
    while (!(await painted())?.includes('--accent') && Date.now() < end) await page.waitForTimeout(50);
    assert.deepEqual(
      ((await painted()) ?? '')
        .split(';')
        .map((part) => part.trim())
        .filter(Boolean)
        .toSorted(),
      ['--accent: rgb(164, 18, 63)', '--font: Georgia, serif'],
    );
    assert.ok(!asked.some((url) => url.includes('evil.example')));
    await page.close();
  });
});

test('an operator saves the filters of an embed as a search and embeds the search', async () => {
  const keys = { operator: await site.makeKey('operator') };
  await visit(browser, site, { path: '/embed?includeTopics=1', keys }, async (page) => {
    await ready(page);
    await page.getByRole('button', { name: 'Save as a search' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Cyber news');
    await page.getByText('Its feed: /feeds/cyber-news/').waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await shows(page, 1, 3, 5, 7, 9, 11);
    await page.getByRole('combobox', { name: 'Saved search' }).waitFor();
    assert.match(page.url(), /search=cyber-news/);
    assert.match(
      await page.locator('.snippet textarea').inputValue(),
      /\/feeds\/cyber-news\/\?output=html&amp;limit=6/,
    );
    await looksRight(page);
  });
});
