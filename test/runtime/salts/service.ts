import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Content of every file below a folder, by path, as Latin-1 text. A file deleted during the search is empty. */
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

/** Files that contain a value, as hex digits or as bytes. */
export function filesWith(files: Map<string, string>, hex: string): string[] {
  const raw = Buffer.from(hex, 'hex').toString('latin1');
  return [...files].flatMap(([path, bytes]) => (bytes.includes(hex) || bytes.includes(raw) ? [path] : []));
}
