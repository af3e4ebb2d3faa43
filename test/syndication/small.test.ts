import { describe, expect, test } from 'vitest';
import { backOff, longestCaching, nextInterval, retryAfter, statedPace } from '../../src/syndication/pace.ts';
import { contentTypeOf } from '../../src/syndication/read/content-type.ts';
import { readDate } from '../../src/syndication/read/date.ts';
import { decode } from '../../src/syndication/read/decode.ts';
import type { FeedEntry } from '../../src/syndication/read/entry.ts';
import { cutAtWord, readHtml } from '../../src/syndication/read/html.ts';
import { bestImage } from '../../src/syndication/read/image.ts';
import { storyUrl } from '../../src/syndication/read/story-url.ts';
import { SECONDS } from './stage.ts';

describe('dates', () => {
  test.each([
    ['Mon, 15 Jun 2026 09:00:00 GMT', '2026-06-15T09:00:00Z'],
    ['15 Jun 2026 09:00 +0200', '2026-06-15T07:00:00Z'],
    ['Mon, 15 Jun 2026 05:00:00 EDT', '2026-06-15T09:00:00Z'],
    ['Mon, 15 Jun 2026 10:00:00 BST', '2026-06-15T09:00:00Z'],
    ['Mon, 15 Jun 2026 11:00:00 CEST', '2026-06-15T09:00:00Z'],
    ['Seg, 15 Set 2025 09:00:00 -0300', '2025-09-15T12:00:00Z'],
    ['lun., 15 déc. 2025 09:00:00 +0100', '2025-12-15T08:00:00Z'],
    ['2026-06-15T11:00:00+02:00', '2026-06-15T09:00:00Z'],
    ['2026-06-15', '2026-06-15T00:00:00Z'],
    ['2026-06-16T11:00:00Z', '2026-06-16T11:00:00Z'],
  ])('%s', (text, expected) => expect(readDate(text, SECONDS)).toBe(Date.parse(expected) / 1000));

  test.each(['Thu, 01 Jan 1970 00:00:00 GMT', '2099-01-01', '2026-06-17', 'yesterday', '', '0', 'Mon, 45 Foo 2026'])(
    'none: %s',
    (text) => expect(readDate(text, SECONDS)).toBeNull(),
  );
});

describe('characters', () => {
  const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const utf16 = (text: string) => new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer);

  test.each([
    ['UTF-8', utf8('<a>café</a>'), '', null],
    ['UTF-8 with mark', utf8('\ufeff<a>café</a>'), 'text/xml; charset=iso-8859-1', null],
    ['UTF-16 with mark', utf16('\ufeff<a>café</a>'), '', null],
    ['UTF-16 without', utf16('<a>café</a>'), '', null],
    ['header', latin('<a>caf\xe9</a>'), 'text/xml; charset="ISO-8859-1"', null],
    ['undeclared windows-1252', latin('<a>caf\xe9</a>'), 'text/xml', null],
    [
      'wrongly declared',
      latin('<a>caf\xe9</a>'),
      'text/xml; charset=utf-8',
      'says that it is utf-8 but is not; read as windows-1252',
    ],
    ['unknown', utf8('<a>café</a>'), 'text/xml; charset=klingon', 'says that it is klingon but is not; read as utf-8'],
  ])('%s', (_, bytes, type, note) => expect(decode(bytes, type)).toEqual({ text: '<a>café</a>', note }));

  test('the declaration, where the header is silent', () => {
    const text = '<?xml version="1.0" encoding="windows-1251"?><a>Привет</a>';
    const bytes = Uint8Array.from(text, (c) => (c.charCodeAt(0) > 0x400 ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0)));
    expect(decode(bytes)).toEqual({ text, note: null });
  });
});

describe('text', () => {
  test.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['a<b>b</b>c<br>d', 'abc d'],
    ['5 < 6 &amp; 7 &gt; 2 &mdash; caf&eacute; &#8217;', '5 < 6 & 7 > 2 — café ’'],
    ['<script>alert(1)</script>x<style>p{}</style> y', 'x y'],
    ['un\u00adsure <!-- no --> and\n\t so', 'unsure and so'],
    ['open <b>never closed', 'open never closed'],
  ])('%s', (html, text) => expect(readHtml(html).text).toBe(text));

  test('is cut between words', () => {
    expect(cutAtWord('one two three', 13)).toBe('one two three');
    expect(cutAtWord('one two, three', 10)).toBe('one two…');
    expect(cutAtWord('x'.repeat(20), 10)).toBe(`${'x'.repeat(10)}…`);
  });
});

test.each([
  ['https://a.example/x?utm_source=rss&id=1', 'https://a.example/x?id=1'],
  ['https://a.example/x?source=rss----12', 'https://a.example/x'],
  ['https://a.example/x?rss=1', 'https://a.example/x'],
  ['https://a.example/x?rss', 'https://a.example/x'],
  ['https://a.example/x?wt_mc=rss.red.atom#top', 'https://a.example/x'],
  ['https://a.example/x?source=agency&ref=2', 'https://a.example/x?source=agency&ref=2'],
  ['mailto:a@b.example', null],
])('the story of %s', (url, expected) => expect(storyUrl(url)).toBe(expected));

