import { type NameContext, SIGNS } from './companies/signs.ts';
import type { Name } from './phrase.ts';
import type { Span } from './trie.ts';

/**
 * Evidence that an ambiguous name means the company: weights of signs, whose sum is the log odds. Logistic regression
 * fitted them on labelled headlines (`test/tagging/outside`). Editors' answers adjust them.
 */

export type Odds = Readonly<Record<string, number>>;

export interface Evidence {
  /** Probability that the name means the company, 0 to 1. */
  chance: number;
  /** Signs found, with their weights; 0 if unknown. */
  signs: { sign: string; weight: number }[];
}

/** Minimum `chance` for a tag, because a wrong tag is worse than a missing one. */
export const LEAST_CHANCE = 0.8;

const NAME = 'the name';
const NAME_WEIGHT = -0.3;
/** Words on each side of a name that become signs once answers have weighted them. */
const BESIDE = 2;

/** Weighs the signs for a name. `learnt`: adjustments from answers about its company. */
export function weighEvidence(named: NameContext, span: Span, name: Name, learnt: Odds = {}): Evidence {
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

/** Removes the name from the text, because it is no evidence of itself: Ace is not an ace. */
function withoutName({ words, text }: NameContext, { from, to }: Span): string {
  const name = words.slice(from, to).map(({ form }) => form);
  return to - from > 1
    ? text
    : text.replace(/\p{Lu}[\p{L}\p{N}]*/gu, (word) => (word.toLowerCase() === name[0] ? '' : word));
}

const chanceOf = (odds: number) => 1 / (1 + Math.exp(-odds));
const rounded = (weight: number) => Math.round(weight * 100) / 100;

export interface Example {
  signs: Evidence['signs'];
  meant: boolean;
}

const PASSES = 40;
const RATE = 0.1;
/** Regularisation: one answer must not overturn the common weights. */
const DRAW = 1;
/** Learning rate. Few answers say much about a company's own words, little about its name, nothing about signs. */
const paceOf = (sign: string): number => (sign in SIGNS ? 0 : sign === NAME ? 0.15 : 1);

/** Learns adjustments for one company by regularised logistic regression. Deterministic for the same order. */
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
