import { describe, expect, test } from 'vitest';
import { ancestors } from '../../src/web/browser/embed-builder/framing.ts';
import { DEFAULTS, feedAddress, feedParameters, snippet } from '../../src/web/browser/embed-builder/view.ts';

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
  expect(feedParameters(view)).toEqual({
    ...{ includePaywalled: '0', excludeNonHttpsSources: '1', limit: '6', theme: 'dark' },
  });
});

test('whatever is typed stays one parameter and one attribute', () => {
  const nasty = `a&apiKey=b" onload="x`;
  const address = feedAddress(ORIGIN, feedParameters({ ...DEFAULTS, searchTerms: nasty }), KEY);
  const { searchParams } = new URL(address);
  expect([searchParams.get('searchTerms'), searchParams.getAll('apiKey')]).toEqual([nasty, [KEY]]);
  const lines = snippet(ORIGIN, { ...DEFAULTS, title: '"><script>', height: '1e9"' }, KEY);
  expect(lines).toContain('title="&quot;&gt;&lt;script&gt;" height="600"');
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
