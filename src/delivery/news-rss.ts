import type { Seconds } from '../lib/time.ts';
import { ATOM, atomLink, rfc822 } from './rss.ts';
import { element, isBlank, plainText, type Xml, xmlDocument } from './xml.ts';

/** What happened as RSS 2.0, such as weeks: an item each, which says what changed. */

/** A line of an item: words, and where they lead. */
export interface NewsLine {
  text: string;
  href: string;
  /** What follows the link. */
  more: string;
  /** Id of the topic that it is about. */
  topic?: number;
}

export interface NewsItem {
  title: string;
  /** Path where it is to be seen. */
  page: string;
  /** In the guid, for ever: `week/2026-11-23`. */
  name: string;
  at: Seconds;
  parts: { heading: string; lines: NewsLine[] }[];
}

export interface NewsFeed {
  title: string;
  description: string;
  origin: string;
  /** Path and query of the feed, without a key. */
  self: string;
  /** In the guids, for ever. */
  authority: string;
  /** Path of the page that it follows. */
  page: string;
  items: readonly NewsItem[];
}

/** An RSS document of items, newest first. */
export function renderNewsRss({ title, description, origin, self, authority, page, items }: NewsFeed): string {
  const [newest] = items;
  return xmlDocument(
    element(
      'rss',
      { version: '2.0', ...ATOM },
      element(
        'channel',
        {},
        element('title', {}, plainText(title)),
        element('link', {}, origin + page),
        element('description', {}, plainText(description)),
        element('language', {}, 'en'),
        newest ? element('lastBuildDate', {}, rfc822(newest.at)) : null,
        atomLink('self', origin + self),
        ...items.map((item) =>
          element(
            'item',
            {},
            element('title', {}, plainText(item.title)),
            element('link', {}, origin + item.page),
            element('description', {}, htmlOf(item, origin)),
            element('guid', { isPermaLink: false }, `tag:${authority},2026:${item.name}`),
            element('pubDate', {}, rfc822(item.at)),
          ),
        ),
      ),
    ),
  );
}

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
  // HTML knows no empty element of this name: what follows would be part of the link.
  const words = isBlank(text) ? address : text;
  return element('li', {}, element('a', { href: address }, words), more);
}

/** An address of a line, complete. */
export const absolute = (href: string, origin: string): string => (href.startsWith('/') ? origin + href : href);

/** A link as a line. */
export const linkLine = ({ title, url }: { title: string; url: string }): NewsLine => ({
  text: title,
  href: url,
  more: '',
});
