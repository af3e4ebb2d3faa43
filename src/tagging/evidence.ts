import { type NameContext, SIGNS } from './companies/signs.ts';
import type { Name } from './phrase.ts';
import type { Span } from './trie.ts';

/** Weighs signs that an ambiguous name means a company, learnt from labelled headlines (`test/tagging/outside`). */

export type Odds = Readonly<Record<string, number>>;

export interface TagEvidence {
  chance: number;
  /** Signs that were found, with their weights. The weight of an unknown sign is 0. */
  signs: { sign: string; weight: number }[];
}

/** Minimum probability of a company for its tag. It is high, because a wrong tag is worse than a missing tag. */
export const MIN_CHANCE = 0.8;

const NAME = 'the name';
const NAME_WEIGHT = -0.3;
/** Number of words before and after a name that count as signs. Only decisions of editors give them weight. */
const CONTEXT_WORDS = 2;

/** Weighs the signs for a name. `learnt` contains adjustments from editors' decisions on the company. */
export function weighEvidence(named: NameContext, span: Span, name: Name, learnt: Odds = {}): TagEvidence {
  const around = { ...named, text: withoutName(named, span) };
  const there = Object.keys(SIGNS).filter((sign) => SIGNS[sign]?.isThere(around, span, name));
  const beside = [
    ...named.words.slice(Math.max(0, span.from - CONTEXT_WORDS), span.from),
    ...named.words.slice(span.to, span.to + CONTEXT_WORDS),
  ];
  const near = beside.filter(({ form }) => form.length > 2).map(({ form }) => `“${form}” beside it`);
  const signs = [NAME, ...there, ...new Set(near)].map((sign) => ({
    sign,
    weight: rounded((sign === NAME ? NAME_WEIGHT : (SIGNS[sign]?.weight ?? 0)) + (learnt[sign] ?? 0)),
  }));
  return { chance: chanceOf(signs.reduce((sum, { weight }) => sum + weight, 0)), signs };
}

/** Removes a name from the text, because the name is no evidence for itself. */
function withoutName({ words, text }: NameContext, { from, to }: Span): string {
  const name = words.slice(from, to).map(({ form }) => form);
  return to - from > 1
    ? text
    : text.replace(/\p{Lu}[\p{L}\p{N}]*/gu, (word) => (word.toLowerCase() === name[0] ? '' : word));
}

const chanceOf = (odds: number) => 1 / (1 + Math.exp(-odds));
const rounded = (weight: number) => Math.round(weight * 100) / 100;

export interface Example {
  signs: TagEvidence['signs'];
  meant: boolean;
}

const TRAINING_PASSES = 40;
const LEARNING_RATE = 0.1;
/** Strength of regularisation. Without it, a single decision by an editor could outweigh the initial weights. */
const REGULARISATION = 1;
/** Returns the learning rate of a sign. It is highest for context words, which are typical of one company. */
const paceOf = (sign: string): number => (sign in SIGNS ? 0 : sign === NAME ? 0.15 : 1);

/** Learns weights for one company by regularised logistic regression. The result depends on the examples' order. */
export function learn(examples: readonly Example[]): Odds {
  const odds = new Map<string, number>();
  const keep = 1 - (LEARNING_RATE * REGULARISATION) / examples.length;
  for (let pass = 0; pass < TRAINING_PASSES; pass++) {
    for (const { signs, meant } of examples) {
      const sum = signs.reduce((total, { sign, weight }) => total + weight + (odds.get(sign) ?? 0), 0);
      const step = LEARNING_RATE * (Number(meant) - chanceOf(sum));
      for (const { sign } of signs) odds.set(sign, (odds.get(sign) ?? 0) * keep + step * paceOf(sign));
    }
  }
  return Object.fromEntries(
    [...odds].map(([sign, weight]) => [sign, rounded(weight)] as const).filter(([, weight]) => weight !== 0),
  );
}
