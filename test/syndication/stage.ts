import { inject } from 'vitest';
import { loadTagger } from '../../src/content/rules/rules.ts';
import type { Db } from '../../src/db/client.ts';
import { mutex } from '../../src/lib/async-control.ts';
import { allowedHosts } from '../../src/syndication/fetch/public-url.ts';
import { feedsByUrl } from '../../src/syndication/poll/claim.ts';
import { addFeeds, type PolledFeed } from '../../src/syndication/poll/feed-store.ts';
import { type Polled, pollFeed } from '../../src/syndication/poll/poll.ts';
import { openTestDb } from '../support/index.ts';
import type { Script, Seen } from '../support/servers/feed-server.ts';

/** Polls feeds of a real web server on loopback (`feed-server.ts`) at a simulated time. */

export const SERVER = inject('feedServer');
const HOST = new URL(SERVER).host;
export const ALLOWED = allowedHosts(HOST);
export const NOW = Date.UTC(2026, 5, 15, 12);
export const SECONDS = NOW / 1000;

const PAPER = 'paper.example';

export async function serve(path: string, script: Script): Promise<string> {
  await fetch(SERVER + path, { method: 'PUT', body: JSON.stringify(script) });
  return SERVER + path;
}

export const seen = async (path: string): Promise<Seen[]> => (await fetch(`${SERVER}/seen${path}`)).json();

export async function feedAt(url: string): Promise<PolledFeed> {
  const [feed] = await feedsByUrl(openTestDb(), [url]);
  if (!feed) throw new Error(`no feed ${url}`);
  return feed;
}

/** The default source is an aggregator, so its feeds may contain articles from any host. */
export async function add(url: string, domain = PAPER): Promise<void> {
  await addFeeds(openTestDb(), [{ line: 1, value: { url, domain } }], { now: NOW, allowed: ALLOWED });
  if (domain === PAPER) await openTestDb().run(`UPDATE sources SET aggregator = 1 WHERE domain = '${PAPER}'`);
}

/** Polls a feed `later` seconds after `NOW`. A new feed is added first. `db` measures the cost. */
export async function poll(
  url: string,
  { later = 0, timeout = 60_000, db = openTestDb() as Db, domain = PAPER } = {},
): Promise<Polled> {
  const now = NOW + later * 1000;
  if ((await feedsByUrl(openTestDb(), [url])).length === 0) await add(url, domain);
  const reach = { fetch: (address: string, init: RequestInit) => fetch(address, init), allowed: ALLOWED, timeout };
  const { polled } = await pollFeed(db, await feedAt(url), {
    reach,
    tagger: () => loadTagger(db),
    store: mutex(),
    now,
  });
  return polled;
}

export interface RssItem {
  title?: string;
  link?: string;
  guid?: string;
  description?: string;
  pubDate?: string;
  more?: string;
}

export const rss = (items: RssItem[], more = ''): string => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Paper</title><link>https://paper.example/</link>${more}
${items
  .map(({ more: rest = '', ...fields }) => {
    const inner = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
    return `<item>${inner.join('')}${rest}</item>`;
  })
  .join('\n')}
</channel></rss>`;

/** Creates items, each with its own article at `https://paper.example/<slug>/<n>`. */
export const stories = (slug: string, count: number): RssItem[] =>
  Array.from({ length: count }, (_, i) => ({
    title: `Flood claims rise for the ${i}th time in ${slug}`,
    link: `https://paper.example/${slug}/${i}?utm_source=rss`,
    guid: `${slug}-${i}`,
    description: `Insurers of ${slug} expect &lt;b&gt;more&lt;/b&gt; storms &amp;amp; floods this year.`,
    pubDate: new Date(NOW - (i + 1) * 60_000).toUTCString(),
  }));
