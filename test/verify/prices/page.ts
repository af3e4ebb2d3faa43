import { writeFileSync } from 'node:fs';

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function publish(file: string, blocks: readonly string[]): void {
  const page = `${blocks.join('\n\n')}\n`;
  console.log(page);
  writeFileSync(file, page);
}
