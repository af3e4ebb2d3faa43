import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileTagger } from '../../src/tagging/compile.ts';
import { rulePhrases } from '../../src/tagging/phrase.ts';
import type { Rule } from '../../src/tagging/rule.ts';
import { seed } from '../search/seed.ts';
import { sized } from '../support/size.ts';

/** Plurals of the words of rules. The reference shares no code with the engine. */
const PLURALS: Readonly<Record<string, string>> = { ab: 'abs', bx: 'bxes', cy: 'cies', ey: 'eys', US: 'USES', q: 'qs' };
const WORDS = Object.keys(PLURALS);
const TEXT = [...WORDS, ...Object.values(PLURALS), 'AB', 'us', 'Us', 'abq', 'Bx'];

interface Plain {
  isName: boolean;
  words: string[];
  exclusions: string[];
}

const phrase = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }), fc.constantFrom('', '', '*'))
  .map(([words, end]) => words.join(' ') + end);
const phrases = (most: number) => fc.array(phrase, { maxLength: most });
const rules = fc.array(fc.record<Plain>({ isName: fc.boolean(), words: phrases(3), exclusions: phrases(1) }), {
  maxLength: 6,
});
const text = fc.array(fc.constantFrom(...TEXT), { maxLength: 10 }).map((words) => words.join(' '));

function places(phrase: string, whole: string): [from: number, to: number][] {
  const any = (word: string) => (/^[A-Z]+$/.test(word) ? word : `(?i:${word})`);
  const words = phrase.replace('*', '').split(' ');
  const last = words.pop() ?? '';
  const end = phrase.endsWith('*')
    ? `${last === 'US' ? 'US[A-Z]*' : `${any(last)}\\w*`}`
    : `(?:${any(last)}|${any(PLURALS[last] ?? '')})`;
  const pattern = new RegExp(`(?<!\\w)(?=(${[...words.map(any), end].join(' ')})(?!\\w))`, 'g');
  return Array.from(whole.matchAll(pattern), ({ index, 1: found = '' }) => [index, index + found.length]);
}

function expected(all: readonly Plain[], whole: string): number[] {
  const found = (list: readonly string[]) => list.flatMap((each) => places(each, whole));
  const names = found(all.filter(({ isName }) => isName).flatMap(({ words }) => words));
  return all.flatMap(({ words, exclusions }, ref) => {
    const own = found(words);
    const excluded = found(exclusions);
    const meet = ([a, b]: [number, number], [c, d]: [number, number]) => a < d && c < b;
    if (excluded.some((each) => !own.some((place) => meet(place, each)))) return [];
    const standing = own
      .filter((place) => !excluded.some((each) => meet(place, each)))
      .filter(([a, b]) => !names.some(([c, d]) => c <= a && b <= d && d - c > b - a));
    return standing.length > 0 ? [ref] : [];
  });
}

const TEXTS = sized(2000, 5000);

test('for any rules and text, the tagger finds the tags that the documentation describes', () => {
  let tagged = 0;
  fc.assert(
    fc.property(rules, text, text, (plain, title, introduction) => {
      const compiled = plain.map(
        ({ isName, words, exclusions }, ref): Rule => ({
          kind: isName ? 'companies' : 'topics',
          ref,
          words: words.flatMap(rulePhrases),
          exclusions: exclusions.flatMap(rulePhrases),
        }),
      );
      const { topics, companies } = compileTagger(compiled).tags({ title, introduction });
      const wanted = expected(plain, `${title} . ${introduction}`);
      expect([...topics, ...companies].sort((a, b) => a - b)).toEqual(wanted);
      tagged += wanted.length;
    }),
    { seed, numRuns: TEXTS },
  );
  console.log(`seed ${seed}: ${tagged} tags in ${TEXTS} texts`);
  expect(tagged).toBeGreaterThan(TEXTS / 5);
});
