import type { IncomingMessage } from 'node:http';
import { addressNetwork } from '../../clicks/accept/address.ts';

export interface BodyLimitOptions {
  /** Time in which a sender must send `minBytes` at least, in milliseconds. */
  windowMs: number;
  minBytes: number;
  /** Bodies of one address that may be on their way. */
  maxPerAddress: number;
  /** Large bodies (above `LARGE_BYTES`, or of unknown length) on their way, of one address and of all. */
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
  /** Monotonic milliseconds at which its window began, and the bytes of the connection by then. */
  since: number;
  received: number;
}

/** Bounds bodies that are on their way: a few senders that are slow on purpose must keep no others out. */
export class BodyLimits {
  readonly #options: BodyLimitOptions;
  readonly #uploads = new Set<Upload>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: Partial<BodyLimitOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#timer = setInterval(() => this.#endSlow(performance.now()), this.#options.windowMs / 10);
    this.#timer.unref();
  }

  /** Admits the body of a request until it has come to its end; returns whether there is room for it. */
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
      // Bytes that wait to be read are no fault of their sender.
      const isRead = incoming.readableLength < incoming.readableHighWaterMark;
      if (isRead && bytesRead - received < minBytes) incoming.socket.destroy();
      Object.assign(upload, { since: now, received: bytesRead });
    }
  }
}
