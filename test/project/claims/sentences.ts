/** This module finds the sentences of a Markdown document and the numbers in them. */

const WORDS =
  'two three four five six seven eight nine ten eleven twelve fifteen twenty thirty fifty hundred thousand million half third quarter fifth sixth tenth hundredth twice fortnight';
export const NUMBER = new RegExp(`[\\w.,/+-]*\\d[\\w.,]*|\\b(?:${WORDS.replaceAll(' ', '|')})s?\\b`, 'gi');

/**
 * Returns the sentences in order, without list markers and emphasis, and with links replaced by their text. A table row
 * is one sentence.
 */
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

/** Returns the text without links, emphasis and repeated spaces. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Returns the numbers in a sentence, in digits or words. Names that contain digits (`IPv4`, `/16`, `24h`, `v2`) and
 * code do not count, except code that is only a number.
 */
export const numbersIn = (sentence: string): string[] =>
  Array.from(
    sentence.replaceAll(/`([^`]*)`/g, (_, code: string) => (/^\d+$/.test(code) ? code : '')).matchAll(NUMBER),
    ([number]) => number.replace(/[.,]+$/, ''),
  ).filter((number) => /^[+-]?\d[\d.,]*$|^[a-z]+$/i.test(number));
