import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClickMessage } from '../../../../src/clicks/message.ts';
import type { Sent } from './traffic/clicks.ts';

/** A click's message. */
export type MessageBody = Pick<ClickMessage, 'v' | 'id' | 'contentId' | 'hour'>;

/** What an attempt to count is about to write: the number by which the ledger will know it, and hours by click. */
interface Attempt {
  nonce: number;
  hours: [id: string, hour: number][];
}

const keyOf = ({ id, hour }: MessageBody) => `${id} ${hour}`;

interface Entry {
  bodies?: MessageBody[];
  reader?: string | null;
  attempt?: Attempt;
}

const sentBy = (reader: string, { contentId, hour, id }: MessageBody): Sent => ({ contentId, hour, reader, id });

/**
 * A server that outlives the Worker: keeps what the Worker is about to send and what its consumer has acknowledged, and
 * answers as the publishers' sites whose feeds are polled. What the platform's durable queue would still have after a
 * crash is what was sent and is not done.
 */
export class Logbook {
  /** Sent and not acknowledged, by what they say. */
  readonly open = new Map<string, MessageBody>();
  /** The hour under which each attempt to count would count each click, by the attempt's number. */
  readonly attempts = new Map<number, ReadonlyMap<string, number>>();
  sent = 0;
  done = 0;
  url = '';
  readonly #onSent: (sent: Sent) => void;
  readonly #feeds: (path: string) => string | null;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(onSent: (sent: Sent) => void, feeds: (path: string) => string | null) {
    this.#onSent = onSent;
    this.#feeds = feeds;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Messages are in the queue, or about to be. */
  send(bodies: readonly MessageBody[], reader: string | null): void {
    this.sent += bodies.length;
    for (const body of bodies) {
      this.open.set(keyOf(body), body);
      if (reader) this.#onSent(sentBy(reader, body));
    }
  }

  /** One attempt may write into several partitions of the ledger. */
  #tried({ nonce, hours }: Attempt): void {
    this.attempts.set(nonce, new Map([...(this.attempts.get(nonce) ?? []), ...hours]));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (request.method !== 'POST') {
      const feed = this.#feeds(path);
      response.writeHead(feed ? 200 : 404, { 'Content-Type': 'application/rss+xml' }).end(feed ?? '');
      return;
    }
    let text = '';
    for await (const part of request) text += part;
    const { bodies = [], reader, attempt } = JSON.parse(text) as Entry;
    if (path === '/sent') this.send(bodies, reader ?? null);
    else if (attempt) this.#tried(attempt);
    else {
      this.done += bodies.length;
      for (const body of bodies) this.open.delete(keyOf(body));
    }
    response.end();
  }
}
