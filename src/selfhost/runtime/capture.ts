import childProcess, { type SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../command/paths.ts';
import { StartFailure } from '../../node/failure.ts';
import { build } from './build.ts';
import { withPureReads } from './pure-reads.ts';

/** Below the folder of a state. */
const FOLDER = 'runtime';
/** Stands in for workerd: stores what it would be configured with, and says that it listens. */
const RECORDER = `
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
  const fs = require('node:fs');
  fs.writeFileSync(process.argv[1], Buffer.concat(chunks), { mode: 0o600 });
  for (const socket of ['entry', 'direct:1:default'])
    fs.writeSync(3, '{"event":"listen","socket":"' + socket + '","port":1}\\n');
});
setInterval(() => {}, 60_000);
`;

/**
 * Objects of the runtime are small for V8 and large behind it, so it sees no reason to collect them: workerd grew by 40 KB a
 * request, to 1.5 GB in minutes, of which a full collection left 140 MB. With this flag every collection is a full one.
 */
const COLLECT = '--gc-global';

/** What workerd is started by. */
export interface Captured {
  /** The program. */
  workerd: string;
  /** Its configuration, in workerd's own format. */
  config: string;
}

/**
 * The configuration of workerd that the platform's simulator would run on a state, so that workerd runs without the simulator's
 * process behind it. It is stored in the state, and made anew (seconds) where the build, the variables or the folder differ.
 */
export async function capture(state: string, vars: Record<string, string>): Promise<Captured> {
  const { hash } = await build();
  const flags = process.env.MINIFLARE_WORKERD_V8_FLAGS ?? COLLECT;
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  const certificates = authorities && existsSync(authorities) ? readFileSync(authorities, 'utf8') : '';
  const facts = [hash, ROOT, state, vars, flags, certificates];
  const name = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
  const folder = join(state, FOLDER);
  const config = join(folder, `${name}.bin`);
  if (!existsSync(config)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const old of readdirSync(folder)) if (/\.(bin|tmp)$/.test(old)) rmSync(join(folder, old));
    process.env.MINIFLARE_WORKERD_V8_FLAGS = flags;
    await record(`${config}.tmp`, state, vars);
    writeFileSync(`${config}.tmp`, withPureReads(readFileSync(`${config}.tmp`)));
    renameSync(`${config}.tmp`, config);
  }
  return { workerd: workerdPath(), config };
}

/** The program that the simulator's own version is made for. */
export function workerdPath(): string {
  const { default: path } = createRequire(import.meta.resolve('miniflare'))('workerd');
  return path;
}

async function record(file: string, state: string, vars: Record<string, string>): Promise<void> {
  // Both take a second to load, and are not needed where a configuration is stored.
  const [{ convertV4MiniflareOptions, Miniflare }, { localWorkers }] = await Promise.all([
    import('miniflare').catch((): never => {
      throw new StartFailure(
        'This newsgauge only manages others: what a server runs on (miniflare) is not installed.',
        'Install it again without --omit=optional.',
      );
    }),
    import('./workers.ts'),
  ]);
  const original = childProcess.spawn;
  // Miniflare takes no other program in place of workerd.
  Object.assign(childProcess, {
    spawn: (_: string, __: string[], options: SpawnOptions) =>
      original(process.execPath, ['-e', RECORDER, file], options),
  });
  const options = {
    workers: await localWorkers({ vars }),
    resourcePersistencePath: join(state, 'v3'),
    // The reader's location is unknown here; the simulator would give everybody the same one.
    cf: {},
    logRequests: false,
    handleStructuredLogs: () => {},
  };
  const simulator = new Miniflare(
    convertV4MiniflareOptions(options as Parameters<typeof convertV4MiniflareOptions>[0]),
  );
  await simulator.ready;
  await simulator.dispose();
  Object.assign(childProcess, { spawn: original });
}
