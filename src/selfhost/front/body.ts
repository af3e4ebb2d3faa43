import type { IncomingMessage } from 'node:http';
import type { Slot, Slots } from './gate.ts';

/** Bodies up to here need no slot of their own. */
const SMALL = 65_536;
/** What the Worker takes at most, and where a beacon is so much too large that its 4 KB need not be asked about. */
const MAX_BODY = 5 * 2 ** 20;
const MAX_BEACON = SMALL;

/** The Worker would refuse the body. */
export class TooLarge extends Error {
  constructor(isBeacon: boolean) {
    super(`is too large; at most ${isBeacon ? '4 KB' : '5 MB'}`);
  }
}

/** Too many large bodies are in memory. */
export class TooMany extends Error {}

export interface Body {
  body: Buffer;
  /** The caller calls it when the body is no longer needed. */
  done(): void;
}

/**
 * Reads a request's body to its end before anything is asked, so that a slow sender holds no slot, and its length is known.
 * Throws `TooLarge` and `TooMany`; rejects where the client breaks off. A body that is not `wanted` is read and forgotten.
 */
export async function readBody(
  incoming: IncomingMessage,
  { wanted, isBeacon }: { wanted: boolean; isBeacon: boolean },
  large: Slots,
): Promise<Body> {
  const most = isBeacon ? MAX_BEACON : MAX_BODY;
  const chunks: Buffer[] = [];
  let size = 0;
  let slot: Slot | null = null;
  let isKept = wanted;
  const done = () => slot?.leave();
  if (Number(incoming.headers['content-length'] ?? 0) > most) throw new TooLarge(isBeacon);
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > most) throw new TooLarge(isBeacon);
      if (!isKept) continue;
      chunks.push(chunk);
      if (size <= SMALL || slot) continue;
      slot = await large.enter();
      // Where it is too large, too, coming again is of no use.
      isKept = slot !== null;
    }
    if (wanted && !isKept) throw new TooMany();
    return { body: Buffer.concat(chunks), done };
  } catch (thrown) {
    done();
    throw thrown;
  }
}
