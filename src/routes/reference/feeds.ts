import * as z from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { feedInput } from '../../content/input.ts';
import { ORGANISATION_TYPES } from '../../content/types.ts';
import type { FeedHealth, SourceHealth } from '../../syndication/poll/health.ts';
import type { Polled } from '../../syndication/poll/poll.ts';
import { itemsQuery, pollInput } from '../manage/feeds.ts';
import { sourcesQuery } from '../manage/sources.ts';
import { count, managementPaths, operation, upsert } from './management.ts';
import { faults, notModified, operatorKey } from './operations.ts';

const time = z.iso.datetime().nullable();
const reason = z.string().nullable().describe('Why it failed, or what could not be taken, in words');

const feedHealth = z
  .object({
    url: z.string(),
    title: z.string(),
    lastFetch: time,
    lastNew: time.describe('When it last brought a new article'),
    nextPoll: time.describe('null: it is not polled any more'),
    intervalSeconds: count,
    failures: count.describe('In a row'),
    reason,
  })
  .meta({ id: 'FeedHealth' }) satisfies z.ZodType<FeedHealth>;

const source = z
  .object({
    domain: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    iframeable: z.boolean(),
    organisationType: z.enum(ORGANISATION_TYPES).nullable(),
    client: z.string().nullable(),
    feeds: z.array(feedHealth),
  })
  .meta({ id: 'SourceHealth' }) satisfies z.ZodType<SourceHealth>;

const counts = { added: count, changed: count, unchanged: count, refused: count.describe('Items left out'), reason };

const polled = z
  .object({ url: z.string(), result: z.enum(['taken', 'unchanged', 'failed', 'busy']), ...counts })
  .meta({ id: 'Polled' }) satisfies z.ZodType<Polled>;

const jsonFeed = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    items: z.array(z.object({ id: z.string(), url: z.string(), title: z.string() })),
  })
  .meta({ description: 'JSON Feed' });

const FEED = 'https://premiumledger.example/feed.xml';
const JSON_FEED = {
  version: 'https://jsonfeed.org/version/1.1' as const,
  title: 'Premium Ledger: all stories',
  items: [
    { id: '7', url: 'https://premiumledger.example/cyber-premiums-level-off', title: 'Cyber premiums level off' },
  ],
};
const COUNTS = { added: 3, changed: 1, unchanged: 16, refused: 0, reason: null };

/** Feeds that fill the newsroom. */
export const feedPaths: ZodOpenApiPathsObject = {
  '/manage/sources': {
    ...managementPaths['/manage/sources'],
    get: operation({
      operationId: 'getSources',
      reads: true,
      summary: 'Sources by domain, with the health of their feeds',
      requestParams: { query: sourcesQuery },
      faulty: [400],
      data: z.object({ sources: z.array(source) }),
      example: {
        sources: [
          {
            ...{ domain: 'premiumledger.example', name: 'Premium Ledger', icon: null, iframeable: true },
            ...{ organisationType: null, client: 'Topic Article' },
            feeds: [
              {
                ...{ url: FEED, title: 'Premium Ledger: all stories', lastFetch: '2026-01-30T08:00:00Z' },
                ...{ lastNew: '2026-01-30T07:30:00Z', nextPoll: '2026-01-30T08:15:00Z', intervalSeconds: 900 },
                ...{ failures: 0, reason: null },
              },
            ],
          },
        ],
      },
    }),
  },
  '/manage/sources/opml': {
    get: {
      operationId: 'getOpml',
      summary: 'All feeds as OPML 2.0',
      tags: ['Management'],
      security: operatorKey,
      responses: {
        200: { description: 'OPML 2.0', content: { 'text/x-opml': { schema: z.string() } } },
        ...notModified,
        ...faults([401, 403, 429, 500, 503]),
      },
    },
  },
  '/manage/feeds': {
    put: upsert('putFeeds', 'Add feeds to their sources', feedInput.meta({ id: 'FeedInput' }), {
      ...{ url: FEED, domain: 'premiumledger.example', name: 'Premium Ledger' },
    }),
  },
  '/manage/feeds/poll': {
    post: operation({
      operationId: 'pollFeeds',
      summary: 'Poll feeds now: those given, or those that are due',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: pollInput.meta({ id: 'PollInput' }), example: { urls: [FEED] } } },
      },
      faulty: [400, 413],
      data: z.object({ polled: z.array(polled), left: count.describe('Feeds that were not begun in this call') }),
      example: { polled: [{ url: FEED, result: 'taken', ...COUNTS }], left: 0 },
    }),
  },
  '/manage/feeds/items': {
    post: operation({
      operationId: 'postFeedItems',
      summary: 'Take the items of a feed document',
      description: 'RSS, Atom or JSON Feed as it stands, in the encoding that it or the Content-Type says.',
      requestParams: { query: itemsQuery },
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: jsonFeed, example: JSON_FEED },
          'application/xml': { schema: z.string().describe('RSS or Atom') },
        },
      },
      faulty: [400, 413],
      data: z.object({ title: z.string(), ...counts }),
      example: { title: 'Premium Ledger: all stories', ...COUNTS },
    }),
  },
};
