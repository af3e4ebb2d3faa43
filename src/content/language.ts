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
  return found.isReliable(SURE) ? found.language : null;
}
