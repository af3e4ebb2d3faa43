import * as z from 'zod';
import { router } from '../../../http/base.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { integer } from '../../../http/params.ts';
import { type GrowthRow, rankGrowth } from '../../../rankings/growth.ts';
import {
  counter,
  everyTopic,
  type GrowthDetails,
  loadGrowthDetails,
  TOPIC as TOPIC_COLUMNS,
} from '../../../rankings/read.ts';
import { contentItem, ITEM, insightsTopic, TOPIC } from '../../shapes.ts';
import { limit, riskManagement } from './parameters.ts';

const growingTopic = z
  .object({
    ...insightsTopic.shape,
    growthPercent: z
      .number()
      .nullable()
      .describe('Change in engagement against the previous window, in percent; null: there was none'),
    topContent: z.array(contentItem).max(5).describe('The content that drives the rise'),
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
        'The last 7 days against the 7 days before, strongest growth first; topics without engagement in the previous window lead.',
      tag: 'Insights',
      query: z.object({
        limit: limit.describe('Maximum topics'),
        minContentItems: integer(1, 1000, 5).describe(
          'Distinct content items that a topic needs in the current window',
        ),
        riskManagement,
      }),
      data: z.object({ period: z.literal('7d'), minContentItems: z.int(), topics: z.array(growingTopic) }),
      example: {
        period: '7d',
        minContentItems: 5,
        topics: [{ ...TOPIC, growthPercent: 37.5, topContent: [ITEM], topSources: ['Premium Ledger'] }],
      },
    },
    async (c, { query: { limit, minContentItems, riskManagement } }) => {
      const rows = await everyTopic<GrowthRow>(c.var.db, {
        topicId: TOPIC_COLUMNS.topicId,
        clicks7d: counter(riskManagement ? 'clicks7dRm' : 'clicks7d'),
        previous7d: counter(riskManagement ? 'previous7dRm' : 'previous7d'),
        items7d: counter(riskManagement ? 'items7dRm' : 'items7d'),
      });
      const minClicks = Number(c.env.GROWTH_MIN_CLICKS);
      const growing = rankGrowth(rows, { minClicks, minItems: minContentItems, limit });
      const ids = growing.map(({ row }) => row.topicId);
      const details =
        ids.length > 0 ? await loadGrowthDetails(c.var.db, ids, riskManagement) : new Map<number, GrowthDetails>();
      const topics = growing.flatMap(({ row, growthPercent }) => {
        const found = details.get(row.topicId);
        if (!found) return [];
        const { topContent, topSources, ...topic } = found;
        return [{ ...topic, growthPercent, topContent, topSources }];
      });
      return { period: '7d' as const, minContentItems, topics };
    },
  ),
);
