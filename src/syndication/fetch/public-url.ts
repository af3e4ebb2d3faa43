import { isPublicAddress, parseAddress } from '../../lib/hosts/ip-address.ts';

const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

export type Checked = { url: URL; refused?: never } | { url?: never; refused: string };

/** Parses an http or https URL. Rejects private addresses, except the hosts in `allowed` (`host:port`). */
export function publicUrl(text: string, allowed: ReadonlySet<string> = new Set()): Checked {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return { refused: 'is not an http or https address' };
  if (url.username || url.password) return { refused: 'contains a user name or password' };
  if (allowed.has(url.host)) return { url };
  const host = url.hostname.replace(/\.$/, '');
  // `URL` has already converted decimal, hexadecimal and octal addresses to the usual form.
  const address = parseAddress(host.replace(/^\[|\]$/g, ''));
  if (address ? !isPublicAddress(address) : PRIVATE_NAMES.test(host) || !host.includes('.'))
    return { refused: `leads to ${host}, which is not on the public internet` };
  return { url };
}

/** Parses a URL that a user entered who is not an operator. Only operators may use the hosts in `allowed`. */
export function othersUrl(text: string, allowed: ReadonlySet<string> = new Set()): Checked {
  const checked = publicUrl(text);
  return checked.url && allowed.has(checked.url.host)
    ? { refused: `leads to ${checked.url.host}, which only operators may send to` }
    : checked;
}

export const allowedHosts = (text = ''): Set<string> => new Set(text.split(',').flatMap((host) => host.trim() || []));

/** Returns a hint about the setting that would permit a private URL. Returns an empty string for other URLs. */
export const allowing = (text: string): string => {
  const { refused, url } = publicUrl(text);
  const host = URL.parse(text)?.host;
  return !url && host && /not on the public internet$/.test(refused)
    ? ` (FEED_ALLOW_HOSTS=${host} would allow it)`
    : '';
};

/** Error text for hosts without a public address. A self-hosted server checks the IP address of each connection. */
export const NOT_PUBLIC = 'does not resolve to an address on the public internet';

export const unreachable = (thrown: unknown, address: string | URL): string =>
  isNotPublic(thrown)
    ? `${NOT_PUBLIC} (FEED_ALLOW_HOSTS=${new URL(address).host} would allow a private one)`
    : 'cannot be reached';

export const isNotPublic = (thrown: unknown): boolean => thrown instanceof Error && thrown.message === NOT_PUBLIC;
