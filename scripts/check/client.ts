/**
 * `npm run check -- client` installs the packed client into an empty project, and runs a program and the Python
 * example.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../src/command/paths.ts';
import { sendValues } from '../../src/command/send.ts';
import { mintKeys } from '../../src/node/first-start/first-keys.ts';
import { useMemory } from '../../test/support/processes.ts';
import { startWorker } from '../../test/support/worker.ts';
import { migrate } from '../../test/support/workerd/runtime.ts';

const isWindows = process.platform === 'win32';
const NPX = isWindows ? 'npx.cmd' : 'npx';
const LARGEST = 64_000;
const STORIES = 5;
/** Node releases from npm that are tested: the oldest supported one, and the most common one. */
const RELEASES = [20, 22];

const PROGRAM = `import { BadRequest, createClient, signClick } from 'newsgauge-client';
import { createManager } from 'newsgauge-client/manage';

const client = createClient({ baseUrl: process.env.NEWSGAUGE_URL ?? '', apiKey: process.env.NEWSGAUGE_KEY ?? '' });
const titles: string[] = [];
for await (const article of client.feed.list({ articleTypes: ['report'], limit: 2 })) titles.push(article.title);
const { data } = await client.GET('/api/v2/topics/list/', {});
const names: string[] = (data?.data.topics ?? []).map(({ name }) => name);
const { topics } = await createManager({ baseUrl: process.env.NEWSGAUGE_URL ?? '', apiKey: process.env.NEWSGAUGE_OPERATOR_KEY ?? '' }).topics.list();
// @ts-expect-error The path does not exist.
client.GET('/api/v2/nothing/', {}).catch(() => {});
// @ts-expect-error There is no such type of article.
client.feed.list({ articleTypes: ['song'], limit: 0 }).catch(() => {});
// @ts-expect-error What stands in the address is needed.
client.insights.topicContent({ limit: 3 }).catch(() => {});
const refused = await client.feed.list({ limit: 0 }).catch((error: unknown) => error);
const token = await signClick('x'.repeat(40), { reader: 'r1', companyType: 'broker' });
console.log(JSON.stringify({ titles, names, refused: refused instanceof BadRequest && refused.reason, managed: topics.length, token: token.split('.').length }));
`;

// The folder is on disk, because files on a file system in memory may not be executable.
const folder = mkdtempSync(join(tmpdir(), 'newsgauge-client-'));
useMemory();
try {
  const project = makeProject(packed());
  compile(project);
  await runAgainstServer(project);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

function packed(): string {
  npm(['pack', '--silent', '--pack-destination', folder], join(ROOT, 'src/client'));
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  const { size } = statSync(file);
  if (size > LARGEST) throw new Error(`the package has ${size} bytes; the limit is ${LARGEST}`);
  console.log(`${size} bytes packed`);
  return file;
}

function makeProject(file: string): string {
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const types = ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`);
  npm(['install', '--no-audit', '--no-fund', '--silent', file, ...types], project);
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !/^(\.|@types|@typescript)/.test(name));
  console.log(`installed: ${installed.join(', ')}`);
  return project;
}

function compile(project: string): void {
  writeFileSync(join(project, 'program.ts'), PROGRAM);
  const options = { strict: true, module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'] };
  const compilerOptions = { ...options, types: ['node'], skipLibCheck: false, outDir: 'out' };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.ts'] }));
  execFileSync(process.execPath, [join(project, 'node_modules/typescript/bin/tsc')], {
    cwd: project,
    stdio: 'inherit',
  });
  console.log('compiled with its types');
}

async function runAgainstServer(project: string): Promise<void> {
  const state = join(folder, 'state');
  migrate(state);
  const worker = await startWorker({ state, port: 0 });
  try {
    const { operator, publishable } = await mintKeys(worker.db);
    const publish = (collection: string, values: object[]) =>
      sendValues({ base: worker.url, key: operator }, collection, values);
    await publish('topics', [{ id: 1, name: 'Cyber', slug: 'cyber', description: 'Cyber', category: 1 }]);
    await publish(
      'articles',
      Array.from({ length: STORIES }, (_, i) => story(i)),
    );
    const env = {
      ...process.env,
      NEWSGAUGE_URL: worker.url.origin,
      NEWSGAUGE_KEY: publishable,
      NEWSGAUGE_OPERATOR_KEY: operator,
    };
    const run = (command: string, args: string[]) =>
      execFileSync(command, args, { env, encoding: 'utf8', shell: isWindows });
    const program = join(project, 'out/program.js');
    const expected = {
      titles: Array.from({ length: STORIES }, (_, i) => `Story ${STORIES - 1 - i}`),
      names: ['Cyber', 'Risk Management'],
      refused: 'parameterInvalid',
      managed: 2,
      token: 3,
    };
    for (const release of RELEASES) {
      const [command, ...args] = [NPX, '--yes', '--package', `node@${release}`, 'node'] as const;
      const version = run(command, [...args, '--version']).trim();
      const printed = run(command, [...args, program]).trim();
      if (printed !== JSON.stringify(expected)) throw new Error(`on Node ${version} the program printed ${printed}`);
      console.log(`on Node ${version} the program walked a feed, read a list, and met an error`);
    }
    runPython(run);
  } finally {
    await worker.dispose();
  }
}

function story(i: number): object {
  return {
    id: i + 1,
    url: `https://example.com/${i}`,
    title: `Story ${i}`,
    introduction: 'Text',
    contentType: 'report',
    publishedAt: `2026-01-0${i + 1}T00:00:00Z`,
    topics: [1],
    companies: [],
    countries: [],
    geoGroups: [],
  };
}

/** Runs the Python example. If Python is missing, only prints a note. */
function runPython(run: (command: string, args: string[]) => string): void {
  const example = join(ROOT, 'docs/guides/examples/client.py');
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
  } catch {
    if (process.env.CI) throw new Error('python3 is missing, so the Python example cannot be run');
    console.log('python3 is missing: the Python example was not run');
    return;
  }
  const lines = run('python3', [example]).trim().split('\n');
  if (lines.length !== STORIES) throw new Error(`the Python example printed ${lines.join(' / ')}`);
  console.log('the Python example walked the same feed');
}

function npm(args: string[], cwd: string): void {
  execFileSync(isWindows ? 'npm.cmd' : 'npm', args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], shell: isWindows });
}
