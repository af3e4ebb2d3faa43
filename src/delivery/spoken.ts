/** Letters that tell the language of a text on news sites well enough to read it aloud and to choose its font. */
const LETTERS: readonly (readonly [language: string, letters: RegExp, share?: number])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.05],
  ['ko', /\p{Script=Hangul}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
];
/** The share of its letters that makes a text so: a word in a headline of another language does not, and Japanese headlines are mostly Han. */
const SHARE = 0.3;

const RIGHT_TO_LEFT = /^(Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)$/;

/** Whether a language (BCP 47) is written from right to left: its script is. */
export const isRightToLeft = (language: string): boolean =>
  RIGHT_TO_LEFT.test(new Intl.Locale(language).maximize().script ?? '');

/** The attributes `lang` and `dir` of a text in a language (BCP 47); where that is not known, by its letters, and no `lang` if they tell nothing. */
export function spoken(text: string, language?: string | null): { lang?: string; dir: 'rtl' | 'auto' } {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const lang = language || LETTERS.find(([, letters, share = SHARE]) => count(letters) > share * count(/\p{L}/gu))?.[0];
  return { ...(lang ? { lang } : {}), dir: lang && isRightToLeft(lang) ? 'rtl' : 'auto' };
}
