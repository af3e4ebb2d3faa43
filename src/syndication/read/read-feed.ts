import { decodeHTMLStrict } from 'entities';
import { type JsonFeed, parseJsonFeed } from 'feedsmith';
import { FeedFault } from '../fault.ts';
import { decode } from './decode.ts';
import { type FeedDocument, type FeedEntry, idAsLink, limitEntry, present, texts } from './entry.ts';
import { asOneName } from './facts.ts';
import { readAtomEntry, readAtomHead } from './formats/from-atom.ts';
import { coverOf, readRssHead, readRssItem } from './formats/from-rss.ts';
import { mendJson } from './mend-json.ts';
import { type FeedXml, readXml } from './xml/xml.ts';

type Item = NonNullable<JsonFeed.Feed<string>['items']>[number];

function readJson(feed: JsonFeed.Feed<string>, wanted: number): Omit<FeedDocument, 'notes'> {
  const { title, home_page_url, feed_url, language, items = [] } = feed;
  return {
    title: title ?? '',
    link: home_page_url ?? feed_url ?? null,
    site: home_page_url ?? null,
    hubs: present(...(feed.hubs ?? []).map(({ url }) => url)),
    self: feed_url ?? null,
    language: language ?? null,
    pace: 0,
    authors: namesOf(feed),
    entries: items.slice(0, wanted).map((item) => limitEntry(readItem(item))),
  };
}

/** Decodes HTML entities, which some software leaves in plain text. Leaves tags unchanged. */
const decodeEntities = (text: string | undefined): string | undefined => (text ? decodeHTMLStrict(text) : text);

const namesOf = ({ authors = [] }: Pick<Item, 'authors'>): string[] =>
  present(...authors.map(({ name }) => (name?.includes('&') ? asOneName(name) : name)));

function readItem(item: Item): FeedEntry {
  const attachments = (item.attachments ?? []).flatMap(({ url, mime_type }) => (url ? [{ url, type: mime_type }] : []));
  return {
    guid: item.id ?? null,
    links: present(item.url, item.external_url, idAsLink(item.id)),
    base: null,
    title: texts(false, decodeEntities(item.title))[0] ?? null,
    texts: [
      ...texts(false, decodeEntities(item.summary)),
      ...texts(true, item.content_html),
      ...texts(false, decodeEntities(item.content_text)),
    ],
    dates: present(item.date_published),
    updates: present(item.date_modified),
    categories: (item.tags ?? []).flatMap((tag) => decodeEntities(tag) ?? []),
    rights: [],
    authors: namesOf(item),
    language: item.language ?? null,
    media: attachments,
    images: [
      ...present(item.image, item.banner_image).map((url) => ({ url })),
      ...attachments.filter(({ type }) => type?.startsWith('image/')).map(({ url }) => ({ url })),
    ],
    cover: null,
    publisher: null,
  };
}

const MAX_ITEMS = 1000;
/** Maximum number of entity declarations, which are never expanded. More of them indicate an attack on feed readers. */
const MAX_ENTITIES = 300;
/** Maximum number of JSON values. Each value takes far more memory than its characters. */
const MAX_JSON_VALUES = 300_000;

const ROOTS: ReadonlySet<string> = new Set(['rss', 'rdf', 'channel', 'feed', 'entry']);

