import { type SQL, sql } from 'drizzle-orm';
import { articles } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';

/** Finds articles by a hash of their URL, because an index of URLs would be as large as the URLs (docs/decisions.md#F44). */

const FACTOR = 16_777_619;
const MAX_HASH = 2 ** 31 - 1;

/** Computes a hash of 31 bits. The migration that added the column computed it in SQL for the articles of that time. */
export function urlHash(url: string): number {
  let hash = 0;
  for (let i = 0; i < url.length; i++) hash = (Math.imul(hash, FACTOR) + url.charCodeAt(i)) & MAX_HASH;
  return hash;
}

/** SQL condition: a list contains the URL of the article. */
export const urlIn = (urls: readonly string[]): SQL =>
  // URLs with equal hashes are compared with the list as text, because each row of a list would count as a row read.
  sql`(${inList(articles.urlHash, new Set(urls.map(urlHash)))} AND instr(${JSON.stringify(urls)}, json_quote(${articles.url})) > 0)`;
