import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../../../src/command/paths.ts';
import { loadDemo } from '../../../src/node/first-start/load-demo.ts';
import { openChromium } from '../support/chromium.ts';
import { shoot, visit } from '../support/pages.ts';
import { type Site, startSite } from '../support/server.ts';

const NEWSROOM = join(ROOT, 'test/demo/japanese.json');
const LOOKS = [
  [1280, 'light'],
  [375, 'dark'],
  ...(process.env.ALL_LOOKS
    ? ([
        [1280, 'dark'],
        [375, 'light'],
      ] as const)
    : []),
] as const;
const ARABIC = [
  ['ترتفع أقساط التأمين ضد الفيضانات في الخليج', 'قالت شركات التأمين إن الأمطار الأخيرة رفعت المطالبات.'],
  ['Allianz توسع التأمين السيبراني في الرياض', 'يشمل المنتج الجديد الشركات الصغيرة والمتوسطة.'],
  ['زلزال المغرب: دفعات أولى للمتضررين خلال 10 أيام', 'تعمل فرق التقييم في القرى الجبلية.'],
] as const;

let browser: Browser;
let site: Site;
let operator = '';
let publishable = '';
before(async () => {
  browser = await openChromium();
  site = await startSite({ TIME_ZONE: 'Asia/Tokyo', PUBLISHER: '保険時報' });
  [operator, publishable] = [await site.makeKey('operator'), await site.makeKey('publishable')];
  await loadDemo(site, { assetBase: site.url.origin, file: NEWSROOM });
  await site.publish({
    articles: ARABIC.map(([title, introduction], i) => ({
      id: 3001 + i,
      url: `https://taamin.example/${i}`,
      title,
      introduction,
      publishedAt: new Date(Date.now() - 90 * 86_400_000).toISOString(),
      contentType: i ? 'article' : 'report',
      language: 'ar',
      topics: [6],
    })),
  });
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

async function looked(name: string, path: string, shows: string, isOut = false): Promise<void> {
  for (const [width, colorScheme] of LOOKS)
    await visit(
      browser,
      site,
      { path, keys: isOut ? {} : { operator }, viewport: { width, height: 800 }, colorScheme },
      async (page) => {
        const shown = page.getByText(shows).locator('visible=true').first();
        // A phone shows one part of the desk at a time.
        const candidates = page.getByRole('radio', { name: 'Candidates', exact: true });
        await shown.or(candidates).first().waitFor();
        if (await candidates.isVisible()) await candidates.click();
        await shown.waitFor();
        assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
        await shoot(page, `${name}-${width}-${colorScheme}`);
      },
    );
}

const GAP = `(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const padding = Number.parseFloat(getComputedStyle(element).paddingLeft);
  return range.getBoundingClientRect().left - element.getBoundingClientRect().left - padding;
}`;

const languageOf = (page: Page, words: string) =>
  page
    .getByText(words)
    .first()
    .evaluate((element) => element.closest('[lang]')?.getAttribute('lang'));

test('search finds Japanese words in a text without spaces', async () => {
  await visit(browser, site, { path: '/content', keys: { operator } }, async (page) => {
    await page.getByRole('searchbox').first().fill('介護');
    await page.getByText('介護離職に備える団体保険').first().waitFor();
    await page.getByText('首都直下地震の想定を改定').waitFor({ state: 'detached' });
    assert.equal(await languageOf(page, '介護離職に備える団体保険'), 'ja');
  });
  await looked('content', '/content?q=地震', '地震の後の断水に備える');
});

test('a rule with Japanese words shows its matches', async () => {
  await looked('rule', '/content?kind=rules&id=topic/6', 'Matches');
  const told = JSON.parse(readFileSync(NEWSROOM, 'utf8')) as { articles: { title: string; introduction: string }[] };
  const named = told.articles.filter(({ title, introduction }) =>
    /台風|豪雨|洪水|浸水|水災/.test(title + introduction),
  );
  await visit(browser, site, { path: '/content?kind=rules&id=topic/6', keys: { operator } }, async (page) => {
    await page.getByText(/^Matches \d+ of the last/).waitFor();
    const text = await page.getByText(/^Matches \d+ of the last/).innerText();
    assert.match(text, new RegExp(`^Matches ${named.length} `));
  });
});

test('an article shows its tags and can be tagged with Japanese names', async () => {
  const { articles } = JSON.parse(readFileSync(NEWSROOM, 'utf8')) as { articles: { id: number; title: string }[] };
  const { id = 0 } = articles.find(({ title }) => title.includes('地震')) ?? {};
  await looked('tags', `/content?kind=articles&id=${id}`, '地震保険');
  await visit(browser, site, { path: `/content?kind=articles&id=${id}`, keys: { operator } }, async (page) => {
    const topics = page.getByRole('combobox', { name: 'Topics' });
    await topics.fill('サイバー');
    await page.getByRole('option', { name: 'サイバー保険' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

test('rankings show Japanese topics and headlines', async () => {
  await looked('insights', '/insights', '台風・水害');
  await looked('trending', '/insights?view=trending&topic=6', '台風');
  await looked('week', '/insights/week', '台風');
});

test('the desk accepts a candidate and searches in Japanese', async () => {
  await looked('desk', '/desk', '能登沖の地震');
  await visit(browser, site, { path: '/desk', keys: { operator } }, async (page) => {
    const add = page.getByRole('button', { name: /^Add: / }).first();
    const [, title = ''] = /^Add: (.*)$/.exec((await add.getAttribute('aria-label')) ?? '') ?? [];
    await add.click();
    await page.locator('.selection h3', { hasText: title }).waitFor();
    assert.equal(await page.locator('.selection h3', { hasText: title }).getAttribute('lang'), 'ja');
  });
});

test('the embed and its builder support Japanese', async () => {
  const feed = `/api/v2/feed?output=html&apiKey=${publishable}&limit=6`;
  await looked('feed-ja', `${feed}&language=auto&includeLanguages=ja`, '以前の記事', true);
  await looked('topics-ja', `/embed/trending?apiKey=${publishable}&language=ja`, '話題のトピック', true);
  await looked('embed', '/embed?language=ja', 'This is exactly what your readers will see.');
  await visit(browser, site, { path: `${feed}&language=auto`, locale: 'ja-JP' }, async (page) => {
    await page.getByText('以前の記事').waitFor();
    assert.match(await page.locator('time').first().innerText(), /^\d{4}\/\d\d\/\d\d$/);
    await page.getByText('以前の記事').click();
    await page.getByText('最新の記事').waitFor();
  });
});

test('Arabic text is laid out right to left on an Arabic and an English page', async () => {
  const feed = `/api/v2/feed?output=html&apiKey=${publishable}&limit=6`;
  await looked('feed-ar', `${feed}&language=auto&includeLanguages=ar`, 'تقرير', true);
  await looked('feed-mixed', `${feed}&includeLanguages=ar&layout=list`, 'Report', true);
  await looked('feed-ticker', `${feed}&language=ar&includeLanguages=ar,ja&layout=ticker`, 'اشتراك', true);
});

test('Arabic text is laid out right to left in rankings and on the desk', async () => {
  const now = Date.now();
  const [title, introduction] = ['الفيضانات تكلف شركات التأمين مليارات', 'ارتفعت المطالبات بعد العاصفة.'];
  await site.publish({
    articles: [
      {
        id: 3010,
        url: 'https://taamin.example/desk',
        title,
        introduction,
        publishedAt: new Date(now - 3_600_000).toISOString(),
        contentType: 'article',
        language: 'ar',
        topics: [6],
      },
    ],
  });
  await site.importClicks(
    Array.from({ length: 400 }, (_, i) => ({
      contentId: 3010,
      at: new Date(now - 26 * 3_600_000 - (i % 60) * 60_000).toISOString(),
      reader: `قارئ ${i}`,
    })),
  );
  await fetch(new URL('/manage/rebuild', site.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${operator}` },
  });
  for (const [name, path] of [
    ['desk-ar', '/desk'],
    ['insights-ar', '/insights?view=popular'],
  ] as const) {
    await looked(name, path, title);
    await visit(browser, site, { path, keys: { operator } }, async (page) => {
      const headline = page.locator('[dir=rtl][lang=ar]', { hasText: title }).first();
      await headline.waitFor();
      const direction = await headline.evaluate(
        (element) => new Function('element', 'return getComputedStyle(element).direction')(element) as string,
      );
      assert.equal(direction, 'rtl');
    });
  }
});

test('a right-to-left headline is aligned to the right', async () => {
  await site.publish({
    articles: [
      {
        id: 3001,
        url: 'https://taamin.example/0',
        title: 'تعديل: أقساط التأمين ضد الفيضانات',
        publishedAt: '2026-01-31T08:00:00Z',
        contentType: 'article',
        language: 'ar',
      },
    ],
  });
  await looked('history', '/content?kind=articles&id=3001', 'تعديل');
  for (const [path, within] of [
    ['/content?kind=history', 'td, p'],
    ['/content?q=الفيضانات', 'th'],
  ] as const)
    await visit(browser, site, { path, keys: { operator } }, async (page) => {
      const line = page.locator(within, { hasText: 'تعديل' }).last();
      await line.waitFor();
      const gap = await line.evaluate((element, gap) => Number(new Function(`return (${gap})`)()(element)), GAP);
      assert.ok(Math.abs(gap) < 2, `${path}: ${gap} px`);
    });
});
