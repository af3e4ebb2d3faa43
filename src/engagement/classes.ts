import { byKind, type ClassKind, type ClickTrust, KINDS, READER_CLASSES } from '../db/click-columns.ts';
import { hmacBytes } from '../lib/hash/hash.ts';

/** Assigns unsigned clicks to buckets by network and browser. The buckets are too few to identify a person. */

const MAX_CACHED_CLASSES = 5000;
/** Maximum length of a cached value, in characters. Without this limit, long headers could fill the memory. */
const MAX_CACHED_CHARACTERS = 400;

let known: { secret: string; classes: Map<string, number> } | undefined;

/** Traits of the sender of a click. A missing trait is hashed as an empty string. */
export interface SenderTraits {
  /** Autonomous system number of the sender's network. If it is unknown, `prefix` replaces it. */
  network?: number | string | null | undefined;
  prefix?: string | null | undefined;
  userAgent?: string | null | undefined;
}

/** Returns the buckets of an unsigned click, or the reader bucket of any other click. `reader` is a hash in hex. */
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

/** Replaces each number in a user agent with 0, because version numbers change weekly and are easy to invent. */
export const levelDigits = (userAgent: string): string => userAgent.replace(/\d+/g, '0');
