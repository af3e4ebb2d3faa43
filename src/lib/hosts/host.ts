import { readAs } from '../faults.ts';
import { domainOf } from '../url.ts';

/** Host pattern for descriptions. Stricter than the parser, which also accepts `münchen.example`. */
export const HOST_PATTERN = '([A-Za-z0-9]+(-[A-Za-z0-9]+)*\\.)+[A-Za-z]{2,}';

/** Describes text by a pattern. */
export const likePattern = (pattern: string) => ({ override: { type: 'string', pattern: `^${pattern}$` } }) as const;

const read = readAs((text) => {
  const url = URL.parse(`https://${text.trim()}`);
  if (!url?.hostname.includes('.') || url.pathname !== '/' || url.search || url.hash || url.username) return null;
  return domainOf(url);
}, 'must be a host name without scheme and path, such as news.example.com');

/** Parses a source's host, without `www.`. */
export const host = read.meta(likePattern(HOST_PATTERN));

/** Pattern of a URL on such a host, for descriptions. */
export const ADDRESS = `https?://${HOST_PATTERN}([/?#][!-~]{0,1500})?`;
