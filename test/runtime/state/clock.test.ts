/**
 * A clock that is wrong and corrected later must delete no row, count no reader twice and lose no click. With
 * `WHOLE=1`, each change must raise its alarm, which takes a minute.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LEDGER_KINDS } from '../../../src/db/schema.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { ended, killAll, type Process, stillRunning } from '../../support/processes.ts';
import { FaultyMachine } from '../../support/servers/faulty-machine.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';
import { drained, makeState, publish, type StateKeys } from '../../verify/crash/newsroom.ts';

const [HOUR, DAY] = [3600, 86_400];
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const CLICK = LEDGER_KINDS.indexOf('click');
const READERS = 20;
const STOP = 60_000;
const PATIENCE = 600_000;
const MINUTELY = 300_000;
const IS_WHOLE = Boolean(process.env.WHOLE);

/** Clock changes in seconds, with the text of the alarm. The first change has no alarm within the hour before. */
const STEPS: [string, number, RegExp][] = [
  ['-100 s', -100, /the clock was set back by 100 seconds/],
  ['+3 h', 3 * HOUR, /the clock was set forward by 3 hours/],
  ['-3 h', -3 * HOUR, /the clock was set back by 3 hours/],
  ['+3 d', 3 * DAY, /3 days ahead of the newest stored time/],
  ['-1 d', -DAY, /the clock was set back by 24 hours|24 hours behind the newest stored time/],
  ['+400 d', 400 * DAY, /400 days ahead of the newest stored time/],
  ['-400 d', -400 * DAY, /400 days behind the newest stored time/],
];
const only = (...names: string[]) => STEPS.filter(([name]) => IS_WHOLE || names.includes(name));

const KEY_BY_TABLE = {
  reader_salts: 'name',
  audit: 'id',
  trash: 'id',
  dead_letters: 'id',
  click_outcomes: "hour || ' ' || outcome",
  ...Object.fromEntries([0, 1, 2, 3, 4].map((n) => [`click_ids_${n}`, 'id'])),
};

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-clock-'));
const [state, log] = [join(folder, 'state'), join(folder, 'log')];
const machine = new FaultyMachine(folder);
const all: Process[] = [];
let server: Server;
let keys: StateKeys;

async function start(): Promise<void> {
  server = await Server.start({ state, port: await freePort(), log, env: machine.env });
  all.push(...server.processes());
}

async function stop(): Promise<void> {
  const processes = server.processes();
  server.stop();
  assert.notEqual(await ended(processes, STOP), null, JSON.stringify(stillRunning(processes)));
}

async function manage<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = { Authorization: `Bearer ${keys.operator}` };
  const response = await fetch(new URL(`/manage/${path}`, server.url), { ...init, headers });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return ((await response.json()) as { data: T }).data;
}

