import * as z from 'zod';
import type { Db } from '../../db/client.ts';
import { topicWindows } from '../../db/schema.ts';
import { router } from '../../http/base.ts';
import { operations, withTables } from '../../http/endpoint.ts';
import { upToDate } from '../../http/update-rankings.ts';
import { choice, ids, integer } from '../../lib/formats/params.ts';
import { loadRangeTopics, type RangeQuestion } from '../../rankings/read/range.ts';
import { counter, everyTopic, type InsightsTopic, TOPIC } from '../../rankings/read/read-rankings.ts';
import { rankTrending, type TrendingRow } from '../../rankings/read/trending.ts';
import { category, previousRank, slug, topicId } from '../shapes.ts';
import { comparedRange, isLongRange, type Range, REFUSED, rangeFaults, rangeOf } from './insights/parameters.ts';

const COUNTERS = {
  now: { broker: '24hBroker', carrier: '24hCarrier', all: '24h' },
  week: { broker: '7dBroker', carrier: '7dCarrier', all: '7d' },
} as const;

const LISTS = ['includeTopics', 'excludeTopics'] as const;
type TopicLists = Record<(typeof LISTS)[number], readonly number[]>;

/** Rejects topics that are in both lists. Runs even if other parameters are invalid, to report all errors at once. */
const apart = (name: keyof TopicLists) =>
  z.refine<TopicLists>(({ includeTopics, excludeTopics }) => !includeTopics.some((id) => excludeTopics.includes(id)), {
    path: [name],
    error: 'contains a topic of includeTopics; a topic can be in only one of the two',
    when: ({ value }) => LISTS.every((list) => Array.isArray((value as Partial<TopicLists>)[list])),
  });

const trendingQuery = z
  .object({
    period: choice(['now', 'week'], 'week').describe('`now` is the last 24 hours, `week` the last 7 days'),
    companyType: choice(['broker', 'carrier'], undefined).describe(
      'Only clicks by readers from companies of this type',
    ),
    excludeTopics: ids.describe('Topics to exclude'),
    includeTopics: ids.describe('Topics to include even if they are excluded by default'),
    limit: integer(1, 50, 20).describe('Maximum number of topics'),
    ...comparedRange,
  })
  .check(...LISTS.map(apart));

const trendingTopic = z
  .object({ id: topicId, name: z.string(), slug, description: z.string(), category, previousRank })
  .meta({ id: 'TrendingTopic' });

const COLUMNS = ['id', 'name', 'slug', 'description', 'category', 'previousRank'] as const;

export const topicRoutes = router();

operations('Insights', topicRoutes, REFUSED).get('/trending', {
  operationId: 'getTrending',
  summary: 'List trending topics',
  description:
    'Topics are ranked by reader engagement, most popular first. An id must not be in both includeTopics and excludeTopics. A range (`from`, `to`) includes all readers.',
  query: trendingQuery,
  check: rangeFaults({ period: [], companyType: [] }),
  isCostly: isLongRange,
  data: z.object({ topics: z.array(trendingTopic) }),
  csv: ({ topics }) => ({
    columns: ['rank', ...COLUMNS],
    rows: topics.map((topic, i) => [i + 1, ...COLUMNS.map((name) => topic[name])]),
  }),
  example: {
    topics: [
      { id: 12, name: 'Cyber', slug: 'cyber', description: 'Insurance of digital risks', category: 1, previousRank: 3 },
    ],
  },
  answer: async (c, { query }) => {
    if (!rangeOf(query)) await upToDate(c, 'topics');
    return { topics: await loadTrending(c.var.db, query) };
  },
});

withTables(topicRoutes);

interface Trending extends TopicLists, Range, Pick<RangeQuestion, 'against'> {
  period: keyof typeof COUNTERS;
  companyType?: 'broker' | 'carrier' | undefined;
  limit: number;
}

export async function loadTrending(
  db: Db,
  { period, companyType, includeTopics, excludeTopics, limit, against, ...days }: Trending,
): Promise<z.infer<typeof trendingTopic>[]> {
  const counted = COUNTERS[period][companyType ?? 'all'];
  const rows = await everyTopic<InsightsTopic & TrendingRow & { description: string }>(db, {
    ...TOPIC,
    description: topicWindows.description,
    excluded: topicWindows.excluded,
    engagement: counter(`engagement${counted}`),
    before: counter(`before${counted}`),
  });
  const range = rangeOf(days);
  const found = range ? await loadRangeTopics(db, rows, { range, against, riskManagement: false }) : rows;
  return rankTrending(found, { include: includeTopics, exclude: excludeTopics, limit }).map(
    ({ topicId, name, slug, description, category, previousRank }) => ({
      id: topicId,
      name,
      slug,
      description,
      category,
      previousRank,
    }),
  );
}
