import { isAscii } from '../../lib/formats/ascii.ts';
import stopWords from '../../tagging/reference/stop-words.json' with { type: 'json' };
import { asciiForms } from '../index/bigrams.ts';
import { languageIn, stemsOf } from '../index/language-words.ts';

/** Most frequent words of each language, from `@orama/stopwords` 3.1.18 (Apache-2.0). */
const STOP_WORDS = new Map(Object.entries(stopWords).map(([language, words]) => [language, new Set(words.split(' '))]));

/** Returns stems in order, without stop words and letters left by an apostrophe. The default language is English. */
export function significantStems(text: string, language: string | null): string[] {
  const spoken = languageIn(language ?? 'en');
  const common = STOP_WORDS.get(spoken);
  if (spoken === 'en' && isAscii(text))
    return asciiForms(text)
      .filter(({ plain }) => !common?.has(plain) && !/^[a-z]$/.test(plain))
      .map(({ stem }) => stem);
  return stemsOf(text, language)
    .filter(
      ({ written }) =>
        !common?.has(written.toLowerCase()) && !(written.length <= 2 && /^\p{Script=Latin}$/u.test(written)),
    )
    .map(({ stem }) => stem);
}
