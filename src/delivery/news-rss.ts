import type { NewsItem, NewsLine } from './feed.ts';
import { ATOM, atomLink, newsItem, rfc822 } from './rss.ts';
import { element, plainText, xmlDocument } from './xml.ts';

/** This module renders feeds without articles, such as the feed of weekly summaries, as RSS 2.0. */

export interface NewsFeed {
  title: string;
  description: string;
  origin: string;
  self: string;
  authority: string;
  page: string;
  items: readonly NewsItem[];
}

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
        ...items.map((item) => newsItem(item, { origin, authority })),
      ),
    ),
  );
}

export const linkLine = ({ title, url }: { title: string; url: string }): NewsLine => ({
  text: title,
  href: url,
  more: '',
});