function inFile<T>(work: (database: DatabaseSync) => T, readOnly = true): T {
  const database = new DatabaseSync(filesOf(state).database, { readOnly });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const storedRows = (): Map<string, Set<unknown>> =>
  inFile((database) => {
    const rows = (table: string, key: string) => database.prepare(`SELECT ${key} AS key FROM ${table}`).all();
    return new Map(
      Object.entries(KEY_BY_TABLE).map(([table, key]) => [table, new Set(rows(table, key).map((row) => row.key))]),
    );
  });

const countedClicks = (): number =>
  inFile((database) =>
    [0, 1, 2, 3, 4].reduce((sum, n) => {
      const row = database.prepare(`SELECT count(*) AS clicks FROM click_ids_${n} WHERE kind = ${CLICK}`).get();
      return sum + Number(row?.clicks);
    }, 0),
  );

/** Acknowledged clicks. Each reader counts once per article and day of the server's clock. */
const acknowledged = new Set<string>();
let network = 0;

async function click(net: number): Promise<void> {
  for (let reader = 1; reader <= READERS; reader++) {
    const send = () =>
      fetch(new URL('/clicks', server.url), {
        method: 'POST',
        headers: { 'X-Forwarded-For': `198.51.${net}.${reader}`, 'User-Agent': AGENT },
        body: JSON.stringify({ key: keys.publishable, contentId: 1 }),
      });
    let response = await send();
    // A busy machine may replace the worker more slowly than requests wait.
    for (let i = 0; i < 10 && response.status === 503; i++) response = await send();
    assert.equal(response.headers.get('X-Click'), 'accepted', String(response.status));
    const day = Math.floor(Date.parse(response.headers.get('Date') ?? '') / 1000 / DAY);
    acknowledged.add(`${net} ${reader} ${day}`);
  }
  await drained(server, keys.operator);
}

async function step(by: number): Promise<void> {
  machine.setClock(by);
  await sleep(3000);
}

interface Alarm {
  alarm: string;
  detail: string;
}

async function alarm(words: RegExp): Promise<void> {
  if (!IS_WHOLE) return;
  let heard: Alarm[] = [];
  for (const end = Date.now() + MINUTELY; Date.now() < end; await sleep(1000)) {
    heard = (await manage<{ alarms: Alarm[] }>('status')).alarms;
    if (heard.some((each) => each.alarm === 'clock' && words.test(each.detail))) return;
  }
  assert.fail(`no alarm ${words}: ${JSON.stringify(heard)}`);
}

function compare(before: Map<string, Set<unknown>>, unknown: number): void {
  const now = storedRows();
  for (const [table, rows] of before)
    assert.deepEqual([table, ...[...rows].filter((key) => !now.get(table)?.has(key))], [table], 'rows are deleted');
  assert.equal(countedClicks(), acknowledged.size);
  assert.equal(now.get('dead_letters')?.size, before.get('dead_letters')?.size);
  assert.equal(unknown, 0);
}

const unknownClicks = () =>
  inFile((database) => Number(database.prepare('SELECT coalesce(sum(clicks), 0) AS n FROM unknown_clicks').get()?.n));

before(async () => {
  keys = await makeState(state);
  inFile((database) => {
    const values = "unixepoch(), 'm1', 'malformed', '{}'";
    database.exec(`INSERT INTO dead_letters (at, message_id, reason, body) VALUES (${values})`);
  }, false);
  await start();
  await publish(server.url, keys.operator, 1);
  const topic = { id: 5, name: 'Cyber', slug: 'cyber', category: 1 };
  await manage('topics', { method: 'PUT', body: JSON.stringify([topic]) });
  await manage('topics/5', { method: 'DELETE' });
});
after(() => {
  killAll(stillRunning(all));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('clock changes of a running server', () => {
  for (const [name, by, words] of only('-3 h'))
    test(`a clock change by ${name} and back loses no data`, { timeout: PATIENCE }, async () => {
      const net = network++;
      await click(net);
      const stored = storedRows();
      for (const table of ['reader_salts', 'audit', 'trash', 'dead_letters', 'click_outcomes'])
        assert.ok(stored.get(table)?.size, `${table} is empty`);
      await step(by);
      await click(net);
      await click(net + 100);
      await alarm(words);
      await step(0);
      await click(net);
      await click(net + 100);
      compare(stored, unknownClicks());
    });
});

describe('startup with a wrong clock', () => {
  for (const [name, by, words] of only('+400 d'))
    test(`a start with a clock that is off by ${name} and corrected later loses no data`, {
      timeout: PATIENCE,
    }, async () => {
      const net = network++;
      await click(net);
      const stored = storedRows();
      await stop();
      // An alarm is raised again only after an hour.
      inFile((database) => database.exec('DELETE FROM alert_memory WHERE id = 2'), false);
      machine.setClock(by);
      await start();
      await click(net);
      await click(net + 100);
      await alarm(words);
      const { state: trust } = await manage<{ state: string }>('clock');
      assert.equal(trust, Math.abs(by) > DAY ? 'doubted' : 'trusted');
      await stop();
      machine.setClock(0);
      await start();
      await click(net);
      await click(net + 100);
      compare(stored, unknownClicks());
    });
});
