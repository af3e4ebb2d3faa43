import * as z from 'zod';
import { upToDate } from '../../../http/update-rankings.ts';
import { choice, integer } from '../../../lib/formats/params.ts';
import { rfc3339OrNull, toSeconds } from '../../../lib/time.ts';
import { MIN_CONTENT_ITEMS } from '../../../rankings/math/figures/growth-order.ts';
import { loadRangeGrowth } from '../../../rankings/read/range.ts';
import { loadGrowth } from '../../../rankings/read/read-growth.ts';
import { contentItem, EXAMPLE_TOPIC, ITEM, insightsTopic, time } from '../../shapes.ts';
import {
  comparedRange,
  insightsOperations,
  isLongRange,
  limit,
  REFUSED,
  rangeFaults,
  rangeFields,
  rangeOf,
  riskManagement,
} from './parameters.ts';
import { topicTable } from './tables.ts';

export const sureness = {
  growthPercent: z
    .number()
    .nullable()
    .describe(
      'Change in engagement since the previous window, in percent with two significant digits; null without previous engagement',
    ),
  interval: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('90% confidence interval of the growth, in percent; null with too few readers'),
  confidence: z.enum(['high', 'low']).describe('`high` if the whole interval is on one side of zero'),
};

export const causeFields = {
  cause: z
    .object({
      kind: z
        .enum(['articles', 'source', 'many'])
        .describe(
          '`articles` and `source` mean that one or two articles, or one source, account for more than half of the gains or losses; `many` means that neither does',
        ),
      articles: z
        .array(contentItem)
        .max(2)
        .describe(
          'For `articles`, the articles with the largest change first. For `many`, the article that certainly contributed most',
        ),
      source: z.string().nullable().describe('Name of the source; null unless `kind` is `source`'),
      share: z
        .int()
        .nullable()
        .describe(
          'Percentage of the gains or losses that the cause explains, in steps of 10 or 20; null with too few readers',
        ),
    })
    .nullable()
    .meta({ id: 'Cause' })
    .describe(
      'Cause of the change; null if the change is uncertain (`confidence` is `low`, unless the topic is new), or if its cause may be chance or no longer exists',
    ),
  why: z.string().nullable().describe('Cause as a sentence; null if `cause` is null'),
};

export const GROWN_TOPIC = {
  ...EXAMPLE_TOPIC,
  growthPercent: 37,
  interval: [12, 66],
  confidence: 'high',
  cause: { kind: 'articles', articles: [ITEM], source: null, share: 60 },
  why: `led by “${ITEM.title}” (about 60% of the gains)`,
};

export const asOf = time
  .nullable()
  .describe('Full hour at which the compared period ends; new clicks change nothing until the next full hour');
const growingTopic = z
  .object({
    ...insightsTopic.shape,
    ...sureness,
    ...causeFields,
    topContent: z.array(contentItem).max(5).describe('Content that drives the change'),
    topSources: z.array(z.string()).max(5).describe('Names of the sources with the most engagement, highest first'),
  })
  .meta({ id: 'GrowingTopic' });

/** Minimum length of a growth range. Shorter ranges would reveal what single readers do. (docs/decisions.md#A7) */
export const MIN_GROWTH_DAYS = 7;

const compared = { asOf, minContentItems: z.int(), topics: z.array(growingTopic) };

export const growth = insightsOperations().get('/trending-topics/growth', {
  operationId: 'getGrowth',
  summary: 'List topics by growth in engagement',
  description:
    'Compares the last 168 complete hours with the 168 before, or a range of at least seven days with the range before or a year ago (without intervals). Strongest growth first; topics without engagement in the previous window come first.',
  query: z.object({
    limit: limit.describe('Maximum number of topics'),
    minContentItems: integer(1, 1000, MIN_CONTENT_ITEMS).describe(
      'Minimum number of distinct content items of a topic in the current window, or in the previous one with direction=down',
    ),
    riskManagement,
    direction: choice(['up', 'down'], undefined).describe(
      '`up` returns only growing topics, `down` only shrinking topics, strongest loss first',
    ),
    ...comparedRange,
  }),
  check: rangeFaults({ period: [] }, MIN_GROWTH_DAYS),
  refuses: { ...REFUSED, period: '' },
  isCostly: isLongRange,
  data: z.union([z.object({ period: z.literal('7d'), ...compared }), z.object({ ...rangeFields, ...compared })]),
  csv: ({ topics }) =>
    topicTable(topics, {
      growthPercent: ({ growthPercent }) => growthPercent,
      intervalLow: ({ interval }) => interval?.[0] ?? null,
      intervalHigh: ({ interval }) => interval?.[1] ?? null,
      confidence: ({ confidence }) => confidence,
      cause: ({ cause }) => cause?.source ?? cause?.articles.map(({ contentId }) => contentId).join(' ') ?? null,
      why: ({ why }) => why,
      topSources: ({ topSources }) => topSources.join('; '),
      topContent: ({ topContent }) => topContent.map(({ contentId }) => contentId).join(' '),
    }),
  example: {
    period: '7d',
    asOf: '2026-01-31T14:00:00Z',
    minContentItems: 5,
    topics: [{ ...GROWN_TOPIC, topContent: [ITEM], topSources: ['Premium Ledger'] }],
  },
  answer: async (c, { query: { limit, minContentItems, riskManagement, direction, from, to, against } }) => {
    const { db, now } = c.var;
    const question = {
      direction: direction ?? null,
      minEngagement: Number(c.env.GROWTH_MIN_CLICKS),
      minItems: minContentItems,
      limit,
      riskManagement,
    };
    const range = rangeOf({ from, to });
    if (!range) await upToDate(c, 'topics');
    const { asOf, topics } = range
      ? await loadRangeGrowth(db, { ...question, range, against, now: toSeconds(now) })
      : await loadGrowth(db, question);
    const answer = { asOf: rfc3339OrNull(asOf), minContentItems, topics };
    return from && to ? { from, to, ...answer } : { period: '7d' as const, ...answer };
  },
});
