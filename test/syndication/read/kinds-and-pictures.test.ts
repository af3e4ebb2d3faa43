import { describe, expect, test } from 'vitest';
import { bestImage } from '../../../src/syndication/read/article.ts';
import { contentTypeOf } from '../../../src/syndication/read/content-type.ts';
import type { FeedEntry } from '../../../src/syndication/read/entry.ts';

describe('kinds and pictures', () => {
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
  ] as const)('%s: %s', (kind, url, over) =>
    expect(contentTypeOf(entry(over as never), new URL(url), source)).toBe(kind),
  );

  test('a press office is known by its name', () => {
    const office = { ...source, name: 'Acme press releases' };
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
