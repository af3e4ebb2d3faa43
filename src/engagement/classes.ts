import { byKind, type ClassKind, KINDS, type Origin, READER_CLASSES } from '../db/click-columns.ts';
import { hmacBytes } from '../lib/hash/hash.ts';

/**
 * Classes of unsigned clicks, of each kind by a secret of its own. The secrets hide which class a network has; one class of
 * so few identifies nobody.
 */

/** Answers that an isolate remembers: a site sees the same networks and browsers all day. */
const MAX_CACHED_CLASSES = 5000;
/** Longest value remembered, so that long headers cannot fill the memory. */
const MAX_CACHED_CHARACTERS = 400;

let known: { secret: string; classes: Map<string, number> } | undefined;

/** What is known of who sends an unsigned click. An absent value is a value like any other. */
export interface Sender {
  /** Number of the network (ASN); where it is unknown, the prefix stands in. */
  network?: number | string | null | undefined;
  /** What readers of a network have in common: of an address, as `addressPrefix` makes it. */
  prefix?: string | null | undefined;
  userAgent?: string | null | undefined;
}

/** What a click counts by: an unsigned one by its sender, any other by its reader, a hash in hex digits. */
export async function classify(secret: string, origin: Origin, { sender, reader }: { sender: Sender; reader: string }) {
  if (origin !== 'unsigned') return { origin, reader: readerClass(reader) };
  const { network, prefix, browser } = byKind((kind) => classOf(secret, kind, sender));
  return { origin, network: await network, prefix: await prefix, browser: await browser };
}

/** The class of one kind. */
export async function classOf(secret: string, kind: ClassKind, sender: Sender): Promise<number> {
  if (known?.secret !== secret) known = { secret, classes: new Map() };
  const { classes } = known;
  const value = VALUES[kind](sender);
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

const VALUES: Record<ClassKind, (sender: Sender) => string> = {
  network: ({ network, prefix }) => String(network ?? prefix ?? ''),
  prefix: ({ prefix }) => prefix ?? '',
  browser: ({ userAgent }) => levelDigits(userAgent ?? ''),
};

/** Class of a reader, from their hash in hex digits: the hash modulo 32. */
export const readerClass = (readerHash: string): number => Number.parseInt(readerHash.slice(-2), 16) % READER_CLASSES;

/** A user agent with each run of digits as one 0: versions change by the week and are easily made up. */
export const levelDigits = (userAgent: string): string => userAgent.replace(/\d+/g, '0');
