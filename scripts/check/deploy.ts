/**
 * `npm run check -- deploy` checks a deployment without an account: bundle, bindings, queues, and the guide's commands
 * and settings.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'smol-toml';
import { unstable_readConfig } from 'wrangler';
import { QUEUE_RETENTION_S } from '../../src/cli/deployment/resources.ts';
import { inParts, mergeSettings, missingSettings, type Settings, withIds } from '../../src/cli/deployment/settings.ts';
import { verboseWrangler } from '../../src/cli/deployment/wrangler.ts';
import { retryDelay } from '../../src/clicks/consume/retry.ts';
import { run } from '../../src/command/command.ts';
import { ROOT } from '../../src/command/paths.ts';
import { articleInput } from '../../src/content/input.ts';
import type { Modules } from '../build/worker-parts.ts';
import { startUpTimes } from './startup.ts';

/** Maximum size of the gzipped Worker on Cloudflare's smallest plan, in bytes. */
const LARGEST = 3_000_000;
/**
 * Maximum CPU time until an isolate's first response with a feed. On slower machines, the ratio decides (measured: 2.3
 * to 2.5, a fifth of it for the stemmers of search). `test/project/start.test.ts` limits the size of the code.
 */
const LONGEST_START = 100;
const LONGEST_START_RATIO = 3.5;
const MOST_COMMANDS = 5;
const DAY = 86_400;
const OUTAGE = 4 * DAY;

interface Config {
  d1_databases: { binding: string; database_name: string; database_id?: string }[];
  kv_namespaces: { binding: string; id?: string }[];
  queues: { producers: { binding: string; queue: string }[]; consumers: { queue: string; max_retries?: number }[] };
  durable_objects: { bindings: { name: string }[] };
  ratelimits: { name: string }[];
  vars: Record<string, string>;
}

