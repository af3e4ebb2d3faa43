import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ROOT } from '../../src/command/paths.ts';
import { freePort } from '../support/servers/free-port.ts';

const START = [join(ROOT, 'src/cli/newsgauge.js'), 'start'];
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-refusals-'));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Refused {
  code: number | null;
  lines: string[];
}

function refused(command: string, args: string[], env: Record<string, string>): Promise<Refused> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, lines: text.trimEnd().split('\n') })));
}

function assertRefusal({ code, lines }: Refused, problem: RegExp, remedy: RegExp): void {
  assert.equal(lines.length, 2, lines.join('\n'));
  assert.match(lines[0] ?? '', problem);
  assert.match(lines[1] ?? '', remedy);
  assert.equal(code, 1);
}

const start = (env: Record<string, string>) =>
  refused(process.execPath, START, { STATE_DIR: join(folder, 'state'), PORT: '0', ...env });

describe('failed starts', { concurrency: 2 }, () => {
  const file = join(folder, 'file');
  const cases: [what: string, env: Record<string, string>, problem: RegExp, remedy: RegExp][] = [
    ['port 0', { PORT: '0' }, /PORT/, /doctor/],
    ['a port beyond the last', { PORT: '65536' }, /PORT/, /doctor/],
    ['a port that is none', { PORT: 'http' }, /PORT/, /doctor/],
    ['an address of another machine', { HOST: '192.0.2.1' }, /no address 192\.0\.2\.1/, /HOST/],
    ['a proxy that is no address', { TRUST_PROXY: 'caddy' }, /"caddy"/, /TRUST_PROXY=/],
    [
      'a trusted network that is none',
      { TRUSTED_NETWORKS: 'AS64496,intranet' },
      /TRUSTED_NETWORKS contains "intranet"/,
      /doctor/,
    ],
    ['a time zone that there is not', { TIME_ZONE: 'Europe/Lodnon' }, /TIME_ZONE contains "Europe\/Lodnon"/, /doctor/],
    ['a file in place of the state', { STATE_DIR: file }, /file is a file/, /STATE_DIR/],
  ];
  for (const [what, env, problem, remedy] of cases)
    test(what, async () => {
      writeFileSync(file, '');
      assertRefusal(await start({ PORT: String(await freePort()), ...env }), problem, remedy);
    });

  test('npm start fails if its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    assertRefusal(await start({ PORT: String(port) }), /is in use by another program/, /PORT=/);
    other.close();
  });

  test('npm start fails if the state has no database', async () => {
    const state = join(folder, 'gone');
    mkdirSync(state);
    writeFileSync(join(state, 'queues.sqlite'), '');
    const env = { PORT: String(await freePort()), STATE_DIR: state };
    assertRefusal(await start(env), /its database is missing/, /npm run restore/);
  });

  // The kernel must allow user namespaces for private file systems.
  const lends = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', folder]).status === 0;
  const mounted = (how: string, port: number) =>
    refused('unshare', ['-Urm', 'sh', '-c', `${how} && exec "$0" "$@"`, process.execPath, ...START], {
      PORT: String(port),
      STATE_DIR: join(folder, 'mounted/state'),
    });
  if (lends) {
    mkdirSync(join(folder, 'mounted'));

    test('npm start fails on a full disk', async () => {
      const how = `mount -t tmpfs -o size=500k tmpfs "${folder}/mounted"`;
      assertRefusal(await mounted(how, await freePort()), /full: 0 MiB are free/, /another disk/);
    });

    test('npm start fails on a read-only disk', async () => {
      const how = `mount --bind "${folder}/mounted" "${folder}/mounted" && mount -o remount,ro,bind "${folder}/mounted"`;
      assertRefusal(await mounted(how, await freePort()), /is not writable/, /STATE_DIR/);
    });
  }
});
