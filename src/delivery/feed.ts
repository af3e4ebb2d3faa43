import type { FeedItem } from '../content/articles/item.ts';

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
  /** The effective filters by parameter name, without key: what `_query` echoes. */
  query: Record<string, string | number>;
  /** Day of a recommended selection, `YYYY-MM-DD`; absent in the article feed. */
  recommended?: { date: string | null };
}

/** The language of a document: that of all its items, English where they differ or none is known. */
export function languageOfFeed({ items }: Pick<Feed, 'items'>): string {
  const [language, ...others] = new Set(items.map((item) => item.language));
  return language && others.length === 0 ? language : 'en';
}
