import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ARTICLE_ID, MAX_PUBLISHED_AT } from '../../src/content/position.ts';
import { decodeCursor, encodeCursor } from '../../src/search/cursor.ts';

test('decodeCursor restores every encoded cursor', () => {
  const place = fc.record({ publishedAt: fc.nat(MAX_PUBLISHED_AT), id: fc.nat(MAX_ARTICLE_ID) });
  const exact = fc.record({
    publishedAt: fc.nat(MAX_PUBLISHED_AT),
    id: fc.nat(MAX_ARTICLE_ID),
    position: fc.nat(2 ** 32),
  });
  const drawn = fc.record({
    publishedAt: fc.nat(MAX_PUBLISHED_AT),
    id: fc.constant(0),
    drawn: fc.record({
      hour: fc.nat(2 ** 24),
      minute: fc.nat(2 ** 30),
      shown: fc.array(fc.nat(MAX_ARTICLE_ID), { minLength: 1, maxLength: 200 }),
    }),
  });
  fc.assert(
    fc.property(fc.oneof(place, exact, drawn), (cursor) => {
      expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
    }),
  );
});

test.each([
  '',
  '-',
  'a',
  'a-',
  '-a',
  'a-b-c-d',
  'A-B',
  '1_2',
  '1-2_3-4',
  '_1-2',
  ' 1-2',
  `${(MAX_PUBLISHED_AT + 1).toString(36)}-1`,
  `1-${(MAX_ARTICLE_ID + 1).toString(36)}`,
])('decodeCursor of %j is null', (text) => {
  expect(decodeCursor(text)).toBeNull();
});
