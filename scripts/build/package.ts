/**
 * Compiles what `npm pack` packs (it runs this first), into `lib/`: the command line and the processes of a server as JavaScript with all
 * that they import, the Worker with what it runs beside, and the licences of the packages inside. A package needs no tools of a clone.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type BuildOptions, build as bundle, type Metafile } from 'esbuild';
import { ROOT } from '../../src/command/paths.ts';
import { build as buildServer } from '../../src/selfhost/runtime/build.ts';
import { workerParts } from '../../src/selfhost/runtime/parts.ts';
import { bundlePages } from './bundles.ts';

const LIB = join(ROOT, 'lib');
/** What is run by its file name. */
const PROCESSES = [
  'cli/program',
  'selfhost/guard',
  'selfhost/copies/copier',
  'selfhost/front/front-process',
  'selfhost/keeper/prepare-process',
  'selfhost/prime/prime-process',
];
const TOOLS = ['wrangler', 'esbuild'];
const COMMANDS = {
  absWorkingDir: ROOT,
  entryPoints: PROCESSES.map((name) => `src/${name}.ts`),
  outbase: 'src',
  outdir: LIB,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  jsx: 'automatic',
  jsxImportSource: 'hono/jsx',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  // What a server runs on is an optional dependency; the others are tools, which no installed command calls.
  external: ['miniflare', ...TOOLS, 'cloudflare:*'],
  // Some packages are written for `require`.
  banner: {
    js: "import { createRequire as requireBy } from 'node:module';const require = requireBy(import.meta.url);",
  },
  metafile: true,
} satisfies BuildOptions;

/** Folders of the packages of which something is in the commands, the Worker or the pages, from the root. */
export async function packagesInside(): Promise<string[]> {
  const built: { metafile: Metafile }[] = await Promise.all([
    bundle({ ...COMMANDS, write: false }),
    workerParts(),
    bundlePages(),
  ]);
  const files = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  return [...new Set(files.flatMap(packageOf))].sort();
}

/** The innermost package of a file; some carry others without saying so. */
const packageOf = (file: string): string[] =>
  [/^.*node_modules\/(?:@[^/]+\/)?[^/]+/, /^node_modules\/(?:@[^/]+\/)?[^/]+/]
    .flatMap((pattern) => pattern.exec(file)?.[0] ?? [])
    .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
    .slice(0, 1);

/** Files of src that need a tool of a clone as soon as they are loaded, of those that are loaded by themselves. */
export async function needingTools(): Promise<string[]> {
  const { outputs } = (await bundle({ ...COMMANDS, write: false })).metafile;
  const needsTools = (path: string, above: readonly string[] = []): boolean =>
    !above.includes(path) &&
    (outputs[path]?.imports ?? []).some(({ kind, path: imported, external }) =>
      kind === 'dynamic-import' ? false : external ? TOOLS.includes(imported) : needsTools(imported, [...above, path]),
    );
  return Object.entries(outputs)
    .flatMap(([path, { entryPoint }]) => (entryPoint && needsTools(path) ? [entryPoint] : []))
    .sort();
}

function licenceOf(folder: string): string {
  const file = readdirSync(join(ROOT, folder)).find((name) => /^licen[cs]e/i.test(name));
  if (file) return readFileSync(join(ROOT, folder, file), 'utf8').trim();
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')).license;
}

if (import.meta.main) {
  rmSync(LIB, { recursive: true, force: true });
  const server = await buildServer();
  await bundle(COMMANDS);
  writeFileSync(join(LIB, 'server.json'), JSON.stringify(server));
  const texts = (await packagesInside()).map((folder) => `${relative('node_modules', folder)}\n\n${licenceOf(folder)}`);
  writeFileSync(join(LIB, 'licences.txt'), texts.join(`\n\n${'-'.repeat(80)}\n\n`));
}
