import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { collectPageErrors, openChromium, until } from '../support/chromium.ts';
import { publishDemo } from '../support/engaged.ts';
import { shoot } from '../support/pages.ts';
import { type Publisher, type Site, startPublisher, startSite } from '../support/server.ts';

const PATIENCE = 120_000;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let site: Site;
let publisher: Publisher;
let key = '';
before(async () => {
  browser = await openChromium();
  [site, publisher] = [await startSite(), await startPublisher()];
  key = await site.makeKey('publishable', [publisher.origin]);
  await publishDemo(site, 60);
});
after(async () => {
  await browser?.close();
  await site?.dispose();
  publisher?.close();
});

async function visit<T>(
  url: string,
  use: (page: Page, pageErrors: string[]) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 600, height: 900 }, ...options });
  try {
    const page = await context.newPage();
    const pageErrors = collectPageErrors(page);
    await page.goto(url);
    return await use(page, pageErrors);
  } finally {
    await context.close();
  }
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate('for (const image of document.images) image.loading = "eager"');
  await until(page, '[...document.images].every((image) => image.complete)');
}

async function axe(page: Page): Promise<unknown[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [320, 600, 1200]) {
    test(`an embed in ${scheme} mode at ${width} px has no overflow, axe violations or console errors`, async () => {
      await visit(
        site.page(key, 'limit=20'),
        async (page, pageErrors) => {
          await scrollThrough(page);
          await shoot(page, `feed-${scheme}-${width}`);
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
          assert.deepEqual(await axe(page), []);
          assert.deepEqual(pageErrors, []);
        },
        { viewport: { width, height: 900 }, colorScheme: scheme },
      );
    });
  }
}

const OTHERS: [name: string, query: string, key: () => string, status: number][] = [
  ['empty', 'searchTerms=nothingsaysthis', () => key, 200],
  ['recoloured', 'accent=ffe45c&theme=light&limit=6', () => key, 200],
  ['refused', '', () => 'revoked', 401],
  ['faulty', 'limit=9999&theme=dark&includeCountries=xx', () => key, 400],
];
for (const [name, query, keyOf, status] of OTHERS) {
  test(`the ${name} embed has status ${status} and no axe violations`, async () => {
    const context = await browser.newContext({ viewport: { width: 600, height: 400 } });
    const page = await context.newPage();
    assert.equal((await page.goto(site.page(keyOf(), query)))?.status(), status);
    await scrollThrough(page);
    await shoot(page, name);
    assert.deepEqual(await axe(page), []);
    await context.close();
  });
}

test('articles of an embed are visible and open without scripts', async () => {
  await visit(
    site.page(key, 'limit=5'),
    async (page) => {
      assert.equal(await page.locator('article h2 a').count(), 5);
      assert.equal(await page.locator('nav').isVisible(), false);
      const link = page.locator('article h2 a').first();
      await page.context().route(/^https/, (route) => route.fulfill({ body: 'the article' }));
      const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
      await opened.waitForLoadState();
      assert.equal(opened.url(), await link.getAttribute('href'));
    },
    { javaScriptEnabled: false },
  );
});

test('pagination links of an embed keep the key of its URL', async () => {
  await visit(site.page(key, 'limit=5&companyType=broker'), async (page) => {
    const ids = () =>
      page.evaluate<string[]>('[...document.querySelectorAll("[data-content-id]")].map((a) => a.dataset.contentId)');
    const first = await ids();
    await page.getByRole('link', { name: 'Older articles' }).click();
    await page.waitForURL(/cursor=/);
    assert.match(page.url(), /companyType=broker/);
    const second = await ids();
    assert.equal(new Set([...first, ...second]).size, 10);
    await page.getByRole('link', { name: 'Newest articles' }).click();
    await page.waitForURL((url) => !url.searchParams.has('cursor'));
    assert.deepEqual(await ids(), first);
  });
});

test('every article of an embed can be reached and opened by keyboard, with visible focus', async () => {
  await visit(site.page(key, 'limit=3'), async (page) => {
    await page.context().route(/^https/, (route) => route.fulfill({ body: 'the article' }));
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate('getComputedStyle(document.activeElement, "::after").outline');
      assert.match(String(outline), /solid 2px|2px solid/);
    }
    await shoot(page, 'focus');
    const href = await page.evaluate('document.activeElement.href');
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    assert.equal(opened.url(), href);
  });
});

const HINT = 'screen.width + "x" + screen.height + " " + Intl.DateTimeFormat().resolvedOptions().timeZone';

