import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs');

export interface Measured {
  /** Name of the file in docs/measured/, without its ending. */
  name: string;
  title: string;
  /** Markdown. */
  body: string;
  /** The page of docs/ that sums the figures up. */
  page: 'benchmarks.md' | 'reliability.md';
  /** The key figures in one line. */
  summary: string;
}

/**
 * Writes what a command has measured to docs/measured/, and its summary to the line of the page that links there; a new line
 * comes after the others.
 */
export function writeMeasured({ name, title, body, page, summary }: Measured): void {
  const file = join(DOCS, 'measured', `${name}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `# ${title}\n\n${body.trim()}\n`);
  const link = `- [${title}](measured/${name}.md): `;
  const lines = readFileSync(join(DOCS, page), 'utf8').split('\n');
  const text = link + summary.replaceAll(/\s+/g, ' ').trim();
  const place = lines.findIndex((line) => line.startsWith(link));
  if (place >= 0) lines[place] = text;
  else lines.splice(lines.findLastIndex((line) => line.startsWith('- [')) + 1, 0, text);
  writeFileSync(join(DOCS, page), lines.join('\n'));
}
