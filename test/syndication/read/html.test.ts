import { describe, expect, test } from 'vitest';
import { cutAtWord, readHtml } from '../../../src/syndication/read/html.ts';

describe('text', () => {
  test.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['a<b>b</b>c<br>d', 'abc d'],
    ['5 < 6 &amp; 7 &gt; 2 &mdash; caf&eacute; &#8217;', '5 < 6 & 7 > 2 — café ’'],
    ['<script>alert(1)</script>x<style>p{}</style> y', 'x y'],
    ['un\u00adsure <!-- no --> and\n\t so', 'unsure and so'],
    ['open <b>never closed', 'open never closed'],
  ])('%s', (html, text) => expect(readHtml(html).text).toBe(text));

  test('is cut between words', () => {
    expect(cutAtWord('one two three', 13)).toBe('one two three');
    expect(cutAtWord('one two, three', 10)).toBe('one two…');
    expect(cutAtWord('x'.repeat(20), 10)).toBe(`${'x'.repeat(10)}…`);
  });
});
