import stopWords from '../../tagging/reference/stop-words.json' with { type: 'json' };
import { languageIn, stemsOf } from '../index/language-words.ts';

/** The commonest words by language: the lists of `@orama/stopwords` 3.1.18 (Apache-2.0). */
const COMMON = new Map(Object.entries(stopWords).map(([language, words]) => [language, new Set(words.split(' '))]));

/** Stems of a text's words in their order, without the commonest words of its language (null: English) and what an apostrophe leaves. */
export function significantStems(text: string, language: string | null): string[] {
  const common = COMMON.get(languageIn(language ?? 'en'));
  return stemsOf(text, language)
    .filter(({ written }) => !common?.has(written.toLowerCase()) && !/^\p{Script=Latin}$/u.test(written))
    .map(({ stem }) => stem);
}
