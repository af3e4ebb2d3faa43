import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

export interface Publisher {
  origin: string;
  serviceFor(reader: number | string): string;
  close(): void;
}

/** Serves `pageOf(path)`. The host `r7.…` forwards requests to the service with the address of reader 7. */
export async function servePublisher(pageOf: (path: string) => string, service: () => URL): Promise<Publisher> {
  const server: Server = createServer((asked, answer) => {
    const [, reader] = /^r(\d+)\./.exec(asked.headers.host ?? '') ?? [];
    if (!reader) {
      answer.setHeader('Content-Type', 'text/html; charset=utf-8');
      answer.end(
        `<!doctype html><html lang="en"><title>Publisher</title><meta name="viewport" content="width=device-width"><body>${pageOf(asked.url ?? '/')}`,
      );
      return;
    }
    const address = `10.${Number(reader) >> 8}.${Number(reader) & 255}.7`;
    const { host, ...headers } = asked.headers;
    const { pathname, search } = new URL(asked.url ?? '/', 'http://localhost');
    const passed = request(new URL(pathname + search, service()).href, {
      method: asked.method,
      headers: { ...headers, 'CF-Connecting-IP': address },
    });
    passed.on('response', (got) => got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers)));
    passed.on('error', () => answer.writeHead(502).end());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    serviceFor: (reader) => origin.replace('localhost', `r${reader}.localhost`),
    close: () => server.close(),
  };
}

export const hide = (page: Page) =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'))`);

/** Kills the process of the tab, as a phone does when memory runs out. */
export async function kill(page: Page): Promise<void> {
  const dead = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  await Promise.race([dead, session.send('Page.crash')]);
  await dead;
}
