import { readAs } from '../faults.ts';
import { domainOf } from '../url.ts';

/** Pattern of a host for descriptions. It is stricter than the parser, which also accepts `münchen.example`. */
export const HOST_PATTERN = '([A-Za-z0-9]+(-[A-Za-z0-9]+)*\\.)+[A-Za-z]{2,}';

export const likePattern = (pattern: string) => ({ override: { type: 'string', pattern: `^${pattern}$` } }) as const;

const read = readAs((text) => {
  const url = URL.parse(`https://${text.trim()}`);
  if (!url?.hostname.includes('.') || url.pathname !== '/' || url.search || url.hash || url.username) return null;
  return domainOf(url);
}, 'must be a host name without scheme and path, such as news.example.com');

/** Schema that parses the host of a source and removes `www.`. */
export const host = read.meta(likePattern(HOST_PATTERN));

export const ADDRESS = `https?://${HOST_PATTERN}([/?#][!-~]{0,1500})?`;
