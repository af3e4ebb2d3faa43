/** Surrogate pair that older Java and .NET programs write as two references: `&#55357;&#56841;`. */
const PAIR = /&#(x0*d[89ab][\da-f]{2}|0*5[5-6]\d{3});&#(x0*d[c-f][\da-f]{2}|0*5[6-7]\d{3});/gi;

const numberOf = (reference: string): number =>
  /^x/i.test(reference) ? Number.parseInt(reference.slice(1), 16) : Number(reference);

/** Reference to a character of windows-1252 whose number is a control character in Unicode: `&#146;` means ’. */
const WINDOWS = /&#(x0*[89][\da-f]|0*1[2-5]\d);/gi;
const windows = new TextDecoder('windows-1252');

export const joinReferences = (text: string): string =>
  withWindows(text).replace(PAIR, (pair, high: string, low: string) => {
    const character = String.fromCharCode(numberOf(high), numberOf(low));
    return character.isWellFormed() ? character : pair;
  });

const withWindows = (text: string): string =>
  text.replace(WINDOWS, (whole, reference: string) => {
    const number = numberOf(reference);
    return number >= 0x80 && number <= 0x9f ? windows.decode(Uint8Array.of(number)) : whole;
  });
