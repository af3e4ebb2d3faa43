/** The Worker and the local doors as bundles, which are made once for what the source is, not at every start. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { ROOT } from '../../command/paths.ts';

const FOLDER = join(ROOT, 'dist/server');
/** What a build depends on. */
const INPUTS = ['src/**/*', 'wrangler.toml', 'package-lock.json', 'scripts/build.ts', 'scripts/build/*'];
const GENERATED = /\.generated\.ts$/;

export interface Build {
  /** Hash of everything that the build was made from. */
  hash: string;
  /** The Worker as one module. */
  worker: string;
  /** What runs beside it on a machine of one's own. */
  local: string;
  /** What its requests go out through there. */
  outbound: string;
}

/** The settings are those that wrangler bundles with, but nothing is shortened, so that a stack in the log can be read. */
export const BUNDLING = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  mainFields: ['browser', 'module', 'main'],
  external: ['cloudflare:*', 'node:*'],
  define: { 'process.env.NODE_ENV': '"production"', 'navigator.userAgent': '"Cloudflare-Workers"' },
  logLevel: 'silent',
  write: false,
} satisfies BuildOptions;

/** The bundles of the source as it is now; made where there are none yet, which takes seconds. Throws where it does not compile. */
export function build(): Build {
  const hash = sourceHash();
  const stored = readBuild();
  return stored?.hash === hash ? stored : make(hash);
}

function make(hash: string): Build {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const built = {
    hash,
    worker: bundleOf('src/index.ts'),
    local: bundleOf('src/selfhost/runtime/doors-worker.ts'),
    outbound: bundleOf('src/selfhost/runtime/outbound.ts'),
  };
  mkdirSync(FOLDER, { recursive: true });
  // In one step, as another process may be reading or writing it.
  const draft = `${FOLDER}/build.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(built));
  renameSync(draft, `${FOLDER}/build.json`);
  return built;
}

const bundleOf = (entry: string): string => buildSync({ ...BUNDLING, entryPoints: [entry] }).outputFiles[0]?.text ?? '';

function readBuild(): Build | null {
  const file = `${FOLDER}/build.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function sourceHash(): string {
  const hash = createHash('sha256');
  const files = INPUTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !GENERATED.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
