import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { companiesJson } from './article-store.ts';
import { companyToken } from './facets.ts';
import type { Company } from './input.ts';
import { chunks, lastByKey, type Numbered } from './saved.ts';
import { anyFacet } from './topics.ts';

const CHUNK = 1000;

/** Stores companies and renames them in every article that carries them, in transactions of 1,000. */
export async function saveCompanies(db: Db, lines: readonly Numbered<Company>[]): Promise<void> {
  for (const chunk of chunks(
    lastByKey(lines, ({ id }) => id),
    CHUNK,
  )) {
    const companies = chunk.map(({ value }) => value);
    const rows = JSON.stringify(companies);
    const renamed = await db.all<{
      id: number;
    }>(sql`SELECT c.id FROM json_each(${rows}) v JOIN companies c ON c.id = v.value ->> 'id'
      WHERE c.name <> v.value ->> 'name'`);
    await db.together(
      sql`INSERT INTO companies (id, name, organisation_type)
        SELECT value ->> 'id', value ->> 'name', value ->> 'organisationType' FROM json_each(${rows}) WHERE true
        ON CONFLICT (id) DO UPDATE SET (name, organisation_type) = (excluded.name, excluded.organisation_type)
        WHERE (name, organisation_type) IS NOT (excluded.name, excluded.organisation_type)`,
      sql`UPDATE articles SET companies = ${companiesJson('articles.companies', "j.value ->> 'id'")}
        WHERE position IN (SELECT rowid FROM article_index WHERE article_index MATCH ${anyFacet(renamed.map(({ id }) => companyToken(id)))})`,
    );
  }
}
