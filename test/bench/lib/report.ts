import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../src/command/paths.ts';

export function circumstances(command: string): string {
  const version = (name: string) =>
    JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version as string;
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const versions = `node ${process.versions.node}, miniflare ${version('miniflare')}, workerd ${version('workerd')}`;
  return `\`${command}\`; ${machine}; ${versions}.`;
}

type Cell = string | number;

/** Renders a Markdown table. Numeric columns are right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const rule = head.map((_, i) =>
    rows.every((row) => typeof row[i] === 'number' || /^[\d.,× –]+$/.test(String(row[i]))) ? '--:' : '---',
  );
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const digits = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export const whole = (value: number): string => digits.format(value);
export const fixed = (value: number, decimals = 1): string => value.toFixed(decimals);
export const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
