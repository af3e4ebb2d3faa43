import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { articles, dispatches, stories, subscriptions, topics, webhookEvents, webhooks } from '../../db/schema.ts';
import { bare, inList } from '../../db/sql.ts';
import { DAY, type Seconds } from '../../lib/time.ts';
import { trashedRows } from '../history/trash.ts';
import { firstFrom } from '../position-sql.ts';

/**
 * This module moves followers of deleted and merged topics and deleted stories. The trigger `articles_retold` moves
 * those of merged stories.
 */

const { id, kind, ref, name, sentItems, endedAt, address, via, rhythm, keyId, confirmedAt } = subscriptions;
export type FollowerRows = readonly Record<string, unknown>[];
const idsIn = (rows: FollowerRows = []) => rows.map((row) => row.id);

const follows = (what: 'topic' | 'story', of: SQL | string) =>
  sql`${kind} = ${what} AND ${ref} = ${of} AND ${endedAt} IS NULL`;
const names = (topic: number | string) =>
  sql`EXISTS (SELECT 1 FROM json_each(${webhooks.topics}) named WHERE named.value = ${Number(topic)})`;

export const followersOf = (what: 'topic' | 'story', of: SQL | string): SQL =>
  trashedRows(sql`SELECT json_object('id', ${id}) AS row FROM ${subscriptions} WHERE ${follows(what, of)}`);
/** SQL expression: a topic's webhooks, as trash rows. `both` is true if a webhook also has topic `into`. */
export const webhooksOf = (topic: number | string, into = topic): SQL =>
  trashedRows(
    sql`SELECT json_object('id', ${webhooks.id}, 'both', ${names(into)}) AS row FROM ${webhooks} WHERE ${names(topic)}`,
  );

const CLEAR_REF = sql`UPDATE ${subscriptions} SET ${bare(ref)} = ''`;

export const loseTopic = (topic: number | string): SQL[] => [
  sql`${CLEAR_REF} WHERE ${follows('topic', String(topic))}`,
  sql`UPDATE ${webhooks} SET ${bare(webhooks.topics)} = (SELECT json_group_array(value) FROM json_each(${webhooks.topics}) WHERE value <> ${Number(topic)})
    WHERE ${names(topic)}`,
];

/** Clears the references of subscriptions to stories that no longer exist. */
export const loseStories: SQL = sql`${CLEAR_REF} WHERE ${kind} = 'story' AND ${ref} <> ''
  AND NOT EXISTS (SELECT 1 FROM ${stories} WHERE ${stories.id} = CAST(${ref} AS INTEGER))`;

/** Restores the references of subscriptions. `rows` come from `followersOf`, and `into` is the merge target. */
export const restoreSubscriptions = (
  what: 'topic' | 'story',
  of: number | string,
  rows: FollowerRows | undefined,
  into: string | null = null,
): SQL =>
  sql`UPDATE ${subscriptions} SET ${bare(ref)} = ${String(of)},
    ${bare(name)} = coalesce((SELECT ${topics.name} FROM ${topics} WHERE ${what} = 'topic' AND ${topics.id} = ${Number(of)}), ${name})
    WHERE ${kind} = ${what} AND ${inList(ref, ['', into ?? ''])} AND ${endedAt} IS NULL AND ${inList(id, idsIn(rows))}`;
/** Restores a topic in webhooks, and removes topic `into` if a merge added it. `rows` come from `webhooksOf`. */
export const regainWebhooks = (topic: number | string, rows: FollowerRows | undefined, into: string | null): SQL =>
  sql`UPDATE ${webhooks} SET ${bare(webhooks.topics)} = ${listBeforeMerge(webhooks.topics, inList(webhooks.id, idsIn(rowsWithoutTarget(rows))), { from: topic, into })}
    WHERE ${webhooks.topics} IS NOT NULL AND NOT ${names(topic)} AND ${inList(webhooks.id, idsIn(rows))}`;

export const rowsWithoutTarget = (rows: FollowerRows = []) => rows.filter(({ both }) => both === 0);

