import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv6, number];

/** Parses an IP address. Ignores a zone (`%eth0`). Returns `null` for other text, such as a host name. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const address = text.trim().replace(/%.*$/, '');
  // `ipaddr.parse` also accepts octal, hexadecimal and short forms, which other programs interpret differently.
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : null;
}

/** Parses an IP address and writes IPv4 as `::ffff:192.0.2.1`. */
export function parseAsIpv6(text: string): ipaddr.IPv6 | null {
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv4 ? address.toIPv4MappedAddress() : address;
}

const isIn = (address: ipaddr.IPv6, ranges: readonly Range[]) => ranges.some((range) => address.match(range));
const range = (text: string) => ipaddr.IPv6.parseCIDR(text);

const SIX_TO_FOUR = range('2002::/16');
/** Blocks of IPv6 addresses that end with an IPv4 address: mapped, translated, NAT64 and compatible addresses. */
const EMBEDDING = ['::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '::/96'].map(range);
const GLOBAL_IPV6 = range('2000::/3');
/** Blocks within `GLOBAL_IPV6` that are reserved for protocols and documentation. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '3fff::/20'].map(range);
const GLOBAL_IPV4 = ['unicast', 'as112', 'amt'];

/** Returns the IPv4 address in a mapped or 6to4 address, which belongs to the same subscriber. */
export function subscriberIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  if (address.match(SIX_TO_FOUR)) return new ipaddr.IPv4(bytes.slice(2, 6));
  return address.isIPv4MappedAddress() ? new ipaddr.IPv4(bytes.slice(12)) : null;
}

/** Whether an address is on the public internet, as far as its text shows. (docs/decisions.md#S13) */
export function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4) return GLOBAL_IPV4.includes(address.range());
  if (isIn(address, EMBEDDING)) return isPublicAddress(new ipaddr.IPv4(address.toByteArray().slice(12)));
  const inner = subscriberIpv4(address);
  return inner ? isPublicAddress(inner) : address.match(GLOBAL_IPV6) && !isIn(address, SPECIAL_IPV6);
}
