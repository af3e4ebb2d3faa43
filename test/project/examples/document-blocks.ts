/** A block of shell commands in a document. */
export interface Block {
  commands: string;
  /** Output that the document shows below the commands. Empty if it shows none. */
  sample: string;
}

/**
 * Returns the command blocks of a document, without those marked `no-run`. The next block without a language shows the
 * output. Blocks with another language, such as `text`, are not output.
 */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let isOutput = false;
  for (const [, indent = '', language = '', text = ''] of markdown.matchAll(/^( *)```([^\n]*)\n([\s\S]*?)^ *```/gm)) {
    const lines = text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const last = blocks.at(-1);
    if (language === 'sh') blocks.push({ commands: lines, sample: '' });
    else if (language === '' && isOutput && last) last.sample = lines;
    isOutput = language === 'sh';
  }
  return blocks;
}

/** Returns a text without its numbers. */
const shapeOf = (text: string): string => text.replaceAll(/\d+/g, '#');

/** Headers and fields whose values depend on the time or the demo newsroom. */
const VARIABLE_HEADERS = /^(etag|link|server-timing|date)$/;
const VARIABLE_FIELDS =
  /^(title|name|slug|why|kind|interval|confidence|growthPercent|previousRank|lastClickHour|oldestSeconds|secondsLeft|oldestAgeSeconds|countries)$/;

const FIELD = /"(\w+)":("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null)?/g;

/**
 * Parts of a sample that do not depend on the time: statuses, headers and fields with their values. In a sample without
 * fields they are its lines. `…` stands for any text.
 */
function lastingIn(sample: string): string[] {
  const lines = sample.split('\n').map((line) => line.trim());
  if (!sample.includes('":')) return lines.filter((line) => line !== '' && !line.includes('…'));
  const heads = lines.flatMap((line) => {
    if (/^HTTP\/1\.1 \d+/.test(line)) return [line];
    const [, name = '', value = ''] = /^([a-z-]+): (.*)$/.exec(line) ?? [];
    if (name === '') return [];
    return [VARIABLE_HEADERS.test(name) || value.includes('…') ? `${name}: ` : line];
  });
  const fields = Array.from(sample.matchAll(FIELD), ([field, name = '', value = '']) =>
    VARIABLE_FIELDS.test(name) || value.includes('…') ? `"${name}":` : field,
  );
  return [...heads, ...fields];
}

/** Returns the lasting parts of a sample that a command has not printed. Numbers may differ, except in a status. */
export function missingIn(sample: string, printed: string): string[] {
  const shape = shapeOf(printed);
  return lastingIn(sample).filter(
    (part) => !printed.includes(part) && (part.startsWith('HTTP/') || !shape.includes(shapeOf(part))),
  );
}
