import { canonicalUrl } from '../../lib/url.ts';

/** Parameters by which publishers count readers of their feeds, beside those of `canonicalUrl`. */
const NAMES =
  /^(wt_mc|wt_zmc|at_(medium|campaign|custom\d|link_\w+)|ncid|ocid|s_cid|ito|ns_(campaign|source|mchannel|linkname|fee)|_ga|_gl|xtor)$/i;
/** Parameters that count where their value names a feed: `source=rss`, `ref=feed`, a bare `rss`. */
const WHENCE = /^(source|src|ref|from|feed|partner|emc|cmp|cid|ftag|medium|rss)$/i;
const FEED = /^(rss|feed|atom)\b|^(rss|feed|atom)[-_]/i;

/** The one address of an item's story, without what only says that a feed has led there; null where it is none. */
export function storyUrl(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return null;
  const counting = [...url.searchParams].filter(
    ([name, value]) =>
      NAMES.test(name) || (WHENCE.test(name) && (FEED.test(value) || /^rss=1?$/i.test(`${name}=${value}`))),
  );
  for (const [name] of counting) url.searchParams.delete(name);
  return canonicalUrl(url.href);
}
