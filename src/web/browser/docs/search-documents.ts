export interface SearchedSection {
  url: string;
  title: string;
  /** Heading of the section. Empty for the beginning of a document. */
  heading: string;
  /** Distinct words of the section, in lower case. */
  words: string;
}

const MAX_RESULTS = 12;
/** Words of the manual for other words that people search for. */
const SYNONYMS: Record<string, string> = {
  quota: 'limit',
  throttle: 'limit',
  throttling: 'limit',
  login: 'sign',
  logout: 'sign',
  password: 'passkey',
  widget: 'embed',
};
/** Documents about the project. Guides and references come before them. */
const PROJECT = /^\/docs\/(benchmarks|changelog|contributing|decisions|reliability|security)\b/;
const PROJECT_SHARE = 0.75;
const POINTS = { heading: 8, title: 4, words: 1 } as const;

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Finds sections that contain all words of a text, or words that start with them. Matches in headings come first. */
export function searchDocuments(sections: readonly SearchedSection[], text: string): SearchedSection[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  return sections
    .map((section) => ({ section, points: pointsOf(section, wanted) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MAX_RESULTS)
    .map(({ section }) => section);
}

/** Whether a text contains all words of another, or words that start with them, in any order. */
export function hasWords(text: string, wanted: string): boolean {
  const words = wordsOf(text);
  return wordsOf(wanted).every((word) => pointsOfField(words, 1, word) > 0);
}

/** Returns 0 if a word is missing. */
function pointsOf(section: SearchedSection, wanted: readonly string[]): number {
  const fields = Object.entries(POINTS).map(([field, points]) => ({
    words: wordsOf(section[field as keyof typeof POINTS]),
    points,
  }));
  const each = wanted.map((word) =>
    fields.reduce(
      (sum, { words, points }) =>
        sum + Math.max(...[word, SYNONYMS[word] ?? word].map((each) => pointsOfField(words, points, each))),
      0,
    ),
  );
  const share = PROJECT.test(section.url) ? PROJECT_SHARE : 1;
  return each.includes(0) ? 0 : each.reduce((sum, points) => sum + points, 0) * share;
}

function pointsOfField(words: readonly string[], points: number, wanted: string): number {
  if (words.includes(wanted)) return 2 * points;
  return words.some((word) => word.startsWith(wanted)) ? points : 0;
}
