import * as z from 'zod';
import { topicWindows } from '../db/schema.ts';
import { router } from '../http/base.ts';
import { cached } from '../http/cache.ts';
import { choice, ids, integer, validated } from '../http/params.ts';
import { success } from '../lib/jsend.ts';
import { counter, topicRows } from '../windows/read.ts';
import { rankTrending } from '../windows/trending.ts';

/** Which counter ranks: by period, then by the readers' company. */
const COUNTERS = {
  now: { broker: 'clicks24hBroker', carrier: 'clicks24hCarrier', all: 'clicks24h' },
  week: { broker: 'clicks7dBroker', carrier: 'clicks7dCarrier', all: 'clicks7d' },
} as const;

const OVERLAP = 'names a topic that is in both includeTopics and excludeTopics; name it in one';

export const trendingQuery = z
  .object({
    period: choice(['now', 'week'], 'week'),
    companyType: choice(['broker', 'carrier'], undefined),
    excludeTopics: ids,
    includeTopics: ids,
    limit: integer(1, 50, 20),
  })
  .check(({ value, issues }) => {
    if (!value.includeTopics.some((id) => value.excludeTopics.includes(id))) return;
    for (const name of ['includeTopics', 'excludeTopics'])
      issues.push({ code: 'custom', input: value, path: [name], message: OVERLAP });
  });

/** `/topics/trending/` */
export const trending = router().get('/trending', validated('query', trendingQuery), async (c) => {
  const query = c.req.valid('query');
  return cached(c, { ttl: 10, parameters: query }, async () => {
    const { period, companyType = 'all', includeTopics, excludeTopics, limit } = query;
    const rows = await topicRows(c.var.db, {
      description: topicWindows.description,
      excluded: topicWindows.excluded,
      clicks: counter(COUNTERS[period][companyType]),
    });
    const topics = rankTrending(rows, { include: includeTopics, exclude: excludeTopics, limit }).map(
      ({ topicId, name, slug, description, category }) => ({ id: topicId, name, slug, description, category }),
    );
    return c.json(success({ topics }));
  });
});
