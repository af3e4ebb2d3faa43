import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** File with an upgrade request. Different versions read it, so fields must not be removed. (docs/decisions.md#L27) */
const REQUEST = 'upgrade.json';
const OUTCOME_FILE = 'upgraded.json';

const request = z.object({ root: z.string(), worker: z.string(), isOnTrial: z.boolean() });
export type UpgradeRequest = z.output<typeof request>;

const outcome = z.object({ isDone: z.boolean(), reason: z.string() });
export type UpgradeOutcome = z.output<typeof outcome>;

export const writeRequest = (state: string, value: UpgradeRequest): void => write(state, REQUEST, value);

/** Reads and deletes an upgrade request. Returns `null` if there is none. */
export const takeRequest = (state: string): UpgradeRequest | null => take(state, REQUEST, request);

export const hasRequest = (state: string): boolean => existsSync(join(state, REQUEST));

export const writeOutcome = (state: string, value: UpgradeOutcome): void => write(state, OUTCOME_FILE, value);

/** Reads and deletes the outcome of an upgrade. Returns `null` if there is none. */
export const takeOutcome = (state: string): UpgradeOutcome | null => take(state, OUTCOME_FILE, outcome);

function write(state: string, name: string, value: object): void {
  const file = join(state, name);
  const draft = `${file}.draft`;
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600 });
  const { uid, gid } = statSync(state);
  // Root may upgrade another user's server, so the file is given to the owner of the folder.
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
  renameSync(draft, file);
}

function take<T>(state: string, name: string, schema: z.ZodType<T>): T | null {
  const file = join(state, name);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  return schema.parse(JSON.parse(text));
}