test('an embed reports left, middle and keyboard clicks, but not right clicks', async () => {
  await visit(site.page(key, 'limit=4&companyType=broker&seniority=manager'), async (page) => {
    const reported: unknown[] = [];
    await page.context().route(/^https/, (route) => route.fulfill({ body: 'the article' }));
    await page.context().route('**/clicks', (route) => {
      reported.push([route.request().headers()['content-type'], route.request().postDataJSON()]);
      return route.fulfill({ status: 202 });
    });
    const links = page.locator('article h2 a');
    const ids = await page.evaluate<number[]>(
      '[...document.querySelectorAll("[data-content-id]")].map((link) => Number(link.dataset.contentId))',
    );
    await links.nth(0).click();
    await links.nth(1).click({ button: 'middle' });
    await links.nth(2).focus();
    await page.keyboard.press('Enter');
    await links.nth(3).click({ button: 'right' });
    await arrived(reported, 3);
    const hint = await page.evaluate<string>(HINT);
    const about = (contentId: number | undefined) => [
      'text/plain;charset=UTF-8',
      { key, contentId, companyType: 'broker', seniority: 'manager', hint },
    ];
    assert.deepEqual(reported, [about(ids[0]), about(ids[1]), about(ids[2])]);
  });
});

test('a broken image leaves no gap in an embed', async () => {
  const context = await browser.newContext({ viewport: { width: 600, height: 5000 } });
  const page = await context.newPage();
  await page.route('**/demo/*', (route) => route.abort());
  await page.goto(site.page(key, 'limit=20'));
  await until(page, 'document.images.length === 0');
  assert.equal(await page.locator('article').count(), 20);
  await context.close();
});

/** Waits for a number of clicks, then briefly for unexpected ones. */
async function arrived(list: readonly unknown[], count: number): Promise<void> {
  for (const end = Date.now() + PATIENCE; list.length < count && Date.now() < end; ) await sleep(50);
  await sleep(200);
  assert.equal(list.length, count);
}

const iframe = (attributes = 'data-newsgauge', withKey = key) =>
  `<iframe ${attributes} title="News" src="${site.page(withKey, 'limit=5').replaceAll('&', '&amp;')}" style="width:100%;border:0"></iframe>`;
const script = () => `<script src="${site.url.origin}/embed.js"></script>`;
const heights = async (page: Page): Promise<[number, number]> => {
  const content = page
    .frames()[1]
    ?.evaluate<number>('Math.ceil(document.documentElement.getBoundingClientRect().height)');
  return [
    await page.evaluate<number>('document.querySelector("iframe").getBoundingClientRect().height'),
    (await content) ?? 0,
  ];
};
const fits = async (page: Page): Promise<void> => {
  const until = Date.now() + PATIENCE;
  let [outside, inside] = await heights(page);
  while (outside !== inside && Date.now() < until) {
    await page.waitForTimeout(50);
    [outside, inside] = await heights(page);
  }
  assert.equal(outside, inside);
  assert.ok(inside > 300, `only ${inside} px high`);
};

const EMBEDS: [how: string, body: () => string][] = [
  ['marked, script before', () => script() + iframe()],
  ['marked, script after', () => iframe() + script()],
  ['unmarked, script just after', () => iframe('') + script()],
  [
    'marked, script much later',
    () =>
      `${iframe()}<script>addEventListener("load", () => setTimeout(() => { const s = document.createElement("script"); s.src = "${site.url.origin}/embed.js"; document.head.append(s); }, 200))</script>`,
  ],
];
for (const [how, body] of EMBEDS) {
  test(`an iframe on another origin has the height of its content: ${how}`, async () => {
    publisher.body = body();
    await visit(publisher.origin, async (page) => {
      await fits(page);
      await page.setViewportSize({ width: 320, height: 900 });
      await page.waitForTimeout(100);
      await fits(page);
      await shoot(page, 'embedded');
    });
  });
}

test('height messages from other origins are ignored, and extreme heights are limited', async () => {
  publisher.body = `${script()}${iframe()}<iframe data-other srcdoc="<p>x"></iframe>`;
  await visit(publisher.origin, async (page) => {
    await fits(page);
    const [before] = await heights(page);
    const height = async (run: string, at: number) => {
      await page.frames()[at]?.evaluate(run);
      await page.waitForTimeout(100);
      return (await heights(page))[0];
    };
    const becomes = async (run: string, wanted: number) => {
      for (const end = Date.now() + PATIENCE; (await height(run, 1)) !== wanted && Date.now() < end; );
      assert.equal((await heights(page))[0], wanted);
    };
    const say = (value: string) => `parent.postMessage({ type: "newsgauge:height", height: ${value} }, "*")`;
    assert.equal(await height(say('777'), 0), before);
    assert.equal(await height(say('777'), 2), before);
    assert.equal(await height('parent.postMessage("777", "*"); parent.postMessage(null, "*")', 1), before);
    assert.equal(await height(say('"junk"'), 1), before);
    await becomes(say('1e9'), 20_000);
    await becomes(say('-5'), 100);
  });
});

