/** Letters that identify a language well enough for speech and fonts. */
const LETTERS: readonly (readonly [language: string, letters: RegExp, share?: number])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.05],
  ['ko', /\p{Script=Hangul}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
];
/** Minimum share of letters: ignores single foreign words, but accepts Japanese headlines, which are mostly Han. */
const SHARE = 0.3;

const RIGHT_TO_LEFT = /^(Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)$/;

/** Whether a language (BCP 47) is written from right to left. */
export const isRightToLeft = (language: string): boolean =>
  RIGHT_TO_LEFT.test(new Intl.Locale(language).maximize().script ?? '');

/** Returns `lang` and `dir` for a text in a language (BCP 47), or guesses by its letters if unknown. */
export function spoken(text: string, language?: string | null): { lang?: string; dir: 'rtl' | 'auto' } {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const lang = language || LETTERS.find(([, letters, share = SHARE]) => count(letters) > share * count(/\p{L}/gu))?.[0];
  return { ...(lang ? { lang } : {}), dir: lang && isRightToLeft(lang) ? 'rtl' : 'auto' };
}
