import { describe, expect, test } from 'vitest';
import { excerpt, renderHtml } from '../../src/delivery/html.tsx';
import type { PageTheme } from '../../src/delivery/theme.ts';
import {
  apiKeyInvalid,
  apiKeyMissing,
  forbidden,
  notFound,
  parameterInvalid,
  rateLimited,
  ServerError,
} from '../../src/http/errors.ts';
import { errorPage } from '../../src/routes/feed/feed-error-page.tsx';
import { sampleFeed, sampleItem } from './sample.ts';

const THEME: PageTheme = { theme: 'auto', accent: undefined };

async function hashOf(text: string | undefined): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

test.each<PageTheme>([THEME, { theme: 'dark', accent: '00ff00' }])(
  'the policy names the one style and the one script of %j by hash',
  async (theme) => {
    const { body, headers } = await renderHtml(sampleFeed(), theme);
    const [styles, scripts] = ['style', 'script'].map((name) =>
      Array.from(body.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs')), ([, text]) => text),
    );
    expect([styles?.length, scripts?.length]).toEqual([1, 1]);
    expect(headers['Content-Security-Policy']).toBe(
      `default-src 'none'; style-src ${await hashOf(styles?.[0])}; script-src ${await hashOf(scripts?.[0])}; ` +
        `img-src https: http:; connect-src 'self'; base-uri 'none'; form-action 'none'`,
    );
    expect(body).not.toMatch(/ (style|on\w+)=/);
  },
);

test('an article as a reader gets it', async () => {
  const { body } = await renderHtml(sampleFeed(), THEME);
  for (const part of [
    '<h1 class="quiet" dir="auto">Gazette: articles</h1>',
    '<img src="https://cdn.example.com/a.webp?w=1&amp;h=2" alt="A &quot;port&quot; &amp; a crane" width="1200" height="675" loading="lazy" decoding="async" referrerpolicy="no-referrer"/>',
    '<p class="kicker" dir="auto">Video · Cyber</p>',
    '<h2 dir="auto"><a href="https://www.example.com/a?x=1&amp;y=2" target="_blank" rel="noopener" data-content-id="7">Ports &amp; “perils”: who pays?</a></h2>',
    '<p class="intro" dir="auto">Cover for D&amp;O &lt; 1 year &amp; more.</p>',
    '<b dir="auto">Example &amp; Sons</b>',
    '<time datetime="2026-01-31T08:00:00Z">31 Jan 2026</time>',
    '<i>Subscription</i>',
    '<nav aria-label="Pages" hidden=""><a href="/api/v2/feed/?output=rss&amp;includeTopics=1,2&amp;cursor=abc-7" rel="next">Older articles</a></nav>',
  ]) {
    expect(body).toContain(part);
  }
});

test('articles that lack what others have', async () => {
  const bare = sampleItem({ image: null, introduction: '', topics: [], contentType: 'article', paywalled: false });
  const { body } = await renderHtml(sampleFeed({ items: [bare], next: null }), THEME);
  expect(body).not.toMatch(/<img|class="(intro|kicker)"|<nav|<i>/);
  const unsized = sampleItem({ image: { url: 'https://a.test/x.png', width: null, height: 9, alt: '' } });
  expect((await renderHtml(sampleFeed({ items: [unsized] }), THEME)).body).toContain(
    '<img src="https://a.test/x.png" alt="" width="640" height="360"',
  );
});

test('twenty articles of usual length take less than 30 KB', async () => {
  const items = Array.from({ length: 20 }, (_, i) =>
    sampleItem({
      contentId: 1e6 + i,
      title: 'Headline '.repeat(9),
      introduction: 'Introduction '.repeat(100),
      registration: true,
    }),
  );
  const { body } = await renderHtml(sampleFeed({ items }), THEME);
  expect(new TextEncoder().encode(body).length).toBeLessThan(30_000);
});

test('deep pages link back to the newest articles', async () => {
  const { body } = await renderHtml(
    sampleFeed({ self: '/api/v2/feed/?output=html&limit=5&cursor=x-1', next: null }),
    THEME,
  );
  expect(body).toContain('<a href="/api/v2/feed/?output=html&amp;limit=5">Newest articles</a></nav>');
});

test.each([
  [null, 'As soon as something is published'],
  ['/api/v2/feed/?cursor=a-1', 'older ones may'],
])('an empty page, next %j', async (next, words) => {
  const { body } = await renderHtml(sampleFeed({ items: [], next }), THEME);
  expect(body).toContain('<h1>No articles here yet</h1>');
  expect(body).toContain(words);
});

describe('refusals are pages of their own', () => {
  test.each([
    [parameterInvalid({ limit: 'is "><script>x</script>' }), 'This feed is not set up correctly'],
    [apiKeyMissing(), 'This feed has no key'],
    [apiKeyInvalid(), 'This feed is no longer available'],
    [forbidden({ origin: 'is not among them' }), 'This feed cannot be shown here'],
    [notFound(), 'There is no feed at this address'],
    [rateLimited(60), 'Too many visits at once'],
    [new ServerError(500), 'The articles could not be loaded'],
    [new ServerError(503), 'The articles will be back shortly'],
  ])('%o', async (fault, heading) => {
    const { body, headers } = await errorPage(fault, THEME);
    expect(body).toContain(`<h1>${heading}</h1>`);
    expect(body.match(/<script>/g)).toHaveLength(1);
    expect(headers['Content-Security-Policy']).toContain(`default-src 'none'`);
  });
});

test.each([
  ['short', 10, 'short'],
  ['one two three', 9, 'one two…'],
  ['onetwothree', 5, 'onetw…'],
  ['ab😀cd', 3, 'ab…'],
])('excerpt of %j in %d', (text, max, cut) => {
  expect(excerpt(text, max)).toBe(cut);
});