describe('pace', () => {
  test.each([
    [1800, true, 0, 900],
    [1800, true, 3600, 3600],
    [1800, false, 3600, 2700],
    [400, true, 0, 300],
    [80_000, false, 0, 86_400],
    [1800, true, 1e9, 86_400],
  ])('after %i, new: %s, hint %i → %i', (interval, brought, hint, next) =>
    expect(nextInterval(interval, brought, hint)).toBe(next),
  );

  test('failures, headers and what feeds state', () => {
    expect([1, 2, 3, 50].map((failures) => backOff(1800, failures))).toEqual([3600, 7200, 14_400, 86_400]);
    expect(backOff(1800, 1, 100_000)).toBe(100_000);
    expect(backOff(1800, 1, 1e9)).toBe(7 * 86_400);
    expect([retryAfter('120', 0), retryAfter('soon', 0), retryAfter(null, 0)]).toEqual([120, null, null]);
    expect(retryAfter(new Date((SECONDS + 60) * 1000).toUTCString(), SECONDS)).toBe(60);
    expect(retryAfter(new Date((SECONDS - 60) * 1000).toUTCString(), SECONDS)).toBe(0);
    expect(['public, max-age=600', 'no-cache, max-age=600', null].map(longestCaching)).toEqual([600, 0, 0]);
    expect([
      statedPace(60),
      statedPace(undefined, 'Daily', 2),
      statedPace(undefined, 'often'),
      statedPace(undefined, 'constructor'),
    ]).toEqual([3600, 43_200, 0, 0]);
  });
});

describe('kinds and pictures', () => {
  const entry = (over: Partial<FeedEntry> = {}): FeedEntry => ({
    ...{ guid: null, links: [], base: null, title: null, texts: [], dates: [], categories: [], media: [], images: [] },
    ...{ cover: null, ...over },
  });
  const carrier = { domain: 'paper.example', name: 'Paper', client: null };

  test.each([
    ['article', 'https://paper.example/a', {}],
    ['podcast', 'https://paper.example/a', { media: [{ url: 'https://x.example/a.mp3', type: 'audio/mpeg' }] }],
    ['podcast', 'https://paper.example/a', { media: [{ url: 'https://x.example/a.mp3' }] }],
    ['video', 'https://paper.example/a', { media: [{ url: 'https://x.example/a', medium: 'video' }] }],
    ['video', 'https://www.youtube.com/watch?v=1', {}],
    ['gallery', 'https://paper.example/gallery/storms', {}],
    ['gallery', 'https://paper.example/a', { categories: ['Photo galleries'] }],
    ['report', 'https://paper.example/reports/2026', {}],
    ['report', 'https://paper.example/a', { media: [{ url: 'https://x.example/a.pdf', type: 'application/pdf' }] }],
    ['pressrelease', 'https://www.prnewswire.com/news/1', {}],
    ['pressrelease', 'https://paper.example/press-releases/1', {}],
    [
      'article',
      'https://paper.example/how-we-report-on-videos',
      { media: [{ url: 'https://x.example/a.jpg', type: 'image/jpeg' }] },
    ],
  ] as const)('%s: %s', (kind, url, over) =>
    expect(contentTypeOf(entry(over as never), new URL(url), carrier)).toBe(kind),
  );

  test('a press office is known by its name', () => {
    const office = { ...carrier, name: 'Acme press releases' };
    expect(contentTypeOf(entry(), new URL('https://acme.example/1'), office)).toBe('pressrelease');
  });

  test('the widest named picture, else the first that is shown, else the cover', () => {
    const resolve = (url: string) => URL.parse(url, 'https://paper.example/')?.href ?? null;
    const named = [
      { url: '/s.jpg', width: 100 },
      { url: '/l.jpg', width: 900, height: 500, alt: 'Sea' },
      { url: 'data:,' },
    ];
    const shown = [
      { url: '/pixel.gif', width: 1, alt: '' },
      { url: '/shown.jpg', width: null, alt: 'Shown' },
    ];
    const cover = '/cover.jpg';
    expect(bestImage({ named, shown, cover }, resolve)).toMatchObject({
      url: 'https://paper.example/l.jpg',
      width: 900,
      alt: 'Sea',
    });
    expect(bestImage({ named: [], shown, cover }, resolve)).toMatchObject({ url: 'https://paper.example/shown.jpg' });
    expect(bestImage({ named: [], shown: [], cover }, resolve)).toMatchObject({
      url: 'https://paper.example/cover.jpg',
    });
    expect(bestImage({ named: [], shown: [], cover: null }, resolve)).toBeUndefined();
  });
});
