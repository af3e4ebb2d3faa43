import * as z from 'zod';
import { type Article, articleInput, languageTag } from '../../content/input.ts';
import { languageOf } from '../../content/language.ts';
import { rfc3339 } from '../../lib/time.ts';
import { canonicalUrl, domainOf, isGoogleNews, itemAddress } from '../../lib/url.ts';
import { contentTypeOf, type FeedSource } from './content-type.ts';
import type { Dating } from './dating.ts';
import { type EntryImage, type FeedEntry, firstOf, type Rich } from './entry.ts';
import { bylinesOf, isPaid, keywordsOf } from './facts.ts';
import { cutAtWord, fold, type HtmlImage, readHtml, readTitle } from './html.ts';

const REDIRECTS: readonly [host: RegExp, path: RegExp, parameters: readonly string[]][] = [
  [/^(www\.)?google\.[a-z.]+$/, /^\/url$/, ['url', 'q']],
  [/^(www\.)?bing\.com$/, /^\/news\/apiclick\.aspx$/i, ['url']],
  [/^news\.google\.[a-z.]+$/, /^\/news\/url$/, ['url']],
];

function addressInside(link: string): string {
  const url = URL.parse(link);
  if (!url) return link;
  const redirect = REDIRECTS.find(([host, path]) => host.test(url.hostname) && path.test(url.pathname));
  const inner = redirect?.[2].map((name) => url.searchParams.get(name)).find((text) => text && URL.canParse(text));
  return inner ?? addressInGoogleNews(url) ?? link;
}

/** Decodes the article's URL from an older Google News id, a protocol buffer in Base64. Newer ids do not contain it. */
function addressInGoogleNews({ href, pathname }: URL): string | null {
  const [, id] = /\/articles\/([\w-]+=*)$/.exec(pathname) ?? [];
  if (!id || !isGoogleNews(href)) return null;
  try {
    const [found] = /https?:\/\/[\x21-\x7e]+/.exec(atob(id.replace(/-/g, '+').replace(/_/g, '/'))) ?? [];
    return found && URL.canParse(found) ? found : null;
  } catch {
    return null;
  }
}

function publisherBehind(address: string, publisher: { url: string; name: string } | null) {
  const site = URL.parse(publisher?.url ?? '');
  if (!isGoogleNews(address) || !site || !/^https?:$/.test(site.protocol) || !site.hostname.includes('.')) return;
  return isGoogleNews(site.href) ? undefined : { domain: domainOf(site), name: publisher?.name ?? '' };
}

/** Removes the name of the publisher from a title such as `Storm hits coast - Reuters`. */
const withoutPublisher = (title: string, publisher: string): string =>
  publisher && title.endsWith(` - ${publisher}`) ? title.slice(0, -publisher.length - 3).trim() || title : title;

const MIN_PICTURE_WIDTH = 50;
const MAX_URL = 2000;
const COUNTERS =
  /feedburner|feedsportal|doubleclick|pixel|\/(1x1|blank|spacer|transparent)\.(gif|png)|wp-includes\/images\/smilies/i;

interface Candidates {
  named: readonly EntryImage[];
  shown: readonly HtmlImage[];
  cover: string | null;
}

