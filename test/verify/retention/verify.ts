import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { HOUR, type Stage, startStage } from '../alarms/stage.ts';

const USAGE = `npm run verify -- retention [--quick] [--until 93]

Simulates 93 days on the real Worker under workerd. On each day there are clicks, imports, publications, sign-ins, shares and dead letters.
After the jobs of each day it checks the stored data of every earlier day, which must be deleted neither too early nor too late. In the end
it searches the files of database and queues for deleted salts and dead letters. --quick simulates only the days on which a retention period
ends.`;

const DAY = 24 * HOUR;
const LAST = 93;
/** Days whose jobs run in the quick test. Every fifth day, a job empties the ledger partition that is used next. */
const QUICK = [1, 2, 3, 8, 13, 14, 15, 16, ...Array.from({ length: 14 }, (_, i) => 21 + 5 * i), 90, 91, LAST];

/** The last day on which data must still exist, and the first day on which it must be deleted, by kind. */
const DELETION_DAYS = {
  'salt of readers': { kept: 0, gone: 3 },
  'salt of imports': { kept: 13, gone: 16 },
  'letter that names a reader, emptied': { kept: 1, gone: 3 },
  'dead letter': { kept: 13, gone: 15 },
  'ledger entry': { kept: 14, gone: 26 },
  'line of the audit trail': { kept: 89, gone: 91 },
  session: { kept: 0, gone: 3 },
  'share of a day': { kept: 90, gone: 93 },
} as const;
type Kind = keyof typeof DELETION_DAYS;

/** Interval between rounds in which dead letters are discarded and replayed, in visited days. */
const TIDIES = 3;

await run(USAGE, async () => {
  const options = {
    quick: { type: 'boolean', default: false },
    until: { type: 'string', default: String(LAST) },
  } as const;
  const { quick, until } = parseArgs({ options }).values;
  const days = (quick ? QUICK : Array.from({ length: LAST }, (_, i) => i + 1)).filter((day) => day <= Number(until));
  const wrong = await pass(days);
  for (const what of wrong) console.error(what);
  if (wrong.length > 0) process.exitCode = 1;
});

/** Data that must later be deleted. `query` returns a row as long as the data exists. */
interface Trace {
  day: number;
  kind: Kind;
  query: string;
}

async function pass(days: readonly number[]): Promise<string[]> {
  const stage = await startStage();
  const wrong: string[] = [];
  let traces: Trace[] = [];
  const secrets = new Map<string, string>();
  const looks = new Map<Kind, number>();
  let today = 0;
  try {
    for (const day of [0, ...days]) {
      await stage.move((day - today) * DAY);
      today = day;
      // The jump of the clock must be confirmed, because no jobs ran in between.
      if (day > 0) await stage.manage('POST', 'clock/confirm');
      await stage.cron('frequent');
      await stage.cron('daily');
      await stage.settled();
      await stage.signIn();
      for (const trace of traces) {
        const { kept, gone } = DELETION_DAYS[trace.kind];
        const age = day - trace.day;
        const isThere = (await stage.rows(trace.query)).length > 0;
        if (!isThere && age <= kept) wrong.push(`${trace.kind} of day ${trace.day}: already deleted on day ${day}`);
        if (isThere && age >= gone) wrong.push(`${trace.kind} of day ${trace.day}: not yet deleted on day ${day}`);
        if (age >= gone) looks.set(trace.kind, (looks.get(trace.kind) ?? 0) + 1);
      }
      traces = traces.filter(({ kind, day: made }) => day - made < DELETION_DAYS[kind].gone);
      traces.push(...(await live(stage, day, secrets)));
      if (day > 0 && days.indexOf(day) % TIDIES === 0) await tidy(stage);
    }
    for (const kind of Object.keys(DELETION_DAYS) as Kind[]) {
      const mustGo = DELETION_DAYS[kind].gone <= (days.at(-1) ?? 0);
      if (mustGo && !looks.get(kind)) wrong.push(`${kind}: never checked after its deletion`);
      if (looks.get(kind)) console.log(`${kind}: ${looks.get(kind)} deleted in time`);
    }
    const kept = JSON.stringify([
      ...(await stage.rows('SELECT half, name FROM reader_salts UNION ALL SELECT half, name FROM import_salts')),
      ...(await stage.rows('SELECT body FROM dead_letters')),
    ]);
    const store = await stage.kv();
    for (const [name, what] of secrets)
      if (what.startsWith('key of') && !kept.includes(name) && (await store.get(name)) !== null)
        wrong.push(`${what}: the other half is still there`);
    const gone = [...secrets].filter(([secret]) => !kept.includes(secret));
    console.log(`${gone.length} halves of salts and letters are gone`);
    await stage.stop(() => wrong.push(...found(stage.file(), gone)));
    return wrong;
  } catch (thrown) {
    await stage.stop();
    throw thrown;
  }
}

