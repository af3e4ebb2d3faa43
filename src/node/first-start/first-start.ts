/** This module prepares salts, first keys and content before a server accepts connections. */
import { deleteBrokenSalts } from '../../clicks/salts/salts.ts';
import { apiBy } from '../../command/api.ts';
import { commandLine } from '../../command/paths.ts';
import { openDb } from '../../db/client.ts';
import { StartFailure } from '../failure.ts';
import { checkState, checkUnfinished } from '../state/folder.ts';
import { OTHER_VERSION_WAY } from '../state/migrations.ts';
import { errandKey, type FirstKeys, hasNoKeys, mintKeys } from './first-keys.ts';
import type { Newsroom, Tell } from './newsroom.ts';

export type { FirstKeys } from './first-keys.ts';
export type { Tell } from './newsroom.ts';

export interface FirstStart {
  isNew: boolean;
  url: string;
  opml?: string;
}

export interface Filled {
  keys: FirstKeys | null;
  isEmpty: boolean;
}

export interface UnopenedService {
  env: Env;
  fetch(request: Request): Promise<Response>;
}

const SELF_URL = 'http://newsgauge';

export const checkFiles = (folder: string, { isNew }: FirstStart): void =>
  isNew ? checkUnfinished(folder) : checkState(folder);

/** Creates the first keys and fills an empty newsroom. Throws a `StartFailure` if the state folder is unusable. */
export async function fill(
  service: UnopenedService,
  { isNew, url, opml }: FirstStart,
  folder: string,
  tell: Tell,
): Promise<Filled> {
  const db = service.env.DB;
  await assertReady(service, folder);
  const keys = isNew || (await hasNoKeys(db)) ? await mintKeys(db) : null;
  const newsroom = async () => newsroomOf(service, keys?.operator ?? (await errandKey(db)));
  if (opml) {
    const { useOwnFeeds } = await import('./own-feeds.ts');
    return { keys, isEmpty: !(await useOwnFeeds(await newsroom(), opml, tell)) };
  }
  const { DEMO = '' } = process.env;
  // Without the demo, no content is added. The migrations have already inserted the geo groups and topic 47.
  if (DEMO === '0') return { keys, isEmpty: false };
  const { loadDemo, needsDemo } = await import('./load-demo.ts');
  const file = DEMO.endsWith('.json') ? DEMO : undefined;
  if (await needsDemo(db)) await loadDemo(await newsroom(), { assetBase: url, file, tell });
  return { keys, isEmpty: false };
}

function newsroomOf({ env, fetch }: UnopenedService, operator: string): Newsroom {
  const api = apiBy(
    (path, init) =>
      fetch(
        new Request(new URL(`/manage/${path}`, SELF_URL), {
          ...init,
          headers: { Authorization: `Bearer ${operator}`, ...(init.headers as Record<string, string>) },
        }),
      ),
    true,
  );
  return { api, db: env.DB, kv: env.SALTS };
}

/** Deletes salts that lack one of their two halves, because a single half is useless. */
export async function replaceBrokenSalts({ DB, SALTS }: Env): Promise<void> {
  const { readers, imports } = await deleteBrokenSalts({ db: openDb(DB), kv: SALTS }, Date.now());
  if (readers + imports === 0) return;
  console.log('Halves of some salts are missing, so the service creates new salts.');
  console.log("Today's readers may count twice, and so may past clicks that you import again.");
}

const REMEDIES: Record<string, string> = {
  restoring: `Run ${commandLine('restore')} FOLDER --force again with the same STATE_DIR.`,
  otherVersion: OTHER_VERSION_WAY,
};
const OTHER_REMEDY = `Restore a backup into an empty folder: STATE_DIR=… ${commandLine('restore')} FOLDER`;

async function assertReady({ fetch }: UnopenedService, folder: string): Promise<void> {
  const response = await fetch(new Request(new URL('/health/ready', SELF_URL)));
  if (response.ok) return;
  const { reason = '', message = '' } = (await response.json()) as { reason?: string; message?: string };
  throw new StartFailure(
    `The state in ${folder} cannot be used (${reason}): ${message}`,
    REMEDIES[reason] ?? OTHER_REMEDY,
  );
}
