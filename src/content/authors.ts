import type { Byline } from '../db/values.ts';
import { quickHash } from '../lib/hash/quick-hash.ts';

/** Authors have no table: one is a name at a source, and the id is made of both. */

/** A name as part of an id: `Dana Whitfield` → `dana-whitfield`, in any script. */
export const nameSlug = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join('-') ?? quickHash(name).toString(36);

/** The id of an author: `dana-whitfield@premiumledger.example`. `domain`: of the source. */
export const authorId = (name: string, domain: string): string => `${nameSlug(name)}@${domain}`;

/** The authors of an article with their ids. */
export const authorIdsOf = (
  authors: readonly Byline[],
  { domain }: { domain: string },
): { id: string; name: string }[] => authors.map(({ name }) => ({ id: authorId(name, domain), name }));

/** What an id or a name says: the part of the name, and the domain; empty: at any source. */
export function readAuthorId(text: string): { slug: string; domain: string } {
  const at = text.lastIndexOf('@');
  return { slug: nameSlug(at < 0 ? text : text.slice(0, at)), domain: at < 0 ? '' : text.slice(at + 1).toLowerCase() };
}
