import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { dayIndex } from '../../../engagement/days.ts';
import { upToDate } from '../../../http/update-rankings.ts';
import { bool, integer } from '../../../lib/formats/params.ts';
import { DAY_MS, toSeconds, utcDay } from '../../../lib/time.ts';
import { listName } from '../../../rankings/math/ranking-rows.ts';
import { loadRangeTopicItems, loadRangeTopics } from '../../../rankings/read/range.ts';
import { loadTopicRanks } from '../../../rankings/read/range-ranks.ts';
import {
  counter,
  everyTopic,
  type InsightsTopic,
  loadCoTopics,
  loadTopicItems,
  TOPIC as TOPIC_COLUMNS,
  topicExists,
  toTopic,
} from '../../../rankings/read/read-rankings.ts';
import { rankTrending, type TrendingRow } from '../../../rankings/read/trending.ts';
import {
  contentItem,
  date,
  EXAMPLE_TOPIC,
  ITEM,
  insightsTopic,
  period,
  RANKED_TOPIC,
  RISK_MANAGEMENT,
  rankedTopic,
  topicId,
} from '../../shapes.ts';
import {
  clockOf,
  common,
  comparedRange,
  insightsOperations,
  insightsQuery,
  isLongRange,
  limit,
  rangeFaults,
  rangeFields,
  rangeOf,
  rangeQuery,
  riskManagement,
  topicPath,
  unknownTopic,
} from './parameters.ts';
import { itemTable, topicTable } from './tables.ts';

export const insightsTopics = insightsOperations();

const COUNTERS = { '24h': '24h', '24h-rm': '24hRm', '7d': '7d', '7d-rm': '7dRm' } as const;

insightsTopics.get('/trending-topics', {
  operationId: 'getTrendingTopics',
  summary: 'List topics by engagement',
  description: 'Sorted by engagement, most popular first.',
  query: z.object({ ...common, ...comparedRange }),
  check: rangeFaults(),
  isCostly: isLongRange,
  data: z.union([
    z.object({ period, topics: z.array(rankedTopic) }),
    z.object({ ...rangeFields, topics: z.array(rankedTopic) }),
  ]),
  csv: ({ topics }) => topicTable(topics, { previousRank: ({ previousRank }) => previousRank }),
  example: { period: '7d', topics: [RANKED_TOPIC] },
  answer: async (c, { query: { period, from, to, against, limit, riskManagement } }) => {
    const range = rangeOf({ from, to });
    if (!range) await upToDate(c, 'topics');
    const rows = await everyTopic<InsightsTopic & TrendingRow>(c.var.db, {
      ...TOPIC_COLUMNS,
      engagement: counter(`engagement${COUNTERS[listName(period, riskManagement)]}`),
      before: counter(`before${COUNTERS[listName(period, riskManagement)]}`),
      excluded: sql`false`,
    });
    const counted = range ? await loadRangeTopics(c.var.db, rows, { range, against, riskManagement }) : rows;
    const ranked = rankTrending(counted, { include: [], exclude: [], limit });
    const topics = ranked.map((topic) => ({ ...toTopic(topic), previousRank: topic.previousRank }));
    return from && to ? { from, to, topics } : { period, topics };
  },
});

insightsTopics.get('/trending-topics/ranks', {
  operationId: 'getTopicRanks',
  summary: 'List daily ranks of the top topics',
  description: 'Returns the top topics of all these days, each with its rank among all topics on each day.',
  query: z.object({
    days: integer(7, 90, 28).describe('Number of complete days'),
    limit,
    riskManagement,
    excluded: bool(true).describe(
      'false omits topics that editors exclude from trending, and ranks the others without them',
    ),
  }),
  data: z.object({
    days: z.array(date).describe('Days, oldest first'),
    topics: z
      .array(
        insightsTopic.extend({
          ranks: z.array(z.int().min(1).nullable()).describe('Rank on each day; null on days without readers'),
        }),
      )
      .describe('Topics, most popular first'),
  }),
  csv: ({ days, topics }) => ({
    columns: ['date', ...topics.map(({ slug }) => slug)],
    rows: days.map((day, i) => [day, ...topics.map(({ ranks }) => ranks[i] ?? null)]),
  }),
  example: { days: ['2026-01-30', '2026-01-31'], topics: [{ ...EXAMPLE_TOPIC, ranks: [3, 1] }] },
  answer: async (c, { query: { days, ...query } }) => {
    const { now, zone } = clockOf(c);
    const today = dayIndex(now, zone);
    const range = { from: today - days, to: today };
    return {
      days: Array.from({ length: days }, (_, i) => utcDay(toSeconds((range.from + i) * DAY_MS))),
      topics: await loadTopicRanks(c.var.db, { ...query, range }),
    };
  },
});

insightsTopics.get('/topics/:id/content', {
  operationId: 'getTopicContent',
  summary: 'List the most-clicked content of a topic',
  description: 'Sorted by engagement, highest first.',
  path: topicPath,
  query: rangeQuery,
  check: rangeFaults(),
  isCostly: isLongRange,
  data: z.union([
    z.object({ topicId, period, items: z.array(contentItem) }),
    z.object({ topicId, ...rangeFields, items: z.array(contentItem) }),
  ]),
  csv: ({ items }) => itemTable(items),
  example: { topicId: 12, period: '7d', items: [ITEM] },
  answer: async (c, { path: { id }, query: { period, from, to, limit, riskManagement } }) => {
    const { db, now } = c.var;
    const range = rangeOf({ from, to });
    if (range && from && to) {
      if (!(await topicExists(db, id))) unknownTopic();
      const question = { range, limit, riskManagement, now: toSeconds(now) };
      return { topicId: id, from, to, items: await loadRangeTopicItems(db, id, question) };
    }
    await upToDate(c, [id]);
    const items = await loadTopicItems(c.var.db, id, listName(period, riskManagement), limit);
    return { topicId: id, period, items: items ?? unknownTopic() };
  },
});

insightsTopics.get('/topics/:id/co-topics', {
  operationId: 'getCoTopics',
  summary: 'List topics that occur with a topic',
  description: 'Returns the other topics of the content clicked in this topic, ranked by engagement.',
  path: topicPath,
  query: insightsQuery,
  data: z.object({ topicId, period, coTopics: z.array(insightsTopic) }),
  csv: ({ coTopics }) => topicTable(coTopics),
  example: { topicId: 12, period: '7d', coTopics: [RISK_MANAGEMENT] },
  answer: async (c, { path: { id }, query: { period, limit, riskManagement } }) => {
    await upToDate(c, [id]);
    const topics = await loadCoTopics(c.var.db, id, listName(period, riskManagement), limit);
    return { topicId: id, period, coTopics: topics ?? unknownTopic() };
  },
});
