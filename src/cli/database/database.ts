import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failAs } from '../../command/command.ts';
import { stateDir } from '../../command/paths.ts';
import { type Db, openDb } from '../../db/client.ts';
import { d1By } from '../../db/d1.ts';
import { migrations } from '../../db/tables.ts';
import type { SigningStores } from '../../keys/signing.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { closeToOthers } from '../../node/state/file-permissions.ts';
import { filesOf } from '../../node/state/files.ts';
import { beginRestore, refuseOther } from '../../node/state/folder.ts';
import { forgetGenerationsOf } from '../../node/state/generations.ts';
import { isLockedByOther, type Lock, readServer, takeLock } from '../../node/state/lock.ts';
import { migrateFile } from '../../node/state/migrate.ts';
import { appliedMigrations, missingMigrations } from '../../node/state/migrations.ts';
import { withStores as withLocalStores } from '../../node/state/stores.ts';
import { refuseOtherVersion } from '../deployment/resources.ts';
import { ownSettings } from '../deployment/settings.ts';
import { wrangler } from '../deployment/wrangler.ts';
import { orFail } from './snapshot.ts';

/** Runs `use` on the deployed database if `remote` is true, otherwise on the local one, which a server may be using. */
export const withDb = <T>(remote: boolean | undefined, use: (db: Db) => Promise<T>): Promise<T> =>
  withSigningStores(remote, ({ db }) => use(db));

/** Runs `use` with the database and the key-value store, which contains the second halves of secrets. */
export async function withSigningStores<T>(remote: boolean | undefined, use: (stores: SigningStores) => Promise<T>) {
  if (remote) return use({ db: await deployedDb(), kv: remoteSalts });
  const state = stateDir();
  orFail(state, () => refuseOther(state));
  await readied(state);
  return withLocalStores(state, ({ db, kv }) => use({ db: openDb(db), kv }));
}

/** Runs `use` on a database that no local server uses, because `use` would block the server. (docs/decisions.md#O26) */
export async function withIdleDb<T>(remote: boolean | undefined, use: (db: Db) => Promise<T>): Promise<T> {
  if (remote) return withDb(true, use);
  const state = stateDir();
  refuseMissing(state);
  orFail(state, () => refuseOther(state));
  const lock = lockOf(state);
  try {
    migrateFile(filesOf(state).database);
    return await withLocalStores(state, ({ db }) => use(openDb(db)));
  } finally {
    lock.release();
  }
}

/** Opens the deployed database. Ends the command if another version created the database. */
async function deployedDb(): Promise<Db> {
  const db = openDb(throughWrangler('--remote'));
  await refuseOtherVersion(async () =>
    (await db.select({ name: migrations.name }).from(migrations)).map(({ name }) => name),
  );
  return db;
}

export interface Replacement {
  /** Checks whether the local state may be replaced, without changing anything. */
  check(state: string): Promise<void>;
  place?(state: string): void;
}

/** Replaces a local state that no server uses. Until `use` has finished, a file prevents servers from starting. */
export async function withReplaced<T>({ check, place }: Replacement, use: (stores: SigningStores) => Promise<T>) {
  const state = stateDir();
  const lock = lockOf(state);
  try {
    // `place` replaces the whole database, so the version of the previous database does not matter.
    if (!place) orFail(state, () => refuseOther(state));
    await check(state);
    const ended = beginRestore(state);
    place?.(state);
    migrateFile(filesOf(state).database);
    const result = await withLocalStores(state, ({ db, kv }) => use({ db: openDb(db), kv }));
    // Without this call, the next start would report lost commits in the database or the queues.
    forgetGenerationsOf(state);
    ended();
    return result;
  } finally {
    lock.release();
  }
}

const START = MINUTE_MS;
const RETRY_PAUSE_MS = 250;

/** Migrates the database, or waits until a server that is starting has migrated it. */
async function readied(state: string): Promise<void> {
  refuseMissing(state);
  closeToOthers(state);
  for (let waited = 0; ; waited += RETRY_PAUSE_MS) {
    if (!isLockedByOther(state)) {
      if (missingMigrations(appliedMigrations(filesOf(state).database) ?? []).length > 0) migrateLocked(state);
      return;
    }
    if (readServer(state)) return;
    if (waited === 0) console.error(`Waiting until the server that uses ${state} has started`);
    if (waited >= START)
      failAs(
        'closed',
        `${state} is in use by another process that is not ready.`,
        'Stop that process, or try again when it has started.',
      );
    await sleep(RETRY_PAUSE_MS);
  }
}

function refuseMissing(state: string): void {
  if (!existsSync(state))
    failAs(
      'notFound',
      `${state} contains no database. Run "newsgauge start" to create one, or set STATE_DIR to another folder.`,
    );
}

function migrateLocked(state: string): void {
  const lock = lockOf(state);
  try {
    migrateFile(filesOf(state).database);
  } finally {
    lock.release();
  }
}

/** Locks a state folder, so that no server can use it. Ends the command if a server is already using it. */
const lockOf = (state: string): Lock =>
  orFail(state, () => {
    mkdirSync(state, { recursive: true });
    closeToOthers(state);
    return takeLock(state);
  });

/** Write-only client of the deployed key-value store. Passes values in files, because other users see command lines. */
const remoteSalts: SigningStores['kv'] = {
  put: async (name: string, value: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'newsgauge-'));
    const path = join(folder, 'value');
    try {
      writeFileSync(path, value, { mode: 0o600 });
      const put = (...where: string[]) => wrangler('kv', 'key', 'put', name, '--path', path, ...where, '--remote');
      try {
        put('--binding', 'SALTS');
      } catch {
        // In a first deployment, the configured namespace has no id yet.
        put('--namespace', `${ownSettings().name}-salts`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  get: () => Promise.reject(new Error('commands cannot read the deployed key-value store')),
  delete: () => Promise.reject(new Error('commands cannot delete from the deployed key-value store')),
} as unknown as SigningStores['kv'];

/** Creates a D1 client that runs `wrangler d1 execute` once per call or batch. Values become part of the SQL text. */
export const throughWrangler = (...where: string[]): D1Database =>
  d1By(async (statements) => {
    const text = statements.map(({ sql, values }) => inline(sql, values)).join(';\n');
    return JSON.parse(wrangler('d1', 'execute', 'DB', ...where, '--json', '--yes', '--command', text));
  });

export function inline(query: string, values: readonly unknown[]): string {
  let next = 0;
  const text = query.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\?/g, (token) =>
    token === '?' ? literal(values[next++]) : token,
  );
  if (next !== values.length) throw new Error(`the statement takes ${next} values, but ${values.length} were given`);
  return text;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string' && !value.includes('\0')) return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`cannot write a ${typeof value} as an SQL literal`);
}