/** SQL expression: a list of ids as it was before a merge. `isAlone` is true if the list did not contain `into`. */
export const listBeforeMerge = (
  list: SQLWrapper,
  isAlone: SQL,
  { from, into }: { from: number | string; into: string | null },
): SQL =>
  sql`(SELECT json_group_array(value) FROM (SELECT value FROM json_each(${list}) WHERE NOT (${isAlone} AND value = ${Number(into ?? 0)})
    UNION ALL SELECT CAST(${Number(from)} AS INTEGER)))`;

/** Maximum age of news sent to followers, in seconds. A daily digest may be up to a day late. */
export const NEWS_SECONDS = 2 * DAY;

/** Moves a topic's followers. Run it before the articles move, so that followers miss no article and get none twice. */
export function moveFollowers(from: number, into: number, now: Seconds): SQL[] {
  const [old, other] = [String(from), String(into)];
  const has = sql`EXISTS (SELECT 1 FROM json_each(${articles.topics}) t WHERE t.value ->> 'id' = ${into})`;
  const there = sql`(SELECT json_group_array(one) AS there FROM (
    SELECT 'a' || ${articles.id} AS one FROM ${articles} WHERE ${articles.position} >= ${firstFrom(now - NEWS_SECONDS)} AND ${has}
    UNION ALL SELECT 'e' || ${webhookEvents.id} FROM ${webhookEvents} WHERE ${webhookEvents.subject} = ${`topic:${into}`}
      AND ${webhookEvents.at} > ${now - NEWS_SECONDS}))`;
  const way = sql`${keyId}, ${via}, ${rhythm}, coalesce(${address}, '')`;
  const waits = sql`SELECT 'a' || w.value FROM ${dispatches} JOIN json_each(iif(json_valid(${dispatches.content}), ${dispatches.content}, '{}'), '$.articles') w
    WHERE ${dispatches.subscriptionId} = ${id} AND ${dispatches.state} = 'pending'`;
  const ending = sql`SELECT ${keyId} AS owner, ${via} AS way, ${rhythm} AS often, coalesce(${address}, '') AS there, json_group_array(t.value) AS had
    FROM ${subscriptions} JOIN json_each(iif(json_valid(${sentItems}), ${sentItems}, '[]')) t WHERE ${follows('topic', old)} AND t.value NOT IN (${waits}) GROUP BY 1, 2, 3, 4`;
  return [
    sql`UPDATE ${subscriptions} SET ${bare(sentItems)} = (SELECT json_group_array(value) FROM (SELECT value FROM json_each(${sentItems}) UNION SELECT value FROM json_each(had)))
      FROM (${ending}) WHERE ${follows('topic', other)} AND ${via} <> 'feed' AND json_valid(${sentItems}) AND (${way}) = (owner, way, often, there)`,
    sql`UPDATE ${subscriptions} SET (${bare(endedAt)}, ${bare(address)}) = (${now}, NULL) WHERE ${follows('topic', old)} AND ${via} <> 'feed'
      AND (${way}) IN (SELECT ${way} FROM ${subscriptions} WHERE ${follows('topic', other)} AND (${via} <> 'mail' OR ${address} IS NULL OR ${confirmedAt} IS NOT NULL))`,
    sql`UPDATE ${subscriptions} SET ${bare(ref)} = ${other}, ${bare(name)} = coalesce((SELECT ${topics.name} FROM ${topics} WHERE ${topics.id} = ${into}), ${name}),
      ${bare(sentItems)} = iif(json_valid(${sentItems}), (SELECT json_group_array(value) FROM (SELECT value FROM json_each(there) UNION SELECT value FROM json_each(${sentItems}))), ${sentItems})
      FROM ${there} WHERE ${follows('topic', old)}`,
    sql`UPDATE ${webhooks} SET ${bare(webhooks.topics)} = (SELECT json_group_array(DISTINCT iif(value = ${from}, CAST(${into} AS INTEGER), value)) FROM json_each(${webhooks.topics}))
      WHERE ${names(from)}`,
  ];
}
