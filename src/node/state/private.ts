import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_KEYS } from './files.ts';
import { LOCK_FILES } from './lock.ts';

const OTHERS = 0o077;
const DATABASE = /\.sqlite(-wal|-shm|-journal)?$/;

/** Takes a state's folder and what a server stores in it away from other users, as far as this user may. */
export function closeToOthers(folder: string): void {
  const inside = readdirSync(folder).filter(
    (name) => DATABASE.test(name) || name === FIRST_KEYS || LOCK_FILES.includes(name),
  );
  for (const path of [folder, ...inside.map((name) => join(folder, name))]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found || found.isSymbolicLink() || (found.mode & OTHERS) === 0) continue;
    try {
      chmodSync(path, found.mode & ~OTHERS & 0o7777);
    } catch (thrown) {
      // SQLite deletes journals at any time; what belongs to another user is that user's to close.
      if (!/ENOENT|EPERM|EROFS/.test(String(thrown))) throw thrown;
    }
  }
}
