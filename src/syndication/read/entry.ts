/** Text of a feed. */
export interface Rich {
  text: string;
  html: boolean;
}

/** A file or player of an item. */
export interface Medium {
  url: string;
  /** MIME type. */
  type?: string | undefined;
  /** As Media RSS names it: image, audio, video, document. */
  medium?: string | undefined;
}

export interface EntryImage {
  url: string;
  width?: number | undefined;
  height?: number | undefined;
  alt?: string | undefined;
}

/** An item of any format, unchanged. Lists are in order of preference. */
export interface FeedEntry {
  guid: string | null;
  links: string[];
  /** Base of relative addresses, itself relative to the feed's. */
  base: string | null;
  title: Rich | null;
  texts: Rich[];
  /** When it was published, as written. */
  dates: string[];
  /** When it was last changed, as written. */
  updates: string[];
  categories: string[];
  /** Who may read it, as written. */
  rights: string[];
  /** Names, as they are written. */
  authors: string[];
  /** As the item itself states it. */
  language: string | null;
  media: Medium[];
  images: EntryImage[];
  /** The programme's picture, for episodes without one. */
  cover: string | null;
  /** The publication that an aggregator has the item from. */
  publisher: { url: string; name: string } | null;
}

/** A feed of any format, unchanged. */
export interface FeedDocument {
  title: string;
  /** The page that the feed is about; addresses in it may be relative to that. */
  link: string | null;
  /** The page that the feed itself says it is of, as written; null: it does not say. */
  site: string | null;
  /** WebSub hubs that distribute it, and its own address as they know it; as written. */
  hubs: string[];
  self: string | null;
  /** As the feed states it, such as `en-gb`. */
  language: string | null;
  /** Seconds between changes as the feed states them; 0: it does not. */
  pace: number;
  /** Authors of the items that name none. */
  authors: string[];
  entries: FeedEntry[];
  /** Which items could not be read, in words. */
  notes: string[];
}

/** The description of a feed, as each format's reader returns it. */
export type FeedHead = Omit<FeedDocument, 'entries' | 'notes'>;

/** Most values of one kind in an item. */
const MAX_VALUES = 50;

/** An entry, limited to what an honest item has. */
export const bounded = (entry: FeedEntry): FeedEntry => {
  const values = Object.entries(entry).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, MAX_VALUES) : value,
  ]);
  return Object.fromEntries(values);
};

/** The non-empty texts, in order. */
export const texts = (html: boolean, ...values: (string | undefined)[]): Rich[] =>
  values.flatMap((text) => (text ? [{ text, html }] : []));

export const present = <T>(...values: (T | undefined | null)[]): T[] => values.flatMap((value) => value ?? []);

/** The first list that is not empty. */
export const firstOf = <T>(...lists: T[][]): T[] => lists.find((list) => list.length > 0) ?? [];

/** An item's id if it is an absolute address. */
export const idAsLink = (id: string | undefined): string | undefined =>
  id && /^https?:\/\//i.test(id) ? id : undefined;

/** A number of pixels, or of anything else; undefined if it is not one. */
export const numberOf = (text: string | undefined): number | undefined => {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) ? number : undefined;
};
