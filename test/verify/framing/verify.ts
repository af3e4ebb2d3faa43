/**
 * `npm run verify -- framing` sends requests that two servers in a chain may interpret differently. Exits with 1 if
 * another client receives a wrong response, or the service acts without a request.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { ROOT } from '../../../src/command/paths.ts';
import { sendValues } from '../../../src/command/send.ts';
import { createRandom } from '../../../src/demo/random.ts';
import { circumstances, table, whole } from '../../bench/lib/report.ts';
import { writeMeasured } from '../../support/measured.ts';
import { ended, killAll, stillRunning } from '../../support/processes.ts';
import { Server } from '../../support/started.ts';
import { each } from '../abuse/trial.ts';
import { makeState, type StateKeys } from '../crash/newsroom.ts';
import { type AttackTarget, attacks, launch } from './attack.ts';
import { FORMS, METHODS } from './forms.ts';
import { Judge } from './judge.ts';
import { article, Operator, Reader } from './people.ts';

export interface Proxy {
  url: URL;
  stop(): Promise<void>;
}

interface Place {
  port: number;
  upstream: string;
  folder: string;
}

interface Run {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const PATIENCE = 60_000;
/** First characters of the statuses 2xx, 4xx and 5xx, and of `none`. */
const CLASSES = ['2', '4', '5', 'n'];
const LAST_WORDS = 4000;

/** Reads a file from the guide and replaces its addresses with those of this machine. Throws if one is missing. */
function shipped(name: string, swaps: readonly (readonly [string | RegExp, string])[]): string {
  const file = readFileSync(join(ROOT, 'docs/guides/examples/self-host', name), 'utf8');
  return swaps.reduce((text, [from, to]) => {
    const swapped = text.replace(from, to);
    if (swapped === text) throw new Error(`${name} does not contain ${from}`);
    return swapped;
  }, file);
}

