import { DetectError, ParseError, parseFeed } from 'feedsmith';
import { FeedFault } from '../fault.ts';
import type { FeedEntry } from './entry.ts';
import { type Excerpt, excerpt, openingOf } from './excerpt.ts';
import { readAtom } from './from-atom.ts';
import { readJson } from './from-json.ts';
import { readRss } from './from-rss.ts';

/** Items of one document that are taken; a feed has its newest first. */
export const MAX_ITEMS = 1000;
/** An entity of its own that a document may declare; they are never expanded, so more is an attack on somebody else. */
const MAX_ENTITIES = 300;
/** Characters before the first item that are read again with every item of a broken document. */
const LONGEST_HEAD = 20_000;

export interface FeedDocument {
  title: string;
  /** The page that the feed is about; addresses in it may be relative to that. */
  link: string | null;
  /** Seconds between changes as the feed states them; 0: it does not. */
  pace: number;
  entries: FeedEntry[];
  /** What could not be taken, in words. */
  notes: string[];
}

type Parsed = ReturnType<typeof parseFeed<string>>;

/** Reads RSS, RDF, Atom or JSON Feed. Of a broken document what is whole is taken. Throws `FeedFault` where there is nothing to take. */
export function readDocument(text: string): FeedDocument {
  const source = text.replace(/^\ufeff?\s*/, '');
  refuseEntities(source);
  if (source.startsWith('{') || source.startsWith('['))
    return readers(
      parse(source, () => faultOf(source)),
      [],
    );
  const { head, items, foot, more } = excerpt(source, MAX_ITEMS);
  const notes = more ? [`has more than ${MAX_ITEMS} items; the first ${MAX_ITEMS} are taken`] : [];
  const whole = more ? head + items.join('') + foot : source;
  const parts = { head, items, foot };
  try {
    const document = readers(parseFeed<string>(whole), notes);
    // An element that is never closed may swallow the items after it without a word.
    return document.entries.length < items.length ? betterOf(document, oneByOne(parts)) : document;
  } catch (thrown) {
    if (thrown instanceof ParseError) throw new FeedFault('is a feed with nothing in it');
    if (thrown instanceof DetectError || items.length === 0) throw faultOf(source, thrown);
    const document = together(parts) ?? oneByOne(parts);
    if (!document) throw faultOf(source, thrown);
    return { ...document, notes: [...notes, ...document.notes] };
  }
}

type Parts = Pick<Excerpt, 'head' | 'items' | 'foot'>;

/** The whole items of a document without what follows them; null where there is more wrong than its end. */
function together({ head, items, foot }: Parts): FeedDocument | null {
  try {
    const note = `breaks off or is broken after item ${items.length}; what is before is taken`;
    return readers(parseFeed<string>(head + items.join('') + foot), [note]);
  } catch {
    return null;
  }
}

/** Each item as a document of its own, so that a broken one takes no other with it. A head too long to be read with each is left out. */
function oneByOne({ head, items, foot }: Parts): FeedDocument | null {
  const opening = head.length > LONGEST_HEAD ? openingOf(head) : head;
  if (opening.length > LONGEST_HEAD) return null;
  const documents = items.flatMap((item) => {
    try {
      return [readers(parseFeed<string>(opening + item + foot), [])];
    } catch {
      return [];
    }
  });
  const entries = documents.flatMap(({ entries }) => entries);
  const broken = items.length - entries.length;
  const left = broken === 0 ? '' : `; ${broken} broken ${broken === 1 ? 'item is' : 'items are'} left out`;
  return documents[0] ? { ...documents[0], entries, notes: [`is not well-formed XML${left}`] } : null;
}

const betterOf = (document: FeedDocument, other: FeedDocument | null): FeedDocument =>
  other && other.entries.length > document.entries.length
    ? { ...other, notes: [...document.notes, ...other.notes] }
    : document;

function parse(source: string, fault: () => FeedFault): Parsed {
  try {
    return parseFeed<string>(source);
  } catch {
    throw fault();
  }
}

function readers(parsed: Parsed, notes: string[]): FeedDocument {
  const document =
    parsed.format === 'atom'
      ? readAtom(parsed.feed)
      : parsed.format === 'json'
        ? readJson(parsed.feed)
        : readRss(parsed.feed);
  if (document.entries.length <= MAX_ITEMS) return { ...document, notes };
  return {
    ...document,
    entries: document.entries.slice(0, MAX_ITEMS),
    notes: [...notes, `has more than ${MAX_ITEMS} items; the first ${MAX_ITEMS} are taken`],
  };
}

/** Entities that name others grow without end where they are expanded; nothing honest declares them in a feed. */
function refuseEntities(source: string): void {
  const start = source.slice(0, 10_000).search(/<!DOCTYPE/i);
  if (start < 0) return;
  const head = source.slice(start, start + 100_000);
  const declared = head.match(/<!ENTITY\s[^>]*>/gi) ?? [];
  const nested = declared.some(
    (text) => !/\b(SYSTEM|PUBLIC)\b/.test(text) && /["'][^"']*&(?!#|amp;|lt;|gt;)\w+;/.test(text),
  );
  if (nested || declared.length > MAX_ENTITIES)
    throw new FeedFault('declares entities made of entities (an entity bomb); it is not read');
}

/** Says what the text is instead of a feed. */
function faultOf(source: string, thrown?: unknown): FeedFault {
  if (source.trim() === '') return new FeedFault('is empty');
  if (source.startsWith('{') || source.startsWith('[')) return new FeedFault(faultOfJson(source));
  const head = source.slice(0, 5000).replace(/<!--.*?-->/gs, '');
  const root = /<(?![?!])([\w.:-]+)/.exec(head)?.[1] ?? '';
  if (/<!doctype\s+html/i.test(head) || /^(html|head|body)$/i.test(root))
    return new FeedFault('is an HTML page, not a feed');
  if (!root) return new FeedFault('is neither XML nor JSON');
  if (!/(^|:)(rss|rdf|feed)$/i.test(root))
    return new FeedFault(`is XML with the root element ${root.slice(0, 50)}, not a feed`);
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? `: ${inWords(thrown.cause.message)}` : '';
  return new FeedFault(`is not well-formed XML${cause}`);
}

const inWords = (message: string) => (message.split(/[.\n]\s/)[0] ?? '').slice(0, 120);

function faultOfJson(source: string): string {
  try {
    JSON.parse(source);
    return 'is JSON, but not a JSON Feed';
  } catch {
    return 'is JSON that breaks off or is broken';
  }
}
