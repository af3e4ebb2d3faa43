import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Pages of figures that the commands of this folder print and keep in docs/measured/. */

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const percent = (part: number, digits = 1): string => `${(100 * part).toFixed(digits)} %`;

/** Prints a page and writes it to a file. */
export function publish(file: string, blocks: readonly string[]): void {
  const page = `${blocks.join('\n\n')}\n`;
  console.log(page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page);
}
