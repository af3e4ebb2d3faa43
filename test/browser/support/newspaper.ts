import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestNewspaper {
  host: string;
  at: (path: string) => string;
  close(): void;
}

const page = (head: string) =>
  `<!doctype html><html lang="en"><head><title>The Courier</title>${head}</head><body></body></html>`;

const STORY = page(`<meta property="og:title" content="A satellite goes dark">
  <meta property="og:description" content="Space insurers count what it costs.">
  <meta property="og:site_name" content="The Courier">
  <meta property="article:published_time" content="2026-01-31T08:00:00Z">`);

const HOME = page(`<meta property="og:site_name" content="The Courier">
  <link rel="alternate" type="application/rss+xml" title="The Courier" href="/feed.xml">`);

const feed = (
  at: TestNewspaper['at'],
  further: readonly string[],
) => `<?xml version="1.0"?><rss version="2.0"><channel><title>The Courier</title>
  <link>${at('/')}</link><description>News</description>
  <item><guid>1</guid><title>A satellite is launched</title><link>${at('/launched')}</link><description>Into orbit.</description></item>
  <item><guid>2</guid><title>Nothing of note</title><link>${at('/nothing')}</link><description>At all.</description></item>
  ${further.map((title, i) => `<item><guid>more ${i}</guid><title>${title}</title><link>${at(`/more-${i}`)}</link></item>`).join('')}
  </channel></rss>`;

/**
 * Starts a newspaper with a front page, a feed and an article. `address` is a loopback address; `further` adds titles.
 */
export async function startNewspaper(address = '127.0.0.1', further: readonly string[] = []): Promise<TestNewspaper> {
  const server = createServer((request, response) => {
    const answers: Record<string, [type: string, body: string]> = {
      '/': ['text/html; charset=utf-8', HOME],
      '/feed.xml': ['application/rss+xml', feed(newspaper.at, further)],
      '/story': ['text/html; charset=utf-8', STORY],
    };
    const [type, body] = answers[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(body ? 200 : 404, { 'Content-Type': type });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const host = `${address}:${(server.address() as AddressInfo).port}`;
  const newspaper: TestNewspaper = { host, at: (path) => `http://${host}${path}`, close: () => server.close() };
  return newspaper;
}
