import type { FeedItem } from '../content/articles/item.ts';
import type { Seconds } from '../lib/time.ts';

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

/** What every output format renders: one value, never changed by a renderer. */
export interface Feed {
  title: string;
  description: string;
  /** Scheme and host of the service, without a trailing slash. */
  origin: string;
  /** Domain name in the ids of RSS items: the installation's own, whatever the host of the request. */
  authority: string;
  /** Path and canonical query of this page in this format, without a key. */
  self: string;
  /** The same for the next page; null at the end. */
  next: string | null;
  /** The hub that announces changes of this feed, and the address by which it knows the feed, if it does. */
  websub?: { hub: string; topic: string } | null;
  items: FeedItem[];
  /** What happened to what the feed is about, newest first; in HTML it is left out. */
  news?: readonly NewsItem[] | undefined;
  /** The effective filters by parameter name, without key: what `_query` echoes. */
  query: Record<string, string | number>;
  /** Day of a recommended selection, `YYYY-MM-DD`; absent in the article feed. */
  recommended?: { date: string | null };
}

/** What a feed holds, newest first; without news its articles in their order. */
export function inOrder<T>(feed: Feed, article: (item: FeedItem) => T, happened: (item: NewsItem) => T): T[] {
  const { items, news = [] } = feed;
  if (news.length === 0) return items.map(article);
  const all = [
    ...items.map((item) => ({ at: item.publishedAt, say: () => article(item) })),
    ...news.map((item) => ({ at: item.at, say: () => happened(item) })),
  ];
  return all.toSorted((a, b) => b.at - a.at).map(({ say }) => say());
}

/** The language of a document: that of all its items, English where they differ or none is known. */
export function languageOfFeed({ items }: Pick<Feed, 'items'>): string {
  const [language, ...others] = new Set(items.map((item) => item.language));
  return language && others.length === 0 ? language : 'en';
}
