import * as z from 'zod';
import type { Author } from '../../content/history/audit.ts';
import { type Source, sourceInput } from '../../content/input.ts';
import { hangingOnSource } from '../../content/removal/source.ts';
import type { Line, Refusals } from '../../content/saved.ts';
import { sourceIs, storedSource, THINGS } from '../../content/things.ts';
import { ORGANISATION_TYPES } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { type Guard, UNGUARDED } from '../../db/guard.ts';
import { router } from '../../http/base.ts';
import { endpoint, textEndpoint } from '../../http/endpoint.ts';
import { choice, integer } from '../../http/params.ts';
import { host } from '../../lib/host.ts';
import type { Newsroom } from '../../rankings/newsroom.ts';
import { SOURCE_SORTS, sourceListing } from '../../search/thing-lists.ts';
import { allowedHosts } from '../../syndication/fetch/public-url.ts';
import { exportOpml } from '../../syndication/opml.ts';
import { healthOf } from '../../syndication/poll/health.ts';
import { settingFeeds } from '../../syndication/poll/store.ts';
import { count, time } from '../shapes.ts';
import { authorOf, newsroomOf, upsert } from './lines.ts';
import { cursor, flag, loadPage, PAGE_FIELDS, pageFields, search, sortedBy } from './list-parameters.ts';
import { mountResource } from './resource.ts';

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
    save,
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

/** Sources and their feeds in one transaction: one that is new is made once, and of two writers at once neither leaves half. */
async function save(
  content: Newsroom,
  lines: Line<Source>[],
  { db, now, env, author }: { db: Db; now: number; env: Env; author: Author },
  guard: Guard = UNGUARDED,
): Promise<Refusals> {
  const adding = { now, author, allowed: allowedHosts(env.FEED_ALLOW_HOSTS) };
  const { refusals, statements } = await settingFeeds(db, lines, adding);
  const accepted = lines.filter(({ line }) => !refusals.has(line));
  await content.saveSources(accepted, guard, statements);
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
  save: (c, line, { all }) => {
    const context = { ...c.var, env: c.env, author: authorOf(c) };
    return save(newsroomOf(c), [{ line: 1, value: line as Source }], context, all);
  },
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