/** Simulates a day. Adds texts to `secrets` that must not be in the files after their deletion. */
async function live(stage: Stage, day: number, secrets: Map<string, string>): Promise<Trace[]> {
  const { manage, now, rows, click, letter, settled } = stage;
  const seconds = Math.floor(now() / 1000);
  const utcDay = Math.floor(now() / DAY);
  const partition = Math.floor(utcDay / 5) % 5;
  const ledger = async () => (await rows<{ id: string }>(`SELECT id FROM click_ids_${partition}`)).map(({ id }) => id);
  const before = new Set(await ledger());
  await click();
  await settled();
  const entry = (await ledger()).find((id) => !before.has(id)) ?? '';
  await click('/given-up');
  const at = new Date(now() - 60_000).toISOString();
  await manage('POST', 'clicks', [{ contentId: 1, at, reader: `reader ${day}`, signed: true }]);
  // Messages of many lengths make database pages split, so that their content moves.
  for (let n = 0; n < 5; n++) {
    const marker = `letter-${day}-${n}-${crypto.randomUUID()}`;
    await letter({ marker, filling: 'x'.repeat((day * 97 + n * 613) % 1800) });
    secrets.set(marker, `letter ${n} of day ${day}`);
  }
  await manage('PUT', 'topics', [
    { id: 100 + day, name: `Topic ${day}`, slug: `topic-${day}`, description: '', category: 1 },
  ]);
  await manage('POST', 'shares', { name: `Share ${day}`, view: 'insights/rising-content/', days: 1 });
  await settled();
  for (const table of ['reader_salts', 'import_salts'])
    for (const { half, name } of await rows<{ half: string; name: string }>(`SELECT half, name FROM ${table}`)) {
      secrets.set(half, `half in ${table}`);
      secrets.set(name, `key of ${table}`);
    }
  const letters = `FROM dead_letters WHERE at BETWEEN ${seconds - 5} AND ${seconds + 600}`;
  const [failed] = await rows<{ id: number }>(`SELECT max(id) AS id ${letters} AND reason = 'failed'`);
  const trace = (kind: Kind, query: string): Trace => ({ day, kind, query });
  return [
    trace('salt of readers', `SELECT 1 FROM reader_salts WHERE day = ${utcDay}`),
    trace('salt of imports', `SELECT 1 FROM import_salts WHERE day = ${utcDay}`),
    trace('ledger entry', `SELECT 1 FROM click_ids_${partition} WHERE id = '${entry}'`),
    trace('dead letter', `SELECT 1 FROM dead_letters WHERE id = ${failed?.id ?? 0}`),
    trace('letter that names a reader, emptied', `SELECT 1 ${letters} AND body LIKE '%letter-${day}-0%'`),
    trace('line of the audit trail', `SELECT 1 FROM audit WHERE kind = 'topic' AND ref = '${100 + day}'`),
    trace('session', `SELECT 1 FROM sessions WHERE created_at <= ${seconds}`),
    trace('share of a day', `SELECT 1 FROM shares WHERE name = 'Share ${day}'`),
  ];
}

/** Replayed dead letters become new dead letters. */
async function tidy({ manage, rows, settled }: Stage): Promise<void> {
  const letters = await rows<{ id: number }>(
    "SELECT id FROM dead_letters WHERE reason = 'malformed' ORDER BY id DESC LIMIT 3",
  );
  const [discarded, replayed] = letters.map(({ id }) => id);
  if (discarded) await manage('DELETE', `dead-letters?ids=${discarded}`);
  if (replayed) await manage('POST', `dead-letters/replay?ids=${replayed}`);
  await settled();
}

/** Finds deleted texts in a database file after its write-ahead log has been checkpointed. */
function found(file: string, gone: readonly (readonly [string, string])[]): string[] {
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const bytes = readFileSync(file, 'latin1');
  console.log(`searched ${bytes.length} bytes of ${basename(dirname(file))}`);
  return gone
    .filter(([secret]) => bytes.includes(secret))
    .map(([, what]) => `${what}: its bytes are in a file of ${basename(dirname(file))}`);
}
