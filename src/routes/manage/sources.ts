import { sql } from 'drizzle-orm';
import type { Context } from 'hono';
import * as z from 'zod';
import { type Source, sourceInput } from '../../content/input.ts';
import { hangingOnSource } from '../../content/removal/source.ts';
import type { Refusals } from '../../content/saved.ts';
import { guardOf, sourceIs, storedSource, THINGS, UNGUARDED } from '../../content/things.ts';
import { ORGANISATION_TYPES } from '../../content/types.ts';
import { router } from '../../http/base.ts';
import { endpoint, textEndpoint } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { choice, integer } from '../../http/params.ts';
import { host } from '../../lib/host.ts';
import { SOURCE_SORTS, sourceListing } from '../../search/thing-lists.ts';
import { allowedHosts } from '../../syndication/fetch/public-url.ts';
import { exportOpml } from '../../syndication/opml.ts';
import { healthOf } from '../../syndication/poll/health.ts';
import { setFeeds } from '../../syndication/poll/store.ts';
import { count, time } from '../shapes.ts';
import { authorOf, newsroomOf, upsert } from './lines.ts';
import { cursor, flag, loadPage, PAGE_FIELDS, pageFields, search, sortedBy } from './list-parameters.ts';
import { type Guards, mountResource } from './resource.ts';

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
    async (content, lines, { db, now, env, author }) => {
      const refusals = await setFeeds(db, lines, { now, author, allowed: allowedHosts(env.FEED_ALLOW_HOSTS) });
      const accepted = lines.filter(({ line }) => !refusals.has(line));
      await content.saveSources(accepted);
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
    ...storedSource.shape,
    organisationType: z.enum(ORGANISATION_TYPES).nullable(),
    publishes: z.array(z.string()).describe('Other hosts whose stories its feeds may bring, subdomains included'),
    aggregator: z.boolean().describe('Its feeds may bring stories of any host'),
    aliases: z
      .array(z.string())
      .describe('Other hosts whose articles are of this source, such as those merged into it'),
    feeds: z.array(feedHealth),
  })
  .meta({ id: 'SourceHealth' });

const FEED = 'https://premiumledger.example/feed.xml';
const LEDGER = {
  domain: 'premiumledger.example',
  name: 'Premium Ledger',
  icon: null,
  iframeable: true,
  organisationType: null,
  client: 'Topic Article',
  publishes: ['ledger-magazine.example'],
  aggregator: false,
  aliases: ['premium-ledger.example'],
};

manageSources.get(
  '/',
  endpoint(
    {
      operationId: 'getSources',
      summary: 'Sources, page by page, with the health of their feeds',
      tag: 'Management',
      query: z.object({
        search: search.describe('Part of a name or domain'),
        organisationType: choice(ORGANISATION_TYPES, undefined).describe('Kind of organisation'),
        withFeeds: flag.describe('true: only sources with feeds, false: only those without'),
        ...{ sort: sortedBy(SOURCE_SORTS), cursor },
        limit: integer(1, 1000, 20).describe('Maximum sources'),
      }),
      data: z.object({ sources: z.array(source), ...pageFields }),
      example: {
        sources: [
          {
            ...LEDGER,
            feeds: [
              {
                url: FEED,
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
        ...PAGE_FIELDS,
      },
    },
    async ({ var: { db } }, { query }) => {
      const { rows, ...page } = await loadPage(db, sourceListing(query), query);
      const sources = rows.map(({ feeds, ...row }) => ({ ...row, feeds: feeds.map(healthOf) }));
      return { sources, ...page };
    },
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

/** Feeds and the rest are written one after the other: each must find its own part as it was seen. */
async function save(c: Context<AppEnv>, source: Source, { all, seen }: Guards): Promise<Refusals> {
  const { db, now } = c.var;
  const lines = [{ line: 1, value: source }];
  const allowed = allowedHosts(c.env.FEED_ALLOW_HOSTS);
  const author = authorOf(c);
  const refusals = await setFeeds(db, lines, { now, author, allowed }, all);
  if (refusals.size > 0) return refusals;
  const { table, row } = THINGS.source;
  const own = { table, row: sql`json_remove(${row}, '$.feeds')` };
  const { feeds: _, ...seenOwn } = seen ? JSON.parse(seen) : {};
  const guard = seen === undefined ? UNGUARDED : guardOf(own, sourceIs(source.domain), seen && JSON.stringify(seenOwn));
  await newsroomOf(c).saveSources(lines, guard);
  return refusals;
}

mountResource(manageSources, {
  ...{ name: 'Source', words: 'a source', at: '/:domain', path: z.object({ domain: host }) },
  shown: storedSource.meta({ id: 'ManagedSource' }),
  example: { ...LEDGER, feeds: [FEED] },
  input: sourceInput.partial({ domain: true }),
  inputExample: { name: 'Premium Ledger', client: 'Topic Article', feeds: [FEED] },
  kind: THINGS.source,
  where: ({ domain }) => sourceIs(domain),
  keyOf: ({ domain }) => ({ domain }),
  save: (c, line, guards) => save(c, line as Source, guards),
  removal: {
    loses: { articles: count.describe('Articles that are of it'), feeds: count.describe('Feeds that it carries') },
    example: { articles: 120, feeds: 1 },
    losing: async (c, { domain }) => ({ ...(await hangingOnSource(c.var.db, domain)) }),
    remove: (c, { domain, name }, guard) => newsroomOf(c).removeSource({ domain, name }, guard),
    restore: (c, { domain }) => newsroomOf(c).restore('source', String(domain)),
    merge: {
      into: host,
      example: 'ledger-magazine.example',
      whereInto: sourceIs,
      merge: (c, { domain, name }, into: string, guard) => newsroomOf(c).mergeSources({ domain, into, name }, guard),
    },
  },
});
