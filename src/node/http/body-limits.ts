import type { IncomingMessage } from 'node:http';
import { addressNetwork } from '../../clicks/accept/address.ts';

export interface BodyLimitOptions {
  /** A client is disconnected if it sends fewer than `minBytes` of a request body within this time. */
  windowMs: number;
  minBytes: number;
  maxPerAddress: number;
  maxLargePerAddress: number;
  maxLarge: number;
}

const DEFAULTS: BodyLimitOptions = {
  windowMs: 10_000,
  minBytes: 5000,
  maxPerAddress: 64,
  maxLargePerAddress: 8,
  maxLarge: 32,
};
const LARGE_BYTES = 65_536;

interface Upload {
  incoming: IncomingMessage;
  address: string;
  isLarge: boolean;
  since: number;
  received: number;
}

/** Limits concurrent uploads and ends slow ones, so that a few deliberately slow clients cannot block other clients. */
export class BodyLimits {
  readonly #options: BodyLimitOptions;
  readonly #uploads = new Set<Upload>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: Partial<BodyLimitOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#timer = setInterval(() => this.#endSlow(performance.now()), this.#options.windowMs / 10);
    this.#timer.unref();
  }

  /** Counts an upload until its request ends. Returns false if the limit per sender or in total is reached. */
  admit(incoming: IncomingMessage, sender: string): boolean {
    const address = addressNetwork(sender);
    const isLarge = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) > LARGE_BYTES;
    const { maxPerAddress, maxLargePerAddress, maxLarge } = this.#options;
    const count = (isCounted: (upload: Upload) => boolean) => Array.from(this.#uploads).filter(isCounted).length;
    if (count((each) => each.address === address) >= maxPerAddress) return false;
    if (isLarge && count((each) => each.isLarge && each.address === address) >= maxLargePerAddress) return false;
    if (isLarge && count((each) => each.isLarge) >= maxLarge) return false;
    const received = incoming.socket.bytesRead;
    const upload = { incoming, address, isLarge, since: performance.now(), received };
    this.#uploads.add(upload);
    incoming.once('close', () => this.#uploads.delete(upload)).once('end', () => this.#uploads.delete(upload));
    return true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #endSlow(now: number): void {
    const { windowMs, minBytes } = this.#options;
    for (const upload of this.#uploads) {
      const { incoming, since, received } = upload;
      if (now - since < windowMs) continue;
      const { bytesRead } = incoming.socket;
      // A sender is not slow if its bytes have arrived but the server has not read them yet.
      const isRead = incoming.readableLength < incoming.readableHighWaterMark;
      if (isRead && bytesRead - received < minBytes) incoming.socket.destroy();
      Object.assign(upload, { since: now, received: bytesRead });
    }
  }
}
