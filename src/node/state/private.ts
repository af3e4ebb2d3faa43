import { chmodSync, globSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_FILES } from './lock.ts';

const OTHERS = 0o077;

/** Takes a state's folder and what a server keeps in it away from other users, as far as this user may. */
export function closeToOthers(folder: string): void {
  const inside = globSync(['v3', 'v3/**', 'runtime', 'runtime/**', ...LOCK_FILES], { cwd: folder }).map((name) =>
    join(folder, name),
  );
  for (const path of [folder, ...inside]) {
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
