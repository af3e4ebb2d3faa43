import { parseAsIpv6 } from '../../lib/hosts/ip-address.ts';
import { addressNetwork } from './address.ts';
import { asnOf } from './vocabulary.ts';

type Range = [NonNullable<ReturnType<typeof parseAsIpv6>>, number];

export interface Networks {
  has(sender: { network?: number | null; address?: string }): boolean;
  wrong: string[];
}

/** Parses network numbers (`AS64496`), ranges (`10.0.0.0/8`) and, if `singles` is true, single IPs (IPv6 as /64). */
export function parseNetworks(entries: readonly string[], { singles = false } = {}): Networks {
  const numbers = new Set<number>();
  const ranges: Range[] = [];
  const wrong: string[] = [];
  for (const entry of entries) {
    const asn = asnOf(entry);
    const range = asn === null ? (rangeOf(entry) ?? (singles ? rangeOfOne(entry) : null)) : null;
    if (asn !== null) numbers.add(asn);
    else if (range !== null) ranges.push(range);
    else wrong.push(entry);
  }
  const has: Networks['has'] = ({ network, address = '' }) => {
    if (network && numbers.has(network)) return true;
    const parsed = ranges.length > 0 ? parseAsIpv6(address) : null;
    return ranges.some((range) => parsed?.match(range));
  };
  return { has, wrong };
}

/** Parses a range of IP addresses, or returns `null`. Converts IPv4 to IPv6 (`::ffff:192.0.2.0/120`). */
function rangeOf(entry: string): Range | null {
  const [, text = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? [];
  const address = parseAsIpv6(text);
  const before = text.includes(':') ? 0 : 96;
  const bits = before + Number(length);
  return address && bits > before && bits <= 128 ? [address, bits] : null;
}

const rangeOfOne = (address: string): Range | null => {
  const network = addressNetwork(address);
  return rangeOf(network.endsWith('/64') ? network : `${network}/32`);
};
