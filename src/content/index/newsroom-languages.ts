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

/** Returns the languages of all articles, at most a minute old. An unindexed article counts for every language. */
async function loadLanguages(db: Db, now: Millis): Promise<string[]> {
  const known = remembered.get('languages', now);
  if (known) return known;
  const isThere = (language: string) =>
    sql`EXISTS (SELECT 1 FROM ${articleIndex} WHERE ${articleIndex} MATCH ${`${languageToken(language)} OR ${PENDING}`})`;
  const [row] = await db.rows(
    z.object({ there: z.string() }),
    sql`SELECT json_array(${sql.join(WITH_TOKENS.map(isThere), sql`, `)}) AS there`,
  );
  const there: unknown[] = JSON.parse(row?.there ?? '[]');
  const languages = WITH_TOKENS.filter((_, i) => there[i]);
  remembered.set('languages', languages, now);
  return languages;
}

/** Adds to a filter the languages in which its search terms are looked up. Without search terms, reads no rows. */
export async function withLanguages<
  F extends { searchTerms: readonly string[]; excludeTerms: readonly string[]; includeLanguages?: readonly string[] },
>(db: Db, filter: F, now: Millis): Promise<F & { languages?: string[] }> {
  const { searchTerms, excludeTerms, includeLanguages = [] } = filter;
  if (searchTerms.length + excludeTerms.length === 0 || includeLanguages.length > 0) return filter;
  return { ...filter, languages: await loadLanguages(db, now) };
}

export const forgetLanguages = (): void => remembered.clear();
