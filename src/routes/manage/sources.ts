import * as z from 'zod';
import { sourceInput } from '../../content/input.ts';
import { ORGANISATION_TYPES } from '../../content/types.ts';
import { router } from '../../http/base.ts';
import { endpoint, textEndpoint } from '../../http/endpoint.ts';
import { bool, integer } from '../../http/params.ts';
import { allowedHosts } from '../../syndication/fetch/public-url.ts';
import { exportOpml } from '../../syndication/opml.ts';
import { listSources } from '../../syndication/poll/health.ts';
import { savePublishers } from '../../syndication/poll/publishers.ts';
import { setFeeds } from '../../syndication/poll/store.ts';
import { count, time } from '../shapes.ts';
import { upsert } from './lines.ts';

/** Sources and the feeds that they carry. */
export const manageSources = router();

manageSources.put(
  '/',
  upsert(
    {
      operationId: 'putSources',
      summary: 'Add or change sources',
      line: sourceInput.meta({ id: 'SourceInput' }),
      example: {
        domain: 'premiumledger.example',
        name: 'Premium Ledger',
        iframeable: true,
        client: 'Topic Article',
        publishes: ['ledger-magazine.example'],
      },
    },
    async (content, lines, { db, now, env }) => {
      const refusals = await setFeeds(db, lines, { now, allowed: allowedHosts(env.FEED_ALLOW_HOSTS) });
      const accepted = lines.filter(({ line }) => !refusals.has(line));
      await content.saveSources(accepted);
      await savePublishers(db, accepted);
      return refusals;
    },
  ),
);

const feedHealth = z
  .object({
    url: z.string(),
    title: z.string(),
    lastFetch: time.nullable(),
    lastNew: time.nullable().describe('When it last brought a new article'),
    nextPoll: time.nullable().describe('null: it is not polled any more'),
    intervalSeconds: count,
    failures: count.describe('In a row'),
    reason: z.string().nullable().describe('Why it failed, or what could not be taken, in words'),
  })
  .meta({ id: 'FeedHealth' });

const source = z
  .object({
    domain: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    iframeable: z.boolean(),
    organisationType: z.enum(ORGANISATION_TYPES).nullable(),
    client: z.string().nullable(),
    publishes: z.array(z.string()).describe('Other hosts whose stories its feeds may bring, subdomains included'),
    aggregator: z.boolean().describe('Its feeds may bring stories of any host'),
    feeds: z.array(feedHealth),
  })
  .meta({ id: 'SourceHealth' });

manageSources.get(
  '/',
  endpoint(
    {
      operationId: 'getSources',
      summary: 'Sources by domain, with the health of their feeds',
      tag: 'Management',
      query: z.object({
        after: z.string().optional().describe('Domain of the last source of the page before'),
        limit: integer(1, 1000, 100).describe('Maximum sources'),
        withFeeds: bool(false).describe('true leaves out sources without feeds'),
      }),
      data: z.object({ sources: z.array(source) }),
      example: {
        sources: [
          {
            domain: 'premiumledger.example',
            name: 'Premium Ledger',
            icon: null,
            iframeable: true,
            organisationType: null,
            client: 'Topic Article',
            publishes: ['ledger-magazine.example'],
            aggregator: false,
            feeds: [
              {
                url: 'https://premiumledger.example/feed.xml',
                title: 'Premium Ledger: all stories',
                lastFetch: '2026-01-30T08:00:00Z',
                lastNew: '2026-01-30T07:30:00Z',
                nextPoll: '2026-01-30T08:15:00Z',
                intervalSeconds: 900,
                failures: 0,
                reason: null,
              },
            ],
          },
        ],
      },
    },
    async (c, { query: { after = '', ...page } }) => ({ sources: await listSources(c.var.db, { after, ...page }) }),
  ),
);

manageSources.get(
  '/opml',
  textEndpoint(
    {
      operationId: 'getOpml',
      summary: 'All feeds as OPML 2.0',
      tag: 'Management',
      means: 'OPML 2.0',
      answers: { 'text/x-opml': { schema: z.string() } },
    },
    async (c) => ({
      body: await exportOpml(c.var.db, c.env.PUBLISHER, c.var.now),
      headers: { 'Content-Type': 'text/x-opml; charset=utf-8' },
    }),
  ),
);
