import type { FeedItem } from '../content/articles/item.ts';
import type { Seconds } from '../lib/time.ts';

export interface NewsLine {
  text: string;
  href: string;
  /** Text after the link. */
  more: string;
  topic?: number;
}

export interface NewsItem {
  title: string;
  page: string;
  /** Permanent part of the guid: `week/2026-11-23`. */
  name: string;
  at: Seconds;
  parts: { heading: string; lines: NewsLine[] }[];
}

/** Input of every output format; renderers never change it. */
export interface Feed {
  title: string;
  description: string;
  /** Scheme and host of the service, without a trailing slash. */
  origin: string;
  /** Permanent domain name in the ids of RSS items. */
  authority: string;
  /** Path and canonical query of this page, without a key. */
  self: string;
  next: string | null;
  /** Hub of this feed, and the topic URL by which it knows the feed. */
  websub?: { hub: string; topic: string } | null;
  items: FeedItem[];
  /** Events about the feed's subject, newest first; omitted in HTML. */
  news?: readonly NewsItem[] | undefined;
  /** Effective filters, as `_query` echoes them. */
  query: Record<string, string | number>;
  /** Set for a selection; `date`: `YYYY-MM-DD`. */
  recommended?: { date: string | null };
}

/** Merges articles and news, newest first; without news, articles keep their order. */
export function inFeedOrder<T>(feed: Feed, article: (item: FeedItem) => T, happened: (item: NewsItem) => T): T[] {
  const { items, news = [] } = feed;
  if (news.length === 0) return items.map(article);
  const all = [
    ...items.map((item) => ({ at: item.publishedAt, say: () => article(item) })),
    ...news.map((item) => ({ at: item.at, say: () => happened(item) })),
  ];
  return all.toSorted((a, b) => b.at - a.at).map(({ say }) => say());
}

/** Returns the common language of all items, or English. */
export function languageOfFeed({ items }: Pick<Feed, 'items'>): string {
  const [language, ...others] = new Set(items.map((item) => item.language));
  return language && others.length === 0 ? language : 'en';
}
