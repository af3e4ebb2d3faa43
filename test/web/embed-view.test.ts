import { describe, expect, test } from 'vitest';
import { ancestors } from '../../src/web/browser/embed-builder/framing.ts';
import {
  DEFAULTS,
  frameAddress,
  frameParameters,
  heightFault,
  savedFilter,
  snippet,
} from '../../src/web/browser/embed-builder/view.ts';
import { slugOf } from '../../src/web/browser/lib/words.ts';

const ORIGIN = 'https://news.example.com';
const KEY = `ngp_${'0'.repeat(34)}`;

test('without any choice the snippet is the one of the documentation', () => {
  expect(snippet(ORIGIN, { ...DEFAULTS, title: 'Cyber news', includeTopics: '1' }, KEY)).toBe(
    `<iframe data-newsgauge title="Cyber news" height="600" style="width:100%;border:0"
  src="https://news.example.com/api/v2/feed?output=html&amp;includeTopics=1&amp;limit=6&amp;theme=light&amp;apiKey=${KEY}"></iframe>
<script async src="https://news.example.com/embed.js"></script>`,
  );
});

test('only what differs from the feed’s own defaults is asked for', () => {
  const view = {
    ...DEFAULTS,
    includePaywalled: '0',
    excludeNonHttpsSources: '1',
    theme: 'dark',
    title: 'T',
    grows: '0',
  };
  expect(frameParameters(view)).toEqual({
    includePaywalled: '0',
    excludeNonHttpsSources: '1',
    limit: '6',
    theme: 'dark',
  });
});

test('whatever is typed stays one parameter and one attribute', () => {
  const nasty = `a&apiKey=b" onload="x`;
  const parameters = frameParameters({ ...DEFAULTS, searchTerms: nasty });
  const address = frameAddress({ origin: ORIGIN, content: 'feed', parameters, key: KEY });
  const { searchParams } = new URL(address);
  expect([searchParams.get('searchTerms'), searchParams.getAll('apiKey')]).toEqual([nasty, [KEY]]);
  const lines = snippet(ORIGIN, { ...DEFAULTS, title: '"><script>', height: '1e9"' }, KEY);
  expect(lines).toContain('title="&quot;&gt;&lt;script&gt;" height="600"');
});

test.each([
  ['recommended', '/api/v2/feed-recommended?output=html&theme=light&layout=cards&apiKey='],
  ['trending', '/embed/trending?limit=6&theme=light&apiKey='],
  ['nonsense', '/api/v2/feed?output=html&includeTopics=1&limit=6&theme=light&layout=cards&apiKey='],
])('%s asks for what it has, and for nothing else', (content, address) => {
  const view = { ...DEFAULTS, content, includeTopics: '1', layout: 'cards' };
  expect(snippet(ORIGIN, view, KEY).replaceAll('&amp;', '&')).toContain(`"${ORIGIN}${address}${KEY}"`);
});

test('RSS has filters and no look', () => {
  const view = { ...DEFAULTS, includeTopics: '1', layout: 'list', heading: 'News', language: 'de' };
  expect(snippet(ORIGIN, view, KEY, 'rss')).toBe(
    `${ORIGIN}/api/v2/feed?output=rss&includeTopics=1&limit=6&apiKey=${KEY}`,
  );
});

test.each([
  ['600', true],
  ['99', false],
  ['20001', false],
  ['6e2', false],
  ['', false],
])('a height of %j', (height, isGood) => {
  expect(heightFault({ ...DEFAULTS, height }) === null).toBe(isGood);
});

describe('which pages may frame', () => {
  test.each([
    [`default-src 'none'; frame-ancestors *`, null],
    [`frame-ancestors https://a.example ${ORIGIN}`, null],
    [`frame-ancestors 'self' https://a.example`, null],
    ['frame-ancestors https://a.example https://b.example', ['https://a.example', 'https://b.example']],
    [`frame-ancestors ${ORIGIN}.evil.example`, [`${ORIGIN}.evil.example`]],
    ['', null],
  ])('%s', (policy, expected) => {
    expect(ancestors(policy, ORIGIN)).toEqual(expected);
  });
});

test('a saved search is embedded by its address, and takes the filters of the form alone', () => {
  const view = { ...DEFAULTS, content: 'search', search: 'floods', theme: 'dark', includeTopics: '12' };
  const address = frameAddress({ origin: ORIGIN, content: 'search', parameters: frameParameters(view), key: KEY });
  expect(address).toBe(`${ORIGIN}/feeds/floods/?output=html&limit=6&theme=dark&apiKey=${KEY}`);
  expect(savedFilter({ ...view, includePaywalled: '0' })).toEqual({ includeTopics: '12', includePaywalled: '0' });
});

test.each([
  ['Floods in Europe', 'floods-in-europe'],
  ['  Über-Schäden 2026! ', 'uber-schaden-2026'],
  ['保険', ''],
])('the slug of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
