import * as z from 'zod';
import { router } from '../../../http/base.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { choice, integer } from '../../../http/params.ts';
import { loadGrowth } from '../../../rankings/read-growth.ts';
import { contentItem, ITEM, insightsTopic, TOPIC } from '../../shapes.ts';
import { limit, riskManagement } from './parameters.ts';
import { topicTable } from './tables.ts';

/** A growth and its confidence. */
export const sureness = {
  growthPercent: z
    .number()
    .nullable()
    .describe(
      'Change in engagement against the previous window, in percent with two significant digits; null: there was none',
    ),
  interval: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('Bounds in percent between which growth lies with 90 % confidence; null: too few readers to say'),
  confidence: z.enum(['high', 'low']).describe('high: the whole interval is on one side of zero'),
};

/** What a growth comes from. */
export const drivenBy = z
  .enum(['article', 'source', 'many'])
  .describe('What more than half of the change comes from: one article, one source, or neither');

const growingTopic = z
  .object({
    ...insightsTopic.shape,
    ...sureness,
    drivenBy,
    topContent: z.array(contentItem).max(5).describe('The content that drives the change'),
    topSources: z.array(z.string()).max(5).describe('Most-engaged source names, in order'),
  })
  .meta({ id: 'GrowingTopic' });

export const growth = router();

growth.get(
  '/trending-topics/growth',
  endpoint(
    {
      operationId: 'getGrowth',
      summary: 'Topics with the largest growth in engagement',
      description:
        'The last 168 complete hours against the 168 before, strongest growth first; topics without engagement in the previous window lead.',
      tag: 'Insights',
      query: z.object({
        limit: limit.describe('Maximum topics'),
        minContentItems: integer(1, 1000, 5).describe(
          'Distinct content items that a topic needs in the current window; in the previous one with direction=down',
        ),
        riskManagement,
        direction: choice(['up', 'down'], undefined).describe(
          'up: only topics that grow; down: only those that shrink, strongest loss first',
        ),
      }),
      data: z.object({ period: z.literal('7d'), minContentItems: z.int(), topics: z.array(growingTopic) }),
      csv: ({ topics }) =>
        topicTable(topics, {
          growthPercent: ({ growthPercent }) => growthPercent,
          intervalLow: ({ interval }) => interval?.[0] ?? null,
          intervalHigh: ({ interval }) => interval?.[1] ?? null,
          confidence: ({ confidence }) => confidence,
          drivenBy: ({ drivenBy }) => drivenBy,
          topSources: ({ topSources }) => topSources.join('; '),
          topContent: ({ topContent }) => topContent.map(({ contentId }) => contentId).join(' '),
        }),
      example: {
        period: '7d',
        minContentItems: 5,
        topics: [
          {
            ...TOPIC,
            growthPercent: 37,
            interval: [12, 66],
            confidence: 'high',
            drivenBy: 'many',
            topContent: [ITEM],
            topSources: ['Premium Ledger'],
          },
        ],
      },
    },
    async (c, { query: { limit, minContentItems, riskManagement, direction } }) => ({
      period: '7d' as const,
      minContentItems,
      topics: await loadGrowth(c.var.db, {
        direction: direction ?? null,
        minEngagement: Number(c.env.GROWTH_MIN_CLICKS),
        minItems: minContentItems,
        limit,
        riskManagement,
      }),
    }),
  ),
);
