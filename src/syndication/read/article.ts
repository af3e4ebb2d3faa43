import * as z from 'zod';
import { type Article, articleInput } from '../../content/input.ts';
import { rfc3339 } from '../../lib/time.ts';
import { type Carrier, contentTypeOf } from './content-type.ts';
import { readDate } from './date.ts';
import type { FeedEntry, Rich } from './entry.ts';
import { cutAtWord, fold, readHtml } from './html.ts';
import { bestImage } from './image.ts';
import { storyUrl } from './story-url.ts';

const TITLE = 300;
const TITLE_FROM_TEXT = 100;
const INTRODUCTION = 500;

/** An item as it is about to become an article. */
export interface Story {
  /** The item's own id; null where it has none. */
  guid: string | null;
  article: Article;
  /** The feed says when it was published; otherwise `article` has the time of the fetch. */
  dated: boolean;
}

export interface Origin {
  /** What relative addresses are relative to; null: unknown. */
  base: string | null;
  carrier: Carrier;
  /** Links that stand for more than one item (the programme's page): last to be taken. */
  shared: ReadonlySet<string>;
  /** Epoch seconds. */
  now: number;
}

/** An item as an article, or why it cannot be one. */
export function readStory(entry: FeedEntry, { base, carrier, shared, now }: Origin): Story | { refused: string } {
  const resolve = resolver(entry.base, base);
  const url = addressOf(entry, shared, resolve);
  if (!url) return { refused: 'without an address' };
  const texts = entry.texts.map(read);
  const introduction = texts.find(({ text }) => text !== '')?.text ?? '';
  const title = entry.title ? read(entry.title).text : '';
  if (!title && !introduction) return { refused: 'with neither title nor text' };
  const published = entry.dates.map((date) => readDate(date, now)).find((date) => date !== null);
  const result = z.safeParse(articleInput, {
    url,
    title: title ? cutAtWord(title, TITLE) : cutAtWord(introduction, TITLE_FROM_TEXT),
    introduction: cutAtWord(introduction, INTRODUCTION),
    publishedAt: rfc3339(published ?? now),
    contentType: contentTypeOf(entry, new URL(url), carrier),
    image: bestImage(
      { named: entry.images, shown: texts.flatMap(({ images }) => images), cover: coverOf(entry) },
      resolve,
    ),
  });
  if (!result.success) return { refused: `with a ${String(result.error.issues[0]?.path[0])} that cannot be taken` };
  return { guid: entry.guid, article: result.data, dated: published !== undefined };
}

const read = ({ text, html }: Rich) => (html ? readHtml(text) : { text: fold(text), images: [] });

const coverOf = ({ cover, media }: FeedEntry) => (media.some(({ type }) => type?.startsWith('audio/')) ? cover : null);

/** Links first; without one of its own the id where it is an address, then a file. */
function addressOf(
  { links, media }: FeedEntry,
  shared: ReadonlySet<string>,
  resolve: (url: string) => string | null,
): string | null {
  const own = links.filter((link) => !shared.has(link));
  const files = media.map(({ url }) => url);
  for (const link of [...own, ...files, ...links]) {
    const url = storyUrl(resolve(link) ?? '');
    if (url) return url;
  }
  return null;
}

/** Links that several items of a document have in common, and the document's own. */
export function sharedLinks(entries: readonly FeedEntry[], own: string | null): Set<string> {
  const guids = new Map<string, Set<string | null>>();
  for (const { guid, links } of entries)
    for (const link of new Set(links)) guids.set(link, (guids.get(link) ?? new Set()).add(guid));
  const several = [...guids].flatMap(([link, of]) => (of.size > 1 ? [link] : []));
  return new Set(own ? [...several, own] : several);
}

function resolver(own: string | null, base: string | null) {
  const all = own ? (URL.parse(own, base ?? undefined)?.href ?? base) : base;
  return (url: string): string | null => {
    // Not relative: somebody has left the scheme out.
    const text = /^www\.[\w-]+\.\w/i.test(url) ? `https://${url}` : url;
    return URL.parse(text, all ?? undefined)?.href ?? null;
  };
}
