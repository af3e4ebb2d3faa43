import { expect, test } from 'vitest';
import { agentOf, fetchFeed } from '../../../src/syndication/fetch/fetch.ts';
import { ALLOWED, SECONDS, seen, serve } from '../stage.ts';

test.each([
  ['', '', 'newsgauge (feed reader)'],
  ['', 'https://news.example', 'newsgauge (feed reader; +https://news.example)'],
  [
    ' Gazette/1.0 (+mailto:desk@gazette.example)\r\n',
    'https://news.example',
    'Gazette/1.0 (+mailto:desk@gazette.example)',
  ],
])('with FEED_AGENT %j and contact %j, the user agent is %s', (set, contact, agent) =>
  expect(agentOf(set, contact)).toBe(agent),
);

test('requests for feeds send the user agent', async () => {
  const url = await serve('/agent', { body: 'x' });
  const reach = { fetch: (at: string, init: RequestInit) => fetch(at, init), allowed: ALLOWED, agent: 'Gazette/1.0' };
  await fetchFeed(reach, { url, etag: null, lastModified: null }, SECONDS);
  expect((await seen('/agent')).at(-1)?.headers['user-agent']).toBe('Gazette/1.0');
});
