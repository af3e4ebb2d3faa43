/** This module handles words that differ only in spelling: capitals (`US`, `U.S.`) or signs (`C++`, `C#`, `.NET`). */

/** Private-use characters that replace signs, so that these belong to their word. */
const SIGNS: Record<string, string> = { '+': '\uE02B', '#': '\uE023', '.': '\uE02E' };

const SIGNED =
  /(?<![\p{L}\p{N}\p{M}])\p{L}[+#]{1,2}(?![\p{L}\p{N}+#])|(?<=^|[\s("'“‘])\.\p{L}{2,5}(?![\p{L}\p{N}\p{M}.])/gu;

/** Makes the signs of `C++`, `C#` and `.NET` part of their words, so that `C` does not match. */
export const joinSigns = (text: string): string =>
  text.replace(SIGNED, (word) => word.replace(/[+#.]/g, (sign) => SIGNS[sign] ?? sign));

const DOTTED = /(?<![\p{L}\p{N}\p{M}.])(?:\p{Lu}\.){1,4}\p{Lu}\.?(?![\p{L}\p{N}\p{M}])/gu;

/** Replaces `U.S.` with `US`. */
export const joinDots = (text: string): string => text.replace(DOTTED, (word) => word.replaceAll('.', ''));

/** Returns true if the spelling of a word matters: two to five letters, all capitals. */
export const isCapitals = (word: string): boolean => /^\p{Lu}{2,5}$/u.test(word.normalize('NFC'));

const SHARE_OF_CAPITALS = 0.6;
const LONGEST_CAPITALS = 5;

/** Returns true if a whole text is in capitals, which then have no meaning. (docs/decisions.md#F40) */
export function isShouted(text: string): boolean {
  const words = text.normalize('NFC').match(/\p{L}{2,}/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}+$/u.test(word));
  if (capitals.length < 3) return false;
  const isLong = capitals.some(({ length }) => length > LONGEST_CAPITALS);
  return capitals.length === words.length || (isLong && capitals.length > words.length * SHARE_OF_CAPITALS);
}
