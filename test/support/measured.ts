import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs');

export interface Measured {
  /** Name of the file in docs/measured/, without extension. */
  name: string;
  title: string;
  body: string;
  page: 'benchmarks.md' | 'reliability.md';
  summary: string;
}

/** Returns a line with the commit that was measured. */
export function commitLine(): string {
  const commit = execFileSync('git', ['rev-parse', '--short=9', 'HEAD'], { cwd: DOCS, encoding: 'utf8' }).trim();
  return `Measured at commit \`${commit}\`.`;
}

/** Writes measurements to docs/measured/, and their summary to the line of the page that links to them. */
export function writeMeasured({ name, title, body, page, summary }: Measured): void {
  const file = join(DOCS, 'measured', `${name}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `# ${title}\n\n${body.trim()}\n\n${commitLine()}\n`);
  const link = `- [${title}](measured/${name}.md): `;
  const lines = readFileSync(join(DOCS, page), 'utf8').split('\n');
  const text = link + summary.replaceAll(/\s+/g, ' ').trim();
  const place = lines.findIndex((line) => line.startsWith(link));
  if (place >= 0) lines[place] = text;
  else lines.splice(lines.findLastIndex((line) => line.startsWith('- [')) + 1, 0, text);
  writeFileSync(join(DOCS, page), lines.join('\n'));
}
