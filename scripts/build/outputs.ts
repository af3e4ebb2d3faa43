import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Files, ROOT } from './bundles.ts';

/** Writes what has changed, and removes what an earlier build wrote and this one does not. */
export function writeOutputs(files: Files): void {
  for (const [file, text] of files) write(join(ROOT, file), text);
  const folder = join(ROOT, 'public/pages');
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = relative(ROOT, join(parentPath, name));
    if (/\.(js|css)$/.test(name) && !files.has(file)) rmSync(join(ROOT, file), { force: true });
  }
}

/** In one step, as another process may be reading the file or writing the same. */
function write(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
