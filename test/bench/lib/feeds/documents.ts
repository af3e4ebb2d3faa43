import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRandom } from '../../../../src/demo/random.ts';
import { sentence } from '../words.ts';

const COUNTRIES = ['Germany', 'the United Kingdom', 'Brazilian', 'Japan', 'French', 'Kenya', 'Norwegian'];

/** A feed of so many stories as publishers write them: an introduction, a text in HTML of two kilobytes, a picture, categories. */
export function feedOf(slug: string, items: number, now: number): string {
  const random = createRandom(7);
  const story = (n: number) => {
    const place = COUNTRIES[n % COUNTRIES.length];
    const title = `${sentence(random, 8)} in ${place}: Company ${1 + (n % 5000)}`;
    const paragraphs = Array.from({ length: 12 }, () => `<p>${sentence(random, 24)}</p>`).join('');
    return `<item><title>${title}</title><link>https://${slug}.example/${n}?utm_source=rss</link><guid isPermaLink="false">${slug}-${n}</guid>
<pubDate>${new Date((now - n * 600) * 1000).toUTCString()}</pubDate><description>${sentence(random, 40)}</description>
<category>Insurance</category><media:content url="https://${slug}.example/${n}.jpg" width="1200" height="675" medium="image"/>
<content:encoded><![CDATA[${paragraphs}]]></content:encoded></item>`;
  };
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${slug}</title><link>https://${slug}.example/</link>
${Array.from({ length: items }, (_, n) => story(n)).join('\n')}</channel></rss>`;
}

/** Serves documents by name from loopback; those with a validator answer 304 to it. */
export async function serveFeeds(documents: ReadonlyMap<string, string>, withEtag: ReadonlySet<string>) {
  const server = createServer(({ url = '', headers }, response) => {
    const name = url.slice(1);
    const etag = withEtag.has(name) ? { ETag: `"${name}"` } : {};
    if (headers['if-none-match'] && headers['if-none-match'] === etag.ETag) response.writeHead(304).end();
    else response.writeHead(documents.has(name) ? 200 : 404, etag).end(documents.get(name) ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, close: () => server.close() };
}
