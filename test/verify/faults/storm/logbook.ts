import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface MessageBody {
  contentId: number;
  /** Epoch seconds. */
  at: number;
  reader: string;
}

type OnSent = (contentId: number, at: number, reader: string) => void;

const keyOf = ({ reader, contentId, at }: MessageBody) => `${reader} ${contentId} ${at}`;

/**
 * A server that outlives the Worker: keeps what the Worker is about to send and what its consumer has acknowledged, and
 * answers as the publishers' sites whose feeds are polled. What the platform's durable queue would still have after a
 * crash is what was sent and is not done.
 */
export class Logbook {
  /** Sent and not acknowledged, by what they say. */
  readonly open = new Map<string, MessageBody>();
  sent = 0;
  done = 0;
  url = '';
  readonly #onSent: OnSent;
  readonly #feeds: (path: string) => string | null;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(onSent: OnSent, feeds: (path: string) => string | null) {
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
      if (reader) this.#onSent(body.contentId, body.at, reader);
    }
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
    const { bodies, reader } = JSON.parse(text) as { bodies: MessageBody[]; reader?: string };
    if (path === '/sent') this.send(bodies, reader ?? null);
    else {
      this.done += bodies.length;
      for (const body of bodies) this.open.delete(keyOf(body));
    }
    response.end();
  }
}
