import { describe, expect, test } from 'vitest';
import { allowedHosts, NOT_PUBLIC, publicUrl, unreachable } from '../../../src/syndication/fetch/public-url.ts';

describe('publicUrl accepts public addresses', () => {
  test.each([
    'https://example.com/feed',
    'http://news.example.com:8080/rss?x=1',
    'http://93.184.216.34/',
    'http://[2606:2800:220:1:248:1893:25c8:1946]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::808:808]/',
    'https://xn--bcher-kva.example/',
    'http://172.32.0.1/',
    'http://100.128.0.1/',
    'http://192.175.48.1/',
    'http://[2001:200::1]/',
    'http://[3fff:1000::1]/',
    'http://[2002:808:808::1]/',
    'http://localhost.example.com/',
  ])('publicUrl accepts %s', (url) => expect(publicUrl(url)).toHaveProperty('url'));
});

describe('publicUrl rejects addresses of private networks', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://192.0.2.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://192.88.99.1/',
    'http://198.19.255.255/',
    'http://240.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[ff02::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2002:c0a8:101::1]/',
    'http://[2001:db8::1]/',
    'http://[2001::1]/',
    'http://[2001:1ff::1]/',
    'http://[3fff::1]/',
    'http://[4000::1]/',
    'http://[fec0::1]/',
    'http://[::ffff:0:10.0.0.1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://foo.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://router.home.arpa/',
    'http://intranet/',
  ])('publicUrl rejects %s', (url) =>
    expect(publicUrl(url).refused).toMatch(/^leads to .+, which is not on the public internet$/),
  );
});

test.each([
  ['ftp://example.com/', 'is not an http or https address'],
  ['file:///etc/passwd', 'is not an http or https address'],
  ['javascript:alert(1)', 'is not an http or https address'],
  ['feed', 'is not an http or https address'],
  ['https://user:pass@example.com/', 'contains a user name or password'],
])('publicUrl rejects %s: %s', (url, refused) => expect(publicUrl(url)).toEqual({ refused }));

test('FEED_ALLOW_HOSTS allows a host only on the given port', () => {
  const allowed = allowedHosts('127.0.0.1:8810, localhost:1');
  expect(publicUrl('http://127.0.0.1:8810/feed', allowed)).toHaveProperty('url');
  expect(publicUrl('http://127.0.0.1:8811/feed', allowed)).toHaveProperty('refused');
  expect(allowedHosts('').size).toBe(0);
});

test('the error for a host without a public address names FEED_ALLOW_HOSTS, but that for an unreachable host does not', () => {
  const said = unreachable(new Error(NOT_PUBLIC), 'https://feeds.example.com:8443/all.xml');
  expect(said).toBe(`${NOT_PUBLIC} (FEED_ALLOW_HOSTS=feeds.example.com:8443 would allow a private one)`);
  expect(unreachable(new TypeError('fetch failed'), 'https://feeds.example.com/')).toBe('cannot be reached');
});
