import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../../db/client.ts';
import { articleIndex } from '../../db/tables.ts';
import { MINUTE_MS, type Millis } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';
import { languageToken } from './facets.ts';
import { WITH_TOKENS } from './language-words.ts';
import { PENDING } from './tokens.ts';

const remembered = new TtlCache<string[]>({ ttl: MINUTE_MS, capacity: 1 });

/** Returns the languages of all articles. An unindexed article counts for every language. */
async function loadLanguages(db: Db): Promise<string[]> {
  const isThere = (language: string) =>
    sql`EXISTS (SELECT 1 FROM ${articleIndex} WHERE ${articleIndex} MATCH ${`${languageToken(language)} OR ${PENDING}`})`;
  const [row] = await db.rows(
    z.object({ there: z.string() }),
    sql`SELECT json_array(${sql.join(WITH_TOKENS.map(isThere), sql`, `)}) AS there`,
  );
  const there: unknown[] = JSON.parse(row?.there ?? '[]');
  return WITH_TOKENS.filter((_, i) => there[i]);
}

/** Adds to a filter the languages, at most a minute old, in which its search terms are looked up, if it has any. */
export async function withLanguages<
  F extends { searchTerms: readonly string[]; excludeTerms: readonly string[]; includeLanguages?: readonly string[] },
>(db: Db, filter: F, now: Millis): Promise<F & { languages?: string[] }> {
  const { searchTerms, excludeTerms, includeLanguages = [] } = filter;
  if (searchTerms.length + excludeTerms.length === 0 || includeLanguages.length > 0) return filter;
  return { ...filter, languages: await remembered.getOrLoad('languages', now, () => loadLanguages(db)) };
}

export const forgetLanguages = (): void => remembered.clear();
