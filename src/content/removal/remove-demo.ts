import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../../db/client.ts';
import { articles, audit, companies, demoLoad, feeds, sources, topics } from '../../db/schema.ts';
import { bare } from '../../db/sql.ts';
import { type Author, SERVICE_ACTOR } from '../history/audit.ts';
import { importedIn } from '../history/imports.ts';
import { companyIs, guardOf, RESOURCE_ROWS, sourceIs, topicIs } from '../things.ts';
import { deleteArticle } from './remove-article.ts';
import { removeSource } from './remove-source.ts';
import { removeTagThing, usesOfTag } from './remove-tags.ts';

const KINDS = ['article', 'topic', 'company', 'source'] as const;
type DemoKind = (typeof KINDS)[number];

const removableRow = z.object({ kind: z.enum(KINDS), ref: z.string(), name: z.string() });
type Removable = z.output<typeof removableRow>;

/** SQL expression: the id or domain of an audit record's resource. For an import, the id of one of its articles. */
const REF = sql`coalesce(imported.key, ${audit.ref})`;

/** Finds demo content created in the last 90 days. Edited content and sources with feeds do not count as demo. */
const ofDemo = (db: Db, kinds: readonly DemoKind[]) =>
  db.rows(
    removableRow,
    sql`SELECT ${audit.kind} AS kind, ${REF} AS ref, coalesce(${audit.after} ->> 'title', ${audit.after} ->> 'name', '') AS name
      FROM ${demoLoad} JOIN ${audit} ON ${audit.at} BETWEEN ${demoLoad.now} AND ${demoLoad.loadedAt}
        LEFT JOIN ${importedIn(audit)} imported
      WHERE ${audit.action} = 'create' AND ${audit.kind} IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))
        AND CASE ${audit.kind}
          WHEN 'article' THEN EXISTS (SELECT 1 FROM ${articles} WHERE ${articles.id} = CAST(${REF} AS INTEGER))
          WHEN 'topic' THEN EXISTS (SELECT 1 FROM ${topics} WHERE ${topics.id} = CAST(${REF} AS INTEGER))
          WHEN 'company' THEN EXISTS (SELECT 1 FROM ${companies} WHERE ${companies.id} = CAST(${REF} AS INTEGER))
          ELSE EXISTS (SELECT 1 FROM ${sources} WHERE ${sources.domain} = ${REF})
            AND NOT EXISTS (SELECT 1 FROM ${feeds} WHERE ${feeds.domain} = ${REF}) END
        AND NOT EXISTS (SELECT 1 FROM ${audit} later
          WHERE later.${bare(audit.at)} > ${demoLoad.loadedAt} AND later.${bare(audit.actor)} <> ${SERVICE_ACTOR}
            AND (later.${bare(audit.kind)}, later.${bare(audit.ref)}) IN ((${audit.kind}, ${REF}), ('rule', ${audit.kind} || '/' || ${REF})))
      ORDER BY instr(${JSON.stringify(KINDS)}, ${audit.kind}), ${audit.id}`,
  );

/** Returns the content that can be removed now: articles first, then everything that no article refers to. */
async function removable(db: Db, kinds: readonly DemoKind[]): Promise<Removable[]> {
  const all = await ofDemo(db, kinds);
  const stories = all.filter(({ kind }) => kind === 'article');
  if (stories.length > 0) return stories;
  const free: Removable[] = [];
  for (const one of all) if (!(await isNamed(db, one))) free.push(one);
  return free;
}

const isNamed = async (db: Db, { kind, ref }: Removable): Promise<boolean> =>
  (kind === 'topic' || kind === 'company') && (await usesOfTag(db, kind, Number(ref))).articles > 0;

export const hasDemo = async (db: Db): Promise<boolean> => (await ofDemo(db, ['article'])).length > 0;

/** Moves at most `most` demo resources to the trash, and counts the rest. Skips kinds in `keeps`. */
export async function removeDemo(
  db: Db,
  author: Author,
  { most = Number.POSITIVE_INFINITY, keeps = [] }: { most?: number; keeps?: readonly DemoKind[] } = {},
): Promise<{ removed: number; left: number }> {
  const kinds = KINDS.filter((kind) => !keeps.includes(kind));
  let removed = 0;
  let left = await removable(db, kinds);
  while (left.length > 0 && removed < most) {
    const some = left.slice(0, most - removed);
    for (const one of some) await remove(db, one, author);
    removed += some.length;
    left = await removable(db, kinds);
  }
  return { removed, left: left.length };
}

async function remove(db: Db, { kind, ref, name }: Removable, author: Author): Promise<void> {
  if (kind === 'article') {
    await deleteArticle(db, Number(ref), author);
    return;
  }
  const where = { topic: topicIs(Number(ref)), company: companyIs(Number(ref)), source: sourceIs(ref) }[kind];
  const { row, table } = RESOURCE_ROWS[kind];
  const [found] = await db.rows(
    z.object({ seen: z.string() }),
    sql`SELECT ${row} AS seen FROM ${table} WHERE ${where}`,
  );
  if (!found) return;
  const guard = guardOf(RESOURCE_ROWS[kind], where, found.seen);
  if (kind === 'source') await removeSource(db, { domain: ref, name }, author, guard);
  else await removeTagThing(db, { kind, ref: Number(ref), name }, author, guard);
}
