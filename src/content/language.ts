/** Letters that identify a language: only one language in use on news sites has them. */
const SCRIPTS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['uk', /[іїєґ]/giu],
  ['ru', /\p{Script=Cyrillic}/gu],
];

/** Frequent words that the other languages here do not have, or have far more rarely. */
const FREQUENT: Record<string, string> = {
  en: 'the of and to in for is with as are on at by from that after its has will be',
  de: 'der die das und den von mit ist im für auf ein eine nicht des dem zu sich bei nach werden',
  fr: 'le les des du et une pour dans est sur au aux avec qui par plus que ses sont leur',
  es: 'el los las y del una por para con en se su al más como sus es pero son ante',
  it: 'il gli della di e per che nel con una sono alla dei delle dal è più anche sul non',
  nl: 'het een van en de voor met zijn op aan niet bij ook naar door worden uit dat over meer',
  pt: 'o os as do da em para com uma dos das não ao mais no na por são pela um',
};
const WORDS = new Map<string, string[]>();
for (const [language, words] of Object.entries(FREQUENT))
  for (const word of words.split(' ')) WORDS.set(word, [...(WORDS.get(word) ?? []), language]);

/** The share of letters that makes a script the text's own. */
const SHARE = 0.3;
/** Scripts whose texts contain letters of another script. */
const RARE: Record<string, number> = { uk: 0.02, ja: 0.05 };
/** How many frequent words suffice, and by how much the language has to lead. */
const ENOUGH = 3;
const LEAD = 1.5;

/** The language of a text as a BCP 47 tag, by its script or its frequent words; null if that is uncertain. (docs/decisions.md#P17) */
export function languageOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  for (const [language, pattern] of SCRIPTS)
    if ((text.match(pattern)?.length ?? 0) / letters > (RARE[language] ?? SHARE)) return language;
  const scores = new Map<string, number>();
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
    for (const language of WORDS.get(word) ?? []) scores.set(language, (scores.get(language) ?? 0) + 1);
  const [[first, best] = ['', 0], [, second] = ['', 0]] = [...scores].sort((a, b) => b[1] - a[1]);
  return best >= ENOUGH && best >= second * LEAD ? first : null;
}
