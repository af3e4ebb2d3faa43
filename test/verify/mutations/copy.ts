import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../../src/command/paths.ts';
import type { Mutation } from './catalogue.ts';

/** Folders that are not copied, because they are not source text or are linked. */
const LEFT_OUT = new Set(['node_modules', '.git', '.wrangler']);

/** Links the same packages but not their caches, so that tests of the copy do not change the original. */
export function copyProject(folder: string): void {
  cpSync(ROOT, folder, { recursive: true, filter: (source) => !LEFT_OUT.has(basename(source)) });
  const packages = join(ROOT, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(packages))
    if (name === '.bin' || !name.startsWith('.')) symlinkSync(join(packages, name), join(folder, 'node_modules', name));
}

export function planted<T>(folder: string, mutation: Mutation, act: () => T): T {
  const path = join(folder, mutation.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(text, mutation));
  try {
    return act();
  } finally {
    writeFileSync(path, text);
  }
}

export function assertPlantable(folder: string, mutation: Mutation): void {
  mutated(readFileSync(join(folder, mutation.file), 'utf8'), mutation);
}

function mutated(text: string, { name, file, find, replace }: Mutation): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`“${name}” cannot be planted: its text occurs ${places} times in ${file}`);
  return text.replace(find, () => replace);
}
