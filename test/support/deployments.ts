import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { copyProject } from '../../scripts/check/project-copy.ts';
import { ROOT } from '../../src/command/paths.ts';
import { Cloudflare } from './servers/cloudflare.ts';

/** Deploys a copy of the project with the real wrangler, to an empty account of `servers/cloudflare.ts` per test. */

const place = mkdtempSync(join(tmpdir(), 'newsgauge-deploy-'));
/** The folder is named `src`, because users often clone into a folder of that name. */
const folder = join(place, 'src');
export const disown = () => rmSync(join(folder, 'deployment.toml'), { force: true });
export const own = (text: string) => writeFileSync(join(folder, 'deployment.toml'), `workers_dev = true\n${text}`);
export const GUID = '[vars]\nGUID_AUTHORITY = "a.example"\n';

/** Adds a migration of a later version. Returns a function that removes it. */
export function migration(name: string, sql: string): () => void {
  const file = join(folder, 'drizzle', name);
  writeFileSync(file, sql);
  return () => rmSync(file, { force: true });
}

export let cloudflare: Cloudflare;
before(() => {
  copyProject(folder, ['docs/screenshots', 'test/']);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
after(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));
beforeEach(async () => {
  cloudflare = await Cloudflare.start();
  own(GUID);
});
afterEach(() => cloudflare.stop());

interface Ended {
  code: number;
  said: string;
}

/** Runs a command such as `deploy`. Asserts that it never prints the API token. */
export function deploy(
  words: string[] = [],
  environment: Record<string, string> = {},
  name = 'deploy',
): Promise<Ended> {
  const env = { ...process.env, ...cloudflare.environment, ...environment };
  const command = [join(folder, 'src/cli/newsgauge.js'), name, ...words];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env, cwd: folder }, (error, out, said) => {
      assert.doesNotMatch(out + said, new RegExp(cloudflare.token), 'the token is printed');
      resolve({ code: Number(error?.code ?? 0), said: `${out}${said}` });
    });
  });
}

/** Deploys at a terminal. `answers` contains replies to its questions, by a part of each question. */
export function deployAtTerminal(answers: Record<string, string>): Promise<Ended> {
  const env = { ...process.env, ...cloudflare.environment };
  const command = `"${process.execPath}" src/cli/newsgauge.js deploy`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    env,
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let said = '';
  let answered = 0;
  child.stdout.on('data', (chunk) => {
    said += stripVTControlCharacters(String(chunk));
    const [question, answer] = Object.entries(answers).find(([words]) => said.slice(answered).includes(words)) ?? [];
    if (question === undefined || !said.endsWith(': ')) return;
    answered = said.length;
    child.stdin.write(`${answer}\n`);
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? 1, said })));
}

/** Asserts that a command fails with a short message and without a stack trace. */
export async function refused(
  words: RegExp,
  args = ['--location', 'weur'],
  environment: Record<string, string> = {},
  command = 'deploy',
) {
  const { code, said } = await deploy(args, environment, command);
  assert.match(said, words);
  assert.notEqual(code, 0, said);
  assert.doesNotMatch(said, /\n\s+at |undefined|\[object/);
}

export function assertNoResources() {
  const { databases, namespaces, queues, workers } = cloudflare;
  assert.deepEqual([databases.length, namespaces.length, queues.length, workers.size], [0, 0, 0, 0]);
}

export function resourcesOf(name: string) {
  const { workers, databases, namespaces, queues } = cloudflare;
  const worker = workers.get(name);
  const version = worker?.versions.find(({ id }) => id === worker.deployed);
  const limits = version?.metadata.bindings.filter(({ type }) => type === 'ratelimit') ?? [];
  return {
    databases: databases.filter((each) => each.name === name).length,
    migrations: databases
      .find((each) => each.name === name)
      ?.file.prepare('SELECT name FROM d1_migrations')
      .all().length,
    operators: databases
      .find((each) => each.name === name)
      ?.file.prepare('SELECT id FROM api_keys')
      .all().length,
    namespaces: namespaces.filter(({ title }) => title === `${name}-salts`).length,
    queues: queues
      .filter(({ consumers }) => consumers.some(({ script }) => script === name))
      .map(({ queue_name, consumers: [consumer] }) => [queue_name, consumer?.dead_letter_queue ?? null]),
    objects: worker?.tag,
    crons: worker?.crons.length,
    limits: new Set(limits.map(({ namespace_id }) => namespace_id)),
  };
}

const completeResources = (name: string, migrations: number) => ({
  databases: 1,
  migrations,
  operators: 1,
  namespaces: 1,
  queues: [
    [`${name}-clicks`, `${name}-clicks-dead`],
    [`${name}-clicks-dead`, null],
    [`${name}-webhooks`, null],
  ],
  objects: 'v2',
  crons: 3,
});

const SHIPPED = readdirSync(join(ROOT, 'drizzle')).filter((name) => name.endsWith('.sql')).length;

/**
 * Asserts that a deployment is complete. `later` is the number of applied migrations that the project does not contain.
 */
export function assertCompleteDeployment(name: string, later = 0) {
  const { limits, ...rest } = resourcesOf(name);
  assert.deepEqual(rest, completeResources(name, SHIPPED + later));
  assert.equal(limits.size, 7);
}

export async function deployed(args = ['--location', 'weur']): Promise<string> {
  const { code, said } = await deploy(args);
  assert.equal(code, 0, said);
  return said;
}

export function rollback(): Promise<void> {
  const wrangler = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
  const env = { ...process.env, ...cloudflare.environment, CI: 'true' };
  const command = [wrangler, 'rollback', '--config', 'wrangler.deployment.json', '--yes', '--message', 'back'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { env, cwd: folder }, (error) => (error ? reject(error) : resolve()));
  });
}
