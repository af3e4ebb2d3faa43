import { expect, test } from 'vitest';
import { StoryMatcher, type StoryText } from '../../src/content/stories/match.ts';

const BEGINNING = 1_790_000_000;
const textOf = ([title, introduction]: readonly [string, string], hours = 0): StoryText => ({
  title,
  introduction,
  language: 'en',
  publishedAt: BEGINNING + hours * 3600,
});

/** The second report is published `hours` after the first. */
function joins(first: readonly [string, string], second: readonly [string, string], hours = 6): boolean {
  const matcher = new StoryMatcher(new Map());
  return matcher.place(textOf(first), 1) === matcher.place(textOf(second, hours), 2);
}

test.each([
  [
    'a demonym and its country, the same place and kind of event',
    ['Magnitude 6.6 quake shakes Turkish coast near Mersin', 'Dozens of homes in Tarsus fell early on Sunday.'],
    ['Turkey quake: losses at Mersin put at $700m', 'The tremor hit Tarsus hardest, a modeller says.'],
  ],
  [
    'the initials and the full name of a buyer',
    ['Orrin Mutual Society buys pet cover start-up Pawline', 'The price was £40m.'],
    ['Pawline sold to OMS for £40m', 'The start-up keeps its brand under the mutual.'],
  ],
  [
    'the same figure and name in other words',
    ['Brackwell lifts offer for Sable Re to $1.9bn', 'The bidder wants an answer by Friday.'],
    ['Sable Re weighs sweetened $1.9 billion takeover', 'Suitors have circled the reinsurer since May.'],
  ],
] as const)('two reports of the same event form one story: %s', (_, first, second) => {
  expect(joins(first, second)).toBe(true);
});

test.each([
  [
    'different actions of one company',
    ['Brackwell posts record quarterly profit', 'Premiums grew 9% at the London insurer.'],
    ['Brackwell names Ines Marquardt head of marine', 'She joins from a rival in Oslo.'],
  ],
  [
    'results of two companies',
    ['Brackwell Reports Third Quarter 2026 Results', 'Net income rose.'],
    ['Sable Holdings Reports Third Quarter 2026 Results', 'Net income fell.'],
  ],
  [
    'two actions of one rating agency',
    ['AM Best upgrades Brackwell Insurance', 'The outlook is stable.'],
    ['AM Best revises outlook of Sable Re to positive', 'The rating is affirmed.'],
  ],
] as const)('reports of two events form two stories: %s', (_, first, second) => {
  expect(joins(first, second)).toBe(false);
});
