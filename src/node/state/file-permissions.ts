import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_KEYS } from './files.ts';
import { LOCK_FILES } from './lock.ts';

const OTHERS_MODE = 0o077;
const DATABASE = /\.sqlite(-wal|-shm|-journal)?$/;

/** Removes other users' access to a state folder and the server's files in it, as far as permissions allow. */
export function closeToOthers(folder: string): void {
  const inside = readdirSync(folder).filter(
    (name) => DATABASE.test(name) || name === FIRST_KEYS || LOCK_FILES.includes(name),
  );
  for (const path of [folder, ...inside.map((name) => join(folder, name))]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found || found.isSymbolicLink() || (found.mode & OTHERS_MODE) === 0) continue;
    try {
      chmodSync(path, found.mode & ~OTHERS_MODE & 0o7777);
    } catch (thrown) {
      // These errors are ignored, because SQLite may have deleted a journal, or the file may belong to another user.
      if (!/ENOENT|EPERM|EROFS/.test(String(thrown))) throw thrown;
    }
  }
}