const config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') }) as unknown as Config;
const base = parse(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'));
const problems: string[] = [];

await run('npm run check -- deploy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-'));
  try {
    checkBindings(withConfig(base, 'deploy', '--dry-run', '--outdir', folder));
    const names = readdirSync(folder).filter((name) => /\.(js|bin)$/.test(name));
    const modules = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    checkSize(modules);
    await checkStartUp(modules);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  checkQueues();
  checkSettings();
  checkCommands(readFileSync(join(ROOT, 'docs/guides/deploy.md'), 'utf8'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
});

function withConfig(settings: Settings, ...command: string[]): string {
  const file = join(ROOT, `wrangler.check-${process.pid}.json`);
  try {
    writeFileSync(file, JSON.stringify(inParts(settings)));
    return verboseWrangler(...command, '--config', file);
  } finally {
    rmSync(file, { force: true });
  }
}

function checkBindings(printed: string): void {
  const deployed = Array.from(printed.matchAll(/^env\.(\w+)/gm), ([, name = '']) => name);
  const configured = [
    ...config.d1_databases.map(({ binding }) => binding),
    ...config.kv_namespaces.map(({ binding }) => binding),
    ...config.queues.producers.map(({ binding }) => binding),
    ...config.durable_objects.bindings.map(({ name }) => name),
    ...config.ratelimits.map(({ name }) => name),
    ...Object.keys(config.vars),
  ];
  const generated = readFileSync(join(ROOT, 'worker-configuration.d.ts'), 'utf8');
  const compiled = /interface __BaseEnv_Env \{(.*?)\n\}/s.exec(generated)?.[1] ?? '';
  const expected = Array.from(compiled.matchAll(/^\t(\w+):/gm), ([, name = '']) => name);
  const { cloudflare } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  same('wrangler.toml', configured, 'the bundle', deployed);
  // The bindings are described in the format of the deploy button.
  same('wrangler.toml', configured, 'cloudflare.bindings of package.json', Object.keys(cloudflare.bindings));
  same('Env', expected, 'the bundle', deployed);
  console.log(`${deployed.length} bindings: ${deployed.join(', ')}`);
}

function same(one: string, left: string[], other: string, right: string[]): void {
  const missing = left.filter((name) => !right.includes(name));
  const odd = right.filter((name) => !left.includes(name));
  if (missing.length > 0) problems.push(`${other} lacks ${missing.join(', ')}, which ${one} has`);
  if (odd.length > 0) problems.push(`${other} has ${odd.join(', ')}, which ${one} lacks`);
}

function checkSize(modules: Modules): void {
  const size = gzipSync(Object.values(modules).join('')).length;
  if (size > LARGEST) problems.push(`the bundle has ${size} bytes gzipped; Cloudflare accepts at most ${LARGEST}`);
  console.log(`${Math.round(size / 1000)} KB gzipped, of ${LARGEST / 1000} KB`);
}

async function checkStartUp(modules: Modules): Promise<void> {
  const { own, ratio } = await startUpTimes(modules, '/api/v2/feed/');
  const times = `an isolate starts in ${own} ms of CPU time, its process in ${ratio.toFixed(2)} times that of Hono and zod alone`;
  if (own > LONGEST_START && ratio > LONGEST_START_RATIO)
    problems.push(`${times}; at most ${LONGEST_START} ms, or ${LONGEST_START_RATIO} times, are allowed`);
  console.log(times);
}

/** Clicks must survive a database outage until the queue's retention or its retries end. */
function checkQueues(): void {
  for (const { queue, max_retries = 0 } of config.queues.consumers) {
    const delays = Array.from({ length: max_retries }, (_, i) => retryDelay(i + 1));
    const seconds = delays.reduce((sum, delay) => sum + delay, 0);
    if (Math.min(seconds, QUEUE_RETENTION_S.paid) < OUTAGE)
      problems.push(`${queue} drops messages after ${inDays(seconds)} days; ${inDays(OUTAGE)} are promised`);
  }
  const { paid, free } = QUEUE_RETENTION_S;
  console.log(
    `queues retain messages for ${inDays(paid)} days, and clicks survive ${inDays(OUTAGE)} days without the database`,
  );
  console.log(`on the free plan for ${free / 3600} hours: a longer outage of the database loses clicks there`);
}

function inDays(seconds: number): number {
  return Math.floor(seconds / DAY);
}

function checkSettings(): void {
  if (config.d1_databases.some((each) => each.database_id) || config.kv_namespaces.some((each) => each.id))
    problems.push('wrangler.toml must not contain ids of an account: deployments find them');
  if (missingSettings(base).length !== 2) problems.push('wrangler.toml must not set an address or a domain');
  const own = parse(readFileSync(join(ROOT, 'docs/guides/examples/deployment.toml'), 'utf8'));
  const ids = { databaseId: '11111111-1111-4111-8111-111111111111', saltsId: '2'.repeat(32) };
  const settings = withIds(mergeSettings(base, own), ids);
  problems.push(...missingSettings(settings).map((each) => `with the example's settings: ${each}`));
  const printed = withConfig(settings, 'deploy', '--dry-run');
  // The dry run prints databases by name, not by id.
  for (const part of [ids.saltsId, 'Europe/London'])
    if (!printed.includes(part)) problems.push(`a deployment with the example's settings does not print ${part}`);
  console.log('the example settings form a complete deployment');
}

/** The first block of commands in docs/guides/deploy.md must lead from an empty account to a first feed. */
function checkCommands(guide: string): void {
  const commands = (/```sh(?: no-run)?\n(.*?)```/s.exec(guide)?.[1] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (commands.length === 0 || commands.length > MOST_COMMANDS)
    problems.push(`docs/guides/deploy.md needs ${commands.length} commands; at most ${MOST_COMMANDS} are promised`);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const command of commands) {
    const [, script] = /npm run (?:--silent )?([\w:]+)/.exec(command) ?? [];
    if (script && !scripts[script]) problems.push(`there is no npm script ${script}`);
    // The words before the first name or option are the subcommand.
    const [, words] = /npx wrangler ((?:[a-z0-9]+ ?)+)/.exec(command) ?? [];
    if (words && !isCommand(words.trim().split(' '))) problems.push(`wrangler knows no such command: ${command}`);
  }
  for (const [, file = ''] of commands.join('\n').matchAll(/import -- articles (\S+)/g)) {
    const lines = readFileSync(join(ROOT, file), 'utf8').trim().split('\n');
    const bad = lines.filter((line) => !articleInput.safeParse(JSON.parse(line)).success);
    if (bad.length > 0) problems.push(`${file} contains a line that the service rejects: ${bad[0]}`);
  }
  console.log(`${commands.length} commands from an empty account to a first feed`);
}

/** The help of a command contains its full name. For an unknown command, the help of its parent is printed. */
function isCommand(words: string[]): boolean {
  try {
    for (let most = words.length; most >= Math.min(2, words.length); most--)
      if (verboseWrangler(...words.slice(0, most), '--help').includes(`wrangler ${words.slice(0, most).join(' ')}`))
        return true;
    return false;
  } catch {
    return false;
  }
}
