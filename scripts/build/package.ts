/** `npm pack` compiles the package into `lib/`, with the licences of bundled packages and without dependencies. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { ROOT } from '../../src/command/paths.ts';
import { bundlePages } from './bundles.ts';
import { buildNodeServer } from './node-server.ts';

const LIB = join(ROOT, 'lib');
/** Modules that are started as files. `copier` copies the state of a server. */
const PROCESSES = ['cli/program', 'node/main', 'node/copies/copier'];
const TOOLS = ['wrangler', 'esbuild', 'miniflare'];
const SETTINGS = {
  entryPoints: Object.fromEntries(PROCESSES.map((name) => [name, `src/${name}.ts`])),
  outdir: LIB,
  chunkNames: 'chunks/[name]-[hash]',
  external: TOOLS,
} satisfies BuildOptions;

/** Folders of all packages in the compiled code or the pages, relative to the root. */
export async function packagesInside(): Promise<string[]> {
  const [server, pages] = await Promise.all([buildNodeServer({ ...SETTINGS, write: false }), bundlePages()]);
  const files = [server, pages.metafile].flatMap(({ inputs }) => Object.keys(inputs));
  return [...new Set(files.flatMap(packageOf))].sort();
}

/** Returns the innermost package that contains a file, because some packages contain others without declaring them. */
const packageOf = (file: string): string[] =>
  [/^.*node_modules\/(?:@[^/]+\/)?[^/]+/, /^node_modules\/(?:@[^/]+\/)?[^/]+/]
    .flatMap((pattern) => pattern.exec(file)?.[0] ?? [])
    .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
    .slice(0, 1);

export async function needingTools(): Promise<string[]> {
  const { outputs } = await buildNodeServer({ ...SETTINGS, write: false });
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
  await buildNodeServer(SETTINGS);
  const texts = (await packagesInside()).map((folder) => `${relative('node_modules', folder)}\n\n${licenceOf(folder)}`);
  writeFileSync(join(LIB, 'licences.txt'), texts.join(`\n\n${'-'.repeat(80)}\n\n`));
}
