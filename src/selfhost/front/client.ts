import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { StartFailure } from '../failure.ts';

/** Who has sent a request, as far as the senders before this server can be believed. */
export interface Client {
  address: string;
  protocol: 'http' | 'https';
  /** What the platform's edge would know, where a trusted sender says it. */
  place: { continent?: string; asn?: number };
}

/** Header by which programs of this user prove themselves: `npm run simulate` names its readers' addresses. */
export const TOKEN_HEADER = 'x-newsgauge-token';

/** Headers by which a proxy may say where a reader is; one that does not set them passes on what the reader claims. */
const PLACE_HEADERS = ['CF-IPContinent', 'CF-IPASN'];

/** Addresses of proxies whose word counts. */
export interface Proxies extends BlockList {
  /** Of `PLACE_HEADERS` those that the proxies set, in lower case. */
  places?: ReadonlySet<string>;
}

/**
 * Addresses (`10.0.0.1`) and networks (`10.0.0.0/8`), comma-separated, of proxies whose word counts. `places`: which of
 * `PLACE_HEADERS` they set, comma-separated. Throws a `StartFailure`. (docs/decisions.md#L4)
 */
export function parseProxies(text: string, places = process.env.TRUST_PROXY_HEADERS ?? ''): Proxies {
  const proxies = Object.assign(new BlockList(), { places: parsePlaces(places) });
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    const length = bits === undefined ? longest : Number(bits);
    if (!isIP(address) || rest.length > 0 || !/^\d*$/.test(bits ?? '') || length > longest)
      throw new StartFailure(
        `TRUST_PROXY holds "${entry}", which is no address and no network.`,
        'Name the addresses of your proxies, such as TRUST_PROXY=127.0.0.1,10.0.0.0/8.',
      );
    proxies.addSubnet(address, length, family);
  }
  return proxies;
}

function parsePlaces(text: string): Set<string> {
  const names = text.split(',').flatMap((part) => part.trim() || []);
  const known = new Set(PLACE_HEADERS.map((name) => name.toLowerCase()));
  const unknown = names.find((name) => !known.has(name.toLowerCase()));
  if (unknown !== undefined)
    throw new StartFailure(
      `TRUST_PROXY_HEADERS holds "${unknown}", which is no header that says where a reader is.`,
      `Name those that your proxies set, of ${PLACE_HEADERS.join(' and ')}.`,
    );
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Who sent a request that came from a socket's address. */
export function clientOf(
  remote: string | undefined,
  headers: IncomingHttpHeaders,
  { proxies, token }: { proxies: Proxies; token: string },
): Client {
  const socket = plain(remote ?? '');
  const isOurs = proves(headers, token);
  if (!isOurs && !trusts(proxies, socket)) return { address: socket, protocol: 'http', place: {} };
  const hops = textOf(headers['x-forwarded-for'])
    .split(',')
    .map((hop) => plain(hop.trim()));
  const placed = (name: string) => (isOurs || proxies.places?.has(name) ? textOf(headers[name]) : '');
  const continent = placed('cf-ipcontinent');
  const asn = Number(placed('cf-ipasn'));
  return {
    // The last one that no proxy of ours has added: those before it are what the sender says of himself.
    address: hops.findLast((hop) => isIP(hop) && !trusts(proxies, hop)) ?? socket,
    protocol: textOf(headers['x-forwarded-proto']).split(',').at(-1)?.trim() === 'https' ? 'https' : 'http',
    place: {
      ...(/^[A-Z]{2}$/.test(continent) ? { continent } : {}),
      ...(Number.isSafeInteger(asn) && asn > 0 ? { asn } : {}),
    },
  };
}

const trusts = (proxies: BlockList, address: string): boolean =>
  proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

function proves(headers: IncomingHttpHeaders, token: string): boolean {
  const said = Buffer.from(textOf(headers[TOKEN_HEADER]));
  const known = Buffer.from(token);
  return said.length === known.length && timingSafeEqual(said, known);
}

/** An IPv4 address that came over an IPv6 socket is the same address. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const textOf = (header: string | string[] | undefined): string => String(header ?? '');
