export interface Rich {
  text: string;
  html: boolean;
}

export interface Medium {
  url: string;
  type?: string | undefined;
  medium?: string | undefined;
}

export interface EntryImage {
  url: string;
  width?: number | undefined;
  height?: number | undefined;
  alt?: string | undefined;
}

/** Raw item of a feed in any format. Its lists are in order of preference. */
export interface FeedEntry {
  guid: string | null;
  links: string[];
  /** Base of relative URLs. It may itself be relative to the base of the feed. */
  base: string | null;
  title: Rich | null;
  texts: Rich[];
  dates: string[];
  updates: string[];
  categories: string[];
  rights: string[];
  authors: string[];
  language: string | null;
  media: Medium[];
  images: EntryImage[];
  /** Picture of a podcast or programme, for episodes that have no picture. */
  cover: string | null;
  publisher: { url: string; name: string } | null;
}

export interface FeedDocument {
  title: string;
  link: string | null;
  /** Link from the feed to the home page of its site. It may be relative. */
  site: string | null;
  hubs: string[];
  self: string | null;
  language: string | null;
  pace: number;
  authors: string[];
  entries: FeedEntry[];
  notes: string[];
}

export type FeedHead = Omit<FeedDocument, 'entries' | 'notes'>;

const MAX_VALUES = 50;

export const limitEntry = (entry: FeedEntry): FeedEntry => {
  const values = Object.entries(entry).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, MAX_VALUES) : value,
  ]);
  return Object.fromEntries(values);
};

export const texts = (html: boolean, ...values: (string | undefined)[]): Rich[] =>
  values.flatMap((text) => (text ? [{ text, html }] : []));

export const present = <T>(...values: (T | undefined | null)[]): T[] => values.flatMap((value) => value ?? []);

export const firstOf = <T>(...lists: T[][]): T[] => lists.find((list) => list.length > 0) ?? [];

export const idAsLink = (id: string | undefined): string | undefined =>
  id && /^https?:\/\//i.test(id) ? id : undefined;

export const numberOf = (text: string | undefined): number | undefined => {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) ? number : undefined;
};
