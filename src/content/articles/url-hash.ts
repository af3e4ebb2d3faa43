import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { valuesOf } from '../../db/sql.ts';
import { quickHash } from '../../lib/hash/quick-hash.ts';

/** Finds articles by a hash of their URL, because an index of URLs would be as large as the URLs (docs/decisions.md#F44). */

/** Number of characters at the end of a URL that its hash depends on. */
const HASHED_CHARACTERS = 64;
/** Number of terms per pair of parentheses, without which the expression would be nested too deep for D1. */
const TERMS_PER_GROUP = 8;

/** Factor of each character, the last one first. With factors of 33 bits, a hash has at most 48 bits. */
const FACTORS = Array.from({ length: HASHED_CHARACTERS }, (_, i) => quickHash(`factor ${i}`) % 2 ** 33);

/** SQL expression: the hash of a URL. The index `articles_url` and two triggers contain the same expression. */
export function urlHashOf(url: SQLWrapper): SQL {
  const sum = (terms: Iterable<SQL>) => sql`(${sql.join([...terms], sql` + `)})`;
  const terms = FACTORS.map(
    (factor, i) => sql`unicode(substr(${url}, ${sql.raw(`${-1 - i}`)})) * ${sql.raw(`${factor}`)}`,
  );
  const groups = Map.groupBy(terms, (_, i) => Math.floor(i / TERMS_PER_GROUP));
  return sum(Array.from(groups.values(), (group) => sum(group)));
}

/** Computes the hash that `urlHashOf` computes in SQL. */
export function urlHash(url: string): number {
  const last = url.length - 1;
  let hash = 0;
  for (let i = 0; i < HASHED_CHARACTERS; i++) hash += url.charCodeAt(Math.max(0, last - i)) * (FACTORS[i] ?? 0);
  return hash;
}

/** SQL condition: a list contains the URL in column `url` of `articles`. */
export const urlIn = (url: SQLWrapper, urls: readonly string[]): SQL =>
  // URLs with equal hashes are compared with the list as text, because each row of a list would count as a row read.
  sql`(${urlHashOf(url)} IN ${valuesOf(new Set(urls.map(urlHash)))} AND instr(${JSON.stringify(urls)}, json_quote(${url})) > 0)`;
