import type { FeedItem } from '../content/articles/item.ts';
import { lazy } from '../lib/lazy.ts';
import { type Feed, inFeedOrder, languageOfFeed, type NewsItem, type NewsLine } from './feed.ts';
import { element, isBlank, plainText, type Xml, xmlDocument } from './xml.ts';

export const RSS_TYPE = 'application/rss+xml; charset=utf-8';

/** Atom namespace. RSS 2.0 has no elements for `self` and `next` links, so the feeds use those of Atom. */
export const ATOM = { 'xmlns:atom': 'http://www.w3.org/2005/Atom' };

export const atomLink = (rel: 'self' | 'next', href: string): Xml =>
  element('atom:link', { rel, href, type: 'application/rss+xml' });

export const rfc822 = (seconds: number): string => new Date(seconds * 1000).toUTCString();

const NAMESPACES = {
  ...ATOM,
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};

/** Minutes for which feed readers may cache the feed. RSS does not allow a smaller value. */
const TTL_MINUTES = '1';

/**
 * Renders RSS 2.0 (https://www.rssboard.org/rss-specification). The build date is the time of the latest change, so
 * that unchanged content gives an identical document. (docs/decisions.md#F19)
 */
export function renderRss(feed: Feed): string {
  const built = Math.max(
    0,
    ...feed.items.map(({ modifiedAt }) => modifiedAt),
    ...(feed.news ?? []).map(({ at }) => at),
  );
  return xmlDocument(
    element(
      'rss',
      { version: '2.0', ...NAMESPACES },
      element(
        'channel',
        {},
        plain('title', feed.title),
        text('link', `${feed.origin}/`),
        text('description', asHtml(feed.description)),
        text('language', inRss(languageOfFeed(feed)) ?? 'en'),
        built > 0 ? text('lastBuildDate', rfc822(built)) : null,
        text('ttl', TTL_MINUTES),
        atomLink('self', feed.websub?.topic ?? feed.origin + feed.self),
        feed.websub ? element('atom:link', { rel: 'hub', href: feed.websub.hub }) : null,
        feed.next ? atomLink('next', feed.origin + feed.next) : null,
        ...inFeedOrder(
          feed,
          (item) => rssItem(item, feed.authority),
          (item) => newsItem(item, feed),
        ),
      ),
    ),
  );
}

function rssItem(item: FeedItem, authority: string): Xml {
  return element(
    'item',
    {},
    plain('title', item.title),
    text('link', item.url),
    item.introduction ? text('description', asHtml(item.introduction)) : null,
    element('guid', { isPermaLink: false }, `tag:${authority},2026:article/${item.contentId}`),
    text('pubDate', rfc822(item.publishedAt)),
    ...(item.authors.length > 0 ? item.authors : [item.source]).map(({ name }) => plain('dc:creator', name)),
    inRss(item.language) ? text('dc:language', item.language ?? '') : null,
    ...item.topics.map(({ name }) => plain('category', name)),
    ...imageElements(item),
  );
}

export const newsItem = (item: NewsItem, { origin, authority }: Pick<Feed, 'origin' | 'authority'>): Xml =>
  element(
    'item',
    {},
    plain('title', item.title),
    text('link', origin + item.page),
    text('description', htmlOf(item, origin)),
    element('guid', { isPermaLink: false }, `tag:${authority},2026:${item.name}`),
    text('pubDate', rfc822(item.at)),
  );

function htmlOf({ parts }: NewsItem, origin: string): string {
  return parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines }) => {
      const list = element('ul', {}, ...lines.map((line) => lineOf(line, origin)));
      return element('h3', {}, heading).markup + list.markup;
    })
    .join('');
}

function lineOf({ text, href, more }: NewsLine, origin: string): Xml {
  const address = absolute(href, origin);
  // A link without text shows its URL, because HTML parsers would extend an empty link over the text after it.
  const words = isBlank(text) ? address : text;
  return element('li', {}, element('a', { href: address }, words), more);
}

export const absolute = (href: string, origin: string): string => (href.startsWith('/') ? origin + href : href);

/** Creates the image elements of an item. An item without an image gets the icon of its source. */
function imageElements({ image, source }: FeedItem): Xml[] {
  const { url, width, height, alt } = image ?? { url: source.icon, width: null, height: null, alt: null };
  if (!url) return [];
  const type = imageType(url);
  return [
    // RSS requires the file size in bytes. 0 means that it is unknown.
    element('enclosure', { url, length: 0, type }),
    element(
      'media:content',
      { url, type, medium: 'image', width, height },
      alt ? element('media:description', { type: 'plain' }, alt) : null,
    ),
    element('media:thumbnail', { url, width, height }),
  ];
}

const names = lazy(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }));

/** Returns a language tag with an ISO 639-1 code, otherwise `null`, because RSS validators reject other languages. */
const inRss = (tag: string | null): string | null => {
  const [primary = ''] = (tag ?? '').split('-');
  return primary.length === 2 && names().of(primary) ? tag : null;
};

const text = (name: string, value: string): Xml => element(name, {}, value);

/** Creates an element with numeric character references. Feed readers would parse named references as HTML. */
const plain = (name: string, value: string): Xml => element(name, {}, plainText(value));

/** Escapes tags and character references in descriptions, because feed readers parse descriptions as HTML. */
const asHtml = (plain: string): string => plain.replace(/&(?=[#a-z])/gi, '&amp;').replace(/<(?=[a-z/!?])/gi, '&lt;');

const IMAGE_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avif: 'image/avif',
    bmp: 'image/bmp',
    gif: 'image/gif',
    ico: 'image/x-icon',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    svg: 'image/svg+xml',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    webp: 'image/webp',
  }),
);

export function imageType(url: string): string {
  const extension = /\.([a-z]+)$/i.exec(new URL(url).pathname)?.[1] ?? '';
  return IMAGE_TYPES.get(extension.toLowerCase()) ?? 'image/jpeg';
}
