/**
 * `npm run check -- dev` edits a copy of the project during `npm run dev`. `--limit MS` fails if a change is slower.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '../../src/command/paths.ts';
import { untilReady } from '../../test/support/ready.ts';
import { freePort } from '../../test/support/servers/free-port.ts';
import { copyProject } from './project-copy.ts';

const PATIENCE = 120_000;

const { values } = parseArgs({ options: { limit: { type: 'string', default: '60000' } } });
const project = mkdtempSync(join(tmpdir(), 'newsgauge-dev-'));
copyProject(project, ['docs/measured/', 'docs/screenshots/', 'test/']);
symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
const port = await freePort();
const server = spawn(join(ROOT, 'node_modules/node/bin/node'), ['src/cli/newsgauge.js', 'dev'], {
  cwd: project,
  env: { ...process.env, PORT: String(port), STATE_DIR: join(project, 'state'), DEMO: '0' },
  stdio: ['ignore', 'pipe', 'pipe'],
});
let lines: readonly string[] = [];

try {
  lines = await untilReady(server);
  const worker = join(project, 'src/routes/health.ts');
  const original = readFileSync(worker, 'utf8');
  const serves = (path: string, text: string) => async () => (await ask(path)).includes(text);
  await served('code of the Worker', serves('/health/ready', 'edited'), () =>
    writeFileSync(worker, original.replace('{ ready: true as const', '$&, edited: 1')),
  );
  writeFileSync(worker, `${original}\nsyntax error(`);
  await until('a mistake is reported', () => lines.some((line) => line.startsWith('Not restarted')));
  if (!(await serves('/health/ready', 'edited')()))
    throw new Error('after a syntax error the previous code is not served');
  await served('back to what it was', serves('/health/ready', '"ready":true}'), () => writeFileSync(worker, original));
  const page = readdirSync(join(project, 'src/web/browser')).find((name) => name.endsWith('.tsx')) ?? '';
  await served('code of a page', serves(`/pages/${page.replace('.tsx', '.js')}`, 'edited-page'), () =>
    appendFileSync(join(project, 'src/web/browser', page), "\nconsole.debug('edited-page');\n"),
  );
} catch (error) {
  console.error(
    lines
      .filter((line) => !line.includes('"event":"request"'))
      .slice(-20)
      .join('\n'),
  );
  throw error;
} finally {
  if (server.exitCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  rmSync(project, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}

async function served(what: string, isServed: () => Promise<boolean>, change: () => void): Promise<void> {
  const began = Date.now();
  change();
  await until(what, isServed);
  const took = Date.now() - began;
  console.log(`${what}: served after ${took} ms`);
  if (took > Number(values.limit)) throw new Error(`${what} took longer than ${values.limit} ms`);
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE; !(await holds()); await sleep(20))
    if (Date.now() > end) throw new Error(`not within ${PATIENCE / 1000} s: ${what}`);
}

function ask(path: string): Promise<string> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    (response) => response.text(),
    () => '',
  );
}
