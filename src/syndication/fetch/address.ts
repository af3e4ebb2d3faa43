/** IP address parsed from `URL.hostname`, which normalises decimal, hexadecimal and octal forms. */
export type IpAddress = { version: 4; bytes: number[] } | { version: 6; groups: number[] };

/** Parses an IP address, or returns `null` for a host name. (docs/decisions.md#S13) */
export function readAddress(hostname: string): IpAddress | null {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return { version: 4, bytes: hostname.split('.').map(Number) };
  if (!hostname.startsWith('[')) return null;
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const numbers = (text: string) => text.split(':').flatMap((group) => (group ? Number.parseInt(group, 16) : []));
  const front = numbers(head);
  const back = numbers(tail ?? '');
  return { version: 6, groups: [...front, ...Array(8 - front.length - back.length).fill(0), ...back] };
}

/** Blocks of the IANA special-purpose registry, multicast and reserved blocks, as [first bytes, prefix length]. */
export const SPECIAL_IPV4: readonly [bytes: readonly number[], bits: number][] = [
  [[0], 8],
  [[10], 8],
  [[100, 64], 10],
  [[127], 8],
  [[169, 254], 16],
  [[172, 16], 12],
  [[192, 0, 0], 24],
  [[192, 0, 2], 24],
  [[192, 88, 99], 24],
  [[192, 168], 16],
  [[198, 18], 15],
  [[198, 51, 100], 24],
  [[203, 0, 113], 24],
  [[224], 3],
];

const toNumber = (bytes: readonly number[]) => [0, 1, 2, 3].reduce((sum, i) => sum * 256 + (bytes[i] ?? 0), 0);

export const isGlobalIpv4 = (bytes: readonly number[]): boolean =>
  !SPECIAL_IPV4.some(([block, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(toNumber(bytes) / size) === toNumber(block) / size;
  });

/** Returns true for addresses in 2000::/3, except Teredo, protocol assignments and both documentation blocks. */
export function isGlobalIpv6([first = 0, second = 0]: readonly number[]): boolean {
  if (first >> 13 !== 1) return false;
  if (first === 0x2001) return second >= 0x200 && second !== 0xdb8;
  return first !== 0x3fff || second >= 0x1000;
}

/** Returns the IPv4 address embedded in a mapped, compatible, NAT64 or 6to4 address, or `null`. */
export function embeddedIpv4(groups: readonly number[]): number[] | null {
  const bytes = (from: number) => groups.slice(from, from + 2).flatMap((group) => [group >> 8, group & 255]);
  if (groups[0] === 0x2002) return bytes(1);
  const zeros = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0);
  if (groups[0] === 0x64 && groups[1] === 0xff9b && zeros(2, 6)) return bytes(6);
  if (zeros(0, 5) && (groups[5] === 0xffff || groups[5] === 0)) return bytes(6);
  return zeros(0, 4) && groups[4] === 0xffff && groups[5] === 0 ? bytes(6) : null;
}
