/** Function that opens a TCP connection, with the parameters of `connect` from `cloudflare:sockets`. */
export type Dial = (address: SocketAddress, options: SocketOptions) => Promise<Socket>;

export interface MailServer {
  hostname: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  user: string;
  password: string;
}

const SCHEMES = {
  'smtps:': { security: 'tls', port: 465 },
  'smtp:': { security: 'starttls', port: 587 },
  'smtp+plain:': { security: 'none', port: 25 },
} as const;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Parses `SMTP_URL`. Returns `null` if it is invalid. Only localhost may be used without TLS. */
export function readMailServer(text: string): MailServer | null {
  const url = URL.parse(text);
  const scheme = url && SCHEMES[url.protocol as keyof typeof SCHEMES];
  if (!url || !scheme || url.hostname === '') return null;
  if (scheme.security === 'none' && !LOOPBACK.test(url.hostname)) return null;
  try {
    const [user, password] = [url.username, url.password].map(decodeURIComponent) as [string, string];
    return { hostname: url.hostname, port: Number(url.port) || scheme.port, security: scheme.security, user, password };
  } catch {
    return null;
  }
}

/** Mail settings. wrangler.toml does not declare all of them, for example `SMTP_URL` and Cloudflare's email binding. */
export type MailEnv = Pick<Env, 'MAIL_FROM' | 'PUBLIC_URL' | 'PUBLISHER'> & {
  RECIPIENT_DOMAINS?: string;
  SMTP_URL?: string;
  OUTSIDE?: Pick<Fetcher, 'connect'>;
  EMAIL?: SendEmail;
};

export interface Mailing {
  by: { server: MailServer; dial: Dial } | { email: SendEmail };
  from: string;
  publisher: string;
  origin: string;
  /** Domains of addresses to which editors may send digests. If empty, any domain is allowed. */
  recipientDomains: readonly string[];
}

/** Returns the mail configuration, or `null`. If no mail server is set, uses Cloudflare's email binding. */
export function mailingOf({
  MAIL_FROM,
  PUBLIC_URL,
  PUBLISHER,
  RECIPIENT_DOMAINS = '',
  SMTP_URL = '',
  OUTSIDE,
  EMAIL,
}: MailEnv): Mailing | null {
  const server = readMailServer(SMTP_URL);
  const origin = URL.parse(PUBLIC_URL)?.origin;
  // This module is loaded on demand, because Node.js has no `cloudflare:sockets` when the API description is built.
  const dial: Dial = async (...to) => OUTSIDE?.connect(...to) ?? (await import('cloudflare:sockets')).connect(...to);
  const by = server ? { server, dial } : EMAIL && SMTP_URL === '' ? { email: EMAIL } : null;
  if (!by || !origin || !isMailAddress(MAIL_FROM)) return null;
  return { by, from: MAIL_FROM, publisher: PUBLISHER, origin, recipientDomains: domainsIn(RECIPIENT_DOMAINS) };
}

export const domainsIn = (list: string): string[] =>
  list
    .split(',')
    .map((domain) => domain.trim().toLowerCase())
    .filter((domain) => domain !== '');

/** Returns true if `RECIPIENT_DOMAINS` allows the address. */
export const isInDomains = (address: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());

/** Returns true if the address is valid and needs no quoting in SMTP commands and headers. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 200 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text);
