/** Opens a connection: `connect` of `cloudflare:sockets` or of a custom network. */
export type Dial = (address: SocketAddress, options: SocketOptions) => Promise<Socket>;

export interface MailServer {
  hostname: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  /** Empty without authentication. */
  user: string;
  password: string;
}

const SCHEMES = {
  'smtps:': { security: 'tls', port: 465 },
  'smtp:': { security: 'starttls', port: 587 },
  'smtp+plain:': { security: 'none', port: 25 },
} as const;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Parses `SMTP_URL`; `null` if invalid. Only localhost may omit TLS. */
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

/** Bindings outside wrangler.toml: the secret `SMTP_URL`, the self-hosted network `OUTSIDE`, the platform's `EMAIL`. */
export type MailEnv = Pick<Env, 'MAIL_FROM' | 'PUBLIC_URL' | 'PUBLISHER'> & {
  SMTP_URL?: string;
  OUTSIDE?: Pick<Fetcher, 'connect'>;
  EMAIL?: SendEmail;
};

export interface Mailing {
  by: { server: MailServer; dial: Dial } | { email: SendEmail };
  from: string;
  publisher: string;
  origin: string;
}

/** Returns `null` if mail is unconfigured or misconfigured. Uses the platform if no server is set. */
export function mailingOf({
  MAIL_FROM,
  PUBLIC_URL,
  PUBLISHER,
  SMTP_URL = '',
  OUTSIDE,
  EMAIL,
}: MailEnv): Mailing | null {
  const server = readMailServer(SMTP_URL);
  const origin = URL.parse(PUBLIC_URL)?.origin;
  // Imports lazily: Node, which builds the API description, lacks this module.
  const dial: Dial = async (...to) => OUTSIDE?.connect(...to) ?? (await import('cloudflare:sockets')).connect(...to);
  const by = server ? { server, dial } : EMAIL && SMTP_URL === '' ? { email: EMAIL } : null;
  return by && origin && isMailAddress(MAIL_FROM) ? { by, from: MAIL_FROM, publisher: PUBLISHER, origin } : null;
}

/** Accepts addresses that need no quoting in commands and headers. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 200 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text);
