import { getDomain } from 'tldts';

/** This module stores cookies during one fetch. Some servers set a cookie, redirect, and require this cookie. */

interface Cookie {
  name: string;
  value: string;
  domain: string;
  isShared: boolean;
  isSecure: boolean;
}

const MAX_COOKIES = 20;
const MAX_LENGTH = 4096;

export class FetchCookies {
  #cookies: Cookie[] = [];

  take({ hostname }: URL, headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const cookie = readCookie(line, hostname);
      if (!cookie) continue;
      const others = this.#cookies.filter(({ name, domain }) => name !== cookie.name || domain !== cookie.domain);
      this.#cookies = (cookie.isEnded ? others : [...others, cookie]).slice(-MAX_COOKIES);
    }
  }

  header({ hostname, protocol }: URL): Record<string, string> {
    const fitting = this.#cookies.filter(
      ({ domain, isShared, isSecure }) =>
        (hostname === domain || (isShared && hostname.endsWith(`.${domain}`))) && (!isSecure || protocol === 'https:'),
    );
    return fitting.length > 0 ? { Cookie: fitting.map(({ name, value }) => `${name}=${value}`).join('; ') } : {};
  }
}

function readCookie(line: string, host: string): (Cookie & { isEnded: boolean }) | null {
  const [pair = '', ...rest] = line.split(';');
  const [, name, value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
  if (!name || line.length > MAX_LENGTH) return null;
  const attributes = new Map(
    rest.map((part) => {
      const [key = '', ...said] = part.split('=');
      return [key.trim().toLowerCase(), said.join('=').trim()];
    }),
  );
  const domain = attributes.get('domain')?.toLowerCase().replace(/^\./, '');
  // A public suffix such as `co.uk` has no owner, so its hosts must not share cookies.
  const isShared = Boolean(domain && getDomain(domain, { allowPrivateDomains: true }));
  if (domain && domain !== host && !(isShared && host.endsWith(`.${domain}`))) return null;
  const isEnded = Number(attributes.get('max-age') ?? 1) <= 0;
  return { name, value, domain: domain ?? host, isShared, isSecure: attributes.has('secure'), isEnded };
}
