import { writeFileSync } from 'node:fs';

/** Renders a table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Prints a page and writes it to a file. */
export function publish(file: string, blocks: readonly string[]): void {
  const page = `${blocks.join('\n\n')}\n`;
  console.log(page);
  writeFileSync(file, page);
}
