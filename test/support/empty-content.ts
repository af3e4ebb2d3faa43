import { ne, notInArray, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import GEO_GROUPS from '../../src/content/reference/geo-groups.generated.ts';
import { RISK_MANAGEMENT_TOPIC } from '../../src/content/types.ts';
import {
  articles,
  companies,
  geoGroups,
  recommended,
  sourceAliases,
  sources,
  storyTerms,
  storyWords,
  tagRules,
  topics,
  trash,
  trashLinks,
} from '../../src/db/schema.ts';
import { articleIndex } from '../../src/db/tables.ts';
import { openTestDb } from './index.ts';

const CONTENT = [
  articles,
  companies,
  sources,
  sourceAliases,
  tagRules,
  trash,
  trashLinks,
  recommended,
  storyTerms,
  storyWords,
];

/** Deletes all content, but keeps the rows that migrations create: a topic and geo groups. */
export async function emptyContent(...more: SQLiteTable[]): Promise<void> {
  const db = openTestDb();
  const slugs = GEO_GROUPS.map(({ slug }) => slug);
  await db.transaction(
    ...[...CONTENT, ...more].map((table) => db.delete(table)),
    db.delete(topics).where(ne(topics.id, RISK_MANAGEMENT_TOPIC)),
    db.delete(geoGroups).where(notInArray(geoGroups.slug, slugs)),
    sql`INSERT INTO ${articleIndex} (${sql.identifier('article_index')}) VALUES ('delete-all')`,
  );
}
