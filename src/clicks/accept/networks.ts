import { addressBits, addressNetwork } from './address.ts';
import { asnOf } from './vocabulary.ts';

export interface Networks {
  /** Returns true if the sender is listed. Unknown attributes never match. */
  has(sender: { network?: number | null; address?: string }): boolean;
  /** Entries that could not be parsed. */
  wrong: string[];
}

/**
 * Parses network numbers (`AS64496`) and ranges (`10.0.0.0/8`). `singles` allows single addresses too; an IPv6 address
 * matches its /64.
 */
export function parseNetworks(entries: readonly string[], { singles = false } = {}): Networks {
  const numbers = new Set<number>();
  const ranges: string[] = [];
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
    const bits = ranges.length > 0 ? addressBits(address) : null;
    return ranges.some((range) => bits?.startsWith(range));
  };
  return { has, wrong };
}

/** Returns the leading bits that all addresses of a range share, or `null` if the range is invalid. */
function rangeOf(entry: string): string | null {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? [];
  const bits = addressBits(address);
  const before = address.includes(':') ? 0 : 96;
  const end = before + Number(length);
  return bits && end > before && end <= bits.length ? bits.slice(0, end) : null;
}

const rangeOfOne = (address: string): string | null => {
  const network = addressNetwork(address);
  return network.endsWith('/64') ? rangeOf(network) : addressBits(network);
};
