/** Words that differ by spelling alone: in capitals (`US`, `U.S.`) or with signs (`C++`, `C#`, `.NET`). */

/** Private characters for signs, which make them a part of their word. */
const SIGNS: Record<string, string> = { '+': '\uE02B', '#': '\uE023', '.': '\uE02E' };

const SIGNED =
  /(?<![\p{L}\p{N}\p{M}])\p{L}[+#]{1,2}(?![\p{L}\p{N}+#])|(?<=^|[\s("'“‘])\.\p{L}{2,5}(?![\p{L}\p{N}\p{M}.])/gu;

/** The text with the signs of `C++`, `C#` and `.NET` as parts of these words, so that `C` does not find them. */
export const joinSigns = (text: string): string =>
  text.replace(SIGNED, (word) => word.replace(/[+#.]/g, (sign) => SIGNS[sign] ?? sign));

const DOTTED = /(?<![\p{L}\p{N}\p{M}.])(?:\p{Lu}\.){1,4}\p{Lu}\.?(?![\p{L}\p{N}\p{M}])/gu;

/** The text with `US` for `U.S.`. */
export const joinDots = (text: string): string => text.replace(DOTTED, (word) => word.replaceAll('.', ''));

/** Whether a word matters as it is spelled: two to five letters, all of them capitals. */
export const isCapitals = (word: string): boolean => /^\p{Lu}{2,5}$/u.test(word.normalize('NFC'));

const SHARE_OF_CAPITALS = 0.6;
const LONGEST_CAPITALS = 5;

/** Whether a whole text is in capitals, which say nothing then. (docs/decisions.md#F40) */
export function isShouted(text: string): boolean {
  const words = text.normalize('NFC').match(/\p{L}{2,}/gu) ?? [];
  const capitals = words.filter((word) => /^\p{Lu}+$/u.test(word));
  if (capitals.length < 3) return false;
  const isLong = capitals.some(({ length }) => length > LONGEST_CAPITALS);
  return capitals.length === words.length || (isLong && capitals.length > words.length * SHARE_OF_CAPITALS);
}
