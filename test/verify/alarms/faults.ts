import { DatabaseSync } from 'node:sqlite';
import type { ServiceAlarm } from '../../../src/db/values.ts';
import { HOUR, MINUTE, type Stage } from './stage.ts';

export interface Fault {
  alarm: ServiceAlarm;
  what: string;
  make(stage: Stage): Promise<unknown>;
  mend(stage: Stage): Promise<unknown>;
}

const LEDGERS = Array.from({ length: 5 }, (_, i) => `click_ids_${i}`);
const rename = async ({ sql }: Stage, tables: readonly string[], from: string, to: string) => {
  for (const table of tables) await sql(`ALTER TABLE ${table}${from} RENAME TO ${table}${to}`);
};
const WELL = { disk: { size: 40e9, free: 20e9 } };

const today = ({ now }: Stage) => new Date(now()).toISOString().slice(0, 10);
let lock: DatabaseSync | undefined;

export const retentionStands: Fault = {
  alarm: 'retention',
  what: 'the daily cron does not run for 27 hours',
  async make({ move, cron }) {
    // The minute job checks the clock between the two jumps.
    await move(14 * HOUR);
    await cron('minute');
    await move(13 * HOUR);
    await cron('frequent');
  },
  mend: ({ cron }) => cron('daily'),
};

export const objectsFail: Fault = {
  alarm: 'rankings',
  what: 'the objects cannot publish beyond the full hour',
  async make({ sql, move, now }) {
    await sql("CREATE TRIGGER stuck BEFORE UPDATE ON topic_windows BEGIN SELECT raise(ABORT, 'stuck'); END");
    await move(HOUR - (now() % HOUR) + 11 * MINUTE);
  },
  async mend({ sql, manage }) {
    await sql('DROP TRIGGER stuck');
    await manage('POST', 'rebuild');
  },
};

export const jobsStand: Fault = {
  alarm: 'jobs',
  what: 'the five-minute cron does not run any more',
  make: ({ move }) => move(16 * MINUTE, false),
  mend: ({ cron }) => cron('frequent'),
};

export const consumerFails: Fault = {
  alarm: 'queue',
  what: 'the ledger is gone, and every batch fails',
  async make(stage) {
    await rename(stage, LEDGERS, '', '_away');
    await stage.click();
  },
  mend: (stage) => rename(stage, LEDGERS, '_away', ''),
};

export const clickDies: Fault = {
  alarm: 'deadLetters',
  what: 'the queue gives a click up',
  make: ({ click }) => click('/given-up'),
  mend: ({ manage }) => manage('DELETE', 'dead-letters?reason=failed'),
};

export const saltIsLost: Fault = {
  alarm: 'salts',
  what: 'the key-value store loses the halves of salts',
  async make({ rows, kv }) {
    const store = await kv();
    for (const { name } of await rows<{ name: string }>('SELECT name FROM reader_salts')) await store.delete(name);
  },
  mend: ({ sql }) => sql('DELETE FROM reader_salts'),
};

export const feedsFail: Fault = {
  alarm: 'feeds',
  what: 'every feed answers 500',
  async make({ manage, receiver }) {
    const feed = `${receiver.origin}/feed`;
    await manage('PUT', 'sources', [{ domain: 'ledger.example', name: 'Ledger', feeds: [feed] }]);
    for (let polls = 0; polls < 3; polls++) await manage('POST', 'feeds/poll', { urls: [feed] });
  },
  mend: ({ manage }) => manage('PUT', 'sources', [{ domain: 'ledger.example', name: 'Ledger', feeds: [] }]),
};

const addReceiver = async (stage: Stage, path: string) => {
  const fields = { name: path, url: stage.receiver.origin + path, events: ['selection.published'] };
  await stage.manage('POST', 'webhooks', fields);
  await stage.manage('PUT', `recommended/${today(stage)}`, { articles: [1] });
};

const dropReceiver = async ({ manage }: Stage, path: string) => {
  const { webhooks } = await manage<{ webhooks: { id: number; name: string }[] }>('GET', 'webhooks');
  for (const { id, name } of webhooks) if (name === path) await manage('DELETE', `webhooks/${id}`);
};

export const receiverRefuses: Fault = {
  alarm: 'webhooks',
  what: 'a receiver of webhooks answers 500',
  make: (stage) => addReceiver(stage, '/refuses'),
  mend: (stage) => dropReceiver(stage, '/refuses'),
};

export const receiverIsGone: Fault = {
  alarm: 'webhooks',
  what: 'a receiver of webhooks answers 410',
  make: (stage) => addReceiver(stage, '/gone'),
  mend: (stage) => dropReceiver(stage, '/gone'),
};

export const machineIsWell = (stage: Stage) => stage.machine(WELL);

export const diskFills: Fault = {
  alarm: 'disk',
  what: 'the machine says that 0.1 of 40 GB are left',
  make: (stage) => stage.machine({ disk: { ...WELL.disk, free: 1e8 } }),
  mend: machineIsWell,
};

export const filesAreLost: Fault = {
  alarm: 'filesLost',
  what: 'the file of the queues was missing at the start',
  make: (stage) => stage.machine({ ...WELL, lost: ['queues'] }),
  mend: machineIsWell,
};

export const backupFails: Fault = {
  alarm: 'backupFailed',
  what: 'the trial restore of the newest copy failed',
  make: ({ sql, now }) =>
    sql(`INSERT INTO job_failures (job, at, reason) VALUES ('trial', ${now()}, 'the copy is damaged')`),
  mend: ({ sql }) => sql("DELETE FROM job_failures WHERE job = 'trial'"),
};

export const backupAges: Fault = {
  alarm: 'backupOld',
  what: 'the newest copy is six minutes old',
  make: ({ sql, now }) =>
    sql(`INSERT OR REPLACE INTO job_runs (job, at, milliseconds) VALUES ('copy', ${now() - 6 * MINUTE}, 10)`),
  mend: ({ sql }) => sql("DELETE FROM job_runs WHERE job = 'copy'"),
};

export const clockIsSetBack: Fault = {
  alarm: 'clock',
  what: 'the clock is set back by an hour',
  make: ({ move }) => move(-HOUR),
  mend: ({ move }) => move(HOUR),
};

const WRITTEN = ['job_runs', 'alert_memory', 'webhook_events', 'webhook_deliveries'];

export const writesFail: Fault = {
  alarm: 'writes',
  what: 'the database can be read, and takes no writes',
  async make({ sql }) {
    for (const table of WRITTEN)
      await sql(`CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT raise(ABORT, 'full'); END`);
  },
  async mend({ sql }) {
    for (const table of WRITTEN) await sql(`DROP TRIGGER full_${table}`);
  },
};

export const databaseIsLocked: Fault = {
  alarm: 'database',
  what: 'another process holds the lock on the database',
  async make({ file }) {
    lock = new DatabaseSync(file());
    lock.exec('BEGIN IMMEDIATE');
  },
  async mend() {
    lock?.exec('ROLLBACK');
    lock?.close();
  },
};

export const databaseBreaks: Fault = {
  alarm: 'database',
  what: 'a table of the database is gone',
  make: (stage) => rename(stage, ['topic_windows'], '', '_away'),
  mend: (stage) => rename(stage, ['topic_windows'], '_away', ''),
};
