import { asc } from 'drizzle-orm';
import { type Db, NO_PRECONDITION } from '../db/client.ts';
import { topics, topicWindows } from '../db/schema.ts';
import { columnNames, upsertRows } from '../db/sql.ts';
import { retry } from '../lib/async-control.ts';
import { renameTopics } from './articles/store/drafts.ts';
import { type Author, newAuditChange, recordUpserts, updatedTokens } from './history/audit.ts';
import { type ImportLine, lastByKey, type Refusals, refuse } from './import-lines.ts';
import { anyTokenOf } from './index/entries.ts';
import { topicToken } from './index/tokens.ts';
import type { TopicInput } from './types.ts';

const REPEATED_FIELDS = ['name', 'slug', 'category'];
const COLUMNS = columnNames(topics);
const RANKED_FIELDS = ['topicId', 'name', 'slug', 'description', 'category', 'excluded'] as const;

/** Maximum number of attempts if concurrent saves compete for a slug. */
const MAX_ATTEMPTS = 5;

/** Stores topics and renames them in their articles in one transaction. Slugs must be unique. */
export const saveTopics = (db: Db, lines: readonly ImportLine<TopicInput>[], author: Author, guard = NO_PRECONDITION) =>
  // A concurrent save may take a slug after the check. The next attempt finds the slug and rejects the line.
  retry(
    MAX_ATTEMPTS,
    (error) => /UNIQUE constraint failed: topics\.slug/.test(String(error)),
    () => trySave(db, lines, author, guard),
  );

async function trySave(db: Db, lines: readonly ImportLine<TopicInput>[], author: Author, guard = NO_PRECONDITION) {
  const refusals: Refusals = new Map();
  const accepted = await withFreeSlugs(db, lines, refusals);
  if (accepted.length === 0) return refusals;
  const rows = accepted.map((topic) => ({ ...topic, excludedFromTrending: topic.excludedFromTrending ?? false }));
  const shown = rows.map(({ id, excludedFromTrending, ...topic }) => ({
    topicId: id,
    excluded: excludedFromTrending,
    ...topic,
  }));
  const change = newAuditChange(author);
  const tokens = rows.map(({ id }) => [id, topicToken(id)] as const);
  await db.transaction(
    guard,
    recordUpserts(change, { kind: 'topic', table: topics, columns: COLUMNS, key: 'id', rows }),
    upsertRows(topics, rows, { columns: COLUMNS, key: ['id'] }),
    upsertRows(topicWindows, shown, { columns: RANKED_FIELDS, key: ['topicId'] }),
    renameTopics(anyTokenOf(updatedTokens(change, 'topic', tokens, REPEATED_FIELDS))),
  );
  return refusals;
}

async function withFreeSlugs(
  db: Db,
  lines: readonly ImportLine<TopicInput>[],
  refusals: Refusals,
): Promise<TopicInput[]> {
  const stored = await db.select({ id: topics.id, slug: topics.slug }).from(topics);
  const owners = new Map(stored.map(({ slug, id }) => [slug, id]));
  return lastByKey(lines, ({ id }) => id).flatMap(({ line, value }) => {
    const owner = owners.get(value.slug);
    if (owner !== undefined && owner !== value.id) {
      refuse(refusals, line, 'slug', `already belongs to topic ${owner}`);
      return [];
    }
    owners.set(value.slug, value.id);
    return [value];
  });
}

export const topicIds = async (db: Db): Promise<number[]> =>
  (await db.select({ id: topics.id }).from(topics).orderBy(asc(topics.id))).map(({ id }) => id);
