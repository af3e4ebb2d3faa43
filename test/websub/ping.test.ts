import { describe, expect, test } from 'vitest';
import { isSameFeed } from '../../src/routes/feed/feed-response.ts';
import { topicsOf } from '../../src/routes/feed/hub-topics.ts';
import { ping } from '../../src/websub/announce.ts';
import { openTestDb } from '../support/index.ts';

test.each([
  'http://127.0.0.1:9/',
  'http://10.0.0.1/',
  'http://[::1]/',
  'http://hub.internal/',
  'ftp://hub.example/',
  'https://user:pass@hub.example/',
])('a hub at %s gets no requests', async (url) => {
  const asked: string[] = [];
  const fetch = async (address: string) => {
    asked.push(address);
    return new Response();
  };
  expect(await ping({ url, fetch, allowed: new Set() }, 'https://news.example/websub/a')).toMatch(/\w/);
  expect(asked).toEqual([]);
});

test('a hub ping has the form defined by the standard, and its redirects are not followed', async () => {
  const asked: RequestInit[] = [];
  const fetch = async (_: string, init: RequestInit) => {
    asked.push(init);
    return new Response(null, { status: 307, headers: { Location: 'http://10.0.0.1/' } });
  };
  const told = await ping({ url: 'https://hub.example/', fetch, allowed: new Set() }, 'https://news.example/websub/a');
  expect(told).toBe('returned a redirect (307), which is not followed');
  expect(asked).toHaveLength(1);
  expect(String(asked[0]?.body)).toBe('hub.mode=publish&hub.url=https%3A%2F%2Fnews.example%2Fwebsub%2Fa');
});

describe('isSameFeed', () => {
  test.each([
    ['/api/v2/feed/', '/api/v2/feed/?output=json', true],
    ['/api/v2/feed/', '/api/v2/feed?limit=20&tracked=0', true],
    ['/api/v2/feed/?output=rss&includeTopics=1,2', '/api/v2/feed/?includeTopics=2,1&output=rss', true],
    ['/api/v2/feed/?output=rss', '/api/v2/feed/', false],
    ['/api/v2/feed/?output=rss', '/api/v2/feed/?output=rss&cursor=a-b', false],
    ['/api/v2/feed/?output=rss', '/api/v2/feed-recommended/?output=rss', false],
    ['/api/v2/feed/', '/api/v2/feed/?tracked=1', false],
    ['/feeds/floods?output=rss', '/feeds/floods/?output=rss', true],
  ])('%s and %s are the same feed: %s', (one, other, same) => {
    expect(isSameFeed(one, other)).toBe(same);
  });
});

describe('WebSub topics', () => {
  const settings = { PUBLIC_URL: 'https://news.example/', WEBSUB_HUB: 'https://hub.example/' };

  test('each feed has its own topic URL below the public URL, which does not change', async () => {
    const feeds = { ...settings, WEBSUB_FEEDS: ' feed/?output=rss\n feed/ ' };
    const topics = await topicsOf(openTestDb(), feeds);
    expect(topics.map(({ feed }) => feed)).toEqual(['feed/?output=rss', 'feed/']);
    for (const { address } of topics) expect(address).toMatch(/^https:\/\/news\.example\/websub\/[0-9a-f]{32}$/);
    expect(new Set(topics.map(({ token }) => token)).size).toBe(2);
    expect(await topicsOf(openTestDb(), feeds)).toEqual(topics);
  });

  test('no WebSub topics exist without a hub or a public URL', async () => {
    const feeds = { WEBSUB_FEEDS: 'feed/' };
    expect(await topicsOf(openTestDb(), { ...settings, ...feeds, WEBSUB_HUB: '' })).toEqual([]);
    expect(await topicsOf(openTestDb(), { ...settings, ...feeds, PUBLIC_URL: '' })).toEqual([]);
  });
});
