import { CLASSES, type ClassKind } from './weight.ts';

/**
 * Classes of networks, user agents and readers. The secret hides which class a network has; one class of
 * sixteen identifies nobody.
 */

/** Answers that an isolate remembers: a site sees the same networks and browsers all day. */
const REMEMBERED = 5000;
/** Longest value remembered, so that long headers cannot fill the memory. */
const LONGEST = 400;

const encoder = new TextEncoder();
let known: { secret: string; key: Promise<CryptoKey>; classes: Map<string, number> } | undefined;

/** Class 0–15 of a network's number (ASN). An absent one is a value like any other. */
export const networkClass = (secret: string, network: number | string | null | undefined): Promise<number> =>
  classOf(secret, 'network', String(network ?? ''));

/** Class 0–15 of a user agent, whatever its version numbers. An absent one is a value like any other. */
export const agentClass = (secret: string, userAgent: string | null | undefined): Promise<number> =>
  classOf(secret, 'agent', levelDigits(userAgent ?? ''));

/** Class 0–15 of a reader, from their hash in hex digits: the hash modulo 16. */
export const readerClass = (readerHash: string): number => Number.parseInt(readerHash.slice(-1), CLASSES);

/** A user agent with each run of digits as one 0: versions change by the week and are easily made up. */
export const levelDigits = (userAgent: string): string => userAgent.replace(/\d+/g, '0');

async function classOf(secret: string, kind: ClassKind, value: string): Promise<number> {
  if (known?.secret !== secret) known = { secret, key: importKey(secret), classes: new Map() };
  const { key, classes } = known;
  const text = `${kind}\n${value}`;
  const remembered = classes.get(text);
  if (remembered !== undefined) return remembered;
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(text)));
  const found = (mac[0] ?? 0) % CLASSES;
  if (text.length <= LONGEST) {
    if (classes.size >= REMEMBERED) classes.clear();
    classes.set(text, found);
  }
  return found;
}

const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
