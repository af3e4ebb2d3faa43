import { expect, test } from 'vitest';
import { fetchFeed } from '../../../src/syndication/fetch/fetch.ts';

type Step = { location?: string; cookies?: string[] };

/** Fetches `https://a.example/` with scripted responses. Returns URL and cookies of each request after the first. */
async function cookiesSent(steps: Record<string, Step>) {
  const sent: [string, string | null][] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push([url, new Headers(init.headers).get('Cookie')]);
    const { location, cookies = [] } = steps[url] ?? {};
    const headers = new Headers(location ? { Location: location } : {});
    for (const cookie of cookies) headers.append('Set-Cookie', cookie);
    return new Response('x', { status: location ? 302 : 200, headers });
  };
  const known = { url: 'https://a.example/', etag: null, lastModified: null };
  await fetchFeed({ fetch, allowed: new Set() }, known, 0);
  return sent.slice(1);
}

test.each<[string, Record<string, Step>, [string, string | null][]]>([
  [
    'is sent to the host that has set it',
    { 'https://a.example/': { location: '/feed', cookies: ['gate=open; Path=/; HttpOnly', 'lang=en'] } },
    [['https://a.example/feed', 'gate=open; lang=en']],
  ],
  [
    'has its last value and is deleted by a maximum age of 0',
    {
      'https://a.example/': { location: '/b', cookies: ['n=1', 'gone=1'] },
      'https://a.example/b': { location: '/c', cookies: ['n=2', 'gone=; Max-Age=0'] },
    },
    [
      ['https://a.example/b', 'n=1; gone=1'],
      ['https://a.example/c', 'n=2'],
    ],
  ],
  [
    'is not sent to another host',
    { 'https://a.example/': { location: 'https://b.example/', cookies: ['secret=1'] } },
    [['https://b.example/', null]],
  ],
  [
    'is sent to hosts of its domain, but not to all hosts of a public suffix',
    {
      'https://a.example/': { location: 'https://login.paper.co.uk/' },
      'https://login.paper.co.uk/': {
        location: 'https://www.paper.co.uk/',
        cookies: ['shared=1; Domain=.paper.co.uk', 'wide=1; Domain=co.uk', 'other=1; Domain=times.co.uk'],
      },
      'https://www.paper.co.uk/': { location: 'https://times.co.uk/' },
    },
    [
      ['https://login.paper.co.uk/', null],
      ['https://www.paper.co.uk/', 'shared=1'],
      ['https://times.co.uk/', null],
    ],
  ],
  [
    'with the attribute Secure is not sent without HTTPS',
    { 'https://a.example/': { location: 'http://a.example/', cookies: ['s=1; Secure', 'p=1', 'broken', ' =x'] } },
    [['http://a.example/', 'p=1']],
  ],
])('a cookie %s within one fetch', async (_, steps, expected) => {
  expect(await cookiesSent(steps)).toEqual(expected);
});

test('a cookie is not sent in later fetches', async () => {
  await cookiesSent({ 'https://a.example/': { location: '/feed', cookies: ['n=1'] } });
  expect(await cookiesSent({ 'https://a.example/': { location: '/feed' } })).toEqual([
    ['https://a.example/feed', null],
  ]);
});
