import { addressBits } from './address.ts';
import { asnOf } from './vocabulary.ts';

/** Networks whose clicks the operator answers for: they count in full, whatever they have in common. (docs/decisions.md#L4) */
export interface TrustedNetworks {
  /** Whether a sender is in one of them; what is not known of a sender is in none. */
  has(sender: { network?: number | null; address?: string }): boolean;
  /** What the setting holds beside networks. */
  wrong: string[];
}

/** Reads the setting `TRUSTED_NETWORKS`: numbers of networks (`AS64496`) and ranges of addresses (`10.0.0.0/8`), with commas or blanks between them. */
export function trustedNetworks(setting: string): TrustedNetworks {
  const numbers = new Set<number>();
  const ranges: string[] = [];
  const wrong: string[] = [];
  for (const entry of setting.split(/[\s,]+/).filter(Boolean)) {
    const asn = asnOf(entry);
    const range = asn === null ? rangeOf(entry) : null;
    if (asn !== null) numbers.add(asn);
    else if (range !== null) ranges.push(range);
    else wrong.push(entry);
  }
  const has: TrustedNetworks['has'] = ({ network, address = '' }) => {
    if (network && numbers.has(network)) return true;
    const bits = ranges.length > 0 ? addressBits(address) : null;
    return ranges.some((range) => bits?.startsWith(range));
  };
  return { has, wrong };
}

/** The bits that all addresses of a range begin with; null if the text is not a range. */
function rangeOf(entry: string): string | null {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? [];
  const bits = addressBits(address);
  const before = address.includes(':') ? 0 : 96;
  const end = before + Number(length);
  return bits && end > before && end <= bits.length ? bits.slice(0, end) : null;
}
