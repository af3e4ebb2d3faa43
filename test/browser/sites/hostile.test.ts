import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { collectPageErrors, openChromium } from '../support/chromium.ts';
import { publishHostile } from '../support/engaged.ts';
import { jsonItems, pages } from '../support/feeds.ts';
import { type Site, startSite } from '../support/server.ts';

let browser: Browser;
let site: Site;
let key = '';
let query = '';
before(async () => {
  browser = await openChromium();
  site = await startSite();
  key = await site.makeKey('publishable');
  query = await publishHostile(site);
});
after(async () => {
  await browser?.close();
  await site?.dispose();
});

/** Elements that the service’s pages contain. If hostile text became HTML, there would be others. */
const ELEMENTS = 'A ARTICLE B BODY DIV H1 H2 HEAD HTML IMG LI MAIN META NAV P SCRIPT STYLE TIME TITLE UL'.split(' ');
const ATTRIBUTES =
  'alt aria-label charset class content data-content-id datetime decoding dir height hidden href lang loading name referrerpolicy rel role src target width'.split(
    ' ',
  );

const LOOK = `(() => {
  const all = [...document.querySelectorAll('*')];
  const text = (node) => node?.textContent;
  return {
    elements: [...new Set(all.map((element) => element.nodeName))].sort(),
    attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))].sort(),
    scripts: document.scripts.length + document.querySelectorAll('style').length,
    comments: document.createNodeIterator(document, NodeFilter.SHOW_COMMENT).nextNode() !== null,
    articles: [...document.querySelectorAll('article')].map((article) => {
      const [link, image] = [article.querySelector('h2 a'), article.querySelector('img')];
      return { id: link.dataset.contentId, title: text(link), url: link.getAttribute('href'), image: image?.getAttribute('src'), alt: image?.alt, source: text(article.querySelector('b')) };
    }),
  };
})()`;

interface Seen {
  elements: string[];
  attributes: string[];
  scripts: number;
  comments: boolean;
  articles: { id: string; title: string; url: string; image: string; alt: string; source: string }[];
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

test('hostile texts create no scripts, elements, attributes, requests or policy violations', async () => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 2000 } });
  const hacked: string[] = [];
  const requests: string[] = [];
  await context.exposeFunction('hacked', () => hacked.push('hacked() ran'));
  await context.addInitScript(`addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    console.error('content security policy:', violatedDirective, blockedURI, sample))`);
  await context.route('**/*', (route) => {
    const request = route.request();
    if (request.url().startsWith(site.url.origin)) return route.continue();
    requests.push(`${request.resourceType()} ${new URL(request.url()).hostname.replace(/^s\d+/, 's')}`);
    return route.fulfill({ contentType: 'image/gif', body: PIXEL });
  });

  const wanted = await jsonItems(site, key, query);
  const seen: Seen[] = [];
  const complained: string[] = [];
  const addresses = (await pages(site, key, 'html', query)).length;
  const page = await context.newPage();
  const pageErrors = collectPageErrors(page);
  page.on('dialog', () => hacked.push('a dialog opened'));
  await page.goto(`${site.page(key, query)}&limit=100`);
  for (let at = 1; ; at++) {
    await page.evaluate('for (const image of document.images) image.loading = "eager"');
    await page.mouse.move(300, 300);
    await page.keyboard.press('Tab');
    await page.waitForTimeout(500);
    seen.push(await page.evaluate<Seen>(LOOK));
    complained.push(...pageErrors.splice(0));
    const next = page.getByRole('link', { name: 'Older articles' });
    if (at === addresses) break;
    const href = (await next.getAttribute('href')) ?? '';
    await Promise.all([page.waitForURL(href), next.click()]);
  }
  await context.close();

  assert.deepEqual(hacked, []);
  assert.deepEqual(complained, []);
  assert.deepEqual(new Set(requests), new Set(['image s.hostile.test']));
  for (const { elements, attributes, scripts, comments } of seen) {
    assert.deepEqual(
      elements.filter((name) => !ELEMENTS.includes(name)),
      [],
    );
    assert.deepEqual(
      attributes.filter((name) => !ATTRIBUTES.includes(name)),
      [],
    );
    assert.equal(scripts, 2);
    assert.equal(comments, false);
  }
  const facts = ({ id, title, url, image, authors }: (typeof wanted)[number]) => ({
    id,
    title,
    url,
    image,
    source: authors[0]?.name,
  });
  assert.deepEqual(
    seen.flatMap(({ articles }) => articles).map(({ alt: _, ...article }) => article),
    wanted.map(facts),
  );
});

test('the text direction of titles follows their script', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.page(key, query)}&limit=100&searchTerms=${encodeURIComponent('باللغة,בעברית')}`);
  const directions = await page.evaluate<string[]>(
    '[...document.querySelectorAll("h2")].map((title) => getComputedStyle(title).direction)',
  );
  assert.deepEqual(directions, ['rtl', 'rtl']);
  await page.close();
});
