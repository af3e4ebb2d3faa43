import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every byte of every file below a folder, each byte one character, by path. What is deleted meanwhile holds nothing. */
export function bytesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      try {
        return [[path.slice(folder.length + 1), readFileSync(path, 'latin1')]];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    }),
  );
}

/** The files that hold a value: as hex digits, or as the bytes themselves. */
export function filesWith(files: Map<string, string>, hex: string): string[] {
  const raw = Buffer.from(hex, 'hex').toString('latin1');
  return [...files].flatMap(([path, bytes]) => (bytes.includes(hex) || bytes.includes(raw) ? [path] : []));
}