/** Reads RSS, RDF, Atom or JSON Feed, even if parts are invalid. Throws a `FeedFault` if nothing is readable. */
export function readDocument(text: string): FeedDocument {
  // The prefix `)]}'`, which prevents JSON from running as a script, is removed.
  const source = text.replace(/^\ufeff?\s*(?:\)\]\}'[^\n]{0,20}\n\s*)?/, '');
  if (source === '') throw new FeedFault('is empty');
  if (/^(\{|\[(?![\s\S]*<))/.test(source)) return jsonDocument(source);
  const start = beginningOf(source);
  const document = xmlDocument(source.slice(start));
  return start === 0
    ? document
    : { ...document, notes: ['has text before the XML, which is ignored', ...document.notes] };
}

const FEED_START = /<\?xml\s|<!DOCTYPE\s+(?:rss|feed|rdf)|<(?:rss|feed|rdf:RDF|channel)[\s>]/i;
const MAX_PREFIX = 20_000;

/** Returns the position at which the feed starts, even after server warnings. Returns 0 for an HTML page. */
function beginningOf(source: string): number {
  // The XML declaration and the document type belong to the feed.
  if (/^<[?!]/.test(source)) return 0;
  const start = Math.max(0, source.slice(0, MAX_PREFIX).search(FEED_START));
  return /<(?:html|head|body)[\s>]/i.test(source.slice(0, start)) ? 0 : start;
}

function xmlDocument(source: string): FeedDocument {
  refuseEntities(source);
  const entries: FeedEntry[] = [];
  const xml = readXml(source, MAX_ITEMS, (item, root) => {
    entries.push(limitEntry(isAtom(root) ? readAtomEntry(item) : readRssItem(item)));
  });
  const inner = xml.root === 'html' ? atomWithin(source) : '';
  if (inner) return xmlDocument(inner);
  refuseOthers(source, xml);
  const head = isAtom(xml.root) ? readAtomHead(xml.head) : readRssHead(xml.head);
  const cover = coverOf(xml.head);
  return { ...head, entries: entries.map((entry) => ({ ...entry, cover })), notes: notesOf(xml) };
}

function atomWithin(source: string): string {
  const from = source.search(/<feed\s/);
  const inner = source.slice(from, source.lastIndexOf('</feed>') + '</feed>'.length);
  const [tag = ''] = inner.split('>', 1);
  return from >= 0 && tag.includes('http://www.w3.org/2005/Atom') ? inner : '';
}

const isAtom = (root: string) => root === 'feed' || root === 'entry';

function notesOf({ items, more, state }: FeedXml): string[] {
  if (more) return [TOO_MANY];
  if (state === 'cut') return [`is truncated or malformed after item ${items}; the items before that are read`];
  if (state === 'deep') return [`${TOO_DEEP} after item ${items}; the items before that are read`];
  return state === 'broken' ? ['is not well-formed XML, so only its readable part is used'] : [];
}

const TOO_MANY = `has more than ${MAX_ITEMS} items; the first ${MAX_ITEMS} are read`;
const TOO_DEEP = 'is not well-formed XML: it nests hundreds of elements';

function refuseOthers(source: string, { root, head, items, state }: FeedXml): void {
  if (!ROOTS.has(root)) {
    const isPage = /<!doctype\s+html/i.test(source.slice(0, 5000)) || /^(html|head|body)$/.test(root);
    if (isPage) throw new FeedFault('is an HTML page, not a feed');
    const what =
      root === '' ? 'is neither XML nor JSON' : `is XML with the root element ${root.slice(0, 50)}, not a feed`;
    throw new FeedFault(what);
  }
  if (items > 0) return;
  if (state === 'deep') throw new FeedFault(TOO_DEEP);
  if (state === 'cut') throw new FeedFault('is not well-formed XML: it is truncated before the end of its first item');
  if (head.children.length === 0) throw new FeedFault('is an empty feed');
}

/** Rejects nested entities, which can grow exponentially. */
function refuseEntities(source: string): void {
  const start = source.slice(0, 10_000).search(/<!DOCTYPE/i);
  if (start < 0) return;
  const declared = source.slice(start, start + 100_000).match(/<!ENTITY\s[^>]{0,1000}>/gi) ?? [];
  const nested = declared.some(
    (text) => !/\b(SYSTEM|PUBLIC)\b/.test(text) && /["'][^"']*&(?!#|amp;|lt;|gt;)\w+;/.test(text),
  );
  if (nested || declared.length > MAX_ENTITIES)
    throw new FeedFault('declares nested entities (an entity bomb), so it is not read');
}

function jsonDocument(source: string): FeedDocument {
  if (valuesIn(source) > MAX_JSON_VALUES)
    throw new FeedFault(`is JSON with more than ${MAX_JSON_VALUES} values, which is too many for a feed`);
  const feed = parseJson(source);
  const more = (feed.items?.length ?? 0) > MAX_ITEMS;
  return { ...readJson(feed, MAX_ITEMS), notes: more ? [TOO_MANY] : [] };
}

function valuesIn(source: string): number {
  let count = 0;
  let quoted = false;
  for (let i = 0; i < source.length; i++) {
    const character = source[i];
    if (quoted && character === '\\') i++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === ',' || character === '[' || character === '{')) count++;
  }
  return count;
}

const VERSION = 'https://jsonfeed.org/version/1.1';

function parseJson(source: string) {
  try {
    return parseJsonFeed<string>(source);
  } catch {
    const json = parseJsonValue(source);
    if (isFeed(json)) return parseJsonFeed<string>(JSON.stringify(json));
    if (!hasStories(json)) throw new FeedFault('is JSON, but not a JSON Feed');
    return parseJsonFeed<string>(JSON.stringify({ ...json, version: VERSION }));
  }
}

function parseJsonValue(source: string): unknown {
  for (const read of [(text: string) => text, mendJson]) {
    try {
      return JSON.parse(read(source));
    } catch {}
  }
  throw new FeedFault('is not valid JSON: truncated or malformed');
}

const isFeed = (json: unknown): boolean =>
  String((json as { version?: unknown } | null)?.version).startsWith('https://jsonfeed.org/version/');

/** Returns true if the items have a URL and a text. Items in the JSON of other APIs have neither. */
function hasStories(json: unknown): json is object {
  const { version, items } = (json ?? {}) as { version?: unknown; items?: unknown };
  if (!/^1(\.\d)?$/.test(String(version)) || !Array.isArray(items)) return false;
  return items.some(
    (item) => /^https?:/.test(item?.url) && ['title', 'content_text', 'content_html'].some((name) => item[name]),
  );
}

export function readFeed(bytes: Uint8Array, contentType?: string): FeedDocument {
  const { text, note } = decode(bytes, contentType);
  const document = readDocument(text);
  return note ? { ...document, notes: [note, ...document.notes] } : document;
}
