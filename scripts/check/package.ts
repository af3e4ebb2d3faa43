/**
 * `npm run check -- package` tests the packed project on supported and unsupported Node, and the content of the image
 * without Docker.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
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
import { FIRST_KEYS } from '../../src/node/state/files.ts';
import { killAll, treeOf } from '../../test/support/processes.ts';
import { keysIn, untilReady } from '../../test/support/ready.ts';
import { freePort } from '../../test/support/servers/free-port.ts';

/** Docker sends SIGKILL ten seconds after its stop signal. A slow machine may take four times as long here. */
const GRACE = 40_000;
const PORT = await freePort();
const MAX_MEGABYTES = { package: 15, image: 190, compressed: 90 };
const SUPPORTED = '22.19.0';
const UNSUPPORTED = '20';
/** Sizes of the base image (`cc-debian12:debug-nonroot`) in its registry, in megabytes. */
const BASE = { image: 36, compressed: 14 };
/**
 * Limits of a start with existing state: CPU time as a multiple of an import of Hono and zod, and memory at rest in
 * megabytes.
 */
const MOST_AT_START = { imports: 12, memory: 220 };

const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-package-'));
const app = join(folder, 'app');
const programs = join(folder, 'bin');
const uid = Number(/^USER (\d+)$/m.exec(dockerfile)?.[1]);
const isRoot = process.getuid?.() === 0;
/** Only root can switch to the container's user. Other users have no privileges anyway. */
const user = isRoot ? { uid, gid: uid } : {};
const env = {
  PATH: programs,
  HOME: folder,
  ...variables(),
  PORT: String(PORT),
  STATE_DIR: join(folder, 'state'),
} as unknown as NodeJS.ProcessEnv;

try {
  checkUnits();
  const tarball = pack();
  await onReleases(tarball);
  install(tarball);
  const operator = await firstLife();
  await secondLife(operator);
  await afterKill();
  console.log('The package starts, passes its health check, drains at SIGTERM, and counts every accepted click.');
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}

function pack(): string {
  const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT, encoding: 'utf8' });
  return join(folder, name.trim().split('\n').at(-1) ?? '');
}

