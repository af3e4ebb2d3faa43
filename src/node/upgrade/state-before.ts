/** This module copies the state folder before an upgrade, and restores it if the new version fails its test. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgetCopies, makeCopy, placeCopy, readCopy } from '../copies/copy.ts';
import { forgetGenerationsOf } from '../state/generations.ts';

/** Folder of the copy. It is inside the state folder, because a server can always write there. */
const FOLDER = 'before-upgrade';
/** File with the path of the copy. It exists while an upgrade has started but has not passed its test. */
const UPGRADING_FILE = 'upgrading';

/** Copies a state folder that is not open, so that `rollBack` can restore it. */
export async function copyBefore(state: string): Promise<string> {
  const to = join(state, FOLDER);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const copy = await makeCopy(state, to, Date.now());
  forgetCopies(to, 1);
  writeFileSync(join(state, UPGRADING_FILE), copy, { mode: 0o600 });
  return copy;
}

export function accept(state: string): void {
  rmSync(join(state, UPGRADING_FILE), { force: true });
}

/** Undoes an upgrade that has not passed its test. Returns false if there is none. Can be repeated if interrupted. */
export async function rollBack(state: string): Promise<boolean> {
  const mark = join(state, UPGRADING_FILE);
  if (!existsSync(mark)) return false;
  const copy = readFileSync(mark, 'utf8');
  await readCopy(copy);
  placeCopy(copy, state);
  forgetGenerationsOf(state);
  rmSync(mark);
  return true;
}
