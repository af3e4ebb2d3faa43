/** The state before an upgrade, to which a server goes back unless the new version proves itself. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgetCopies, makeCopy, placeCopy, readCopy } from '../copies/copy.ts';
import { forgetGenerationsOf } from '../state/generations.ts';

/** Folder with the copy, in the state: the only place that a server can always write to. */
const FOLDER = 'before-upgrade';
/** A file that names the copy from before a new version opens the state until the new version has proved itself. */
const MARK = 'upgrading';

/** Copies a closed state. From then on `rollBack` returns to it. */
export async function copyBefore(state: string): Promise<string> {
  const to = join(state, FOLDER);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const copy = await makeCopy(state, to, Date.now());
  forgetCopies(to, 1);
  writeFileSync(join(state, MARK), copy, { mode: 0o600 });
  return copy;
}

/** Ends the trial of a new version: what it accepts from now on must stay. */
export function accept(state: string): void {
  rmSync(join(state, MARK), { force: true });
}

/** Puts the state before an unverified upgrade back; returns whether there was one. It may be called again if it was broken off. */
export async function rollBack(state: string): Promise<boolean> {
  const mark = join(state, MARK);
  if (!existsSync(mark)) return false;
  const copy = readFileSync(mark, 'utf8');
  await readCopy(copy);
  placeCopy(copy, state);
  forgetGenerationsOf(state);
  rmSync(mark);
  return true;
}
