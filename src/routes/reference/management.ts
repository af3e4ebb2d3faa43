import * as z from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { StoredDeadLetter } from '../../clicks/dead-letters.ts';
import { pastClickInput } from '../../clicks/past.ts';
import { articleInput, companyInput, geoGroupInput, sourceInput, topicInput } from '../../content/input.ts';
import type { Rejection } from '../../http/body.ts';
import { deadLettersQuery, replayQuery } from '../manage/clicks.ts';
import { articlePath } from '../manage/index.ts';
import type { Status } from '../manage/status.ts';
import * as example from './examples.ts';
import { contentId } from './items.ts';
import { faults, notModified, operatorKey, success } from './operations.ts';

const tags = ['Management'];
export const count = z.int().min(0);
const counts = z.record(z.string(), count);

const rejection = z
  .object({
    line: z.int().positive().describe('Line of NDJSON, or place in the JSON array, from 1'),
    errors: z.record(z.string(), z.string()).describe('What is wrong, by field'),
  })
  .meta({ id: 'Rejection' }) satisfies z.ZodType<Rejection>;

const upserted = z
  .object({ accepted: count, rejected: z.array(rejection) })
  .meta({ id: 'Upserted', description: 'Good lines are stored, bad ones named' });

const status = z
  .object({
    queue: z.object({ queued: count, oldestSeconds: z.int().nullable() }),
    deadLetters: counts.describe('By reason'),
    lastClickHour: z.iso.datetime().nullable().describe('Start of the last hour in which clicks were counted'),
    rankings: z.object({ published: count, late: count, oldestAgeSeconds: z.int().nullable() }),
    outcomes: counts.describe('Clicks of the last 24 hours by outcome'),
  })
  .meta({ id: 'Status' }) satisfies z.ZodType<Status>;

const deadLetter = z
  .object({
    id: z.int(),
    at: z.int().describe('Epoch seconds'),
    messageId: z.string(),
    reason: z.enum(['malformed', 'unknownArticle', 'tooOld', 'failed']),
    body: z.unknown(),
  })
  .meta({ id: 'DeadLetter' }) satisfies z.ZodType<StoredDeadLetter>;

interface Managing {
  operationId: string;
  summary: string;
  description?: string;
  data: z.ZodType;
  example: object;
  faulty?: (400 | 404 | 413)[];
  /** Set where it only reads, and may say that nothing has changed. */
  reads?: boolean;
  requestParams?: { path?: z.ZodObject; query?: z.ZodObject };
  requestBody?: { required: true; content: Record<string, { schema: z.ZodType; example?: unknown }> };
}

export const operation = ({ data, example, faulty = [], reads = false, ...rest }: Managing) => ({
  ...rest,
  tags,
  security: operatorKey,
  responses: {
    200: { description: 'Success', content: success(data, example) },
    ...(reads ? notModified : {}),
    ...faults([
      ...faulty.filter((code) => code === 400),
      401,
      403,
      ...faulty.filter((code) => code !== 400),
      429,
      500,
      503,
    ]),
  },
});

/** An operation that takes a JSON array or NDJSON. */
export const upsert = (operationId: string, summary: string, line: z.ZodType, value: object) =>
  operation({
    operationId,
    summary,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: z.array(line), example: [value] },
        'application/x-ndjson': {
          schema: z.string().describe('One JSON object a line'),
          example: JSON.stringify(value),
        },
      },
    },
    faulty: [400, 413],
    data: upserted,
    example: example.UPSERTED,
  });

const { ARTICLE_INPUT, STATUS } = example;

/** Publishing and operations. */
export const managementPaths: ZodOpenApiPathsObject = {
  '/manage/articles': {
    put: upsert('putArticles', 'Publish articles', articleInput.meta({ id: 'ArticleInput' }), ARTICLE_INPUT),
  },
  '/manage/articles/{id}': {
    delete: operation({
      operationId: 'deleteArticle',
      summary: 'Delete an article',
      requestParams: { path: articlePath },
      faulty: [400, 404],
      data: z.object({ deleted: contentId }),
      example: { deleted: 1042 },
    }),
  },
  '/manage/topics': {
    put: upsert('putTopics', 'Add or change topics', topicInput.meta({ id: 'TopicInput' }), {
      ...{ id: 12, name: 'Cyber', slug: 'cyber', description: 'Insurance of digital risks', category: 1 },
      excludedFromTrending: false,
    }),
  },
  '/manage/companies': {
    put: upsert('putCompanies', 'Add or change companies', companyInput.meta({ id: 'CompanyInput' }), {
      ...{ id: 3, name: 'Varnholt Re', organisationType: 'Carrier' },
    }),
  },
  '/manage/sources': {
    put: upsert('putSources', 'Add or change sources', sourceInput.meta({ id: 'SourceInput' }), {
      ...{ domain: 'premiumledger.example', name: 'Premium Ledger', iframeable: true, client: 'Topic Article' },
    }),
  },
  '/manage/geo-groups': {
    put: upsert('putGeoGroups', 'Add or change geo groups', geoGroupInput.meta({ id: 'GeoGroupInput' }), {
      ...{ slug: 'benelux', name: 'Benelux', countries: ['BE', 'NL', 'LU'] },
    }),
  },
  '/manage/clicks': {
    post: upsert('importClicks', 'Import clicks of the last 14 days', pastClickInput.meta({ id: 'PastClick' }), {
      ...{ contentId: 1042, at: '2026-01-30T08:15:00Z', reader: 'r-1', continent: 'EU', companyType: 'broker' },
    }),
  },
  '/manage/dead-letters': {
    get: operation({
      operationId: 'getDeadLetters',
      reads: true,
      summary: 'Click messages that could not be counted, oldest first',
      requestParams: { query: deadLettersQuery },
      faulty: [400],
      data: z.object({ deadLetters: z.array(deadLetter) }),
      example: {
        deadLetters: [{ id: 1, at: 1769760900, messageId: 'a1b2', reason: 'unknownArticle', body: { contentId: 9 } }],
      },
    }),
  },
  '/manage/dead-letters/replay': {
    post: operation({
      operationId: 'replayDeadLetters',
      summary: 'Put dead letters back into the queue',
      requestParams: { query: replayQuery },
      faulty: [400],
      data: z.object({ replayed: count }),
      example: { replayed: 2 },
    }),
  },
  '/manage/rebuild': {
    post: operation({
      operationId: 'rebuild',
      summary: 'Recompute every ranking from the stored aggregates',
      data: z.object({ rebuilt: count.describe('Rankings') }),
      example: { rebuilt: 48 },
    }),
  },
  '/manage/status': {
    get: operation({
      operationId: 'getStatus',
      reads: true,
      summary: 'Queue, dead letters, freshness',
      data: status,
      example: STATUS,
    }),
  },
  '/manage/metrics': {
    get: {
      operationId: 'getMetrics',
      summary: 'Figures for a monitor',
      description: 'OpenMetrics text: what the status says and more, as gauges whose names begin with `newsgauge_`.',
      tags,
      security: operatorKey,
      responses: {
        200: {
          description: 'OpenMetrics 1.0',
          content: {
            'application/openmetrics-text': { schema: z.string(), example: example.METRICS },
          },
        },
        ...notModified,
        ...faults([401, 403, 429, 500, 503]),
      },
    },
  },
};
