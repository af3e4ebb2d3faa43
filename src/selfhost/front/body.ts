import type { IncomingMessage } from 'node:http';
import type { Slot, Slots } from './gate.ts';

/** Bodies up to here need no slot of their own. */
const SMALL = 65_536;
/** More than any path of the Worker takes, which says by itself what it takes. */
const MAX_BODY = 6 * 2 ** 20;

/** The Worker would refuse the body. */
export class TooLarge extends Error {
  constructor() {
    super('is too large; at most 5 MB');
  }
}

export interface Body {
  body: Buffer;
  /** To be called when the body is no longer needed. */
  done(): void;
}

/**
 * Reads a request's body to its end before anything is asked, so that a slow sender holds no slot, and its length is known.
 * Throws `TooLarge`; rejects where the client breaks off. A body that is not `wanted` is read and forgotten.
 */
export async function readBody(incoming: IncomingMessage, wanted: boolean, large: Slots): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  let slot: Slot | null = null;
  const done = () => slot?.leave();
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY) throw new TooLarge();
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > MAX_BODY) throw new TooLarge();
      if (!wanted) continue;
      chunks.push(chunk);
      if (size <= SMALL || slot) continue;
      slot = await large.enter();
      if (!slot) throw new Error('too many large bodies at once');
    }
    return { body: Buffer.concat(chunks), done };
  } catch (thrown) {
    done();
    throw thrown;
  }
}