const RUNS: Record<string, (place: Place) => Run> = {
  caddy({ port, upstream, folder }) {
    const own = '{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n';
    writeFileSync(join(folder, 'Caddyfile'), own + shipped('Caddyfile', [['newsgauge:8787', upstream]]));
    return {
      command: 'caddy',
      args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      env: { NEWSGAUGE_HOST: `http://:${port}`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    };
  },

  nginx({ port, upstream, folder }) {
    const site = shipped('nginx.conf', [
      ['127.0.0.1:8787', upstream],
      [/server \{\s+listen 80;[^}]*\}/, ''],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} default_server;`],
      [/\s+ssl_certificate [^\n]+\n\s+ssl_certificate_key [^\n]+/, ''],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
    const around = `daemon off; master_process off; pid pid; events {} http { access_log off; ${temporary.join(' ')}\n${site}}`;
    writeFileSync(join(folder, 'nginx.conf'), around);
    return { command: 'nginx', args: ['-p', folder, '-c', 'nginx.conf', '-e', 'log'] };
  },

  haproxy({ port, upstream, folder }) {
    const config = shipped('haproxy.cfg', [
      ['127.0.0.1:8787', upstream],
      [/frontend plain[\s\S]*?\n\n/, ''],
      [/bind :443 [^\n]+/, `bind 127.0.0.1:${port}`],
    ]);
    writeFileSync(join(folder, 'haproxy.cfg'), config);
    return { command: 'haproxy', args: ['-db', '-f', join(folder, 'haproxy.cfg')] };
  },
};

export const PROXIES = Object.keys(RUNS);

/** Resolves when the proxy listens, and rejects if it does not within ten seconds. */
export async function startProxy(name: string, { port, upstream, folder }: Place): Promise<Proxy> {
  const own = join(folder, name);
  mkdirSync(own);
  const run = RUNS[name]?.({ port, upstream, folder: own });
  if (!run) throw new Error(`"${name}" is not one of the proxies: ${PROXIES.join(', ')}`);
  const log = openSync(join(own, 'log'), 'a');
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, ...run.env };
  const child = spawn(run.command, run.args, { env, stdio: ['ignore', log, log] });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`${name} does not start: ${error.message}`)));
    child.once('exit', (code) =>
      reject(new Error(`${name} ended (${code}): ${readFileSync(join(own, 'log'), 'utf8')}`)),
    );
  });
  failed.catch(() => {});
  await Promise.race([listening(port, name), failed]);
  // The death of a proxy makes all later requests fail.
  const say = (code: number | null, signal: string | null) =>
    console.error(`${name} ended (${signal ?? code}): ${readFileSync(join(own, 'log'), 'utf8').slice(-LAST_WORDS)}`);
  child.once('exit', say);
  const stop = () => end(child.off('exit', say));
  return { url: new URL(`http://127.0.0.1:${port}`), stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function listening(port: number, name: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
    if (isOpen) return;
  }
  throw new Error(`${name} does not listen`);
}

const ROUTES = ['direct', ...PROXIES];
const USAGE = `npm run verify -- framing [--requests 100000] [--through ${ROUTES}] [--seed NUMBER] [--port 25000] [--write]
  [--url http://127.0.0.1:8787]  a running server, with OPERATOR_KEY and PUBLISHABLE_KEY in the environment`;
/** Number of concurrent attacks, low enough that other clients are not rejected. */
const AT_ONCE = 16;
const FIRST = { article: 1000, clicked: 900_000_000, own: 1_000_000 };
const CLICKED = 1;
const SHOWN = 40;
const STOP = 60_000;

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '100000' },
      through: { type: 'string', default: ROUTES.join() },
      seed: { type: 'string' },
      port: { type: 'string', default: '25000' },
      url: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const port = Number(values.port);
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-framing-'));
  const ends: (() => Promise<unknown>)[] = [
    async () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  ];
  try {
    const { url, keys } = values.url ? running(values.url) : await start(folder, port, ends);
    const targets: AttackTarget[] = [];
    for (const [i, name] of values.through.split(',').entries()) {
      const place = { port: port + 1 + i, upstream: url.host, folder };
      const target = name === 'direct' ? { url } : await startProxy(name, place);
      if ('stop' in target) ends.push(target.stop);
      targets.push({ name, url: target.url, waits: new Set() });
    }
    console.log(`seed ${seed}`);
    const result = await trial(url, keys, targets, { count: Number(values.requests), next: createRandom(seed).next });
    console.log(`${result.report}\n\n${result.findings.length} findings`);
    for (const finding of result.findings.slice(0, SHOWN)) console.error(finding);
    if (result.findings.length > 0) process.exitCode = 1;
    else if (values.write)
      writeMeasured({
        ...{ name: 'framing', title: 'Framing', page: 'reliability.md', summary: result.summary },
        body: `${circumstances(`npm run verify -- framing --seed ${seed}`)}\n\n${result.report}`,
      });
  } finally {
    for (const end of ends.toReversed()) await end();
  }
});

function running(url: string): { url: URL; keys: Pick<StateKeys, 'operator' | 'publishable'> } {
  const { OPERATOR_KEY: operator, PUBLISHABLE_KEY: publishable } = process.env;
  if (!operator || !publishable) throw new Error('--url needs OPERATOR_KEY and PUBLISHABLE_KEY in the environment.');
  return { url: new URL(url), keys: { operator, publishable } };
}

async function start(
  folder: string,
  port: number,
  ends: (() => Promise<unknown>)[],
): Promise<{ url: URL; keys: StateKeys }> {
  const state = join(folder, 'state');
  const keys = await makeState(state);
  const server = await Server.start({ state, port, log: devNull });
  ends.push(async () => {
    const processes = server.processes();
    server.stop();
    await ended(processes, STOP);
    killAll(stillRunning(processes));
  });
  return { url: server.url, keys };
}

interface Numbers {
  count: number;
  next: () => number;
}

type Statuses = Map<string, Map<number | 'none', number>>;

