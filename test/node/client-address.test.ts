import { describe, expect, test } from 'vitest';
import { parseProxies, senderOf, TOKEN_HEADER } from '../../src/node/http/client-address.ts';

const TOKEN = 'the-token-of-this-server';
const around = (proxies: string, places = '') => ({ proxies: parseProxies(proxies, places), token: TOKEN });

describe('senderOf()', () => {
  test.each([
    ['no trusted proxies', '', '203.0.113.9', { 'x-forwarded-for': '1.1.1.1' }, '203.0.113.9'],
    ['a forged CF-Connecting-IP', '203.0.113.9', '203.0.113.9', { 'cf-connecting-ip': '1.1.1.1' }, '203.0.113.9'],
    ['a sender other than the proxy', '10.0.0.1', '203.0.113.9', { 'x-forwarded-for': '1.1.1.1' }, '203.0.113.9'],
    ['a trusted proxy', '10.0.0.1', '10.0.0.1', { 'x-forwarded-for': '1.1.1.1' }, '1.1.1.1'],
    [
      'a forged entry before that of the proxy',
      '10.0.0.1',
      '10.0.0.1',
      { 'x-forwarded-for': '9.9.9.9, 1.1.1.1' },
      '1.1.1.1',
    ],
    [
      'several trusted proxies',
      '10.0.0.0/8',
      '10.0.0.1',
      { 'x-forwarded-for': '9.9.9.9, 1.1.1.1, 10.2.0.7' },
      '1.1.1.1',
    ],
    ['an invalid address', '10.0.0.1', '10.0.0.1', { 'x-forwarded-for': 'unknown' }, '10.0.0.1'],
    [
      'entries before an invalid address',
      '10.0.0.0/8',
      '10.0.0.1',
      { 'x-forwarded-for': '9.9.9.9, unknown, 10.0.0.2' },
      '10.0.0.2',
    ],
    ['an address with a port', '10.0.0.1', '10.0.0.1', { 'x-forwarded-for': '9.9.9.9, 1.2.3.4:5678' }, '1.2.3.4'],
    ['IPv6 in brackets', '10.0.0.1', '10.0.0.1', { 'x-forwarded-for': '9.9.9.9, [2001:db8::1]' }, '2001:db8::1'],
    ['IPv6 with a port', '10.0.0.1', '10.0.0.1', { 'x-forwarded-for': '9.9.9.9, [2001:db8::1]:443' }, '2001:db8::1'],
    ['an empty hop', '10.0.0.1', '10.0.0.1', { 'x-forwarded-for': '9.9.9.9, ' }, '10.0.0.1'],
    [
      'a request of the trusted proxy itself',
      '10.0.0.0/8',
      '10.0.0.1',
      { 'x-forwarded-for': '10.0.0.7, 10.0.0.2' },
      '10.0.0.7',
    ],
    ['no header', '10.0.0.1', '10.0.0.1', {}, '10.0.0.1'],
    ['IPv4 over an IPv6 socket', '10.0.0.1', '::ffff:10.0.0.1', { 'x-forwarded-for': '1.1.1.1' }, '1.1.1.1'],
    ['IPv6', 'fd00::/8', 'fd00::1', { 'x-forwarded-for': '2001:db8::1' }, '2001:db8::1'],
    ['the token of this server', '', '127.0.0.1', { [TOKEN_HEADER]: TOKEN, 'x-forwarded-for': '1.1.1.1' }, '1.1.1.1'],
    ['another token', '', '127.0.0.1', { [TOKEN_HEADER]: 'x'.repeat(24), 'x-forwarded-for': '1.1.1.1' }, '127.0.0.1'],
  ])('senderOf() returns the address of the sender with %s', (_, proxies, remote, headers, address) => {
    expect(senderOf(remote, headers, around(proxies)).address).toBe(address);
  });

  test('HTTPS is accepted only from a trusted proxy', () => {
    const headers = { 'x-forwarded-proto': 'https' };
    expect(senderOf('10.0.0.1', headers, around('10.0.0.1')).protocol).toBe('https');
    expect(senderOf('10.0.0.1', headers, around('')).protocol).toBe('http');
  });

  const placed = { 'cf-ipcontinent': 'EU', 'cf-ipasn': '64500' };
  test.each([
    ['a proxy that sets no location header', '10.0.0.1', '', {}, {}],
    ['a proxy that sets both', '10.0.0.1', 'CF-IPContinent, cf-ipasn', {}, { continent: 'EU', asn: 64_500 }],
    ['a proxy that sets one', '10.0.0.1', 'CF-IPASN', {}, { asn: 64_500 }],
    ['a sender that is not the proxy', '10.0.0.2', 'CF-IPContinent,CF-IPASN', {}, {}],
    ['the token of this server', '', '', { [TOKEN_HEADER]: TOKEN }, { continent: 'EU', asn: 64_500 }],
    ['invalid locations', '10.0.0.1', 'CF-IPContinent,CF-IPASN', { 'cf-ipcontinent': 'Europe', 'cf-ipasn': '-1' }, {}],
  ])('the location of a reader is determined with %s', (_, proxies, places, headers, place) => {
    expect(senderOf('10.0.0.1', { ...placed, ...headers }, around(proxies, places)).place).toEqual(place);
  });
});

describe('TRUST_PROXY', () => {
  test.each(['localhost', '10.0.0.0/33', '10.0.0.1/8/8', '::1/129', '10.0.0.1/x'])(
    'the invalid entry %s is rejected, and the error names it',
    (text) => {
      expect(() => parseProxies(`127.0.0.1,${text}`)).toThrow(`"${text}"`);
    },
  );

  test('TRUST_PROXY_HEADERS accepts only location headers', () => {
    expect(() => parseProxies('10.0.0.1', 'CF-IPASN,X-Country')).toThrow('"X-Country"');
  });
});
