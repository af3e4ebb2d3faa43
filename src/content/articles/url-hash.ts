import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { addressesOf, canonicalUrl } from '../../lib/url.ts';

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

/** Returns the id of the article with a URL, or `null`. Scheme, `www.`, final slash and tracking are ignored. */
export async function idOfUrl(db: Db, url: string): Promise<number | null> {
  const canonical = canonicalUrl(url);
  if (canonical === null) return null;
  const found = await db
    .select({ id: articles.id })
    .from(articles)
    .where(urlIn(addressesOf(canonical)))
    .limit(1);
  return found[0]?.id ?? null;
}
