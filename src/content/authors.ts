import type { Byline } from '../db/values.ts';
import { hashText } from '../lib/hash/quick-hash.ts';

/** Authors are names at a source. They have no table, because their id combines name and domain. */

/** Returns a name in the form used in ids: `Dana Whitfield` → `dana-whitfield`. Any script is allowed. */
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
