import { isAscii } from '../../lib/formats/ascii.ts';
import { frequentWords } from '../../tagging/reference/frequent.ts';

/** Recognises words that only capitals (`US`, `U.S.`) or signs (`C++`, `C#`, `.NET`) distinguish from other words. */

/** Private-use characters that replace the signs of names such as `C++`, so that the index treats them as letters. */
const PRIVATE_SIGNS: Record<string, string> = { '+': '\uE02B', '#': '\uE023', '.': '\uE02E' };

const SIGNED_WORD =
  /(?<![\p{L}\p{N}\p{M}])\p{L}[+#]{1,2}(?![\p{L}\p{N}+#])|(?<=^|[\s("'“‘])\.\p{L}{2,5}(?![\p{L}\p{N}\p{M}.])/gu;

/** Matches every text that contains a word with signs (`C++`), and few other texts. */
const MAY_HAVE_SIGNS = /[+#]|\.(?![\s"'”’)]|$)/;

export const joinSigns = (text: string): string =>
  !MAY_HAVE_SIGNS.test(text)
    ? text
    : text.replace(SIGNED_WORD, (word) => word.replace(/[+#.]/g, (sign) => PRIVATE_SIGNS[sign] ?? sign));

const DOTTED = /(?<![\p{L}\p{N}\p{M}.])(?:\p{Lu}\.){1,4}\p{Lu}\.?(?![\p{L}\p{N}\p{M}])/gu;

const WIDE = /[Ａ-Ｚａ-ｚ]+/g;

/** Replaces `U.S.` with `US`, and `ＡＩ` with `AI`. */
export const joinDots = (text: string): string =>
  text.replace(WIDE, (word) => word.normalize('NFKC')).replace(DOTTED, (word) => word.replaceAll('.', ''));

/** Characters of scripts without spaces. They include Hangul, because Korean attaches particles to words. */
export const RUN_CHARACTERS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

const BESIDE_RUN = new RegExp(`(?<=\\p{Lu})(?=[${RUN_CHARACTERS}])|(?<=[${RUN_CHARACTERS}])(?=\\p{Lu})`, 'gu');

/** Normalises capitals: `U.S.` becomes `US`, and words in capitals for mere emphasis become lower case. */
export function spellCapitals(text: string): string {
  if (isAscii(text) && !/[A-Z][A-Z.]/.test(text)) return text;
  const joined = joinDots(text);
  if (!/\p{Lu}{2}/u.test(joined)) return joined;
  const apart = joined.replace(BESIDE_RUN, ' ');
  return isShouted(apart) ? apart.toLowerCase() : apart.split(PART_END).map(quietPart).join('');
}

/** Matches the end of each part of a headline. A part may be in capitals: `SPIN IT AGAIN: Vinyl returns`. */
const PART_END = /(?<=[:;!?|…"“”«»])|(?<=\.\s)|(?<=\s[-–—]\s)/u;

/** Matches an ending in capitals after a word in capitals, as in `IT'S`. */
const WITH_ENDING = /(?<!\p{L})\p{Lu}{2,5}(?=['’]\p{Lu}{1,2}(?!\p{L}))/gu;
/** Matches capitals after a word in capitals and before another such word or the end: `SEE IT`. */
const AFTER_CAPITALS =
  /(?<=(?<![\p{L}\p{N}\p{M}])(\p{Lu}{3,})\s+)\p{Lu}{2,5}(?![\p{L}\p{N}\p{M}])(?!\s+[\p{L}\p{N}]*\p{Ll})/gu;

function quietPart(part: string): string {
  if (isEmphasis(part)) return part.toLowerCase();
  const quiet = part.replace(WITH_ENDING, (word) => word.toLowerCase());
  if (!/\p{Lu}{3,}\s+\p{Lu}{2}/u.test(quiet)) return quiet;
  return quiet.replace(AFTER_CAPITALS, (word, before: string) => (isEveryday(before) ? word.toLowerCase() : word));
}

function isEmphasis(part: string): boolean {
  const words = part.match(/\p{L}{2,}/gu) ?? [];
  if (words.length < 3 || !words.every((word) => /^\p{Lu}+$/u.test(word))) return false;
  return words.some((word) => word.length >= 4 && isEveryday(word));
}

/** Everyday words that may precede a name in capitals: `THE US`, `WHO`. */
const BEFORE_NAMES = ['the', 'who'];
const isEveryday = (word: string): boolean =>
  frequentWords().has(word.toLowerCase()) && !BEFORE_NAMES.includes(word.toLowerCase());

/** Returns true for a word of two to five capital letters, whose meaning may depend on the capitals. */
export const isCapitals = (word: string): boolean => /^\p{Lu}{2,5}$/u.test(word.normalize('NFC'));

const SHARE_OF_CAPITALS = 0.6;
const MAX_CAPITALS = 5;

/** Returns true for a text written entirely in capitals, which have no meaning there (docs/decisions.md#F40). */
function isShouted(text: string): boolean {
  const words = text.normalize('NFC').match(/\p{L}{2,}/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}+$/u.test(word));
  if (capitals.length < 3) return false;
  const isLong = capitals.some(({ length }) => length > MAX_CAPITALS);
  return capitals.length === words.length || (isLong && capitals.length > words.length * SHARE_OF_CAPITALS);
}
