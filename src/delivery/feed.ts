import type { FeedItem } from '../content/articles/item.ts';
import type { ComparedOrder } from '../db/view-columns.ts';
import type { Seconds } from '../lib/time.ts';

export interface NewsLine {
  text: string;
  href: string;
  more: string;
  topic?: number;
}

export interface NewsItem {
  title: string;
  page: string;
  /** Permanent part of the item's guid, such as `week/2026-11-23`. */
  name: string;
  at: Seconds;
  parts: { heading: string; lines: NewsLine[] }[];
}

/** Input of all output formats. Renderers never modify it. */
export interface Feed {
  title: string;
  description: string;
  origin: string;
  /** Domain name used in the ids of RSS items. It never changes. */
  authority: string;
  /** Publisher's time zone, which the dates of the HTML format follow (empty: UTC). */
  zone: string;
  /** Path and canonical query of this page, without the API key. */
  self: string;
  next: string | null;
  /** WebSub hub of this feed, and the topic URL by which the hub identifies the feed. */
  websub?: { hub: string; topic: string } | null;
  items: FeedItem[];
  /** Events about the subject of the feed, newest first. The HTML format omits them. */
  news?: readonly NewsItem[] | undefined;
  query: Record<string, string | number>;
  /** Order of the minute, if the list has `order=engaging`. The HTML format passes it to the list token. */
  minuteOrder?: ComparedOrder | undefined;
  recommended?: { date: string | null };
}

/** Merges articles and news, newest first. Without news, the articles keep their order. */
export function inFeedOrder<T>(feed: Feed, article: (item: FeedItem) => T, happened: (item: NewsItem) => T): T[] {
  const { items, news = [] } = feed;
  if (news.length === 0) return items.map(article);
  const all = [
    ...items.map((item) => ({ at: item.publishedAt, say: () => article(item) })),
    ...news.map((item) => ({ at: item.at, say: () => happened(item) })),
  ];
  return all.toSorted((a, b) => b.at - a.at).map(({ say }) => say());
}

/** Returns the language that all items share, or `en` if they differ. */
export function languageOfFeed({ items }: Pick<Feed, 'items'>): string {
  const [language, ...others] = new Set(items.map((item) => item.language));
  return language && others.length === 0 ? language : 'en';
}
