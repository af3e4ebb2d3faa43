import * as z from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { OUTPUTS } from '../../delivery/render.ts';
import { KEY_KINDS } from '../../keys/key.ts';
import { candidatesQuery, previewQuery } from '../manage/desk.ts';
import type { DeskArticle } from '../manage/desk-article.ts';
import type { ListedKey } from '../manage/keys.ts';
import { datePath, dayInput, daysQuery } from '../manage/recommended.ts';
import * as example from './examples.ts';
import { contentId, contentType, jsonFeed, topicId } from './items.ts';
import { count, operation } from './management.ts';
import { faults, notModified, operatorKey } from './operations.ts';

/** What editors and operators look at. */

const time = z.iso.datetime();
const version = z.int().min(0).describe('Counts the changes of a day; 0: there is no selection yet');

const deskArticle = z
  .object({
    contentId,
    title: z.string(),
    introduction: z.string(),
    url: z.string(),
    source: z.string().describe('Name of the source'),
    contentType,
    publishedAt: time.describe('Before it no reader sees the article'),
    paywalled: z.boolean(),
    topics: z.array(z.object({ id: topicId, name: z.string() })),
  })
  .meta({ id: 'DeskArticle', description: 'An article as editors see it' }) satisfies z.ZodType<DeskArticle>;

const DESK_ARTICLE = {
  ...{ contentId: 1042, title: example.ITEM.title, introduction: 'Capacity has returned, and buyers notice.' },
  ...{ url: example.ITEM.url, source: 'Premium Ledger', contentType: 'article', publishedAt: '2026-01-30T08:00:00Z' },
  ...{ paywalled: false, topics: [{ id: 12, name: 'Cyber' }] },
};

const date = z.iso.date();
const modifiedAt = time.nullable().describe('Of the last change');

const conflict = z
  .object({
    status: z.literal('fail'),
    code: z.literal(409).meta({ override: { type: 'integer' } }),
    reason: z.literal('conflict'),
    data: z.object({ version: z.string() }),
    current: z.object({ version, modifiedAt, articles: z.array(contentId) }),
  })
  .meta({ id: 'Conflict', description: 'Somebody else has changed the day; nothing was stored' });

const CONFLICT = {
  ...{ status: 'fail', code: 409, reason: 'conflict' },
  data: {
    version: 'must be 3, the current version: somebody else has changed 2026-01-30; look at it and send it again',
  },
  current: { version: 3, modifiedAt: '2026-01-29T16:20:00Z', articles: [1042, 1040] },
};

const putDay = operation({
  operationId: 'putRecommended',
  summary: 'Select the articles of a day, in editorial order',
  description:
    'With `version`, the version that was seen, a selection that somebody else has changed since stays as it is.',
  requestParams: { path: datePath },
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: dayInput.meta({ id: 'Selection' }), example: { articles: [1042], version: 0 } },
    },
  },
  faulty: [400, 413],
  data: z.object({ date, articles: z.array(contentId), version }),
  example: { date: '2026-01-30', articles: [1042], version: 1 },
});

const preview = {
  operationId: 'getPreview',
  summary: 'A selection as readers would get it',
  description: 'Rendered by what renders the recommended feed.',
  tags: ['Management'],
  security: operatorKey,
  requestParams: { query: previewQuery },
  responses: {
    200: {
      description: `The selection as ${OUTPUTS.join(', ')}`,
      content: {
        'application/feed+json': { schema: jsonFeed, example: example.RECOMMENDED_JSON },
        'application/rss+xml': { schema: z.string() },
        'text/html': { schema: z.string() },
      },
    },
    ...notModified,
    ...faults([400, 401, 403, 429, 500, 503]),
  },
};

const listedKey = z
  .object({
    id: z.int(),
    kind: z.enum(KEY_KINDS),
    name: z.string(),
    origins: z.array(z.string()).describe('Empty: any'),
    state: z.enum(['living', 'expired', 'revoked']),
    created: time,
    expires: time.nullable().describe('null: never'),
    revoked: time.nullable(),
  })
  .meta({
    id: 'ListedKey',
    description: 'What is known of a key, which is never the key',
  }) satisfies z.ZodType<ListedKey>;

export const deskPaths: ZodOpenApiPathsObject = {
  '/manage/candidates': {
    get: operation({
      operationId: 'getCandidates',
      reads: true,
      summary: 'Articles to choose from for a day: newest, and most engaging',
      requestParams: { query: candidatesQuery },
      faulty: [400],
      data: z.object({
        period: z.enum(['24h', '7d']),
        newest: z.array(deskArticle).describe('Newest first'),
        engaged: z.array(deskArticle).describe('Most engaging first'),
      }),
      example: { period: '24h', newest: [DESK_ARTICLE], engaged: [DESK_ARTICLE] },
    }),
  },
  '/manage/preview': { get: preview },
  '/manage/recommended': {
    get: operation({
      operationId: 'getRecommendedDays',
      reads: true,
      summary: 'Days that have a selection, by date',
      requestParams: { query: daysQuery },
      faulty: [400],
      data: z.object({
        days: z.array(z.object({ date, articles: count.describe('How many'), version, modifiedAt: time })),
      }),
      example: { days: [{ date: '2026-01-30', articles: 6, version: 2, modifiedAt: '2026-01-29T16:20:00Z' }] },
    }),
  },
  '/manage/recommended/{date}': {
    get: operation({
      operationId: 'getRecommendedDay',
      reads: true,
      summary: 'The selection of a day, also of one to come',
      requestParams: { path: datePath },
      faulty: [400],
      data: z.object({ date, version, modifiedAt, articles: z.array(deskArticle).describe('In editorial order') }),
      example: { date: '2026-01-30', version: 1, modifiedAt: '2026-01-29T16:20:00Z', articles: [DESK_ARTICLE] },
    }),
    put: {
      ...putDay,
      responses: {
        ...putDay.responses,
        409: {
          description: 'Somebody else has changed the day since the given version (`conflict`)',
          content: { 'application/json': { schema: conflict, example: CONFLICT } },
        },
      },
    },
  },
  '/manage/keys': {
    get: operation({
      operationId: 'getKeys',
      reads: true,
      summary: 'Keys, oldest first; never the key itself',
      data: z.object({ keys: z.array(listedKey) }),
      example: {
        keys: [
          {
            ...{ id: 3, kind: 'publishable', name: 'Partner', origins: ['https://www.partner.example'] },
            ...{ state: 'living', created: '2026-01-02T09:00:00Z', expires: null, revoked: null },
          },
        ],
      },
    }),
  },
};
