import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, readable } from '../../src/delivery/accent.ts';
import { excerpt, renderHtml } from '../../src/delivery/html.tsx';
import { pageStyle } from '../../src/delivery/html-style.ts';
import { LABELS, LANGUAGES } from '../../src/delivery/labels.ts';
import { LAYOUTS, lenientTheme, type PageTheme } from '../../src/delivery/theme.ts';
import { element } from '../../src/delivery/xml.ts';
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

describe('HTML renderer', () => {
  const THEME: PageTheme = { theme: 'auto', accent: undefined };

  async function hashOf(text: string | undefined): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
  }

  test.each<PageTheme>([THEME, { theme: 'dark', accent: '00ff00' }])(
    'the Content-Security-Policy lists the hashes of the single style and script for %j',
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

  test.each([
    ['Asia/Kolkata', '1 Feb 2026'],
    ['America/New_York', '31 Jan 2026'],
    ['', '31 Jan 2026'],
  ])('dates follow the publisher’s time zone “%s”', async (zone, date) => {
    const items = [sampleItem({ publishedAt: Date.parse('2026-01-31T20:00:00Z') / 1000 })];
    const { body } = await renderHtml(sampleFeed({ items, zone }), THEME);
    expect(body).toContain(`<time datetime="2026-01-31T20:00:00Z">${date}</time>`);
  });

  test('an article is rendered with its image, kicker, headline and introduction', async () => {
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

  test('missing optional fields of an article are omitted', async () => {
    const bare = sampleItem({ image: null, introduction: '', topics: [], contentType: 'article', paywalled: false });
    const { body } = await renderHtml(sampleFeed({ items: [bare], next: null }), THEME);
    expect(body).not.toMatch(/<img|class="(intro|kicker)"|<nav|<i>/);
    const unsized = sampleItem({ image: { url: 'https://a.test/x.png', width: null, height: 9, alt: '' } });
    expect((await renderHtml(sampleFeed({ items: [unsized] }), THEME)).body).toContain(
      '<img src="https://a.test/x.png" alt="" width="640" height="360"',
    );
  });

  test('a page with twenty articles of typical length is smaller than 30 KB', async () => {
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

  test('a page with a cursor links back to the newest articles', async () => {
    const { body } = await renderHtml(
      sampleFeed({ self: '/api/v2/feed/?output=html&limit=5&cursor=x-1', next: null }),
      THEME,
    );
    expect(body).toContain('<a href="/api/v2/feed/?output=html&amp;limit=5">Newest articles</a></nav>');
  });

  test.each([
    [null, 'As soon as something is published'],
    ['/api/v2/feed/?cursor=a-1', 'older ones may'],
  ])('an empty page whose next cursor is %j shows a message', async (next, words) => {
    const { body } = await renderHtml(sampleFeed({ items: [], next }), THEME);
    expect(body).toContain('<h1>No articles here yet</h1>');
    expect(body).toContain(words);
  });

  describe('error pages of HTML feeds', () => {
    test.each([
      [parameterInvalid({ limit: 'is "><script>x</script>' }), 'This feed is not set up correctly'],
      [apiKeyMissing(), 'This feed has no key'],
      [apiKeyInvalid(), 'This feed is no longer available'],
      [forbidden({ origin: 'is not among them' }), 'This feed cannot be shown here'],
      [notFound(), 'Feed not found'],
      [rateLimited(60), 'Too many visits at once'],
      [new ServerError(500), 'The articles could not be loaded'],
      [new ServerError(503), 'The articles will be back shortly'],
    ])('an error page for %o has its own heading', async (fault, heading) => {
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
  ])('the excerpt of %j has at most %d characters', (text, max, cut) => {
    expect(excerpt(text, max)).toBe(cut);
  });
});

describe('accent colour', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, '0'));

  test.each([
    ['000000', 'ffffff', 21],
    ['777777', 'ffffff', 4.48],
    ['1b58b8', '1b58b8', 1],
  ])('the contrast between %s and %s is %d', (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 2);
  });

  test('readable() keeps a readable colour and adjusts an unreadable one', () => {
    expect(readable('1b58b8', 'ffffff')).toBe('1b58b8');
    fc.assert(
      fc.property(colour, colour, (accent, background) => {
        expect(contrast(readable(accent, background), background)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test.each(['auto', 'light', 'dark'] as const)('text has sufficient contrast with any accent in theme %s', (theme) => {
    fc.assert(
      fc.property(colour, (accent) => {
        const schemes = pageStyle({ theme, accent }).match(/:root\{color-scheme:[^}]*\}/g) ?? [];
        expect(schemes).toHaveLength(theme === 'auto' ? 2 : 1);
        for (const scheme of schemes) {
          const part = (name: string) => new RegExp(`--${name}:#([0-9a-f]{6})`).exec(scheme)?.[1] ?? '';
          for (const ink of ['accent', 'ink', 'muted']) {
            expect(contrast(part(ink), part('paper'))).toBeGreaterThanOrEqual(4.5);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['DARK', '#ABCDEF', { theme: 'dark', accent: 'abcdef' }],
    ['pink', 'red;}*{', { theme: 'auto', accent: undefined }],
    [undefined, undefined, { theme: 'auto', accent: undefined }],
  ])('lenientTheme() replaces invalid values in theme %j and accent %j', (theme, accent, expected) => {
    expect(lenientTheme({ theme, accent })).toEqual(expected);
  });
});

describe('layouts of HTML feeds', () => {
  const LOOK: PageTheme = { theme: 'light', accent: undefined };
  const page = async (look: Partial<PageTheme>, feed = sampleFeed()) =>
    (await renderHtml(feed, { ...LOOK, ...look })).body;

  describe('layouts', () => {
    test('every layout has its own style sheet', async () => {
      const styles = await Promise.all(
        LAYOUTS.map(async (layout) => /<style>(.*?)<\/style>/s.exec(await page({ layout }))?.[1]),
      );
      expect(new Set(styles).size).toBe(LAYOUTS.length);
    });

    test('the headlines layout and any page with images: false contain no images', async () => {
      expect(await page({ layout: 'cards' })).toContain('<img');
      expect(await page({ layout: 'headlines' })).not.toContain('<img');
      expect(await page({ images: false })).not.toContain('<img');
    });

    test('the ticker layout can be focused using the keyboard', async () => {
      expect(await page({ layout: 'ticker' })).toContain('tabindex="0"');
      expect(await page({ layout: 'list' })).not.toContain('tabindex');
    });
  });

  describe('languages of HTML feeds', () => {
    test.each(LANGUAGES)('a page in %s uses only labels of its language', async (language) => {
      const body = await page({ language });
      expect(body).toMatch(new RegExp(`<html lang="${language}"( dir="rtl")?>`));
      expect(body).toContain(LABELS[language].older);
      if (language !== 'en') expect(body).not.toContain(LABELS.en.older);
    });

    test('dates are formatted in the page’s language', async () => {
      expect(await page({ language: 'de' })).toContain('>31.01.2026</time>');
      expect(await page({ language: 'fr' })).toContain('>31 janv. 2026</time>');
    });

    test('an article in a different language from the page has a lang attribute', async () => {
      const german = sampleItem({
        title: 'Die Preise für das neue Jahr',
        introduction: 'Nach den Stürmen wird es teurer.',
        language: 'de',
      });
      expect(await page({}, sampleFeed({ items: [german] }))).toContain('<h2 dir="auto" lang="de">');
      expect(await page({ language: 'de' }, sampleFeed({ items: [german] }))).toContain('<h2 dir="auto"><a');
    });

    test('a right-to-left article on an English page has dir="rtl" even if its headline begins with a Latin name', async () => {
      const arabic = sampleItem({
        title: 'Allianz ترفع أقساط التأمين',
        introduction: 'بعد الفيضانات.',
        language: 'ar',
      });
      const body = await page(
        {},
        sampleFeed({ items: [arabic, sampleItem({ title: 'The next', language: 'en-GB' })] }),
      );
      expect(body).toContain('<html lang="en">');
      expect(body).toMatch(
        /<article dir="rtl">[\s\S]*<h2 dir="rtl" lang="ar">[\s\S]*<p class="intro" dir="rtl" lang="ar">/,
      );
      expect(body).toMatch(/<article><(?:(?!<article)[\s\S])*<h2 dir="auto"><a[^>]*>The next/);
    });

    test('a page in Arabic is laid out right to left, including the ticker separators', async () => {
      expect(await page({ language: 'ar' })).toContain('<html lang="ar" dir="rtl">');
      const english = sampleItem({ title: 'The next', language: 'en' });
      expect(await page({ language: 'ar' }, sampleFeed({ items: [english] }))).toContain('<article dir="ltr">');
      expect(pageStyle({ theme: 'auto', accent: undefined, layout: 'ticker', language: 'ar' })).toContain(
        'border-right:1px',
      );
      expect(pageStyle({ theme: 'auto', accent: undefined, layout: 'ticker' })).toContain('border-left:1px');
    });
  });

  test('HTML in the page title is escaped', async () => {
    const body = await page({ title: '"><script>alert(1)</script>' });
    expect(body).toContain('<h1 class="title" dir="auto">&quot;&gt;&lt;script&gt;');
    expect(body.match(/<script>/g)).toHaveLength(1);
  });
});

describe('XML writer', () => {
  test.each([
    ['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
    [']]>', ']]&gt;'],
    ['"quoted" \'too\'', "&quot;quoted&quot; 'too'"],
    ['tab\tand\r\nlines', 'tab&#9;and&#13;&#10;lines'],
    ['&amp;', '&amp;amp;'],
    ['\u0000a\u0008b\u000bc\u001fd\ufffee\uffff', 'abcde'],
    ['\ud800 \udc00 \u{1f600}', '  \u{1f600}'],
    ['\u007f\u0085\u2028', '\u007f\u0085\u2028'],
  ])('%j is escaped identically as text and as an attribute', (text, escaped) => {
    expect(element('x', { a: text }, text).markup).toBe(`<x a="${escaped}">${escaped}</x>`);
  });

  test('null children and attributes are omitted', () => {
    expect(element('x', { a: null, b: 0, c: false }, null).markup).toBe('<x b="0" c="false"/>');
    expect(element('x', {}, element('y', {}), 'z').markup).toBe('<x><y/>z</x>');
  });
});
