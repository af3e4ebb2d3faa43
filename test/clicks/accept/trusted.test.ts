import { describe, expect, test } from 'vitest';
import { trustedNetworks } from '../../../src/clicks/accept/trusted.ts';

const SETTING = 'AS64496, 64497 10.0.0.0/8,192.168.7.0/25\t2001:db8:aa::/48';
const networks = trustedNetworks(SETTING);

describe(SETTING, () => {
  test.each([
    [{ network: 64496 }, true],
    [{ network: 64497 }, true],
    [{ network: 64498 }, false],
    [{ network: 0 }, false],
    [{ network: null, address: '10.200.3.4' }, true],
    [{ address: '::ffff:10.0.0.1' }, true],
    [{ address: '11.0.0.1' }, false],
    [{ address: '192.168.7.127' }, true],
    [{ address: '192.168.7.128' }, false],
    [{ address: '2001:db8:aa:ffff::1' }, true],
    [{ address: '2001:db8:ab::1' }, false],
    [{ address: '2002:0a00:0001::1' }, false],
    [{ address: 'unknown' }, false],
    [{ address: '' }, false],
    [{}, false],
  ])('has %j: %s', (sender, isIn) => expect(networks.has(sender)).toBe(isIn));

  test('has nothing that is no network', () => expect(networks.wrong).toEqual([]));
});

test.each([
  '10.0.0.0',
  '10.0.0.0/0',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '2001:db8::/129',
  '10.0.0/8',
  'intranet',
  'AS',
  'AS-1',
  '/8',
  '10.0.0.0/8/9',
])('%s is no network, and nobody is in it', (entry) => {
  const { wrong, has } = trustedNetworks(`${entry},AS64496`);
  expect(wrong).toEqual([entry]);
  expect(has({ address: '10.0.0.1' })).toBe(false);
  expect(has({ address: '::1' })).toBe(false);
  expect(has({ network: 64496 })).toBe(true);
});

test('an empty setting trusts nobody', () => {
  const { wrong, has } = trustedNetworks('');
  expect([wrong, has({ network: 64496, address: '10.0.0.1' })]).toEqual([[], false]);
});
