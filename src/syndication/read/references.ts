/** Two references to the halves of one character, as older Java and .NET programs write it: `&#55357;&#56841;`. */
const PAIR = /&#(x0*d[89ab][\da-f]{2}|0*5[5-6]\d{3});&#(x0*d[c-f][\da-f]{2}|0*5[6-7]\d{3});/gi;

const numberOf = (reference: string): number =>
  /^x/i.test(reference) ? Number.parseInt(reference.slice(1), 16) : Number(reference);

/** A text in which references to both halves of a character are that character. */
export const joinReferences = (text: string): string =>
  text.replace(PAIR, (pair, high: string, low: string) => {
    const character = String.fromCharCode(numberOf(high), numberOf(low));
    return character.isWellFormed() ? character : pair;
  });
