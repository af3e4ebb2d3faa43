import * as z from 'zod';
import { type Article, articleInput } from '../../content/input.ts';
import { rfc3339, type Seconds } from '../../lib/time.ts';
import { canonicalUrl, isGoogleNews } from '../../lib/url.ts';
import { addressInside, publisherBehind, withoutPublisher } from './aggregator.ts';
import { contentTypeOf, type FeedSource } from './content-type.ts';
import { type DateOrder, readDate } from './date.ts';
import type { FeedEntry, Rich } from './entry.ts';
import { cutAtWord, fold, readHtml } from './html.ts';
import { bestImage } from './image.ts';

const TITLE = 300;
const NAME = 100;
const TITLE_FROM_TEXT = 100;
const INTRODUCTION = 500;

/** An item that is to become an article. */
export interface Story {
  /** The item's own id; null if it has none. */
  guid: string | null;
  article: Article;
  /** The source of `publishedAt`: the publication, otherwise the last change, otherwise the time of the fetch. */
  dated: 'published' | 'updated' | null;
  /** It is unclear which of two numbers in its date is the day. */
  ambiguous: boolean;
}

export interface Origin {
  /** Base of relative addresses; null: unknown. */
  base: string | null;
  source: FeedSource;
  /** Links of more than one item (such as the programme's page), used only as a last resort. */
  shared: ReadonlySet<string>;
  /** How the feed writes day and month; null: unknown. */
  order: DateOrder | null;
  /** `host:port` that a story may be at although the host has no dot. */
  allowed: ReadonlySet<string>;
  now: Seconds;
}

/** Not validated like the input's URLs: its host may be one of those allowed here only. */
const storyInput = articleInput.omit({ url: true });

/** An item as an article, or why it cannot be one. */
export function readStory(entry: FeedEntry, origin: Origin): Story | { refused: string } {
  const resolve = resolver(entry.base, origin.base);
  const address = addressOf(entry, origin, resolve);
  if (!address) return { refused: 'without an address' };
  const { url, link } = address;
  const texts = entry.texts.map(read);
  const introduction = texts.find(({ text }) => text !== '')?.text ?? '';
  const title = titleOf(entry, link);
  if (!title && !introduction) return { refused: 'with neither title nor text' };
  const { at, ...dating } = dateOf(entry, origin);
  const result = z.safeParse(storyInput, {
    title: title ? cutAtWord(title, TITLE) : cutAtWord(introduction, TITLE_FROM_TEXT),
    introduction: cutAtWord(introduction, INTRODUCTION),
    publishedAt: rfc3339(at),
    contentType: contentTypeOf(entry, new URL(url), origin.source),
    image: bestImage(
      { named: entry.images, shown: texts.flatMap(({ images }) => images), cover: coverOf(entry) },
      resolve,
    ),
  });
  if (!result.success) return { refused: `with a ${String(result.error.issues[0]?.path[0])} that cannot be taken` };
  const publisher = publisherBehind(url, entry.publisher && { ...entry.publisher, name: nameOf(entry.publisher) });
  return { guid: entry.guid, article: { ...result.data, url, ...(publisher && { publisher }) }, ...dating };
}

const read = ({ text, html }: Rich) => (html ? readHtml(text) : { text: fold(text), images: [] });

const nameOf = ({ name }: { name: string }) => cutAtWord(fold(name), NAME);

function titleOf({ title, publisher }: FeedEntry, link: string): string {
  const text = title ? read(title).text : '';
  return publisher && isGoogleNews(link) ? withoutPublisher(text, publisher.name) : text;
}

function dateOf({ dates, updates }: FeedEntry, { now, order }: Origin) {
  const find = (texts: readonly string[]) =>
    texts.map((text) => readDate(text, now, order)).find((date) => date !== null);
  const published = find(dates);
  if (published) return { ...published, dated: 'published' as const };
  const updated = find(updates);
  return updated ? { ...updated, dated: 'updated' as const } : { at: now, ambiguous: false, dated: null };
}

const coverOf = ({ cover, media }: FeedEntry) => (media.some(({ type }) => type?.startsWith('audio/')) ? cover : null);

/** Links first; without a link of its own, the id if it is an address, then a file. Returned with the link that contains it. */
function addressOf(
  { links, media }: FeedEntry,
  { shared, allowed }: Origin,
  resolve: (url: string) => string | null,
): { url: string; link: string } | null {
  const own = links.filter((link) => !shared.has(link));
  const files = media.map(({ url }) => url);
  for (const each of [...own, ...files, ...links]) {
    const link = resolve(each) ?? '';
    const url = canonicalUrl(addressInside(link), ({ host }) => allowed.has(host));
    if (url) return { url, link };
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
    // Not relative: the scheme was left out.
    const text = /^www\.[\w-]+\.\w/i.test(url) ? `https://${url}` : url;
    return URL.parse(text, all ?? undefined)?.href ?? null;
  };
}
