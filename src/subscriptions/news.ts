import { and, gt, inArray, max, sql } from 'drizzle-orm';
import * as z from 'zod';
import { authorId, readAuthorId } from '../content/authors.ts';
import { firstFrom } from '../content/position-sql.ts';
import type { Db } from '../db/client.ts';
import { articles, webhookEvents, weeks } from '../db/schema.ts';
import type { Dispatch, EventType, Followed } from '../db/values.ts';
import type { Kind } from '../keys/key.ts';
import { type Millis, toSeconds } from '../lib/time.ts';

export const alarmsOf = (ownerKind: Kind): readonly EventType[] =>
  ownerKind === 'operator' ? [...READER_EVENTS, ...OPERATOR_EVENTS] : READER_EVENTS;

const READER_EVENTS = [
  'topic.entered_top_ten',
  'topic.left_top_ten',
  'topic.grows',
  'article.rising',
  'engagement.falls',
  'engagement.stops',
  'story.breaking',
] as const;
const OPERATOR_EVENTS = ['engagement.suspicious', 'source.failed', 'service.alarm', 'service.recovered'] as const;

export interface News {
  articles: Omit<z.output<typeof row>, 'domain'>[];
  events: Pick<typeof webhookEvents.$inferSelect, 'id' | 'type' | 'subject'>[];
  monday: string | null;
}

const row = z.object({
  id: z.int(),
  at: z.int(),
  story: z.int(),
  topics: z.string().transform((text) => JSON.parse(text) as number[]),
  authors: z.string().transform((text) => JSON.parse(text) as string[]),
  domain: z.string(),
});

/** Loads recent events, and recent articles if requested. Omits events about unpublished articles. */
export async function loadNews(
  db: Db,
  { since, now, hasArticles }: { since: Millis; now: Millis; hasArticles: boolean },
): Promise<News> {
  const at = (millis: Millis) => firstFrom(toSeconds(millis));
  const each = (column: typeof articles.topics | typeof articles.authors, name: string) =>
    sql`(SELECT json_group_array(value ->> ${sql.raw(`'${name}'`)}) FROM json_each(${column}))`;
  const found = hasArticles
    ? await db.rows(
        row,
        sql`SELECT ${articles.id} AS id, ${articles.publishedAt} AS at, ${articles.storyId} AS story, ${each(articles.topics, 'id')} AS topics,
          ${each(articles.authors, 'name')} AS authors, ${articles.source} ->> 'domain' AS domain FROM ${articles}
          WHERE ${articles.position} >= ${at(since)} AND ${articles.position} < ${at(now + 1000)} ORDER BY ${articles.position} DESC`,
      )
    : [];
  const { id, type, subject, data } = webhookEvents;
  // Without `json_valid`, an event with invalid JSON would make this query fail for all subscriptions.
  const about = sql`iif(json_valid(${data}), ${data} ->> '$.article.id', NULL)`;
  const isTellable = sql`(${about} IS NULL
    OR EXISTS (SELECT 1 FROM ${articles} WHERE ${articles.id} = ${about} AND ${articles.publishedAt} <= ${toSeconds(now)}))`;
  const { events, last } = await db.transaction({
    events: db
      .select({ id, type, subject })
      .from(webhookEvents)
      .where(
        and(gt(webhookEvents.at, toSeconds(since)), inArray(type, [...READER_EVENTS, ...OPERATOR_EVENTS]), isTellable),
      )
      .orderBy(sql`${id} DESC`),
    last: db.select({ monday: max(weeks.monday).as('monday') }).from(weeks),
  });
  return {
    articles: found.map(({ domain, authors, ...article }) => ({
      ...article,
      authors: authors.map((name) => authorId(name, domain)),
    })),
    events,
    monday: last[0]?.monday ?? null,
  };
}

interface Follower {
  kind: Followed;
  ref: string;
  ownerKind: Kind;
}

/** Returns the ids of the news for a subscription: `a12` (article), `e7` (event), `w2026-01-05` (weekly summary). */
export function selectNews({ kind, ref, ownerKind }: Follower, { articles, events, monday }: News): string[] {
  const named = (letter: string, things: { id: number }[]) => things.map(({ id }) => `${letter}${id}`);
  const eventsIn = (is: (event: News['events'][number]) => boolean) => named('e', events.filter(is));
  const articlesIn = (is: (article: News['articles'][number]) => boolean) => named('a', articles.filter(is));
  const about = eventsIn(({ subject }) => subject === `${kind}:${ref}`);
  switch (kind) {
    case 'topic':
      return [...about, ...articlesIn(({ topics }) => topics.includes(Number(ref)))];
    case 'story':
      return [...about, ...articlesIn(({ story }) => story === Number(ref))];
    case 'author':
      return articlesIn(({ authors }) => authors.some((author) => isAuthor(author, ref)));
    case 'week':
      return monday === null ? [] : [`w${monday}`];
    case 'alerts':
      return eventsIn(({ type }) => alarmsOf(ownerKind).includes(type));
  }
}

/** Returns true if `ref` identifies the author. A `ref` without a domain identifies all authors with the name. */
const isAuthor = (author: string, ref: string): boolean =>
  author === ref || (!ref.includes('@') && readAuthorId(author).slug === ref);

export const dispatchOf = (itemIds: readonly string[]): Dispatch => {
  const of = (letter: string) => itemIds.filter((one) => one.startsWith(letter)).map((one) => one.slice(1));
  return { articles: of('a').map(Number), events: of('e').map(Number), monday: of('w')[0] ?? null };
};
