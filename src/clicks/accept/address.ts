const IPV6_GROUPS = 8;
const IPV4_MAPPED = [0, 0, 0, 0, 0, 0xffff];
/** First group of 6to4 addresses, a range in which each IPv4 address has 65,536 networks of 64 bits. */
const SIX_TO_FOUR = 0x2002;

/**
 * Normalises an address to one subscriber: an IPv4 address, or the /64 of an IPv6 address. IPv4 in IPv6 form
 * (`::ffff:192.0.2.1`, `2002:c000:0201::1`) becomes IPv4. Other text is returned unchanged.
 */
export function addressNetwork(address: string): string {
  const text = address.trim().toLowerCase();
  const groups = text.includes(':') ? parseIpv6(text) : null;
  if (!groups) return text;
  if (IPV4_MAPPED.every((group, i) => groups[i] === group)) return dotted(groups.slice(6));
  if (groups[0] === SIX_TO_FOUR) return dotted(groups.slice(1, 3));
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * Returns the /16 of an IPv4 address or the /32 of an IPv6 address, which are usual allocations of providers. Other
 * text is returned unchanged.
 */
export function addressPrefix(address: string): string {
  const network = addressNetwork(address);
  const [, ipv4] = /^(\d+\.\d+)\.\d+\.\d+$/.exec(network) ?? [];
  if (ipv4) return `${ipv4}.0.0/16`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 2).join(':')}::/32` : network;
}

/** Returns the 128 bits of an address as text, with IPv4 as `::ffff:192.0.2.1`, or `null` if the address is invalid. */
export function addressBits(address: string): string | null {
  const text = address.trim().toLowerCase();
  const groups = parseIpv6(text.includes(':') ? text : `::ffff:${text}`);
  return groups?.map((group) => group.toString(2).padStart(16, '0')).join('') ?? null;
}

/** Returns the eight 16-bit groups of an IPv6 address, or `null` if it is invalid. */
function parseIpv6(text: string): number[] | null {
  const [head = '', tail, ...more] = text.replace(/%.*$/, '').split('::');
  if (more.length > 0) return null;
  const before = parseGroups(head);
  const after = parseGroups(tail ?? '');
  if (!before || !after) return null;
  const missing = IPV6_GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  return [...before, ...Array<number>(missing).fill(0), ...after];
}

function parseGroups(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  for (const part of text.split(':')) {
    const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(part)?.slice(1).map(Number);
    if (bytes?.every((byte) => byte < 256)) {
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[0-9a-f]{1,4}$/.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return null;
    }
  }
  return groups;
}

const dotted = (groups: readonly number[]): string =>
  groups.flatMap((group) => [Math.floor(group / 256), group % 256]).join('.');
