const WORDS =
  'two three four five six seven eight nine ten eleven twelve fifteen twenty thirty fifty hundred thousand million half third quarter fifth sixth tenth hundredth twice fortnight';
export const NUMBER = new RegExp(`[\\w.,/+-]*\\d[\\w.,]*|\\b(?:${WORDS.replaceAll(' ', '|')})s?\\b`, 'gi');

/** Returns the sentences without list markers, emphasis and link targets. A table row is one sentence. */
export function sentencesOf(markdown: string): string[] {
  const blocks: string[][] = [];
  let isOpen = false;
  for (const line of markdown.split('\n')) {
    const text = line.trim();
    const begins = /^([-*]|\d+\.) |^\||^#/.test(text);
    if (begins || !isOpen) blocks.push([]);
    blocks.at(-1)?.push(text.replace(/^([-*]|\d+\.|#+) /, ''));
    isOpen = text !== '' && !/^[|#]/.test(text);
  }
  return blocks
    .map((lines) => plain(lines.join(' ')))
    .flatMap((block) => (block.startsWith('|') ? [block] : block.split(/(?<=[.:?!]”?)\s+(?=[\p{Lu}“`(])/u)))
    .filter((sentence) => /\w/.test(sentence));
}

export const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the numbers in a sentence, in digits or words. Names with digits (`IPv4`, `/16`, `24h`) do not count. */
export const numbersIn = (sentence: string): string[] =>
  Array.from(
    sentence.replaceAll(/`([^`]*)`/g, (_, code: string) => (/^\d+$/.test(code) ? code : '')).matchAll(NUMBER),
    ([number]) => number.replace(/[.,]+$/, ''),
  ).filter((number) => /^[+-]?\d[\d.,]*$|^[a-z]+$/i.test(number));
