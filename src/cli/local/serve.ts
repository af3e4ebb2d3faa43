import { deleteBrokenSalts } from '../../clicks/salts.ts';
import { isIndexCurrent } from '../../content/index-format.ts';
import { reindex } from '../../content/reindex.ts';
import { type Db, openDb } from '../../db/client.ts';
import { loadDemo, needsDemo } from '../load-demo.ts';
import { useOwnFeeds } from '../own-feeds.ts';
import { bundleAside, databaseId, migrateAside } from '../prepare.ts';
import { localSalts, type RunningWorker, startWorker, variableNames } from '../runtime.ts';
import { keepTime } from './crons.ts';
import type { Front } from './front.ts';
import { errandKey, hasNoKeys, type Keys, mintKeys, tour } from './keys.ts';
import { assertReady } from './ready.ts';
import { startCopier } from './start-copier.ts';
import { checkDatabase, checkUnfinished, type State } from './state-folder.ts';
import { type Parts, unlessStopping } from './stop.ts';
import { guardWorkerd } from './workerd.ts';

export interface Plan {
  state: State;
  front: Front;
  /** Where this machine's browsers find it. */
  url: string;
  token: string;
  /** File of feeds to fill the newsroom from. */
  opml?: string | undefined;
  /** Reloads what is served when its source changes. */
  watch?: boolean;
  /** Takes signals away from everybody else. */
  listenAlone(): void;
}

/**
 * Objects of the runtime are small for V8 and large behind it, so it sees no reason to collect them: workerd grew by 40 KB a
 * request, to 1.5 GB in minutes, of which a full collection left 140 MB. With this flag every collection is a full one.
 */
const COLLECT = '--gc-global';

/** Starts the Worker on a state and lets the world in. What is to be ended at a stop is noted in `parts` as it begins. */
export async function serve({ state, front, url, token, opml, watch, listenAlone }: Plan, parts: Parts): Promise<void> {
  const { folder, lock } = state;
  const check = state.isNew ? checkUnfinished : checkDatabase;
  check(folder, databaseId());
  const guard = guardWorkerd({
    started: (pid) => lock.write({ pid: process.pid, url, token }, { runtime: pid }),
    ended: () => parts.worker?.revive().then((target) => front.serve(target)),
  });
  parts.guard = guard;
  await migrateAside(folder, guard.watch);
  const script = await bundleAside(guard.watch);
  await unlessStopping(parts);
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= COLLECT;
  const worker = await startWorker({ state: folder, port: 0, vars: variables(), script, ...reports });
  parts.worker = worker;
  listenAlone();
  await unlessStopping(parts);
  await alignIndex(openDb(worker.db));
  await replaceBrokenSalts(worker);
  await assertReady(worker.url, folder);
  const keys = await fill(worker, { state, url, opml });
  await unlessStopping(parts);
  parts.endCrons = keepTime(worker, () => {
    report({ event: 'workerdHangs' });
    guard.end();
  });
  parts.endCopies = startCopier(folder, (statements) =>
    worker.db.batch(statements.map(({ sql, values }) => worker.db.prepare(sql).bind(...values))),
  );
  front.serve(worker.url);
  console.log(tour(url, keys));
  if (watch) {
    const { reloadOnChange } = await import('./reload.ts');
    parts.endWatching = await reloadOnChange({ worker, state: folder, front });
  }
  console.log(`Ready on ${url}`);
}

/** What a newsroom begins with; resolves to its first keys, on a state that had none. */
async function fill(
  worker: RunningWorker,
  { state, url, opml }: Pick<Plan, 'state' | 'url' | 'opml'>,
): Promise<Keys | null> {
  const isFirst = state.isNew || (await hasNoKeys(worker.db));
  const keys = isFirst ? await mintKeys(worker.db) : null;
  const operator = async () => keys?.operator ?? (await errandKey(worker.db));
  if (opml) await useOwnFeeds(worker, await operator(), opml);
  else if (process.env.DEMO !== '0' && (await needsDemo(worker.db))) await loadDemo(worker, await operator(), url);
  state.finished();
  return keys;
}

/** A state of another version, also of a newer one, is searched as one of this version would be. */
async function alignIndex(db: Db): Promise<void> {
  if (await isIndexCurrent(db)) return;
  console.log('The search index is of another version and is recomputed');
  await reindex(db, Date.now());
}

/** Half a salt counts nothing, and no other copy of this state's key-value store will bring the other half. */
async function replaceBrokenSalts({ db, mf }: RunningWorker): Promise<void> {
  const { readers, imports } = await deleteBrokenSalts({ db: openDb(db), kv: await localSalts(mf) }, Date.now());
  if (readers + imports === 0) return;
  console.log('Halves of salts are gone from the key-value store, and are made anew:');
  console.log("today's readers may count twice, and past clicks that are imported again count again.");
}

/** Each variable of wrangler.toml can be set by the environment. */
function variables(): Record<string, string> {
  const set = variableNames().map((name) => [name, process.env[name]]);
  return Object.fromEntries(set.filter(([, value]) => value !== undefined && value !== ''));
}

/** What happens to the runtime, for the log. */
const reports = {
  onRestart: () => report({ event: 'workerdRestarted' }),
  onFailure: (reason: string, seconds: number) => report({ event: 'workerdFailed', reason, retriedIn: seconds }),
};

const report = ({ event, ...facts }: Record<string, unknown>) =>
  console.error(JSON.stringify({ event, at: new Date().toISOString(), ...facts }));
