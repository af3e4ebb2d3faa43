import { writeFileSync } from 'node:fs';
import { commitLine } from '../../support/measured.ts';

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function publish(file: string, blocks: readonly string[]): void {
  const page = `${[...blocks, commitLine()].join('\n\n')}\n`;
  console.log(page);
  writeFileSync(file, page);
}
