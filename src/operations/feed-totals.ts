import { isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { feeds } from '../db/schema.ts';

export const selectFeedTotals = (db: Db) =>
  db
    .select({
      polled: sql<number>`count(*)`.as('polled'),
      failing: sql<number>`count(*) FILTER (WHERE ${feeds.failures} > 0)`.as('failing'),
      failures: sql<number>`coalesce(sum(${feeds.failures}), 0)`.as('failures'),
    })
    .from(feeds)
    .where(isNotNull(feeds.nextAt));
