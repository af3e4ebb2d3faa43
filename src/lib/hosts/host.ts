import { readAs } from '../faults.ts';
import { domainOf } from '../url.ts';

/** Hosts for descriptions, as a pattern: not all that are taken (`münchen.example`), but none that are not. */
export const HOST = '([A-Za-z0-9]+(-[A-Za-z0-9]+)*\\.)+[A-Za-z]{2,}';

/** Describes a text that is taken only where it has a shape. */
export const likePattern = (pattern: string) => ({ override: { type: 'string', pattern: `^${pattern}$` } }) as const;

const read = readAs((text) => {
  const url = URL.parse(`https://${text.trim()}`);
  if (!url?.hostname.includes('.') || url.pathname !== '/' || url.search || url.hash || url.username) return null;
  return domainOf(url);
}, 'must be a host name without scheme and path, such as news.example.com');

/** A host as sources are named: without `www.`. */
export const host = read.meta(likePattern(HOST));

/** An address on such a host, for descriptions. */
export const ADDRESS = `https?://${HOST}([/?#][!-~]{0,1500})?`;
