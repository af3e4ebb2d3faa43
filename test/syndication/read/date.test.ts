import { describe, expect, test } from 'vitest';
import { feedOrder, readDate } from '../../../src/syndication/read/date.ts';
import { SECONDS } from '../stage.ts';

const read = (text: string, order: 'day' | 'month' | null = null) => {
  const date = readDate(text, SECONDS, order);
  return date && [new Date(date.at * 1000).toISOString().replace('.000Z', 'Z'), date.ambiguous];
};

describe('dates that feeds write', () => {
  test.each([
    ['Mon, 15 Jun 2026 09:00:00 GMT', '2026-06-15T09:00:00Z'],
    ['15 Jun 2026 09:00 +0200', '2026-06-15T07:00:00Z'],
    ['Mon, 15 Jun 2026 05:00:00 EDT', '2026-06-15T09:00:00Z'],
    ['Mon, 15 Jun 2026 10:00:00 BST', '2026-06-15T09:00:00Z'],
    ['Mon, 15 Jun 2026 11:00:00 CEST', '2026-06-15T09:00:00Z'],
    ['Mon, 15 Jun 2026 09:00:00 +0000 (UTC)', '2026-06-15T09:00:00Z'],
    ['Mon, 15 Jun 2026 9:0:5 GMT', '2026-06-15T09:00:05Z'],
    ['Mon, 15 Jun 26 09:00:00 Z', '2026-06-15T09:00:00Z'],
    ['Seg, 15 Set 2025 09:00:00 -0300', '2025-09-15T12:00:00Z'],
    ['lun., 15 déc. 2025 09:00:00 +0100', '2025-12-15T08:00:00Z'],
    ['mar., 16 déc. 2025 09:00:00 +0100', '2025-12-16T08:00:00Z'],
    ['20 de noviembre de 2025', '2025-11-20T00:00:00Z'],
    ['November 20, 2025 8:00 PM', '2025-11-20T20:00:00Z'],
    ['Thu Nov 20 08:00:00 UTC 2025', '2025-11-20T08:00:00Z'],
    ['2026-06-15T11:00:00+02:00', '2026-06-15T09:00:00Z'],
    ['2026-06-15T11:00:00 +02:00', '2026-06-15T09:00:00Z'],
    ['2026-06-15 11:00:00 +0200', '2026-06-15T09:00:00Z'],
    ['2026-06-15T11:00:5Z', '2026-06-15T11:00:05Z'],
    ['20260615T110000Z', '2026-06-15T11:00:00Z'],
    ['20260615T110000+0200', '2026-06-15T09:00:00Z'],
    ['20260615', '2026-06-15T00:00:00Z'],
    ['2026-06-15', '2026-06-15T00:00:00Z'],
    ['2026-06-16T11:00:00Z', '2026-06-16T11:00:00Z'],
    ['20.11.2025 08:00', '2025-11-20T08:00:00Z'],
    ['05.06.2026 08:00', '2026-06-05T08:00:00Z'],
    ['31/12/2025', '2025-12-31T00:00:00Z'],
    ['12/31/2025 8:00 AM', '2025-12-31T08:00:00Z'],
  ])('%s', (text, expected) => expect(read(text)).toEqual([expected, false]));

  test.each([
    'Thu, 01 Jan 1970 00:00:00 GMT',
    '2099-01-01',
    '2026-06-17',
    '2026-02-30',
    'yesterday',
    '',
    '0',
    '1763625600',
    'Mon, 45 Foo 2026',
  ])('none: %s', (text) => expect(read(text)).toBeNull());
});

describe('which number is the day', () => {
  test.each([
    ['nothing says', '05/06/2026 07:00:00', null, '2026-05-06T07:00:00Z', true],
    ['the same number twice', '05/05/2026', null, '2026-05-05T00:00:00Z', false],
    ['only one is past', '06/09/2026', null, '2026-06-09T00:00:00Z', false],
    ['the feed does', '05/06/2026 07:00:00', 'day', '2026-06-05T07:00:00Z', false],
    ['the zone does', '05/06/2026 07:00:00 CET', 'month', '2026-06-05T06:00:00Z', false],
    ['the other zone does', '05/06/2026 07:00:00 EST', 'day', '2026-05-06T12:00:00Z', false],
  ] as const)('%s', (_, text, order, expected, ambiguous) => expect(read(text, order)).toEqual([expected, ambiguous]));

  test.each([
    ['other dates', ['05/06/2026', '25/06/2026'], 'en-US', 'day'],
    ['most of them', ['12/25/2025', '12/26/2025', '13/12/2025'], null, 'month'],
    ['the language of the feed', ['05/06/2026'], 'de', 'day'],
    ['its country', ['05/06/2026'], 'en-GB', 'day'],
    ['… that writes the month first', ['05/06/2026'], 'en-us', 'month'],
    ['nothing', ['05/06/2026'], 'en', null],
  ] as const)('is said by %s', (_, dates, language, order) => expect(feedOrder(dates, language)).toBe(order));
});
