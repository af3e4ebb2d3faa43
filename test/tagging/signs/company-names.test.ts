import { expect, test } from 'vitest';
import { makeTagger } from '../../../src/tagging/tagger.ts';

const COMPANIES: Readonly<Record<string, readonly string[]>> = {
  Frontier: ['Frontier Airlines'],
  Regent: ['Regent Bank'],
  Beacon: ['Beacon Insurance'],
  Shippers: ['Shippers Insurance Group'],
  'Tall Rocks': ['Tall Rocks Insurance'],
  'Harbour Life': [],
  Quest: ['Quest Energy'],
  'First Saxon': ['First Saxon Financial'],
};
/** Companies without other names. */
const PLAIN = 'Delta United Slack Visa Sky Gap Fidelity Amazon Erie Progressive Ford Shell'.split(' ');

function taggerOf(names: readonly string[]) {
  const tagger = makeTagger({
    companies: names.map((name, i) => ({ id: i + 1, name })),
    groups: [],
    rules: names.flatMap((name, i) => {
      const words = COMPANIES[name];
      return words ? [{ kind: 'company' as const, ref: String(i + 1), words: [...words], exclusions: [] }] : [];
    }),
  });
  return (title: string, introduction = '') =>
    tagger
      .tags({ title, introduction, language: 'en' })
      .companies.map((id) => names[id - 1])
      .join(' ');
}
const companiesOf = taggerOf(Object.keys(COMPANIES));
const plainOf = taggerOf(PLAIN);

test.each([
  ['Frontier jet turns back after smoke in the cabin', 'The flight with 180 passengers landed safely.', 'Frontier'],
  ['Frontier Aluminum shares jump on tariff hopes', 'The smelter in Ohio raised its profit outlook.', ''],
  ['Rivals circle Quest Pharma', 'Shares in the drugmaker rose 8%.', ''],
  ['Quest to close two refineries', 'The company blamed weak demand for petrol.', 'Quest'],
])('a company’s alternative names determine which longer names refer to it: %s', (title, introduction, expected) => {
  expect(companiesOf(title, introduction)).toBe(expected);
});

test.each([
  ['Kansas’s Regent to raise rates', 'Policyholders of the property insurer would pay 4% more.', ''],
  ['Regent to raise rates for savers', 'The bank will pay 4% on deposits.', 'Regent'],
])('a company in a different industry is not tagged: %s', (title, introduction, expected) => {
  expect(companiesOf(title, introduction)).toBe(expected);
});

test.each([
  ['Harbour Life Stadium to host the final', 'Insurers hold the naming rights.'],
  ['Beacon Insurance Open: Lowry leads by two', 'The underwriter is the sponsor.'],
  ['Climbers rescued in the Tall Rocks', 'Two teenagers spent the night on a ledge.'],
])('venues, events and mountains are not tagged as companies: %s', (title, introduction) => {
  expect(companiesOf(title, introduction)).toBe('');
});

test('a name that begins with “First” is tagged if it is the subject of an action', () => {
  expect(companiesOf('First Saxon buys a title insurer')).toBe('First Saxon');
});

test('a company named after a landscape feature is tagged if the text describes a company', () => {
  expect(companiesOf('Tall Rocks buys a marine underwriter', 'The insurer pays $90 million.')).toBe('Tall Rocks');
});

test.each([
  ['Shippers brace for higher rates', 'Freight costs rose 6%, analysts say.'],
  ['First Saxon king’s grave found in a field', 'Archaeologists dug for a year.'],
  ['Beacon awards to leave London', 'The ceremony costs £2 million, its sponsors say.'],
])('plural verbs and nouns after a name show that it is not a company: %s', (title, introduction) => {
  expect(companiesOf(title, introduction)).toBe('');
});

test('a very long word after a name does not prevent the tag', () => {
  expect(companiesOf('Frontier says', `Frontier, ${'1'.repeat(100_000)}`)).toBe('Frontier');
});

test.each([
  ['Slack goes quiet for an hour', 'Channels froze and direct messages vanished.', 'Slack'],
  ['Delta lands in fog', 'Passengers of the airline praised the pilots.', 'Delta'],
  ['Sky wins sailing rights', 'The Comcast broadcaster outbid two rivals.', 'Sky'],
  ['Storm Hits Erie Profit', 'The reciprocal paid more claims.', 'Erie'],
  ['Can Progressive Keep Growing?', 'The auto insurer has more policies in force than ever.', 'Progressive'],
])('products, executives and industries indicate a company: %s', (title, introduction, expected) => {
  expect(plainOf(title, introduction)).toBe(expected);
});

test.each([
  ['Visa backlog keeps nurses abroad', 'Hospitals say staff shortages grow.'],
  ['Sky-high premiums drive owners out', 'Insurers blame storms.'],
  ['Shell-shocked brokers return to work', 'The broker’s clients had cancelled policies.'],
  ['GAP IN COVER LEAVES CLINICS EXPOSED', 'Insurers exclude the risk.'],
  ['Fidelity bond rule eased for clubs', 'Trustees may insure for less.'],
  ['Amazon fires cost ranchers millions', 'Insurers pay for little of the pasture.'],
])('phrases and namesakes are not tagged as companies: %s', (title, introduction) => {
  expect(plainOf(title, introduction)).toBe('');
});

test('a company joined to another word by a hyphen is tagged', () => {
  expect(plainOf('Ford-built engines recalled', 'The carmaker will replace 20,000 engines.')).toBe('Ford');
});
