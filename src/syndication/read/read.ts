import { decode } from './decode.ts';
import { readDocument } from './document.ts';
import type { FeedDocument } from './entry.ts';

/** Reads a feed's bytes. Throws `FeedFault` if there is nothing to read. */
export function readFeed(bytes: Uint8Array, contentType?: string): FeedDocument {
  const { text, note } = decode(bytes, contentType);
  const document = readDocument(text);
  return note ? { ...document, notes: [note, ...document.notes] } : document;
}
