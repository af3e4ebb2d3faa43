import { type Address, embeddedIpv4, isGlobalIpv4, isGlobalIpv6, readAddress } from './address.ts';

/** Names that resolve inside the network of the client. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

export type Checked = { url: URL; refused?: never } | { url?: never; refused: string };

/**
 * An address that a feed may be fetched from: http or https, on the public internet as far as the address itself shows.
 * `allowed` are `host:port` that may be fetched although they are private (for experiments).
 */
export function publicUrl(text: string, allowed: ReadonlySet<string> = new Set()): Checked {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return { refused: 'is not an http or https address' };
  if (url.username || url.password) return { refused: 'holds a user name or password' };
  if (allowed.has(url.host)) return { url };
  const host = url.hostname.replace(/\.$/, '');
  const address = readAddress(host);
  if (address ? !isPublic(address) : PRIVATE_NAMES.test(host) || !host.includes('.'))
    return { refused: `leads to ${host}, which is not on the public internet` };
  return { url };
}

/** The same for who is no operator: hosts of `allowed` are not theirs to name, however public their names look. */
export function othersUrl(text: string, allowed: ReadonlySet<string> = new Set()): Checked {
  const checked = publicUrl(text);
  return checked.url && allowed.has(checked.url.host)
    ? { refused: `leads to ${checked.url.host}, which only operators may send to` }
    : checked;
}

function isPublic(address: Address): boolean {
  if (address.version === 4) return isGlobalIpv4(address.bytes);
  const inner = embeddedIpv4(address.groups);
  return inner ? isGlobalIpv4(inner) : isGlobalIpv6(address.groups);
}

/** The hosts of the variable `FEED_ALLOW_HOSTS`: `host:port`, comma-separated. */
export const allowedHosts = (text = ''): Set<string> => new Set(text.split(',').flatMap((host) => host.trim() || []));

/** The setting that lets an address in which was refused as private. */
export const allowing = (text: string): string => {
  const { refused, url } = publicUrl(text);
  const host = URL.parse(text)?.host;
  return !url && host && /not on the public internet$/.test(refused)
    ? ` (FEED_ALLOW_HOSTS=${host} would allow it)`
    : '';
};

/** What the runtime of a self-hosted server says of a host whose name leads to no public address; it is asked at each connection. */
export const NOT_PUBLIC = 'resolves to no address on the public internet';

/** Why a fetch of an address has failed that was not late, in words. */
export const unreachable = (thrown: unknown, address: string | URL): string =>
  isNotPublic(thrown)
    ? `${NOT_PUBLIC} (FEED_ALLOW_HOSTS=${new URL(address).host} would allow a private one)`
    : 'cannot be reached';

export const isNotPublic = (thrown: unknown): boolean => thrown instanceof Error && thrown.message === NOT_PUBLIC;
