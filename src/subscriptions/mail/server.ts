/** Where mail goes out: the settings, read. */

/** Opens a connection: `connect` of `cloudflare:sockets`, or that of a network. */
export type Dial = (address: SocketAddress, options: SocketOptions) => Promise<Socket>;

export interface MailServer {
  hostname: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  /** Empty: it asks for none. */
  user: string;
  password: string;
}

const SCHEMES = {
  'smtps:': { security: 'tls', port: 465 },
  'smtp:': { security: 'starttls', port: 587 },
  'smtp+plain:': { security: 'none', port: 25 },
} as const;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** What `SMTP_URL` says; null where it is no such address. Without TLS only this machine is sent to. */
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

/** `SMTP_URL` is a secret, `OUTSIDE` the network of a self-hosted server, `EMAIL` the platform's own sending: none is in wrangler.toml. */
export type MailEnv = Pick<Env, 'MAIL_FROM' | 'PUBLIC_URL' | 'PUBLISHER'> & {
  SMTP_URL?: string;
  OUTSIDE?: Pick<Fetcher, 'connect'>;
  EMAIL?: SendEmail;
};

/** What sending mail needs. */
export interface Mailing {
  /** A server, or the platform itself. */
  by: { server: MailServer; dial: Dial } | { email: SendEmail };
  /** Address of the sender. */
  from: string;
  publisher: string;
  /** `https://news.example.com` */
  origin: string;
}

/** Null where mail is not configured, or wrongly. The platform sends where no server is named. */
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
  // Node, which describes the routes, knows no such module.
  const dial: Dial = async (...to) => OUTSIDE?.connect(...to) ?? (await import('cloudflare:sockets')).connect(...to);
  const by = server ? { server, dial } : EMAIL && SMTP_URL === '' ? { email: EMAIL } : null;
  return by && origin && isMailAddress(MAIL_FROM) ? { by, from: MAIL_FROM, publisher: PUBLISHER, origin } : null;
}

/** An address that can stand in a command and a header as it is. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 200 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text);
