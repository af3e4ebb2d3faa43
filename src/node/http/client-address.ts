import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { StartFailure } from '../failure.ts';

/** Sender of a request. Forwarded addresses and locations are used only if a trusted proxy sets them. */
export interface Sender {
  address: string;
  protocol: 'http' | 'https';
  /** Location in the form that Cloudflare reports. Empty unless a trusted proxy sets it. */
  place: { continent?: string; asn?: number };
}

/** Header whose token lets programs of the server's own user, such as `npm run simulate`, set a reader's address. */
export const TOKEN_HEADER = 'x-newsgauge-token';

/** Location headers. Only proxies that overwrite them are trusted, because otherwise readers could set them. */
const PLACE_HEADERS = ['CF-IPContinent', 'CF-IPASN'];

export interface Proxies extends BlockList {
  places?: ReadonlySet<string>;
}

/** Parses a comma-separated list of addresses and networks (`10.0.0.0/8`). (docs/decisions.md#L4) */
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
        `TRUST_PROXY contains "${entry}", which is neither an address nor a network.`,
        'List the addresses of your proxies, such as TRUST_PROXY=127.0.0.1,10.0.0.0/8.',
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
      `TRUST_PROXY_HEADERS contains "${unknown}", which is not a supported location header.`,
      `List the headers that your proxies set: ${PLACE_HEADERS.join(' or ')}.`,
    );
  return new Set(names.map((name) => name.toLowerCase()));
}

export const isTrustedProxy = (proxies: Proxies, address: string): boolean => trusts(proxies, plain(address));

export function senderOf(
  remote: string | undefined,
  headers: IncomingHttpHeaders,
  { proxies, token }: { proxies: Proxies; token: string },
): Sender {
  const socket = plain(remote ?? '');
  const isOurs = proves(headers, token);
  if (!isOurs && !trusts(proxies, socket)) return { address: socket, protocol: 'http', place: {} };
  const placed = (name: string) => (isOurs || proxies.places?.has(name) ? textOf(headers[name]) : '');
  const continent = placed('cf-ipcontinent');
  const asn = Number(placed('cf-ipasn'));
  return {
    address: farthest(textOf(headers['x-forwarded-for']), socket, proxies),
    protocol: textOf(headers['x-forwarded-proto']).split(',').at(-1)?.trim() === 'https' ? 'https' : 'http',
    place: {
      ...(/^[A-Z]{2}$/.test(continent) ? { continent } : {}),
      ...(Number.isSafeInteger(asn) && asn > 0 ? { asn } : {}),
    },
  };
}

/** Returns the last untrusted address. Each proxy appends its client's address, so earlier ones may be forged. */
function farthest(forwarded: string, socket: string, proxies: BlockList): string {
  let address = socket;
  for (const hop of forwarded.split(',').toReversed()) {
    const found = addressIn(hop.trim());
    if (found === null) break;
    address = found;
    if (!trusts(proxies, address)) break;
  }
  return address;
}

function addressIn(hop: string): string | null {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? [];
  const address = plain(ipv6 ?? ipv4 ?? hop);
  return isIP(address) ? address : null;
}

const trusts = (proxies: BlockList, address: string): boolean =>
  proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

function proves(headers: IncomingHttpHeaders, token: string): boolean {
  const given = Buffer.from(textOf(headers[TOKEN_HEADER]));
  const known = Buffer.from(token);
  return token !== '' && given.length === known.length && timingSafeEqual(given, known);
}

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const textOf = (header: string | string[] | undefined): string => String(header ?? '');