async function trial(
  url: URL,
  keys: Pick<StateKeys, 'operator' | 'publishable'>,
  targets: readonly AttackTarget[],
  { count, next }: Numbers,
) {
  const names = Object.keys(FORMS);
  const bait = names.map((_, i) => article(FIRST.article + i, `Bait ${i}`));
  const articles = [article(CLICKED, 'Clicked'), ...bait];
  const { rejected } = await sendValues({ base: url, key: keys.operator }, 'articles', articles);
  if (rejected.length > 0) throw new Error(`the service rejects the test's articles: ${JSON.stringify(rejected[0])}`);
  const judge = new Judge(url, keys.operator);
  await judge.begin();

  const run = Math.floor(Date.now() / 1000) % 500;
  const operators = targets.map((target, i) => new Operator(target.url, keys.operator, FIRST.own * (1 + run + i)));
  const readers = targets.map(
    (target, i) => new Reader(target.url, { key: keys.publishable, contentId: CLICKED, number: i }),
  );
  let isOver = false;
  const work = () => [
    ...operators.map((operator) => operator.work(() => isOver)),
    ...readers.map((reader) => reader.read(() => isOver)),
  ];
  const wrong: string[] = [];
  const statuses: Statuses = new Map(targets.map(({ name }) => [name, new Map()]));
  const [acknowledged, possible] = [new Map<number, number>(), new Map<number, number>()];
  const began = performance.now();
  const first = { article: FIRST.article, clicked: FIRST.clicked };
  const attacking = each(
    attacks(FORMS, { count, first, next }),
    async (attack) => {
      const target = targets[Math.floor(next() * targets.length)] as AttackTarget;
      const outcome = await launch(attack, target, keys.publishable);
      wrong.push(...outcome.wrong);
      const clicks = outcome.acknowledged ? acknowledged : outcome.possible ? possible : null;
      clicks?.set(attack.clicked, (clicks.get(attack.clicked) ?? 0) + 1);
      const counts = statuses.get(target.name);
      for (const status of outcome.statuses.length > 0 ? outcome.statuses : ['none' as const])
        counts?.set(status, (counts.get(status) ?? 0) + 1);
      if (attack.id > 0 && attack.id % 10_000 === 0) console.log(`${whole(attack.id)} sent`);
    },
    AT_ONCE,
  ).finally(() => {
    isOver = true;
  });
  await Promise.all([attacking, ...work()]);
  const seconds = (performance.now() - began) / 1000;

  const hidden = new Map(
    names.flatMap((name, i) => [[FIRST.article + i, name] as const, [FIRST.clicked + i, name] as const]),
  );
  const done = await judge.findings({ operators, readers, acknowledged, possible, hidden });
  const people = [...operators, ...readers];
  const right = people.reduce((sum, person) => sum + person.right, 0);
  const refused = people.reduce((sum, person) => sum + person.refused, 0);
  // A client that got no responses has proven nothing.
  const idle = people.filter((person) => person.right <= person.refused).map(() => 'somebody was hardly ever answered');
  const findings = [...wrong, ...people.flatMap((person) => person.findings), ...done, ...idle];
  const summary = `A test sent ${whole(count)} requests with ${names.length} kinds of framing and ${METHODS.length} HTTP methods, and found ${findings.length} faults. It tested direct connections, and connections through proxies (${targets
    .map(({ name }) => name)
    .filter((name) => name !== 'direct')
    .join(', ')}).
    During the test, operators and readers got ${whole(right)} responses, all of them correct.`;
  return { findings, summary, report: describe(statuses, { count, seconds, right, refused }) };
}

function describe(
  statuses: Statuses,
  { count, seconds, right, refused }: Record<'count' | 'seconds' | 'right' | 'refused', number>,
): string {
  const rows = [...statuses].map(([name, counts]) => [
    name,
    ...CLASSES.map((first) => whole([...counts].reduce((sum, [code, n]) => sum + (`${code}`[0] === first ? n : 0), 0))),
  ]);
  return `${whole(count)} requests of ${Object.keys(FORMS).length} forms by ${METHODS.length} methods in ${whole(seconds)} s, each with another hidden request. Responses:

${table(['target', '2xx', '4xx', '5xx', 'none'], rows)}

At the same time, operators and readers got ${whole(right)} correct responses, and ${whole(refused)} from a busy service (503).`;
}
