import { byKind, type ClassKind, type ClickTrust, KINDS, READER_CLASSES } from '../db/click-columns.ts';
import { hmacBytes } from '../lib/hash/hash.ts';

/** This module assigns unsigned clicks to buckets, which are too few to identify a person. */

const MAX_CACHED_CLASSES = 5000;
/** Maximum length of a cached value, in characters. Prevents long headers from filling the memory. */
const MAX_CACHED_CHARACTERS = 400;

let known: { secret: string; classes: Map<string, number> } | undefined;

/** Traits of a click's sender. Missing ones are hashed as empty. */
export interface SenderTraits {
  /** Network number of the sender (ASN). If unknown, `prefix` replaces it. */
  network?: number | string | null | undefined;
  prefix?: string | null | undefined;
  userAgent?: string | null | undefined;
}

/** Returns the buckets of an unsigned click, or the reader bucket of other clicks. `reader`: a hash in hex digits. */
export async function classify(
  secret: string,
  origin: ClickTrust,
  { sender, reader }: { sender: SenderTraits; reader: string },
) {
  if (origin !== 'unsigned') return { origin, reader: readerClass(reader) };
  const { network, prefix, browser } = byKind((kind) => classOf(secret, kind, sender));
  return { origin, network: await network, prefix: await prefix, browser: await browser };
}

export async function classOf(secret: string, kind: ClassKind, sender: SenderTraits): Promise<number> {
  if (known?.secret !== secret) known = { secret, classes: new Map() };
  const { classes } = known;
  const value = BUCKET_VALUES[kind](sender);
  const text = `${kind}\n${value}`;
  const remembered = classes.get(text);
  if (remembered !== undefined) return remembered;
  const [byte = 0] = await hmacBytes(`${kind}\n${secret}`, value);
  const found = byte % KINDS[kind];
  if (text.length <= MAX_CACHED_CHARACTERS) {
    if (classes.size >= MAX_CACHED_CLASSES) classes.clear();
    classes.set(text, found);
  }
  return found;
}

const BUCKET_VALUES: Record<ClassKind, (sender: SenderTraits) => string> = {
  network: ({ network, prefix }) => String(network ?? prefix ?? ''),
  prefix: ({ prefix }) => prefix ?? '',
  browser: ({ userAgent }) => levelDigits(userAgent ?? ''),
};

export const readerClass = (readerHash: string): number => Number.parseInt(readerHash.slice(-2), 16) % READER_CLASSES;

/** Replaces runs of digits in a user agent with 0, because browser versions change weekly and are easy to invent. */
export const levelDigits = (userAgent: string): string => userAgent.replace(/\d+/g, '0');
