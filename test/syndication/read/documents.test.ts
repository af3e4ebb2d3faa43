import { describe, expect, test } from 'vitest';
import { bestImage } from '../../../src/syndication/read/article.ts';
import { contentTypeOf } from '../../../src/syndication/read/content-type.ts';
import { decode } from '../../../src/syndication/read/decode.ts';
import type { FeedEntry } from '../../../src/syndication/read/entry.ts';
import { cutAtWord, readHtml } from '../../../src/syndication/read/html.ts';

describe('decode', () => {
  describe('character encodings', () => {
    const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
    const utf8 = (text: string) => new TextEncoder().encode(text);
    const utf16 = (text: string) => new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer);

    test.each([
      ['UTF-8', utf8('<a>café</a>'), '', null],
      ['UTF-8 with a byte order mark', utf8('\ufeff<a>café</a>'), 'text/xml; charset=iso-8859-1', null],
      ['UTF-16 with a byte order mark', utf16('\ufeff<a>café</a>'), '', null],
      ['UTF-16 without a byte order mark', utf16('<a>café</a>'), '', null],
      ['header', latin('<a>caf\xe9</a>'), 'text/xml; charset="ISO-8859-1"', null],
      ['undeclared windows-1252', latin('<a>caf\xe9</a>'), 'text/xml', null],
      [
        'a wrong declaration',
        latin('<a>caf\xe9</a>'),
        'text/xml; charset=utf-8',
        'declares the encoding utf-8, which is wrong; it was read as windows-1252',
      ],
      [
        'UTF-8 that the header declares as Latin-1',
        utf8('<a>café</a>'),
        'text/xml; charset=ISO-8859-1',
        'declares the encoding iso-8859-1, which is wrong; it was read as utf-8',
      ],
      ['ASCII with any declared charset', latin('<a>cafe</a>'), 'text/xml; charset=utf-16', null],
      [
        'unknown',
        utf8('<a>café</a>'),
        'text/xml; charset=klingon',
        'declares the encoding klingon, which is wrong; it was read as utf-8',
      ],
    ])('decode detects %s', (_, bytes, type, note) =>
      expect(decode(bytes, type)).toEqual({ text: expect.stringMatching(/^<a>caf[ée]<.a>$/), note }),
    );

    test('decode uses the XML declaration if the header has no charset', () => {
      const text = '<?xml version="1.0" encoding="windows-1251"?><a>Привет</a>';
      const bytes = Uint8Array.from(text, (c) => (c.charCodeAt(0) > 0x400 ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0)));
      expect(decode(bytes)).toEqual({ text, note: null });
    });

    const declaring = (encoding: string, text: string) => `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;
    const cyrillic = (text: string) =>
      Uint8Array.from(text, (c) => (c.charCodeAt(0) > 0x400 ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0)));

    test.each([
      ['UTF-8 beats the header', utf8(declaring('utf-8', '“naïve”')), 'iso-8859-1', '“naïve”'],
      ['UTF-8 beats the header and the declaration', utf8(declaring('iso-8859-1', '“naïve”')), 'iso-8859-1', '“naïve”'],
      [
        'a matching declaration beats the header',
        cyrillic(declaring('windows-1251', 'Привет')),
        'iso-8859-1',
        'Привет',
      ],
      ['a declaration that does not match is ignored', latin(declaring('utf-8', 'caf\xe9')), 'iso-8859-1', 'café'],
      [
        'a declared 7-bit encoding is used',
        latin(declaring('iso-2022-jp', '\x1b$B%K%e!<%9\x1b(B')),
        'us-ascii',
        'ニュース',
      ],
      ['UTF-16 is ignored if the bytes contain no zeros', latin(declaring('utf-16', 'news')), 'iso-8859-1', 'news'],
    ])('decode chooses the encoding by precedence: %s', (_, bytes, header, text) =>
      expect(decode(bytes, `text/xml; charset=${header}`).text).toContain(`<a>${text}</a>`),
    );
  });
});

describe('HTML', () => {
  describe('readHtml', () => {
    test.each([
      ['<p>One</p><p>two</p>', 'One two'],
      ['a<b>b</b>c<br>d', 'abc d'],
      ['5 < 6 &amp; 7 &gt; 2 &mdash; caf&eacute; &#8217;', '5 < 6 & 7 > 2 — café ’'],
      ['<script>alert(1)</script>x<style>p{}</style> y', 'x y'],
      ['un\u00adsure <!-- no --> and\n\t so', 'unsure and so'],
      ['open <b>never closed', 'open never closed'],
      ['<xh:div>The <xh:em>sea</xh:em>, again.<xh:p>Two</xh:p></xh:div>', 'The sea, again. Two'],
    ])('readHtml converts %s to text', (html, text) => expect(readHtml(html).text).toBe(text));

    test('cutAtWord cuts between words', () => {
      expect(cutAtWord('one two three', 13)).toBe('one two three');
      expect(cutAtWord('one two, three', 10)).toBe('one two…');
      expect(cutAtWord('x'.repeat(20), 10)).toBe(`${'x'.repeat(10)}…`);
    });
  });
});

describe('media', () => {
  describe('content types and images', () => {
    const entry = (over: Partial<FeedEntry> = {}): FeedEntry => ({
      guid: null,
      links: [],
      base: null,
      title: null,
      texts: [],
      dates: [],
      updates: [],
      categories: [],
      rights: [],
      authors: [],
      language: null,
      media: [],
      images: [],
      cover: null,
      publisher: null,
      ...over,
    });
    const source = { domain: 'paper.example', name: 'Paper', client: null };

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
    ] as const)('contentTypeOf returns %s for %s', (kind, url, over) =>
      expect(contentTypeOf(entry(over as never), new URL(url), source)).toBe(kind),
    );

    test('contentTypeOf returns pressrelease for a source whose name indicates press releases', () => {
      const office = { ...source, name: 'Acme press releases' };
      expect(contentTypeOf(entry(), new URL('https://acme.example/1'), office)).toBe('pressrelease');
    });

    test('bestImage returns the widest declared image, otherwise the first displayed one, otherwise the cover', () => {
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
});
