/** Surrogate pair as two references, from older Java and .NET programs: `&#55357;&#56841;`. */
const PAIR = /&#(x0*d[89ab][\da-f]{2}|0*5[5-6]\d{3});&#(x0*d[c-f][\da-f]{2}|0*5[6-7]\d{3});/gi;

const numberOf = (reference: string): number =>
  /^x/i.test(reference) ? Number.parseInt(reference.slice(1), 16) : Number(reference);

/** Joins references to surrogate halves into one character. */
export const joinReferences = (text: string): string =>
  text.replace(PAIR, (pair, high: string, low: string) => {
    const character = String.fromCharCode(numberOf(high), numberOf(low));
    return character.isWellFormed() ? character : pair;
  });
