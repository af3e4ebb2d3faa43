import { and, count, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { apiKeys, articles, companies, counts, feeds, sources, topics } from '../db/schema.ts';
import type { KeyKind } from '../keys/key.ts';
import { type Millis, toSeconds } from '../lib/time.ts';

/** Numbers of articles, topics, feeds, keys and so on. */
export interface Counts {
  articles: number;
  topics: number;
  companies: number;
  sources: number;
  feeds: number;
  feedsDue: number;
  feedsFailing: number;
  feedsGone: number;
  secretKeys: number;
  publishableKeys: number;
  operatorKeys: number;
}

/** Least milliseconds between two counts of articles, because each reads all of them. */
const LIFE = 600_000;

/** The number of articles is at most ten minutes old. */
export async function readCounts(db: Db, now: Millis): Promise<Counts> {
  const seconds = toSeconds(now);
  const where = (condition: SQL, name: string) => sql<number>`count(*) FILTER (WHERE ${condition})`.as(name);
  const alive = (kind: KeyKind) => where(sql`${apiKeys.kind} = ${kind}`, kind);
  const {
    topic: [topic],
    company: [company],
    source: [source],
    feed: [feed],
    key: [key],
    known: [known],
  } = await db.transaction({
    topic: db.select({ topics: count() }).from(topics),
    company: db.select({ companies: count() }).from(companies),
    source: db.select({ sources: count() }).from(sources),
    feed: db
      .select({
        feeds: count(),
        feedsDue: where(sql`${feeds.nextAt} <= ${seconds}`, 'due'),
        feedsFailing: where(sql`${feeds.failures} > 0`, 'failing'),
        feedsGone: where(sql`${feeds.nextAt} IS NULL`, 'gone'),
      })
      .from(feeds),
    key: db
      .select({
        secretKeys: alive('secret'),
        publishableKeys: alive('publishable'),
        operatorKeys: alive('operator'),
      })
      .from(apiKeys)
      .where(and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, seconds)))),
    known: db.select().from(counts).where(eq(counts.name, 'articles')),
  });
  if (!topic || !company || !source || !feed || !key) throw new Error('counting gives one row');
  const isFresh = known && known.at <= now && now < known.at + LIFE;
  const articles = isFresh ? known.count : await countArticles(db, now);
  return { articles, ...topic, ...company, ...source, ...feed, ...key };
}

async function countArticles(db: Db, now: number): Promise<number> {
  const [row] = await db.select({ count: count() }).from(articles);
  const counted = { count: row?.count ?? 0, at: now };
  await db
    .insert(counts)
    .values({ name: 'articles', ...counted })
    .onConflictDoUpdate({ target: counts.name, set: counted });
  return counted.count;
}
