import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { sourceJson } from './article-store.ts';
import { domainToken, IFRAMEABLE } from './facets.ts';
import type { Source } from './input.ts';
import { chunks, lastByKey, type Numbered } from './saved.ts';
import { anyFacet } from './topics.ts';

const CHUNK = 200;
const COLUMNS = sql.raw('name, icon, iframeable, organisation_type, client');
const EXCLUDED = sql.raw(
  'excluded.name, excluded.icon, excluded.iframeable, excluded.organisation_type, excluded.client',
);

/** Stores sources and what their articles carry of them, index included, in transactions of 200. True where a known source has changed. */
export async function saveSources(db: Db, lines: readonly Numbered<Source>[]): Promise<boolean> {
  let anyChanged = false;
  for (const chunk of chunks(
    lastByKey(lines, ({ domain }) => domain),
    CHUNK,
  )) {
    const rows = JSON.stringify(chunk.map(({ value }) => ({ ...value, iframeable: value.iframeable ?? true })));
    const changed = await db.all<{
      domain: string;
    }>(sql`SELECT s.domain FROM json_each(${rows}) v JOIN sources s ON s.domain = v.value ->> 'domain'
      WHERE (${COLUMNS}) IS NOT (v.value ->> 'name', v.value ->> 'icon', v.value ->> 'iframeable', v.value ->> 'organisationType', v.value ->> 'client')`);
    anyChanged ||= changed.length > 0;
    const theirs = anyFacet(changed.map(({ domain }) => domainToken(domain)));
    await db.together(
      sql`INSERT INTO sources (domain, ${COLUMNS})
        SELECT v ->> 'domain', v ->> 'name', v ->> 'icon', v ->> 'iframeable', v ->> 'organisationType', v ->> 'client'
        FROM (SELECT value AS v FROM json_each(${rows})) WHERE true
        ON CONFLICT (domain) DO UPDATE SET (${COLUMNS}) = (${EXCLUDED}) WHERE (${COLUMNS}) IS NOT (${EXCLUDED})`,
      sql`UPDATE articles SET source = ${sourceJson("articles.source ->> 'domain'")},
        facets = replace(facets, ' ' || ${IFRAMEABLE}, '') ||
          iif((SELECT s.iframeable FROM sources s WHERE s.domain = articles.source ->> 'domain'), ' ' || ${IFRAMEABLE}, '')
        WHERE position IN (SELECT rowid FROM article_index WHERE article_index MATCH ${theirs})`,
      sql`INSERT OR REPLACE INTO article_index (rowid, title, introduction, facets)
        WITH changed AS MATERIALIZED (SELECT rowid AS position FROM article_index WHERE article_index MATCH ${theirs})
        SELECT a.position, a.title, a.introduction, a.facets FROM changed JOIN articles a USING (position)`,
    );
  }
  return anyChanged;
}
