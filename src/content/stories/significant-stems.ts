import stopWords from '../../tagging/reference/stop-words.json' with { type: 'json' };
import { languageIn, stemsOf } from '../index/language-words.ts';

/** Most common words by language, from `@orama/stopwords` 3.1.18 (Apache-2.0). */
const STOP_WORDS = new Map(Object.entries(stopWords).map(([language, words]) => [language, new Set(words.split(' '))]));

/** Returns stems in order, without stop words (language `null`: English) and letters left by an apostrophe. */
export function significantStems(text: string, language: string | null): string[] {
  const common = STOP_WORDS.get(languageIn(language ?? 'en'));
  return stemsOf(text, language)
    .filter(({ written }) => !common?.has(written.toLowerCase()) && !/^\p{Script=Latin}$/u.test(written))
    .map(({ stem }) => stem);
}
