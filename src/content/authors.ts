import type { Byline } from '../db/values.ts';
import { hashText } from '../lib/hash/quick-hash.ts';

/** An author is a name at a source. Authors need no table, because an author's id contains the name and the domain. */

/** Returns an author's name as ids contain it: `Dana Whitfield` → `dana-whitfield`. Letters of any script may occur. */
export const nameSlug = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join('-') ?? hashText(name);

export const authorId = (name: string, domain: string): string => `${nameSlug(name)}@${domain}`;

export const authorIdsOf = (
  authors: readonly Byline[],
  { domain }: { domain: string },
): { id: string; name: string }[] => authors.map(({ name }) => ({ id: authorId(name, domain), name }));

/** Parses an author's id or name. An empty `domain` means any source. */
export function readAuthorId(text: string): { slug: string; domain: string } {
  const at = text.lastIndexOf('@');
  return { slug: nameSlug(at < 0 ? text : text.slice(0, at)), domain: at < 0 ? '' : text.slice(at + 1).toLowerCase() };
}
