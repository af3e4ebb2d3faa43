/** Languages that can be recognised by their letters. Browsers choose voices and fonts by language. */
const LETTERS: readonly (readonly [language: string, letters: RegExp, share?: number])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.05],
  ['ko', /\p{Script=Hangul}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
];
/** Minimum share of a script's letters in a text. Otherwise, single foreign words could determine the language. */
const MIN_LETTER_SHARE = 0.3;

const RIGHT_TO_LEFT = /^(Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)$/;

export const isRightToLeft = (language: string): boolean =>
  RIGHT_TO_LEFT.test(new Intl.Locale(language).maximize().script ?? '');

/** Returns `lang` and `dir` for a text. An unknown language is guessed from the letters. */
export function languageAttributes(text: string, language?: string | null): { lang?: string; dir: 'rtl' | 'auto' } {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const lang =
    language || LETTERS.find(([, letters, share = MIN_LETTER_SHARE]) => count(letters) > share * count(/\p{L}/gu))?.[0];
  return { ...(lang ? { lang } : {}), dir: lang && isRightToLeft(lang) ? 'rtl' : 'auto' };
}
