import { and, between, eq, gte, inArray, sql } from 'drizzle-orm';
import { loadGeography } from '../../content/geography.ts';
import type { FeedItem } from '../../content/item.ts';
import type { Db } from '../../db/client.ts';
import { inList, valuesOf } from '../../db/json.ts';
import { articles, audit, jobRuns, savedSearches, webhookEvents } from '../../db/schema.ts';
import { rfc3339 } from '../../lib/time.ts';
import { filterOf } from '../../search/filter.ts';
import { matchesAmong } from '../../search/page.ts';
import { type AlertEvent, recordEvents } from '../event.ts';
import { selectReceivers } from '../receivers.ts';
import { articleOf } from './article.ts';

/** Seconds that an article is news: what is imported later, or changed so that it matches then, is not reported. */
const NEWS = 2 * 86_400;
/** Seconds by which a run looks back beyond the last one, in which a change may not have been stored yet. */
const OVERLAP = 600;
/** Name of the job that calls this. */
export const MATCHES_JOB = 'matches';

/**
 * Records which new articles match the saved searches that webhooks ask for. New is what was stored or changed since the last run,
 * and what was stored earlier for a time that has come since. `now`: epoch milliseconds.
 */
export async function recordMatches(db: Db, now: number): Promise<AlertEvent[]> {
  const wanted = new Set(
    (await selectReceivers(db)).flatMap(({ events, searches }) => (events.includes('article.matched') ? searches : [])),
  );
  if (wanted.size === 0) return [];
  const searches = await db
    .select()
    .from(savedSearches)
    .where(inList(savedSearches.slug, wanted))
    .orderBy(savedSearches.slug);
  const seconds = Math.floor(now / 1000);
  const ids = await newArticles(db, seconds);
  if (ids.length === 0) return [];
  const geography = await loadGeography(db, now);
  const events: AlertEvent[] = [];
  for (const { slug, name, filter } of searches) {
    const known = await knownMatches(db, slug, ids);
    const asked = { filter: filterOf(filter), geography, since: seconds - NEWS };
    const matches = await matchesAmong(
      db,
      asked,
      ids.filter((id) => !known.has(id)),
    );
    events.push(...matches.map((item) => matched({ slug, name }, item, seconds)));
  }
  return recordEvents(db, events, now);
}

const keyOf = (slug: string, id: number) => `article.matched:${slug}:${id}`;

const matched = (search: { slug: string; name: string }, item: FeedItem, at: number): AlertEvent => ({
  ...{ type: 'article.matched', key: keyOf(search.slug, item.contentId), subject: `search:${search.slug}`, at },
  data: { search, article: { ...articleOf(item), publishedAt: rfc3339(item.publishedAt) } },
});

async function newArticles(db: Db, now: number): Promise<number[]> {
  const [last] = await db.select({ at: jobRuns.at }).from(jobRuns).where(eq(jobRuns.job, MATCHES_JOB));
  const since = Math.max(last ? Math.floor(last.at / 1000) - OVERLAP : now - OVERLAP, now - NEWS);
  const isPublished = between(articles.publishedAt, now - NEWS, now);
  const { id, position } = articles;
  const stored = sql`(SELECT CAST(${audit.ref} AS INTEGER) FROM ${audit}
    WHERE ${and(eq(audit.kind, 'article'), gte(audit.at, since), inArray(audit.action, ['create', 'update', 'restore']))})`;
  const [changed, due] = await db.transaction(
    db
      .select({ id })
      .from(articles)
      .where(and(sql`${id} IN ${stored}`, isPublished)),
    db
      .select({ id })
      .from(articles)
      .where(sql`${position} BETWEEN (CAST(${since} AS INTEGER) << 30) AND (CAST(${now + 1} AS INTEGER) << 30)`),
  );
  return [...new Set([...changed, ...due].map((row) => row.id))];
}

async function knownMatches(db: Db, slug: string, ids: readonly number[]): Promise<Set<number>> {
  const { key } = webhookEvents;
  const keys = ids.map((id) => keyOf(slug, id));
  const found = await db
    .select({ key })
    .from(webhookEvents)
    .where(sql`${key} IN ${valuesOf(keys)}`);
  return new Set(found.map((row) => Number(row.key.split(':').at(-1))));
}
