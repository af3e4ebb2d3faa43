import { expect, test } from 'vitest';
import { makeTagger } from '../../../src/tagging/tagger.ts';

const NAMES = [
  'Delta',
  'United',
  'Slack',
  'Visa',
  'Sky',
  'Gap',
  'Fidelity',
  'Amazon',
  'Erie',
  'Progressive',
  'Ford',
  'Shell',
];
const tagger = makeTagger({ companies: NAMES.map((name, i) => ({ id: i + 1, name })), groups: [], rules: [] });
const companiesOf = (title: string, introduction = '') =>
  tagger
    .tags({ title, introduction, language: 'en' })
    .companies.map((id) => NAMES[id - 1])
    .join(' ');

test.each([
  ['Slack goes quiet for an hour', 'Channels froze and direct messages vanished.', 'Slack'],
  ['Delta lands in fog', 'Passengers of the airline praised the pilots.', 'Delta'],
  ['Sky wins sailing rights', 'The Comcast broadcaster outbid two rivals.', 'Sky'],
  ['Storm Hits Erie Profit', 'The reciprocal paid more claims.', 'Erie'],
  ['Can Progressive Keep Growing?', 'The auto insurer has more policies in force than ever.', 'Progressive'],
])('products, executives and industries indicate a company: %s', (title, introduction, expected) => {
  expect(companiesOf(title, introduction)).toBe(expected);
});

test.each([
  ['Visa backlog keeps nurses abroad', 'Hospitals say staff shortages grow.'],
  ['Sky-high premiums drive owners out', 'Insurers blame storms.'],
  ['Shell-shocked brokers return to work', 'The broker’s clients had cancelled policies.'],
  ['GAP IN COVER LEAVES CLINICS EXPOSED', 'Insurers exclude the risk.'],
  ['Fidelity bond rule eased for clubs', 'Trustees may insure for less.'],
  ['Amazon fires cost ranchers millions', 'Insurers pay for little of the pasture.'],
])('phrases and namesakes are not tagged as companies: %s', (title, introduction) => {
  expect(companiesOf(title, introduction)).toBe('');
});

test('a company joined to another word by a hyphen is tagged', () => {
  expect(companiesOf('Ford-built engines recalled', 'The carmaker will replace 20,000 engines.')).toBe('Ford');
});