test('clicks in an embed contain only the current token of the embedding page', async () => {
  publisher.body = `${iframe('data-newsgauge data-token="a.b.c"')}${script()}<iframe data-other srcdoc="<p>x"></iframe>`;
  await visit(publisher.origin, async (page) => {
    const tokens: unknown[] = [];
    await page.context().route(/^https/, (route) => route.fulfill({ body: 'the article' }));
    await page.context().route('**/clicks', (route) => {
      tokens.push((route.request().postDataJSON() as { token?: string }).token);
      return route.fulfill({ status: 202 });
    });
    await fits(page);
    const link = page.frameLocator('iframe').first().locator('article h2 a').first();
    const click = async () => {
      const before = tokens.length;
      await link.click();
      await arrived(tokens, before + 1);
      return tokens.at(-1);
    };
    assert.equal(await click(), 'a.b.c');
    await page.evaluate(
      `frames[1].eval('parent.frames[0].postMessage({ type: "newsgauge:token", token: "x.y.z" }, "*")')`,
    );
    await page.waitForTimeout(100);
    assert.equal(await click(), 'a.b.c');
    await page.evaluate(`frames[0].postMessage({ type: 'newsgauge:token', token: 'd.e.f' }, '${site.url.origin}')`);
    for (const end = Date.now() + PATIENCE; (await click()) !== 'd.e.f'; ) assert.ok(Date.now() < end, 'it is renewed');
  });
});

test('an embed shows no articles on a page whose origin the key does not allow', async () => {
  const elsewhere = await site.makeKey('publishable', ['https://elsewhere.test']);
  publisher.body = iframe('', elsewhere) + script();
  await visit(publisher.origin, async (page) => {
    const frame = page.frames()[1];
    for (const end = Date.now() + PATIENCE; !frame?.url().startsWith('chrome-error:') && Date.now() < end; )
      await page.waitForTimeout(50);
    assert.match(frame?.url() ?? '', /^chrome-error:/);
    assert.equal(await frame?.evaluate('document.querySelectorAll("article").length'), 0);
  });
});

test('an embed of related articles finds the article by the canonical address of its page', async () => {
  const address = `${site.url.origin}/api/v2/feed/related?output=html&amp;limit=4&amp;apiKey=${key}`;
  const frame = `<iframe data-newsgauge title="Related" style="border:0" data-src="${address}"></iframe>`;
  const { id, url } = await newestArticle();
  const canonical = `<link rel="canonical" href="${url}">`;
  const [first] = await relatedTo(url);
  for (const [body, isFound] of [
    [canonical + frame + script(), true],
    [canonical + script() + frame, true],
    [frame + script(), false],
  ] as const) {
    publisher.body = body;
    await visit(publisher.origin, async (page) => {
      if (!isFound) return until(page, 'document.querySelector("iframe").style.height === "0px"');
      const titles = page.frameLocator('iframe').locator('article h2');
      assert.equal((await titles.first().textContent())?.trim(), first);
      assert.equal(await page.frameLocator('iframe').locator(`[data-content-id="${id}"]`).count(), 0);
      await fits(page);
    });
  }
});

const newestArticle = async (): Promise<{ id: number; url: string }> => {
  const sql = 'SELECT id, url FROM articles ORDER BY published_at DESC LIMIT 1';
  return (await site.db.prepare(sql).first()) ?? { id: 0, url: '' };
};

async function relatedTo(url: string): Promise<string[]> {
  const query = new URLSearchParams({ url, apiKey: key });
  const answer = await fetch(`${site.url.origin}/api/v2/feed/related?${query}`);
  return ((await answer.json()) as { items: { title: string }[] }).items.map(({ title }) => title);
}

test('an embed with a revoked key shows readers nothing, and the reason in a tab of its own', async () => {
  publisher.body = iframe('data-newsgauge', 'revoked') + script();
  await visit(publisher.origin, async (page) => {
    await until(page, 'document.querySelector("iframe").style.height === "0px"');
    const heading = page.frameLocator('iframe').getByRole('heading', { name: 'This feed is no longer available' });
    assert.equal(await heading.count(), 0);
    await page.goto(page.frames()[1]?.url() ?? '');
    await page.getByRole('heading', { name: 'This feed is no longer available' }).waitFor();
  });
});
