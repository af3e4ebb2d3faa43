import { describe, expect, test } from 'vitest';
import { feedOrder, readDate } from '../../../src/syndication/read/date.ts';
import { SECONDS } from '../stage.ts';

const read = (text: string, order: 'day' | 'month' | null = null, language: string | null = null) => {
  const date = readDate(text, SECONDS, { order, language });
  return date && [new Date(date.at * 1000).toISOString().replace('.000Z', 'Z'), date.ambiguous];
};

describe('readDate with formats that feeds use', () => {
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
  ])('readDate reads %s', (text, expected) => expect(read(text)).toEqual([expected, false]));

  test.each([
    'Thu, 01 Jan 1970 00:00:00 GMT',
    '2099-01-01',
    '2026-06-17',
    '2026-02-30',
    'yesterday',
    '',
    '0',
    '17636256',
    '4102444800',
    '99999999999999',
    '1999999999999',
    'Mon, 45 Foo 2026',
    'version 12 of 2025',
    '2026年13月40日',
  ])('readDate of “%s” is null', (text) => expect(read(text)).toBeNull());
});

describe('readDate with other languages, calendars and time zones', () => {
  test.each([
    ['Пт, 20 ноя 2025 08:30:00 +0300', '2025-11-20T05:30:00Z'],
    ['20 ноября 2025 г., 08:30', '2025-11-20T08:30:00Z'],
    ['1 мая 2016', '2016-05-01T00:00:00Z'],
    ['20 листопада 2025 08:30', '2025-11-20T08:30:00Z'],
    ['20 ноември 2025', '2025-11-20T00:00:00Z'],
    ['czw., 20 lis 2025 08:30:00 +0100', '2025-11-20T07:30:00Z'],
    ['20 października 2025', '2025-10-20T00:00:00Z'],
    ['20 sierpnia 2016 r.', '2016-08-20T00:00:00Z'],
    ['20. listopadu 2025 8:30', '2025-11-20T08:30:00Z'],
    ['čt, 20. února 2025', '2025-02-20T00:00:00Z'],
    ['20. července 2025', '2025-07-20T00:00:00Z'],
    ['20. června 2025', '2025-06-20T00:00:00Z'],
    ['to 20. marraskuuta 2025 klo 08:30', '2025-11-20T08:30:00Z'],
    ['20. maaliskuuta 2025', '2025-03-20T00:00:00Z'],
    ['20. toukokuun 2025', '2025-05-20T00:00:00Z'],
    ['20 Kasım 2025 Perşembe 08:30', '2025-11-20T08:30:00Z'],
    ['20 KASIM 2025', '2025-11-20T00:00:00Z'],
    ['20 Şub 2025', '2025-02-20T00:00:00Z'],
    ['2025. november 20. 8:30', '2025-11-20T08:30:00Z'],
    ['20 Νοεμβρίου 2025', '2025-11-20T00:00:00Z'],
    ['20 fév 2025', '2025-02-20T00:00:00Z'],
    ['20 fev. 2025', '2025-02-20T00:00:00Z'],
    ['20 août 2025', '2025-08-20T00:00:00Z'],
    ['20. Dezember 2025, 8:30 Uhr', '2025-12-20T08:30:00Z'],
    ['20 نوفمبر 2025', '2025-11-20T00:00:00Z'],
    ['٢٠ نوفمبر ٢٠٢٥', '2025-11-20T00:00:00Z'],
    ['20 พฤศจิกายน 2568', '2025-11-20T00:00:00Z'],
    ['2025年11月20日 08:30', '2025-11-20T08:30:00Z'],
    ['2025年11月20日(木) 午後8時30分', '2025-11-20T20:30:00Z'],
    ['2025년 11월 20일 오전 8:30', '2025-11-20T08:30:00Z'],
    ['２０２５年１１月２０日', '2025-11-20T00:00:00Z'],
    ['1763625600', '2025-11-20T08:00:00Z'],
    ['1763625600.25', '2025-11-20T08:00:00Z'],
    ['1763625600000', '2025-11-20T08:00:00Z'],
    ['2025-11-20 08:30:00 America/New_York', '2025-11-20T13:30:00Z'],
    ['2025-07-20T08:30:00[America/New_York]', '2025-07-20T12:30:00Z'],
    ['2025-11-20T08:30:00-05:00[America/New_York]', '2025-11-20T13:30:00Z'],
    ['Thu, 20 Nov 2025 08:30:00 America/Argentina/Buenos_Aires', '2025-11-20T11:30:00Z'],
    ['July 20, 2025 8:30 AM ET', '2025-07-20T12:30:00Z'],
    ['November 20, 2025 8:30 AM ET', '2025-11-20T13:30:00Z'],
  ])('readDate reads %s', (text, expected) => expect(read(text)).toEqual([expected, false]));

  test.each([
    ['20. listopada 2025', 'hr', '2025-10-20T00:00:00Z'],
    ['20 listopada 2025', 'pl-PL', '2025-11-20T00:00:00Z'],
    // Many programs set this language in every feed.
    ['20 listopada 2025', 'en-us', '2025-11-20T00:00:00Z'],
    ['20 mar 2025', 'fi', '2025-11-20T00:00:00Z'],
    ['20 mar 2025', null, '2025-03-20T00:00:00Z'],
    ['mar., 18 mars 2025', 'fr', '2025-03-18T00:00:00Z'],
  ])('readDate reads %s in a feed with the language %s', (text, language, expected) =>
    expect(read(text, null, language)).toEqual([expected, false]),
  );
});

describe('order of day and month', () => {
  test.each([
    ['no hint', '05/06/2026 07:00:00', null, '2026-05-06T07:00:00Z', true],
    ['the same number twice', '05/05/2026', null, '2026-05-05T00:00:00Z', false],
    ['only one of them in the past', '06/09/2026', null, '2026-06-09T00:00:00Z', false],
    ['the order given by the feed', '05/06/2026 07:00:00', 'day', '2026-06-05T07:00:00Z', false],
    ['a time zone that writes the day first', '05/06/2026 07:00:00 CET', 'month', '2026-06-05T06:00:00Z', false],
    ['a time zone that writes the month first', '05/06/2026 07:00:00 EST', 'day', '2026-05-06T12:00:00Z', false],
  ] as const)('readDate reads an ambiguous date with %s', (_, text, order, expected, ambiguous) =>
    expect(read(text, order)).toEqual([expected, ambiguous]),
  );

  test.each([
    ['other dates', ['05/06/2026', '25/06/2026'], 'en-US', 'day'],
    ['the majority of dates', ['12/25/2025', '12/26/2025', '13/12/2025'], null, 'month'],
    ['the language of the feed', ['05/06/2026'], 'de', 'day'],
    ['the country in its language tag', ['05/06/2026'], 'en-GB', 'day'],
    ['a country that writes the month first', ['05/06/2026'], 'en-us', 'month'],
    ['nothing (null)', ['05/06/2026'], 'en', null],
  ] as const)('feedOrder is determined by %s', (_, dates, language, order) =>
    expect(feedOrder(dates, language)).toBe(order),
  );
});
