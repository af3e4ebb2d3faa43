import { appendFileSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SETTINGS } from '../../../../src/command/settings.ts';
import { openDb } from '../../../../src/db/client.ts';
import { createKey } from '../../../../src/keys/key-store.ts';
import { filesOf } from '../../../../src/node/state/files.ts';
import { CRONS } from '../../../../src/operations/cron-times.ts';
import { bundleWorker } from '../../../support/bundle-worker.ts';
import { ended, killAll, treeOf } from '../../../support/processes.ts';
import { freePort } from '../../../support/servers/free-port.ts';
import { startWorker } from '../../../support/worker.ts';
import { migrate, workerdDatabase } from '../../../support/workerd/runtime.ts';
import { commandOn, DAY, type Service, type Start } from './service.ts';

/** Clicks share messages, as on the platform. */
const CLICK_WAIT_MS = SETTINGS.CLICK_WAIT_MS?.default ?? '';
const KILL_MS = 60_000;
/** Time of the daily job within its UTC day. */
const DAILY_AT = (3 * 60 + 17) * 60_000;

/** Starts the Worker under workerd. `pass` runs the jobs that the platform's cron triggers would run. */
export async function startUnderWorkerd({ folder, at, vars }: Start): Promise<Service> {
  const state = join(folder, 'state');
  const log = join(folder, 'log');
  migrate(state);
  const script = await bundleWorker('test/verify/alarms/worker.ts');
  const port = await freePort();
  let ahead = at - Date.now();
  const now = () => Date.now() + ahead;
  const start = () =>
    startWorker({
      ...{ state, port, script, vars: { CLICK_WAIT_MS, ...vars, FAULTS_AHEAD: String(ahead) } },
      log: (line) => appendFileSync(log, `${line}\n`),
    });
  let server = await start();
  const operator = await createKey(
    openDb(server.db),
    { kind: 'operator', name: 'Desk', origins: [], expiresAt: null },
    Math.floor(at / 1000),
  );
  const rows = async <T>(sql: string) => (await server.db.prepare(sql).all<T>()).results;
  return {
    ...{ hasDurableQueue: false, folder, log, operator, url: server.url, now, rows },
    async pass(by, step = 0) {
      const before = now();
      ahead += by + step;
      const topics = (await rows<{ id: number }>('SELECT id FROM topics')).map(({ id }) => id);
      const moved = await fetch(new URL('/clock', server.url), {
        method: 'PUT',
        body: JSON.stringify({ ahead, topics: [0, ...topics] }),
      });
      if (!moved.ok) throw new Error(`the clock was not moved: ${moved.status} ${await moved.text()}`);
      const dailyRuns = (time: number) => Math.floor((time - DAILY_AT) / DAY);
      const isDaily = dailyRuns(now()) > dailyRuns(before);
      for (const cron of [CRONS.minutely, CRONS.frequent, ...(isDaily ? [CRONS.daily] : [])])
        await server.cron(cron, new Date(now()));
    },
    async restart(how) {
      if (how === 'kill') {
        // The first process of the tree is this one, whose own arguments contain `workerd`.
        const killed = treeOf(process.pid)
          .slice(1)
          .filter(({ command }) => command.includes('workerd'));
        killAll(killed);
        await ended(killed, KILL_MS);
      }
      await server.dispose().catch(() => {});
      server = await start();
    },
    async offline(work) {
      await server.dispose();
      // Commands work on the files of a self-hosted server, so they get the database there, and it returns afterwards.
      const local = join(folder, 'offline');
      rmSync(local, { recursive: true, force: true });
      mkdirSync(local, { recursive: true, mode: 0o700 });
      const [there, here] = [workerdDatabase(state), filesOf(local).database];
      checkpoint(there);
      copyFileSync(there, here);
      await work(commandOn(local, () => ahead));
      checkpoint(here);
      for (const end of ['', '-wal', '-shm']) rmSync(there + end, { force: true });
      copyFileSync(here, there);
      server = await start();
    },
    stop: () => server.dispose(),
  };
}

function checkpoint(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}
