import { expect, test } from 'vitest';
import { datelineLength } from '../../../src/tagging/dateline.ts';
import { makeTagger } from '../../../src/tagging/tagger.ts';

const tagger = makeTagger({ companies: [], groups: [], rules: [] });
const countriesOf = (title: string, introduction = '') =>
  tagger.tags({ title, introduction, language: 'en' }).countries.toSorted().join(' ');

test.each([
  ['Rome, N.Y., votes on a new dam', 'US'],
  ['Vienna, Va., firm wins a data contract', 'US'],
  ['Paris, Ont., mill burns to the ground', 'CA'],
  ['Manchester, Conn., school roof collapses', 'US'],
  ['St. Petersburg, Fla., raises sea walls', 'US'],
  ['Vancouver, Washington, plant shuts', 'US'],
  ['Poor roofs, Miss Ore says', ''],
])('a US state or Canadian province after a town determines its country: %s', (title, expected) => {
  expect(countriesOf(title)).toBe(expected);
});

test.each([
  ['Rachel Wales joins the board', ''],
  ['Jack Ireland leads the marine team', ''],
  ['Helen English to run claims', ''],
  ['Hurricane Melissa Jamaica losses mount', 'JM'],
  ['Pope Francis visits Lebanon', 'LB'],
  ['Tuscaloosa hospital sues its insurer', 'US'],
])('surnames are not tagged as countries: %s', (title, expected) => {
  expect(countriesOf(title)).toBe(expected);
});

test.each([
  ['Both Congos close their border', 'CD CG'],
  ['The two Koreas hold talks on a flood barrier', 'KP KR'],
  ['The Carolinas brace for rain', 'US'],
  ['Hail batters Styria and Carinthia', 'AT'],
  ['Torrents cut roads in Oaxaca and Chiapas', 'MX'],
  ['Quake damages temples on Lombok', 'ID'],
  ['Wildfire smoke drifts over Saskatoon', 'CA'],
  ['Serb farmers block a motorway', 'RS'],
  ['Gales hit Pembrokeshire and the Isle of Wight', 'GB'],
  ['Batumi port reopens', 'GE'],
  ['State Department warns travellers', 'US'],
])('regions, plurals and towns are tagged as their country: %s', (title, expected) => {
  expect(countriesOf(title)).toBe(expected);
});

test.each([
  ['Cologne sales lift a maker of fragrances', ''],
  ['French’s mustard returns to shelves', ''],
  ['China Lake base tests a drone', ''],
  ['A Swedish Hospital nurse retires', ''],
  ['Dijon mustard runs short', ''],
  ['Tennessee Williams play returns', ''],
])('products and organisations named after a place are not tagged as countries: %s', (title, expected) => {
  expect(countriesOf(title)).toBe(expected);
});

test.each([
  ['Georgia sheriff opens a storm shelter', '', 'US'],
  ['Georgia homeowners see premiums jump', '', 'US'],
  ['Georgia flood repairs drag on', 'Crews from Valdosta are stretched.', 'US'],
  ['Georgia opens a deep-sea port', 'The government in Tbilisi signed.', 'GE'],
])(
  'Georgia is tagged as the US state or the country, depending on the text: %s %s',
  (title, introduction, expected) => {
    expect(countriesOf(title, introduction)).toBe(expected);
  },
);

test.each([
  ['PARIS and TUNIS — A start-up has raised money.', 'PARIS and TUNIS — '],
  ['Bremerhaven. Der Hafen hat eine neue Leitung.', 'Bremerhaven. '],
  ['Rott am Inn, 7. November 2025. Das Werk steht still.', 'Rott am Inn, 7. November 2025. '],
  ['DENVER & AUSTIN--(BUSINESS WIRE)--Two firms join.', 'DENVER & AUSTIN--(BUSINESS WIRE)--'],
  ['Chennai, Nov 7 (PTI) The port reopened.', 'Chennai, Nov 7 (PTI) '],
  [
    'TULSA, OK / ACCESS Newswire / November 7, 2025 / A plant opens.',
    'TULSA, OK / ACCESS Newswire / November 7, 2025 / ',
  ],
  [
    'Calgary, Alberta--(Newsfile Corp. - November 7, 2025) - A mine opens.',
    'Calgary, Alberta--(Newsfile Corp. - November 7, 2025) - ',
  ],
  ['London, UK – 7 November 2025 – A firm opens.', 'London, UK – 7 November 2025 – '],
  ['Brno 7. listopadu (ČTK) - Most je zavřen.', 'Brno 7. listopadu (ČTK) - '],
  ['ABOARD THE PAPAL PLANE (AP) — The pope spoke.', ''],
  ['(AFP) - Les vendanges commencent.', ''],
  ['Aon (New York) - The broker hires.', ''],
])('datelineLength detects the dateline: %s', (text, dateline) => {
  expect(text.slice(0, datelineLength(text))).toBe(dateline);
});
