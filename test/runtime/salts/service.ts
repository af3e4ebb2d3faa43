import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every byte of every file below a folder, each byte one character, by path. */
export function bytesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'latin1')];
    }),
  );
}

/** The files that hold a value: as hex digits, or as the bytes themselves. */
export function filesWith(files: Map<string, string>, hex: string): string[] {
  const raw = Buffer.from(hex, 'hex').toString('latin1');
  return [...files].flatMap(([path, bytes]) => (bytes.includes(hex) || bytes.includes(raw) ? [path] : []));
}
