/**
 * `npm run check:container`: what the Dockerfile says, done here without Docker: the same files, packages, user, environment,
 * command, health check and signal. systemd looks at the units beside it. A click is accepted, the server is stopped, and after
 * another start the click is counted.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../src/command/paths.ts';
import { keysIn, untilReady } from '../../test/support/ready.ts';
import { freePort } from '../../test/support/servers/open-front.ts';
import { copyProject } from './project-copy.ts';

/** Milliseconds that Docker waits after the signal before it kills. */
const GRACE = 10_000;
const PORT = await freePort();

const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-container-'));
const app = join(folder, 'app');
const uid = Number(/--uid (\d+)/.exec(dockerfile)?.[1]);
const isRoot = process.getuid?.() === 0;
/** Only root can become the container's user; anybody else stays who they are, which is no root either. */
const user = isRoot ? { uid, gid: uid } : {};
const env = {
  PATH: process.env.PATH,
  ...network(),
  HOME: folder,
  ...variables(),
  PORT: String(PORT),
  STATE_DIR: join(folder, 'state'),
} as unknown as NodeJS.ProcessEnv;

try {
  checkUnits();
  copyFiles();
  step('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--silent']);
  step('npm', ['run', '--silent', 'build']);
  const operator = await firstLife();
  await secondLife(operator);
  console.log('The container starts, answers its health check, drains at SIGTERM, and keeps what it accepted.');
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}

/** What systemd says of the units for a machine without containers, whose paths are made those of this checkout. */
function checkUnits(): void {
  const examples = join(ROOT, 'docs/guides/examples/self-host');
  const units = readdirSync(examples).filter((name) => /[.](service|timer)$/.test(name));
  const copies = units.map((name) => {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(join(examples, name), 'utf8').replaceAll('/opt/newsgauge', ROOT));
    return file;
  });
  const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' });
  if (error) {
    console.log('systemd is not here: its units were not looked at');
    return;
  }
  if (status !== 0 || stderr.trim() !== '') throw new Error(`systemd finds fault with the units:\n${stderr}`);
  console.log(`systemd takes ${units.join(', ')}`);
}

/** How this machine reaches the package registry, which a build under Docker gets as arguments. */
function network(): Record<string, string | undefined> {
  const names = /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|npm_config_registry)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}

/** Variables of the image. */
function variables(): Record<string, string> {
  const words = Array.from(dockerfile.matchAll(/^ENV (.+)$/gm), ([, line = '']) => line.split(' ')).flat();
  return Object.fromEntries(words.map((word) => word.split('=') as [string, string]));
}

/** What `COPY . .` would take: files that git tracks, without those that .dockerignore leaves out. */
function copyFiles(): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const files = copyProject(app, ignored);
  mkdirSync(join(folder, 'state'));
  if (isRoot) execFileSync('chown', ['-R', `${uid}:${uid}`, folder]);
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(folder, uid, uid);
  console.log(`${files} files, user ${user.uid ?? process.getuid?.()}`);
}

function step(command: string, args: string[]): void {
  execFileSync(command, args, { cwd: app, env, stdio: ['ignore', 'inherit', 'inherit'], ...user });
}

/** Publishes an article and clicks it; stops the server at once. */
async function firstLife(): Promise<string> {
  const { server, keys } = await start();
  const { 2: health = '' } = JSON.parse(/CMD (\["node", "-e".+\])/.exec(dockerfile)?.[1] ?? '[]') as string[];
  step('node', ['-e', health]);
  const article = {
    id: 1,
    url: 'https://example.com/1',
    title: 'Story',
    introduction: 'Text',
    contentType: 'report',
    publishedAt: '2026-01-01T00:00:00Z',
    topics: [],
    companies: [],
    countries: [],
    geoGroups: [],
  };
  await ask('/manage/articles', { method: 'PUT', body: JSON.stringify([article]), key: keys.operator });
  const click = JSON.stringify({ key: keys.publishable, contentId: 1 });
  const response = await ask('/clicks', { method: 'POST', body: click });
  if (response.headers.get('x-click') !== 'accepted') throw new Error(`the click: ${response.headers.get('x-click')}`);
  await stop(server);
  return keys.operator ?? '';
}

/** The same state, another process: the click that was accepted is there. */
async function secondLife(operator: string): Promise<void> {
  const { server, keys } = await start();
  if (Object.keys(keys).length > 0) throw new Error('a second start made keys again');
  const end = Date.now() + 20_000;
  for (let counted = 0; counted !== 1; await sleep(300)) {
    const { data } = (await (await ask('/manage/status', { key: operator })).json()) as Status;
    counted = data.outcomes.counted ?? 0;
    if (Date.now() > end) throw new Error(`counted after the second start: ${counted}`);
  }
  await stop(server);
}

interface Status {
  data: { outcomes: { counted?: number } };
}

interface Started {
  server: ChildProcess;
  /** By kind, as the first start prints them. */
  keys: Record<string, string>;
}

async function start(): Promise<Started> {
  const command = JSON.parse(/^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  const [program = 'node', ...args] = command;
  const options = { cwd: app, env, ...user };
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  return { server, keys: keysIn(await untilReady(server)) };
}

/** As `docker stop` does: one signal to one process. */
async function stop(server: ChildProcess): Promise<void> {
  const began = Date.now();
  const ended = new Promise<number | null>((resolve) => server.removeAllListeners('exit').once('exit', resolve));
  server.kill('SIGTERM');
  const code = await Promise.race([ended, sleep(GRACE, 'late' as const)]);
  if (code !== 0) throw new Error(`after SIGTERM: ${code}`);
  console.log(`stopped in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

async function ask(path: string, { key, ...init }: RequestInit & { key?: string | undefined } = {}): Promise<Response> {
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    ...(key ? { Authorization: `Bearer ${key}` } : {}),
  };
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
