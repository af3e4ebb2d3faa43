import { type Named, SIGNS } from './companies/signs.ts';
import type { Name } from './phrase.ts';
import type { Span } from './trie.ts';

/**
 * Whether a name that is also a word, a place or a person means the company: each sign in its text counts for or against it by a
 * weight, and their sum is the logarithm of the odds. The weights were fitted on labelled headlines by logistic regression
 * (`test/tagging/outside`); what is kept aside there judges them. What editors answer about a company adds to them.
 */

/** Log odds by sign. */
export type Odds = Readonly<Record<string, number>>;

/** What a text says of a name. */
export interface Evidence {
  /** That it means the company, 0 to 1. */
  chance: number;
  /** The signs that are there, with their weights; those that nothing is known of have 0. */
  signs: { sign: string; weight: number }[];
}

/** What is `chance`d below this is not tagged: a wrong tag is worse than a missing one. */
export const LEAST_CHANCE = 0.8;

/** The sign that is always there. */
const NAME = 'the name';
const NAME_WEIGHT = -0.3;
/** Words on either side of a name that are signs of their own, once answers have weighed them. */
const BESIDE = 2;

/** Weighs the signs for a name; `learnt`: what answers about its company add to the weights that all begin with. */
export function weighEvidence(named: Named, span: Span, name: Name, learnt: Odds = {}): Evidence {
  const around = { ...named, text: withoutName(named, span) };
  const there = Object.keys(SIGNS).filter((sign) => SIGNS[sign]?.isThere(around, span, name));
  const beside = [
    ...named.words.slice(Math.max(0, span.from - BESIDE), span.from),
    ...named.words.slice(span.to, span.to + BESIDE),
  ];
  const near = beside.filter(({ form }) => form.length > 2).map(({ form }) => `“${form}” beside it`);
  const signs = [NAME, ...there, ...new Set(near)].map((sign) => ({
    sign,
    weight: rounded((sign === NAME ? NAME_WEIGHT : (SIGNS[sign]?.weight ?? 0)) + (learnt[sign] ?? 0)),
  }));
  return { chance: chanceOf(signs.reduce((sum, { weight }) => sum + weight, 0)), signs };
}

/** The text without the name, which says nothing of what is meant by it: Ace is no ace. */
function withoutName({ words, text }: Named, { from, to }: Span): string {
  const name = words.slice(from, to).map(({ form }) => form);
  return to - from > 1
    ? text
    : text.replace(/\p{Lu}[\p{L}\p{N}]*/gu, (word) => (word.toLowerCase() === name[0] ? '' : word));
}

const chanceOf = (odds: number) => 1 / (1 + Math.exp(-odds));
const rounded = (weight: number) => Math.round(weight * 100) / 100;

/** A name of a company in a text, and whether the newsroom says that the company is meant. */
export interface Example {
  signs: Evidence['signs'];
  meant: boolean;
}

const PASSES = 40;
const RATE = 0.1;
/** How strongly what is learnt is drawn back to nothing: one answer must not overturn what all begin with. */
const DRAW = 1;
/** The words beside a company's name are its own; a few answers say little of all its texts, and nothing of signs that hold for every company. */
const paceOf = (sign: string): number => (sign in SIGNS ? 0 : sign === NAME ? 0.15 : 1);

/**
 * What examples of one company add to the weights of its name and of the words beside it: logistic regression, drawn back to nothing. The
 * same examples in the same order give the same odds.
 */
export function learn(examples: readonly Example[]): Odds {
  const odds = new Map<string, number>();
  const keep = 1 - (RATE * DRAW) / examples.length;
  for (let pass = 0; pass < PASSES; pass++) {
    for (const { signs, meant } of examples) {
      const sum = signs.reduce((total, { sign, weight }) => total + weight + (odds.get(sign) ?? 0), 0);
      const step = RATE * (Number(meant) - chanceOf(sum));
      for (const { sign } of signs) odds.set(sign, (odds.get(sign) ?? 0) * keep + step * paceOf(sign));
    }
  }
  return Object.fromEntries(
    [...odds].map(([sign, weight]) => [sign, rounded(weight)] as const).filter(([, weight]) => weight !== 0),
  );
}
