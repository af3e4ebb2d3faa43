import { plainForm, plural } from './words.ts';

interface FoundPlaces {
  places: readonly { text: string }[];
}

const MAX_WORDS = 24;

/** Forms with which a found text may begin. As in the rules, accents, capitals and the English plural make no difference. */
const formsOf = (word: string): string[] => {
  const plain = plainForm(word.replace(/\*$/, ''));
  return [plain, plural(plain)];
};

/** Returns the words of a rule that an article contains, of which the text may have a longer form. */
export function wordsIn(words: readonly string[], { places }: FoundPlaces): Set<string> {
  const byLength = words.toSorted((a, b) => b.length - a.length);
  return new Set(
    places.map(({ text }) => {
      const found = plainForm(text);
      return byLength.find((word) => formsOf(word).some((form) => found.startsWith(form))) ?? text.toLowerCase();
    }),
  );
}

/** Counts the articles per word of a rule, most frequent words first. */
export function articlesPerWord(
  words: readonly string[],
  matches: readonly FoundPlaces[],
): [word: string, articles: number][] {
  const counts = new Map(words.map((word) => [word, 0]));
  for (const match of matches) for (const word of wordsIn(words, match)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MAX_WORDS);
}
