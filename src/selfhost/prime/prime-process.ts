/** Before the world is let in: salts that are whole, and on a first start something to see. */
import { deleteBrokenSalts } from '../../clicks/salts/salts.ts';
import { openDb } from '../../db/client.ts';
import { StartFailure } from '../../node/failure.ts';
import { OTHER_VERSION_WAY } from '../../node/state/migrations.ts';
import { answer, telling } from '../aside.ts';
import { type Address, Doors } from '../runtime/doors.ts';
import { type LocalService, localService } from '../runtime/local-service.ts';
import { errandKey, hasNoKeys, type Keys, mintKeys } from './keys.ts';
import { loadDemo, needsDemo } from './load-demo.ts';
import { useOwnFeeds } from './own-feeds.ts';

export interface Priming {
  state: string;
  /** Where the runtime answers the world's requests, and its doors. */
  target: Address;
  doors: Address;
  /** Where this machine's browsers find the server. */
  url: string;
  isNew: boolean;
  /** File of feeds to fill the newsroom from. */
  opml?: string | undefined;
}

export interface Primed {
  keys: Keys | null;
  /** No feed of the file has brought a story. */
  isEmpty: boolean;
}

answer((given: Priming): Promise<Primed> => telling('Filling the newsroom', prime(given)));

async function prime({ state, target, doors, url, isNew, opml }: Priming): Promise<Primed> {
  const service = localService(target, new Doors(doors));
  await replaceBrokenSalts(service);
  await assertReady(service.url, state);
  const keys = isNew || (await hasNoKeys(service.db)) ? await mintKeys(service.db) : null;
  const operator = async () => keys?.operator ?? (await errandKey(service.db));
  if (opml) return { keys, isEmpty: !(await useOwnFeeds(service, await operator(), opml)) };
  const { DEMO = '' } = process.env;
  const file = DEMO.endsWith('.json') ? DEMO : undefined;
  if (DEMO !== '0' && (await needsDemo(service.db))) await loadDemo(service, await operator(), url, file);
  return { keys, isEmpty: false };
}

/** Half a salt counts nothing, and no other copy of this state's key-value store will bring the other half. */
async function replaceBrokenSalts({ db, kv }: LocalService): Promise<void> {
  const { readers, imports } = await deleteBrokenSalts({ db: openDb(db), kv }, Date.now());
  if (readers + imports === 0) return;
  console.log('Halves of salts are gone from the key-value store, and are made anew:');
  console.log("today's readers may count twice, and past clicks that are imported again count again.");
}

/** What to do about what keeps the Worker from answering, by the reasons of `/health/ready`. */
const REMEDIES: Record<string, string> = {
  restoring: 'Run npm run restore -- FOLDER --force again with the same STATE_DIR.',
  otherVersion: OTHER_VERSION_WAY,
};
const OTHER = 'Restore a backup into an empty folder: STATE_DIR=… npm run restore -- FOLDER';

/** Throws a `StartFailure` where the Worker cannot answer requests. */
async function assertReady(url: URL, state: string): Promise<void> {
  const answer = await fetch(new URL('/health/ready', url));
  if (answer.ok) return;
  const { reason = '', message = '' } = (await answer.json()) as { reason?: string; message?: string };
  throw new StartFailure(`The state in ${state} cannot be used (${reason}): ${message}`, REMEDIES[reason] ?? OTHER);
}
