import { count, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { articleIndex } from '../../db/tables.ts';
import type { Millis } from '../../lib/time.ts';
import { makePending } from '../index/entries.ts';
import { indexPending } from './store/pending.ts';

const ARTICLES_PER_REPORT = 1000;

/** Rebuilds the full-text index, newest articles first. Searches stay exact. After a crash, the cron job continues. */
export async function reindex(
  db: Db,
  now: Millis,
  report: (done: number, total: number) => void = () => {},
): Promise<number> {
  const { stored } = await db.transaction({
    emptied: sql`INSERT INTO ${articleIndex} (${articleIndex}) VALUES ('delete-all')`,
    pending: makePending(sql`true`),
    stored: db.select({ articles: count() }).from(articles),
  });
  const total = stored[0]?.articles ?? 0;
  for (let done = 0; ; report(done, total)) {
    const indexed = await indexPending(db, now, ARTICLES_PER_REPORT);
    done += indexed;
    if (indexed < ARTICLES_PER_REPORT) return total;
  }
}
