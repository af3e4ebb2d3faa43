import { createRandom, type Random, sampler, zipf } from '../../../src/demo/random.ts';

const VOCABULARY = 20_000;
const ONSETS = 'b c d f g h l m n p r s t v w br cl dr fl gr pl pr st tr'.split(' ');
const VOWELS = 'a e i o u ai ea io ou'.split(' ');
const CODAS = ['', '', '', 'l', 'm', 'n', 'r', 'rd', 'nt', 'x'];

/** Made-up words, the most frequent first: natural text repeats its words by Zipf's law, and so does this. */
export const WORDS: readonly string[] = vocabulary();

/** The two most frequent words. Nearly every article has both, but never next to each other in this order. */
export const COMMON = [WORDS[0], WORDS[1]] as [string, string];

const pick = sampler(zipf(VOCABULARY));

/** A text of `count` words, each as frequent as its rank says. */
export function sentence(random: Random, count: number): string {
  const words: string[] = [];
  while (words.length < count) {
    const word = WORDS[pick(random.next())] as string;
    if (word === COMMON[1] && words.at(-1) === COMMON[0]) continue;
    words.push(word);
  }
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function vocabulary(): string[] {
  const random = createRandom(1, 'vocabulary');
  const syllable = () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS);
  const words = new Set<string>();
  while (words.size < VOCABULARY) words.add(Array.from({ length: random.int(2, 3) }, syllable).join(''));
  return [...words];
}
