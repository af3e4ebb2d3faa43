import { expect, test } from 'vitest';
import { element } from '../../src/delivery/xml.ts';

test.each([
  ['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
  [']]>', ']]&gt;'],
  ['"quoted" \'too\'', "&quot;quoted&quot; 'too'"],
  ['tab\tand\r\nlines', 'tab&#9;and&#13;&#10;lines'],
  ['&amp;', '&amp;amp;'],
  ['\u0000a\u0008b\u000bc\u001fd\ufffee\uffff', 'abcde'],
  ['\ud800 \udc00 \u{1f600}', '  \u{1f600}'],
  ['\u007f\u0085\u2028', '\u007f\u0085\u2028'],
])('%j is escaped alike as text and as attribute', (text, escaped) => {
  expect(element('x', { a: text }, text).markup).toBe(`<x a="${escaped}">${escaped}</x>`);
});

test('absent children and attributes are left out', () => {
  expect(element('x', { a: null, b: 0, c: false }, null).markup).toBe('<x b="0" c="false"/>');
  expect(element('x', {}, element('y', {}), 'z').markup).toBe('<x><y/>z</x>');
});
