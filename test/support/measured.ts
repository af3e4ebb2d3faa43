import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs');

export interface MeasuredResult extends Pick<Measured, 'title' | 'page' | 'summary'> {
  command: string;
}

export interface Measured {
  /** Name of the file in docs/measured/, without extension. */
  name: string;
  title: string;
  body: string;
  page: 'benchmarks.md' | 'reliability.md';
  summary: string;
}

const today = (): string => new Date().toISOString().slice(0, 10);

const headCommit = (): string =>
  execFileSync('git', ['rev-parse', '--short=9', 'HEAD'], { cwd: DOCS, encoding: 'utf8' }).trim();

/** Returns a line with the date of the measurement and the commit that was measured. */
export const commitLine = (): string => `Measured on ${today()} at commit \`${headCommit()}\`.`;

/** Writes measurements to docs/measured/, and their summary to the line of the page that links to them. */
export function writeMeasured({ name, title, body, page, summary }: Measured): void {
  const file = join(DOCS, 'measured', `${name}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `# ${title}\n\n${body.trim()}\n\n${commitLine()}\n`);
  writeLine(page, `- [${title}](measured/${name}.md): `, summary);
}

/** Writes the result of a command without a page of its own to its line of a page, with date and commit. */
export function writeResult({ command, title, page, summary }: MeasuredResult): void {
  const beginning = `- ${title} (`;
  writeLine(page, beginning, `\`${command}\`, ${today()}, commit \`${headCommit()}\`): ${summary}`);
}

function writeLine(page: Measured['page'], beginning: string, summary: string): void {
  const lines = readFileSync(join(DOCS, page), 'utf8').split('\n');
  const text = beginning + summary.replaceAll(/\s+/g, ' ').trim();
  const place = lines.findIndex((line) => line.startsWith(beginning));
  if (place >= 0) lines[place] = text;
  else lines.splice(lines.findLastIndex((line) => line.startsWith('- ')) + 1, 0, text);
  writeFileSync(join(DOCS, page), lines.join('\n'));
}