/** An unsupported Node must be rejected before anything is written. The oldest supported Node must count a click. */
async function onReleases(tarball: string): Promise<void> {
  const place = join(folder, 'alone');
  npmInstall(place, tarball);
  limit('the package', megabytes(place), MAX_MEGABYTES.package);
  const program = join(place, 'node_modules/newsgauge/src/cli/newsgauge.js');
  const own = { ...env, STATE_DIR: join(place, 'state') };
  const old = spawnSync(nodeOf(UNSUPPORTED), [program, 'start'], { cwd: place, encoding: 'utf8', env: own });
  if (
    old.status !== 1 ||
    !/^newsgauge needs Node [^\n]+ https:\/\/nodejs\.org[^\n]+\n$/.test(old.stderr) ||
    existsSync(own.STATE_DIR)
  )
    throw new Error(`on Node ${UNSUPPORTED}: ${old.status} ${old.stderr}`);
  const node = nodeOf(SUPPORTED);
  const words = ['topics', 'list', '--service', 'http://127.0.0.1:1'];
  const listing = spawnSync(node, [program, ...words], {
    cwd: place,
    encoding: 'utf8',
    env: { ...own, NEWSGAUGE_KEY: 'x', NEWSGAUGE_SERVICE: 'http://127.0.0.1:1' },
  });
  if (listing.status !== 4 || !/^\S+ is not reachable; start it with npx newsgauge start\n$/.test(listing.stderr))
    throw new Error(`topics list: ${listing.status} ${listing.stderr}`);
  const server = spawn(node, [program, 'start'], { cwd: place, env: own, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = await untilReady(server);
  const keys = keysIn(readFileSync(join(own.STATE_DIR, FIRST_KEYS), 'utf8').split('\n'));
  await publishAndClick(keys);
  await untilCounted(keys.operator);
  await stop(server);
  const faults = lines.filter((line) => /warning|"level":"error"/i.test(line));
  if (faults.length > 0) throw new Error(`on Node ${SUPPORTED}: ${faults.join('\n')}`);
  console.log(`Node ${UNSUPPORTED} is rejected; Node ${SUPPORTED} counts a click and logs no warnings or errors`);
}

function nodeOf(release: string): string {
  const place = join(folder, `node-${release}`);
  npmInstall(place, `node@${release}`);
  return join(place, 'node_modules/.bin/node');
}

/** Reproduces the Dockerfile's last stage: a stripped Node, and the package without unneeded files. */
function install(tarball: string): void {
  npmInstall(app, tarball);
  mkdirSync(programs);
  const cut = /^RUN (strip .+)$/m.exec(dockerfile)?.[1] ?? '';
  const stripped = join(programs, 'node');
  copyFileSync(process.execPath, stripped);
  const line = cut.replace('/usr/local/bin/node-stripped', stripped).replace('/usr/local/bin/node', process.execPath);
  execFileSync('sh', ['-c', line], { cwd: app, stdio: ['ignore', 'inherit', 'inherit'] });
  rmSync(join(folder, 'state'), { recursive: true, force: true });
  mkdirSync(join(folder, 'state'), { mode: 0o700 });
  if (isRoot) execFileSync('chown', [`${uid}:${uid}`, join(folder, 'state')]);
  execFileSync('chmod', ['-R', 'a-w,a+rX', app]);
  chmodSync(folder, 0o755);
  const tools = readdirSync(join(app, 'node_modules')).filter((name) =>
    /^(esbuild|wrangler|typescript|vitest)$/.test(name),
  );
  if (tools.length > 0) throw new Error(`the package contains development tools: ${tools.join(', ')}`);
  limit('the image', megabytes(app, programs) + BASE.image, MAX_MEGABYTES.image);
  const compressed = execFileSync('sh', ['-c', `tar -c ${app} ${programs} 2>/dev/null | gzip -6 | wc -c`], {
    encoding: 'utf8',
  });
  limit('the image, compressed', Number(compressed) / 1e6 + BASE.compressed, MAX_MEGABYTES.compressed);
}

function npmInstall(place: string, what: string): void {
  mkdirSync(place);
  const words = ['install', '--no-audit', '--no-fund', '--silent', what];
  execFileSync('npm', words, { cwd: place, stdio: ['ignore', 'inherit', 'inherit'] });
}

function megabytes(...places: string[]): number {
  return execFileSync('du', ['-sk', ...places], { encoding: 'utf8' })
    .split('\n')
    .reduce((sum, line) => sum + (Number.parseInt(line, 10) || 0) / 1000, 0);
}

function limit(what: string, found: number, most: number): void {
  console.log(`${what}: ${found.toFixed(1)} of at most ${most}`);
  if (found > most) throw new Error(`${what}: limit exceeded`);
}

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
    console.log('systemd is not installed: its units were not checked');
    return;
  }
  if (status !== 0 || stderr.trim() !== '') throw new Error(`systemd rejects the units:\n${stderr}`);
  console.log(`systemd accepts ${units.join(', ')}`);
}

function variables(): Record<string, string> {
  const words = Array.from(dockerfile.matchAll(/^ENV (.+)$/gm), ([, line = '']) => line.split(' ')).flat();
  return Object.fromEntries(words.map((word) => word.split('=') as [string, string]));
}

async function firstLife(): Promise<string> {
  const { server, keys } = await start();
  const { 2: health = '' } = JSON.parse(/CMD (\["node", "-e".+\])/.exec(dockerfile)?.[1] ?? '[]') as string[];
  execFileSync(join(programs, 'node'), ['-e', health], { cwd: app, env, ...user });
  await publishAndClick(keys);
  await stop(server);
  return keys.operator ?? '';
}

async function publishAndClick(keys: Record<string, string>): Promise<void> {
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
}

async function untilCounted(operator: string | undefined): Promise<void> {
  const end = Date.now() + 120_000;
  for (let counted = 0; counted !== 1; await sleep(300)) {
    const { data } = (await (await ask('/manage/status', { key: operator })).json()) as Status;
    counted = data.outcomes.counted ?? 0;
    if (Date.now() > end) throw new Error(`${counted} clicks were counted within two minutes`);
  }
}

/** Starts another process on the same state and checks that the accepted click is counted. */
async function secondLife(operator: string): Promise<void> {
  const { server, keys } = await start();
  const tree = treeOf(server.pid ?? 0);
  limit('CPU time of a start, in imports of Hono and zod', processorTime(tree) / importTime(), MOST_AT_START.imports);
  if (Object.keys(keys).length > 0) throw new Error('the second start created keys again');
  await untilCounted(operator);
  await sleep(8000);
  const workshop = treeOf(server.pid ?? 0).filter(({ command }) => /wrangler|esbuild|typescript|vite/.test(command));
  if (workshop.length > 0)
    throw new Error(`development tools run next to the server: ${workshop.map(({ command }) => command)}`);
  limit('memory at rest, in megabytes', memory(treeOf(server.pid ?? 0)), MOST_AT_START.memory);
  everyCommand(operator);
  await stop(server);
}

