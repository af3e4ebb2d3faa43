import { newDetector } from './detector.generated.ts';

/** Scripts that only one language in use on news sites has; texts in some of them have letters of another. */
const SCRIPTS: readonly (readonly [language: string, letters: RegExp, share?: number])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.05],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
];
/** The share of letters that makes a script the text's own. */
const SHARE = 0.3;
/** Fewest words of a text that may all begin with capitals. */
const LEAST_WORDS = 5;
/** The detector's measure of being sure, of 1; headlines are short. */
const SURE = 0.5;

/** The letters beyond a to z of languages that short texts are taken for one another. */
const ALPHABETS: Readonly<Record<string, string>> = {
  ca: 'àçèéíïòóúü',
  de: 'äöüß',
  es: 'áéíñóúü',
  fr: 'àâæçèéêëîïôœùûüÿ',
  it: 'àèéìíòóùú',
  pt: 'àáâãçéêíóôõúü',
  ro: 'ăâîșşțţ',
};
/** By how much a score is lowered by a letter of another alphabet, and where a language is rarer on news sites. */
const BY_LETTER = 0.85;
const BY_RARITY = 0.93;
const COMMON = new Set(['de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'ja', 'zh', 'ru', 'uk', 'ar', 'he', 'el']);

/** A score as what is known of the language makes it. */
function weighed(language: string, score: number, accented: readonly string[]): number {
  const alphabet = ALPHABETS[language];
  const isForeign = alphabet !== undefined && accented.some((letter) => !alphabet.includes(letter));
  return score * (isForeign ? BY_LETTER : 1) * (COMMON.has(language) ? 1 : BY_RARITY);
}

let detector: ReturnType<typeof newDetector> | undefined;

/**
 * The language of a text as a BCP 47 tag, by its script, else by the sequences of its letters; null if that is uncertain. The first call takes
 * some 20 ms, in which the detector's data is parsed. (docs/decisions.md#P17)
 */
export function languageOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  for (const [language, pattern, share = SHARE] of SCRIPTS)
    if ((text.match(pattern)?.length ?? 0) / letters > share) return language;
  // Names alone sound like any language.
  const words = text.match(/\p{L}+/gu) ?? [];
  if (words.length < LEAST_WORDS && !words.some((word) => /^\p{Ll}{2}/u.test(word))) return null;
  detector ??= newDetector();
  const found = detector.detect(text);
  if (!found.isReliable(SURE)) return null;
  const accented =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[à-ÿœășşțţ]/g) ?? [];
  const scores = Object.entries(found.getScores()).map(([language, score]) => ({
    language,
    score: weighed(language, score, accented),
  }));
  return scores.toSorted((a, b) => b.score - a.score)[0]?.language ?? null;
}
