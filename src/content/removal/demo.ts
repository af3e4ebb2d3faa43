import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../../db/client.ts';
import { UNGUARDED } from '../../db/guard.ts';
import { bare } from '../../db/json.ts';
import { articles, audit, companies, demoLoad, feeds, recommended, sources, topics } from '../../db/schema.ts';
import type { Author } from '../history/audit.ts';
import { deleteArticle } from './article.ts';
import { removeSource } from './source.ts';
import { removeTagThing } from './tags.ts';

/** What the demo newsroom consists of: articles go first, so that the others are in use nowhere. */
const KINDS = ['article', 'topic', 'company', 'source'] as const;
type DemoKind = (typeof KINDS)[number];

const row = z.object({ kind: z.enum(KINDS), ref: z.string(), name: z.string() });

/**
 * What is still there of what the loading of the demo has stored, by the history. Topics, companies and sources that somebody has changed
 * since, and sources with feeds, are the newsroom's own.
 */
const ofDemo = (db: Db, kinds: readonly DemoKind[]) =>
  db.rows(
    row,
    sql`SELECT ${audit.kind} AS kind, ${audit.ref} AS ref, coalesce(${audit.after} ->> 'title', ${audit.after} ->> 'name') AS name
      FROM ${demoLoad} JOIN ${audit} ON ${audit.at} BETWEEN ${demoLoad.now} AND ${demoLoad.loadedAt}
      WHERE ${audit.action} = 'create' AND ${audit.kind} IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))
        AND CASE ${audit.kind}
          WHEN 'article' THEN EXISTS (SELECT 1 FROM ${articles} WHERE ${articles.id} = CAST(${audit.ref} AS INTEGER))
          WHEN 'topic' THEN EXISTS (SELECT 1 FROM ${topics} WHERE ${topics.id} = CAST(${audit.ref} AS INTEGER))
          WHEN 'company' THEN EXISTS (SELECT 1 FROM ${companies} WHERE ${companies.id} = CAST(${audit.ref} AS INTEGER))
          ELSE EXISTS (SELECT 1 FROM ${sources} WHERE ${sources.domain} = ${audit.ref})
            AND NOT EXISTS (SELECT 1 FROM ${feeds} WHERE ${feeds.domain} = ${audit.ref}) END
        AND (${audit.kind} = 'article' OR NOT EXISTS (SELECT 1 FROM ${audit} later
          WHERE later.${bare(audit.kind)} = ${audit.kind} AND later.${bare(audit.ref)} = ${audit.ref} AND later.${bare(audit.at)} > ${demoLoad.loadedAt}))
      ORDER BY instr(${JSON.stringify(KINDS)}, ${audit.kind}), ${audit.id}`,
  );

/** Whether stories of the demo newsroom are here. Reads a row for each. */
export const hasDemo = async (db: Db): Promise<boolean> => (await ofDemo(db, ['article'])).length > 0;

/** Removes at most so many things of the demo, which the history can restore, and says how many are left. `keeps`: kinds that stay. */
export async function removeDemo(
  db: Db,
  author: Author,
  { most = Number.POSITIVE_INFINITY, keeps = [] }: { most?: number; keeps?: readonly DemoKind[] } = {},
): Promise<{ removed: number; left: number }> {
  const all = await ofDemo(
    db,
    KINDS.filter((kind) => !keeps.includes(kind)),
  );
  const some = all.slice(0, most);
  for (const { kind, ref, name } of some)
    if (kind === 'article') await deleteArticle(db, Number(ref), author);
    else if (kind === 'source') await removeSource(db, { domain: ref, name }, author, UNGUARDED);
    else await removeTagThing(db, { kind, ref: Number(ref), name }, author, UNGUARDED);
  const left = all.length - some.length;
  if (left === 0) await db.delete(recommended).where(sql`${recommended.articles} = '[]'`);
  return { removed: some.length, left };
}
