import type { Seconds } from '../lib/time.ts';
import { ATOM, atomLink, rfc822 } from './rss.ts';
import { element, isBlank, plainText, type Xml, xmlDocument } from './xml.ts';

/** Weeks as RSS 2.0: an item each, which says what changed. */

/** A line of a week: words, and where they lead. */
export interface WeekLine {
  text: string;
  href: string;
  /** What follows the link. */
  more: string;
}

export interface WeekItem {
  /** `2026-11-23`: the Monday after the week. */
  monday: string;
  at: Seconds;
  parts: { heading: string; lines: WeekLine[] }[];
}

export interface WeekFeed {
  title: string;
  description: string;
  origin: string;
  /** Path and query of the feed, without a key. */
  self: string;
  /** In the guids, for ever. */
  authority: string;
  items: readonly WeekItem[];
}

/** An RSS document of weeks, newest first. */
export function renderWeekRss({ title, description, origin, self, authority, items }: WeekFeed): string {
  const [newest] = items;
  return xmlDocument(
    element(
      'rss',
      { version: '2.0', ...ATOM },
      element(
        'channel',
        {},
        element('title', {}, plainText(title)),
        element('link', {}, `${origin}/insights/week`),
        element('description', {}, plainText(description)),
        element('language', {}, 'en'),
        newest ? element('lastBuildDate', {}, rfc822(newest.at)) : null,
        atomLink('self', origin + self),
        ...items.map((item) =>
          element(
            'item',
            {},
            element('title', {}, plainText(`The week to ${item.monday}`)),
            element('link', {}, `${origin}/insights/week`),
            element('description', {}, htmlOf(item, origin)),
            element('guid', { isPermaLink: false }, `tag:${authority},2026:week/${item.monday}`),
            element('pubDate', {}, rfc822(item.at)),
          ),
        ),
      ),
    ),
  );
}

function htmlOf({ parts }: WeekItem, origin: string): string {
  return parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines }) => {
      const list = element('ul', {}, ...lines.map((line) => lineOf(line, origin)));
      return element('h3', {}, heading).markup + list.markup;
    })
    .join('');
}

function lineOf({ text, href, more }: WeekLine, origin: string): Xml {
  const address = href.startsWith('/') ? origin + href : href;
  // HTML knows no empty element of this name: what follows would be part of the link.
  const words = isBlank(text) ? address : text;
  return element('li', {}, element('a', { href: address }, words), more);
}