/** Returns the widest declared picture, otherwise the first picture in the text, otherwise the programme's cover. */
export function bestImage({ named, shown, cover }: Candidates, resolve: (url: string) => string | null) {
  const usable = ({ url, width, height, alt }: EntryImage) => {
    // URLs with quotes or angle brackets come from faulty software, and are ignored.
    const address = /["<>]/.test(url) ? null : canonicalUrl(resolve(url) ?? '');
    if (!address || address.length > MAX_URL || COUNTERS.test(address)) return [];
    if ((width ?? MIN_PICTURE_WIDTH) < MIN_PICTURE_WIDTH || (height ?? MIN_PICTURE_WIDTH) < MIN_PICTURE_WIDTH)
      return [];
    return [{ url: address, width: size(width), height: size(height), alt: (alt ?? '').slice(0, 500).toWellFormed() }];
  };
  const [best] = named.flatMap(usable).sort((a, b) => (b.width ?? 0) - (a.width ?? 0));
  if (best) return best;
  const [first] = shown.flatMap(({ url, width, alt }) => usable({ url, width: width ?? undefined, alt }));
  // The width of an image is ignored, because in HTML it describes the layout instead of the image file.
  return first ? { url: first.url, alt: first.alt } : cover ? usable({ url: cover })[0] : undefined;
}

const size = (pixels: number | undefined) =>
  pixels && pixels >= 1 && pixels <= 100_000 ? Math.round(pixels) : undefined;

const TITLE = 300;
const NAME = 100;
const TITLE_FROM_TEXT = 100;
const INTRODUCTION = 500;

export interface ParsedItem extends Omit<Dating, 'at'> {
  guid: string | null;
  article: Article;
}

export interface FeedContext {
  base: string | null;
  source: FeedSource;
  shared: ReadonlySet<string>;
  title: string;
  authors: string[];
  language: string | null;
  usual: string | null;
  allowed: ReadonlySet<string>;
  hasIds?: boolean;
}

const MAX_ID = 500;

const storyInput = articleInput.omit({ url: true });

export function parseItem(
  entry: FeedEntry,
  { at, ...dating }: Dating,
  origin: FeedContext,
): ParsedItem | { refused: string } {
  const resolve = resolver(entry.base, origin.base);
  const address = addressOf(entry, origin, resolve);
  if (!address) return { refused: 'without a URL' };
  const { link } = address;
  const isFile = entry.media.some((file) => resolve(file.url) === link);
  const url = isFile ? address.url : ownAddress(address.url, entry.guid, origin);
  const texts = entry.texts.map(({ text, html }) => read({ text: unwrapped(text), html }));
  const introduction = texts.find(({ text }) => text !== '')?.text ?? '';
  const title = titleOf(entry, link);
  if (!title && !introduction) return { refused: 'with neither title nor text' };
  const result = z.safeParse(storyInput, {
    title: title ? cutAtWord(title, TITLE) : cutAtWord(introduction, TITLE_FROM_TEXT),
    introduction: cutAtWord(introduction, INTRODUCTION),
    publishedAt: rfc3339(at),
    contentType: contentTypeOf(entry, new URL(url), origin.source),
    authors: writersOf(entry, origin),
    keywords: keywordsOf(entry.categories),
    paywalled: isPaid(entry),
    language: languageIn(entry, origin, `${title} ${introduction}`),
    words: wordsIn(texts.map(({ text }) => text)),
    image: bestImage(
      { named: entry.images, shown: texts.flatMap(({ images }) => images), cover: coverOf(entry) },
      resolve,
    ),
  });
  if (!result.success) return { refused: `with an invalid ${String(result.error.issues[0]?.path[0])}` };
  const publisher = publisherBehind(url, entry.publisher && { ...entry.publisher, name: nameOf(entry.publisher) });
  return { guid: entry.guid, article: { ...result.data, url, ...(publisher && { publisher }) }, ...dating };
}

/** Returns the URL of an item's page. If the feed identifies items by ids, appends the id. (docs/decisions.md#S17) */
function ownAddress(url: string, guid: string | null, { hasIds }: FeedContext): string {
  const isUsable = hasIds && guid && guid.length <= MAX_ID && guid.isWellFormed();
  return isUsable && canonicalUrl(guid) !== url ? itemAddress(url, guid) : url;
}

/** Returns the authors of an item. The name of the site is an author only if there is no other author. */
function writersOf({ authors }: FeedEntry, { source, title, ...origin }: FeedContext): string[] {
  const others = bylinesOf(firstOf(authors, origin.authors), [source.name, source.domain, title]);
  return others.length > 0 ? others : bylinesOf(authors, []);
}

const read = ({ text, html }: Rich) => (html ? readHtml(text) : { text: fold(text), images: [] });

const MIN_ARTICLE_WORDS = 120;

/** Counts the words of the longest text if it is a whole article. Does not count in scripts without spaces. */
function wordsIn(texts: readonly string[]): number | undefined {
  const words = Math.max(
    0,
    ...texts.map((text) => text.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0),
  );
  const isSpaced = !texts.some((text) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{10}/u.test(text),
  );
  return isSpaced && words >= MIN_ARTICLE_WORDS ? words : undefined;
}

/** Returns the item's language. It is the feed's language unless the text is clearly in another language. */
function languageIn(entry: FeedEntry, { language, usual }: FeedContext, text: string): string | undefined {
  const own = languageTag(entry.language ?? '');
  const stated = languageTag(language ?? '');
  const found = own || !stated ? null : languageOf(text, usual);
  return own ?? (found && found !== stated?.split('-', 1)[0] ? found : stated) ?? undefined;
}

const nameOf = ({ name }: { name: string }) => cutAtWord(fold(name), NAME);

/** Removes a CDATA mark that the feed software escaped: `<![CDATA[Title]]>`. */
function unwrapped(text: string): string {
  const bare = text.trim();
  return bare.startsWith('<![CDATA[') && bare.endsWith(']]>') ? bare.slice('<![CDATA['.length, -']]>'.length) : text;
}

function titleOf({ title, publisher }: FeedEntry, link: string): string {
  const written = title ? unwrapped(title.text) : '';
  const text = title?.html ? readTitle(written) : fold(written);
  return publisher && isGoogleNews(link) ? withoutPublisher(text, publisher.name) : text;
}

const coverOf = ({ cover, media }: FeedEntry) => (media.some(({ type }) => type?.startsWith('audio/')) ? cover : null);

/** Chooses the URL of the article: a link, otherwise an id that is a URL, otherwise the URL of a media file. */
function addressOf(
  { links, media }: FeedEntry,
  { shared, allowed }: FeedContext,
  resolve: (url: string) => string | null,
) {
  const own = links.filter((link) => !shared.has(link));
  const files = media.map(({ url }) => url);
  for (const each of [...own, ...files, ...links]) {
    const link = resolve(each) ?? '';
    const url = canonicalUrl(addressInside(link), ({ host }) => allowed.has(host));
    if (url) return { url, link };
  }
  return null;
}

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
    const one = url.replace(/^https?:\/\/(https?):?\/\//i, '$1://');
    // A link that starts with `www.` is an absolute URL without a scheme.
    const text = /^www\.[\w-]+\.\w/i.test(one) ? `https://${one}` : one;
    return URL.parse(text, all ?? undefined)?.href ?? null;
  };
}
