/**
 * `npm run verify -- restore` backs up the demo newsroom while its server runs, and restores it. Every endpoint must
 * respond byte for byte as before. Clicks that arrive during a backup must count once.
 */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { apiAt } from '../../../src/command/api.ts';
import { now, run } from '../../../src/command/command.ts';
import { ROOT } from '../../../src/command/paths.ts';
import { sendValues } from '../../../src/command/send.ts';
import { openDb } from '../../../src/db/client.ts';
import type { KeyKind } from '../../../src/keys/key.ts';
import { createKey } from '../../../src/keys/key-store.ts';
import { rfc3339, utcDay } from '../../../src/lib/time.ts';
import { loadDemo } from '../../../src/node/first-start/load-demo.ts';
import { type RunningWorker, startWorker } from '../../support/worker.ts';
import { bundle, migrate } from '../../support/workerd/runtime.ts';
import { everyPath } from './questions.ts';

const PORTION = 50;
/** Time that backing up, restoring and comparing one state takes, in milliseconds. */
const HOUR = 3_600_000;
const NEEDED = 180_000;

await run('npm run verify -- restore [--port 8830]', async () => {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '8830' } } });
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-restore-'));
  try {
    const problems = await verify(folder, Number(values.port));
    for (const problem of problems) console.error(problem);
    console.log(problems.length === 0 ? 'Restored as it was.' : `${problems.length} differences`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function verify(folder: string, port: number): Promise<string[]> {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const script = await bundle();
  const start = (state: string) => startWorker({ state, port, script, rateLimit: 1_000_000 });

  migrate(first);
  let server = await start(first);
  const [secret, operator] = [await makeKey(server, 'secret'), await makeKey(server, 'operator')];
  await loadDemo({ ...server, api: apiAt(server.url, operator, true) }, { assetBase: server.url.origin });
  // Responses depend on the hour, so the comparison must not cross a full hour.
  const left = HOUR - (Date.now() % HOUR);
  if (left < NEEDED) await sleep(left + 1000);
  const hour = Math.floor(Date.now() / HOUR);
  const before = await answers(server, secret);
  await command('backup', first, join(folder, 'backup'));
  const flow = clicksOf(operator, server);
  const [, sent] = await Promise.all([
    command('backup', first, join(folder, 'in-flow')).finally(() => flow.stop()),
    flow.sent,
  ]);
  const total = await totals(server);
  await server.dispose();

  await command('restore', second, join(folder, 'backup'));
  server = await start(second);
  await rebuild(server, operator);
  const after = await answers(server, secret);
  // These clicks need today's salt, whose other half exists only in the first state.
  await sendValues({ base: server.url, key: operator, method: 'POST' }, 'clicks', sent[0] ?? []);
  await server.dispose();
  const different = [...before].filter(([path, answer]) => after.get(path) !== answer).map(([path]) => path);
  console.log(`${before.size} answers compared, ${different.length} differ`);
  if (Math.floor(Date.now() / HOUR) !== hour) return ['a full hour has passed meanwhile: run it again'];

  await command('restore', first, join(folder, 'in-flow'), '--force');
  server = await start(first);
  const restored = await totals(server);
  for (const lines of sent) await sendValues({ base: server.url, key: operator, method: 'POST' }, 'clicks', lines);
  const again = await totals(server);
  await server.dispose();
  const clicks = sent.flat().length;
  console.log(`${clicks} clicks came in during a backup, ${restored - (total - clicks)} of them are in it`);
  return [
    ...different.map((path) => `another answer: ${path}`),
    ...(again === total ? [] : [`${again} clicks after sending all again, ${total} before`]),
  ];
}

function makeKey({ db }: RunningWorker, kind: KeyKind): Promise<string> {
  return createKey(openDb(db), { kind, name: `verify ${kind}`, origins: [], expiresAt: null }, now());
}

async function command(name: 'backup' | 'restore', state: string, ...args: string[]): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'src/cli/newsgauge.js'), name, ...args], {
    env: { ...process.env, STATE_DIR: state },
  }).catch(({ stderr }: { stderr: string }) => {
    throw new Error(`npm run ${name}: ${stderr}`);
  });
  console.log(stdout.split('\n')[0]);
}

async function answers({ url }: RunningWorker, key: string): Promise<Map<string, string>> {
  const days = Array.from({ length: 5 }, (_, i) => utcDay(now() - i * 86_400));
  const all = new Map<string, string>();
  for (const path of everyPath([1, 2, 3, 6, 47], days)) {
    const response = await fetch(new URL(path, url), { headers: { 'X-API-Key': key } });
    const headers = ['ETag', 'Link', 'Content-Type'].map((name) => response.headers.get(name));
    all.set(path, JSON.stringify([response.status, headers, await response.text()]));
  }
  return all;
}

async function rebuild({ url }: RunningWorker, key: string): Promise<void> {
  await sendValues({ base: url, key, method: 'POST' }, 'rebuild', []);
}

function clicksOf(key: string, { url }: RunningWorker) {
  let going = true;
  const sent: Promise<object[][]> = (async () => {
    const portions: object[][] = [];
    while (going) {
      const lines = Array.from({ length: PORTION }, (_, i) => ({
        contentId: 1400 + i,
        at: rfc3339(now() - 3600 * i),
        reader: `flow ${portions.length}`,
      }));
      await sendValues({ base: url, key, method: 'POST' }, 'clicks', lines);
      portions.push(lines);
    }
    return portions;
  })();
  const stop = () => {
    going = false;
  };
  return { sent, stop };
}

/** Number of counted clicks. Throws if ledger and aggregates differ. */
async function totals({ db }: RunningWorker): Promise<number> {
  const [row] = await openDb(db).all<{ ledger: number; clicks: number }>(
    `SELECT (SELECT sum(unsigned_all + signed_all + trusted_all) FROM click_hours) AS clicks, ${[0, 1, 2, 3, 4]
      .map((n) => `(SELECT count(*) FROM click_ids_${n})`)
      .join(' + ')} AS ledger`,
  );
  if (!row || row.ledger !== row.clicks) throw new Error(`ledger and aggregates differ: ${JSON.stringify(row)}`);
  return row.clicks;
}
