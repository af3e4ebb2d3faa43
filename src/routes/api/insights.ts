import { sql } from 'drizzle-orm';
import type { Context } from 'hono';
import * as z from 'zod';
import { router } from '../../http/base.ts';
import { cached, json } from '../../http/cache.ts';
import type { AppEnv } from '../../http/env.ts';
import { notFound } from '../../http/errors.ts';
import { bool, choice, id, integer, queryFaults, validated } from '../../http/params.ts';
import { success } from '../../lib/jsend.ts';
import { type GrowthRow, rankGrowth } from '../../rankings/growth.ts';
import {
  counter,
  everyTopic,
  type GrowthDetails,
  type InsightsTopic,
  listName,
  loadCoTopics,
  loadGrowthDetails,
  loadSiteItems,
  loadTopicItems,
  TOPIC,
  toTopic,
} from '../../rankings/read.ts';
import { rankTrending, type TrendingRow } from '../../rankings/trending.ts';
import { BREAKDOWNS, loadBreakdown } from './breakdown.ts';

/** The analytics answers: one small handler each, over published rankings. */

const limit = integer(1, 50, 10).describe('Maximum items');
const riskManagement = bool(false).describe('true restricts to Risk Management content (topic 47)');
const period = choice(['24h', '7d'], '7d').describe('24h: the last 24 hours; 7d: the last 7 days');
const common = { period, limit, riskManagement };

export const insightsQuery = z.object(common);
export const popularQuery = z.object({
  ...common,
  breakdown: choice(BREAKDOWNS, undefined).describe(
    'Groups the answer, always over the last 7 days; limit is per group',
  ),
});
export const growthQuery = z.object({
  limit: limit.describe('Maximum topics'),
  minContentItems: integer(1, 1000, 5).describe('Distinct content items that a topic needs in the current window'),
  riskManagement,
});
export const topicPath = z.object({ id: id.describe('Topic id') });

/** Seconds that an answer may be cached: within ten of a click every cache shows it. */
const TTL = 10;

const answer = (c: Context<AppEnv>, parameters: object, load: () => Promise<object>) =>
  cached(c, { ttl: TTL, parameters }, async () => json(success(await load())));

export const insights = router();

insights.get('/popular-content', validated('query', popularQuery), async (c) => {
  const { breakdown, ...query } = c.req.valid('query');
  const { db } = c.var;
  if (breakdown) {
    // A breakdown is always of seven days, whatever period was asked for.
    const { period: _, ...rest } = query;
    return answer(c, { ...rest, breakdown }, async () => ({
      breakdown,
      period: '7d',
      groups: await loadBreakdown(db, { breakdown, ...rest }),
    }));
  }
  return answer(c, query, async () => ({
    period: query.period,
    items: await loadSiteItems(db, listName(query.period, query.riskManagement), query.limit),
  }));
});

const ENGAGEMENT = {
  '24h': 'clicks24h',
  '24h-rm': 'clicks24hRm',
  '7d': 'clicks7d',
  '7d-rm': 'clicks7dRm',
} as const;

insights.get('/trending-topics', validated('query', insightsQuery), async (c) => {
  const query = c.req.valid('query');
  return answer(c, query, async () => {
    const clicks = counter(ENGAGEMENT[listName(query.period, query.riskManagement)]);
    const rows = await everyTopic<InsightsTopic & TrendingRow>(c.var.db, { ...TOPIC, clicks, excluded: sql`false` });
    const topics = rankTrending(rows, { include: [], exclude: [], limit: query.limit }).map(toTopic);
    return { period: query.period, topics };
  });
});

insights.get('/trending-topics/growth', validated('query', growthQuery), async (c) => {
  const query = c.req.valid('query');
  return answer(c, query, async () => {
    const { riskManagement, minContentItems, limit } = query;
    const rows = await everyTopic<GrowthRow>(c.var.db, {
      topicId: TOPIC.topicId,
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
    return { period: '7d', minContentItems, topics };
  });
});

const ofPath = validated('param', topicPath, queryFaults(insightsQuery));
const ofQuery = validated('query', insightsQuery);

insights.get('/topics/:id/content', ofPath, ofQuery, async (c) => {
  const { id: topicId } = c.req.valid('param');
  const query = c.req.valid('query');
  return answer(c, query, async () => {
    const items = await loadTopicItems(c.var.db, topicId, listName(query.period, query.riskManagement), query.limit);
    return { topicId, period: query.period, items: items ?? unknownTopic() };
  });
});

insights.get('/topics/:id/co-topics', ofPath, ofQuery, async (c) => {
  const { id: topicId } = c.req.valid('param');
  const query = c.req.valid('query');
  return answer(c, query, async () => {
    const topics = await loadCoTopics(c.var.db, topicId, listName(query.period, query.riskManagement), query.limit);
    return { topicId, period: query.period, coTopics: topics ?? unknownTopic() };
  });
});

function unknownTopic(): never {
  throw notFound({ id: 'is not the id of a topic' });
}
