import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Files, ROOT } from './bundles.ts';

/** Writes what has changed. */
export function writeFiles(files: Files): void {
  for (const [file, content] of files) write(join(ROOT, file), content);
}

/** Writes what has changed, and removes what an earlier build wrote and this one does not. */
export function writeOutputs(files: Files): void {
  writeFiles(files);
  const folder = join(ROOT, 'public/pages');
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = relative(ROOT, join(parentPath, name));
    if (/\.(js|css|woff2)$/.test(name) && !files.has(file)) rmSync(join(ROOT, file), { force: true });
  }
}

/** In one step, as another process may be reading the file or writing the same. */
function write(path: string, content: string | Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}
