import type { Suites } from './suites.ts';

export const BENCHES = {
  feed: { help: 'Feed pages at 10,000 and 1,000,000 articles (--quick)', command: 'node test/bench/feed.ts' },
  searches: { help: 'The costliest legal searches (--quick)', command: 'node test/bench/searches.ts' },
  insights: { help: 'Trending and insights', command: 'node test/bench/insights.ts' },
  clicks: { help: 'Cost and delay of clicks', command: 'node test/bench/clicks.ts' },
  reads: { help: 'Cost of reads and impressions (--quick)', command: 'node test/bench/reads/reads.ts' },
  edge: { help: 'Responses from the edge cache (--quick)', command: 'node test/bench/edge/edge.ts' },
  feeds: { help: 'Incoming feeds', command: 'node test/bench/feeds.ts' },
  tagging: { help: 'Tagging and retagging', command: 'node test/bench/tagging.ts' },
  peers: {
    help: 'The self-hosted server, Hono with Postgres, bare Node and workerd (--quick)',
    command: 'node test/bench/peers.ts',
  },
  'under-load': { help: 'Requests while other work runs', command: 'node test/bench/under-load.ts' },
  importing: { help: 'Feed pages while articles are imported (--quick)', command: 'node test/bench/importing.ts' },
  lists: { help: 'Management lists (--quick)', command: 'node test/bench/lists.ts' },
  pages: { help: 'First views of pages in Chromium', command: 'node test/bench/pages.ts' },
} satisfies Suites;
