import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressNetwork, addressPrefix } from '../../../src/clicks/accept/address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['2002:c000:207:1::5', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
  ['1::2::3', '1::2::3'],
  ['1:2:3', '1:2:3'],
  ['12345::', '12345::'],
])('%s is %s', (address, network) => expect(addressNetwork(address)).toBe(network));

test.each([
  ['192.0.2.7', '192.0.0.0/16'],
  ['::ffff:192.0.2.7', '192.0.0.0/16'],
  ['2002:c000:207:1::5', '192.0.0.0/16'],
  ['2001:0DB8:0001:0002::6', '2001:db8::/32'],
  ['2001:db8::', '2001:db8::/32'],
  ['::1', '0:0::/32'],
  ['', ''],
  ['unknown', 'unknown'],
])('the prefix of %s is %s', (address, prefix) => expect(addressPrefix(address)).toBe(prefix));

test('however an address is written, it is of one network with its neighbours and no others', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const address = fc.array(group, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(address, fc.array(group, { minLength: 4, maxLength: 4 }), fc.nat({ max: 3 }), (groups, host, place) => {
      // Forms that contain an IPv4 address have rules of their own.
      fc.pre(groups[0] !== 0x2002 && groups.slice(0, 5).some((each) => each > 0));
      const write = (all: number[]) => all.map((each) => each.toString(16)).join(':');
      const padded = groups.map((each) => each.toString(16).toUpperCase().padStart(4, '0')).join(':');
      expect(addressNetwork(padded)).toBe(addressNetwork(write(groups)));
      expect(addressNetwork(new URL(`http://[${write(groups)}]`).hostname.slice(1, -1))).toBe(
        addressNetwork(write(groups)),
      );
      expect(addressNetwork(write([...groups.slice(0, 4), ...host]))).toBe(addressNetwork(write(groups)));
      const other = groups.with(place, (groups[place] ?? 0) ^ 1);
      fc.pre(other[0] !== 0x2002 && other.slice(0, 5).some((each) => each > 0));
      expect(addressNetwork(write(other))).not.toBe(addressNetwork(write(groups)));
    }),
  );
});
