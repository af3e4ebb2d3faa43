import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDb } from '../../../../src/db/client.ts';
import { createKey } from '../../../../src/keys/key-store.ts';
import { filesOf } from '../../../../src/node/state/files.ts';
import { migrateFile } from '../../../../src/node/state/migrate.ts';
import { withStores } from '../../../../src/node/state/stores.ts';
import { freePort } from '../../../support/servers/free-port.ts';
import { startNodeServer } from '../../../support/servers/node-server.ts';
import type { Passing } from './followed-clock.ts';
import { CLOCK_PRELOAD, commandOn, type Service, type Start } from './service.ts';

/** Starts the server on Node with its own jobs, as `npm start` does, but without a supervisor. */
export async function startOnNode({ folder, at, vars }: Start): Promise<Service> {
  const state = join(folder, 'state');
  const door = join(folder, 'door');
  const log = join(folder, 'log');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  migrateFile(filesOf(state).database);
  const operator = await withStores(state, ({ db }) =>
    createKey(openDb(db), { kind: 'operator', name: 'Desk', origins: [], expiresAt: null }, Math.floor(at / 1000)),
  );
  const port = String(await freePort());
  let ahead = at - Date.now();
  const start = () =>
    startNodeServer({
      ...{ state, vars, log, execArgv: CLOCK_PRELOAD },
      env: { WEEK_AHEAD: String(ahead), WEEK_DOOR: door, PORT: port, CRONS: '1', TRUST_PROXY: '127.0.0.1' },
    });
  let server = await start();
  return {
    ...{ hasDurableQueue: true, folder, log, operator, url: server.url },
    now: () => Date.now() + ahead,
    async pass(by, step = 0) {
      ahead += by + step;
      await send(door, { by, step });
    },
    async restart(how) {
      await server[how]();
      server = await start();
    },
    async offline(work) {
      await server.stop();
      await work(commandOn(state, () => ahead));
      server = await start();
    },
    async rows<T>(sql: string) {
      const database = new DatabaseSync(filesOf(state).database, { readOnly: true, timeout: 30_000 });
      try {
        return database.prepare(sql).all() as T[];
      } finally {
        database.close();
      }
    },
    async stop() {
      await server.stop();
    },
  };
}

const send = (socketPath: string, order: Passing): Promise<void> =>
  new Promise((resolve, reject) => {
    request({ socketPath, method: 'POST' }, (response) => response.resume().once('end', resolve))
      .once('error', reject)
      .end(JSON.stringify(order));
  });
