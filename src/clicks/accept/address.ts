import { parseAsIpv6, subscriberIpv4 } from '../../lib/hosts/ip-address.ts';

/** Returns an IPv4 address unchanged, and the /64 of an IPv6 address. Converts IPv4-mapped IPv6 addresses to IPv4. */
export function addressNetwork(address: string): string {
  const text = address.trim().toLowerCase();
  const parsed = text.includes(':') ? parseAsIpv6(text) : null;
  if (!parsed) return text;
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return subscriberIpv4(parsed)?.toString() ?? `${groups.join(':')}::/64`;
}

/** Returns the /16 of an IPv4 address or the /32 of an IPv6 address. Providers usually own blocks of these sizes. */
export function addressPrefix(address: string): string {
  const network = addressNetwork(address);
  const [, ipv4] = /^(\d+\.\d+)\.\d+\.\d+$/.exec(network) ?? [];
  if (ipv4) return `${ipv4}.0.0/16`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 2).join(':')}::/32` : network;
}