/** Runs every command, and every verb of the resources in an example or a list. */
function everyCommand(operator: string): void {
  const place = join(folder, 'commands');
  mkdirSync(place);
  writeFileSync(join(place, 'topics.ndjson'), '{"id":8,"name":"Fleet","slug":"fleet","category":2}\n');
  const program = join(app, 'node_modules/newsgauge/src/cli/newsgauge.js');
  const run = (words: string, code = 0): string => {
    // Commands run as root, which may write into the state of the server's user.
    const ended = spawnSync(join(programs, 'node'), [program, ...words.split(' ')], {
      cwd: place,
      encoding: 'utf8',
      env: { ...env, NEWSGAUGE_KEY: operator, NEWSGAUGE_SERVICE: `http://localhost:${PORT}` },
    });
    if (ended.status !== code) throw new Error(`newsgauge ${words} ended with ${ended.status}: ${ended.stderr}`);
    count++;
    return ended.stdout;
  };
  let count = 0;
  for (const words of [
    'topics put 7 --name Cyber --slug cyber --category 1',
    'topics put --file topics.ndjson',
    'topics get 7',
    'rules put topic/7 --words cyber,ransom*',
    'articles list --search story -o csv',
    'topics merge 8 --into 7 --yes',
    'topics restore 8',
    'topics delete 8 --yes',
    'sources list -o json',
    'keys list',
    'retag',
    'simulate --rate 5 --seconds 2',
    'backup copy',
    'restore copy --try',
    'doctor',
    'complete bash',
  ])
    run(words);
  run('reindex', 2);
  const things = Array.from(run('--help').matchAll(/^ {2}([a-z-]+) .*\blist\b/gm), ([, thing = '']) => thing);
  if (things.length < 15) throw new Error(`too few resources in the help: ${things.join(', ')}`);
  for (const thing of things) run(`${thing} list -o ndjson`);
  const made = run('keys create --kind secret --name Partner');
  if (!/^ng/m.test(made)) throw new Error(`no key in the output of keys create: ${made.length} characters`);
  const [, id = ''] = /^ *(\d+) .*Partner/m.exec(run('keys list')) ?? [];
  run(`keys rotate ${id}`);
  run(`keys revoke ${id}`);
  writeFileSync(join(place, 'export.ndjson'), run('export'));
  run('import export.ndjson');
  run('deploy --dry-run', 2);
  console.log(`${count} commands succeeded`);
}

async function afterKill(): Promise<void> {
  const { server } = await start();
  killAll(treeOf(server.pid ?? 0));
  await sleep(500);
  await stop((await start()).server);
}

/** CPU time in seconds in which Node imports Hono and zod: the median of five processes. */
function importTime(): number {
  const script = `await import('hono'); await import('zod'); process.stdout.write(JSON.stringify(process.cpuUsage()));`;
  const times = Array.from({ length: 5 }, () => {
    const options = { cwd: ROOT, encoding: 'utf8' } as const;
    const { user, system } = JSON.parse(
      execFileSync(join(programs, 'node'), ['--input-type=module', '--eval', script], options),
    );
    return (user + system) / 1e6;
  });
  return times.sort((a, b) => a - b)[2] ?? 0;
}

function processorTime(tree: readonly { pid: number }[]): number {
  return sumOf(tree, (pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / 100;
  });
}

/** Memory of these processes in megabytes, with shared pages counted once. */
function memory(tree: readonly { pid: number }[]): number {
  return sumOf(
    tree,
    (pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1000,
  );
}

function sumOf(tree: readonly { pid: number }[], of: (pid: number) => number): number {
  return process.platform === 'linux' ? tree.reduce((sum, { pid }) => sum + of(pid), 0) : 0;
}

interface Status {
  data: { outcomes: { counted?: number } };
}

interface Started {
  server: ChildProcess;
  /** Keys printed by the server, by kind. Empty except at the first start. */
  keys: Record<string, string>;
}

async function start(): Promise<Started> {
  const words = (name: string) =>
    JSON.parse(new RegExp(`^${name} (\\[.+\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]') as string[];
  const [program = 'node', ...args] = [...words('ENTRYPOINT'), ...words('CMD')];
  const options = { cwd: app, env, ...user };
  const server = spawn(join(programs, program), args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  await untilReady(server);
  const file = join(env.STATE_DIR ?? '', FIRST_KEYS);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  rmSync(file, { force: true });
  return { server, keys: keysIn(lines) };
}

/** Stops the server as `docker stop` does, with one signal to one process. */
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
