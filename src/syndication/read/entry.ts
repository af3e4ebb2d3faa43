/** Text as a feed has it. */
export interface Rich {
  text: string;
  html: boolean;
}

/** A file or player that an item brings along. */
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

/** An item of any format, as it came. Lists are in order of preference. */
export interface FeedEntry {
  guid: string | null;
  links: string[];
  /** What relative addresses are relative to, itself relative to the feed's. */
  base: string | null;
  title: Rich | null;
  texts: Rich[];
  dates: string[];
  categories: string[];
  media: Medium[];
  images: EntryImage[];
  /** The programme's picture, for episodes without one. */
  cover: string | null;
}

/** The texts that are there, in order. */
export const texts = (html: boolean, ...values: (string | undefined)[]): Rich[] =>
  values.flatMap((text) => (text ? [{ text, html }] : []));

export const present = <T>(...values: (T | undefined | null)[]): T[] => values.flatMap((value) => value ?? []);

/** An item's id where it is an address by itself; relative to something it means nothing. */
export const idAsLink = (id: string | undefined): string | undefined =>
  id && /^https?:\/\//i.test(id) ? id : undefined;
