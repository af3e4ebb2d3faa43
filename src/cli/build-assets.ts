/**
 * Bundles what browsers load into `public/`: `click.js` for other sites, and scripts and style sheets of the pages, one for each
 * file that lies in `src/web/browser/` itself. With `--check` it only compares. It fails where one is too large.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, parse, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');
const SOURCE = 'src/web/browser';
const PAGES = 'public/pages';

/** Bytes gzipped. */
const LIMITS = {
  click: 1023,
  /** Everything that a page's script loads before the page works. */
  firstView: 60_000,
  /** With what it loads later, such as a chart library. */
  inAll: 120_000,
  style: 15_000,
};

const check = process.argv.includes('--check');
const files = new Map<string, string>();

await bundleClick();
const { outputs } = await bundlePages();
for (const [file, text] of files) put(file, text);
clearOut();
for (const [file, output] of Object.entries(outputs)) if (isPage(output)) weigh(file);

/** For pages of other sites, in one old-fashioned piece. */
async function bundleClick(): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [`${SOURCE}/click.ts`],
    outfile: 'public/click.js',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
    write: false,
  });
  for (const { text } of outputFiles) files.set('public/click.js', text);
  limit('public/click.js', gzipped('public/click.js'), LIMITS.click);
}

/** Modules that share chunks, whose names tell their content: pages keep what they have in common from one to the next. */
async function bundlePages(): Promise<Metafile> {
  const entryPoints = readdirSync(join(ROOT, SOURCE))
    .filter((name) => /\.(tsx?|css)$/.test(name) && name !== 'click.ts')
    .map((name) => join(SOURCE, name));
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir: PAGES,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx/dom',
    legalComments: 'none',
    metafile: true,
    write: false,
  });
  for (const { path, text } of outputFiles) files.set(relative(ROOT, path), text);
  return metafile;
}

/** What is loaded on demand counts as an entry, too, but lies deeper. */
function isPage({ entryPoint }: { entryPoint?: string }): boolean {
  return entryPoint !== undefined && dirname(entryPoint) === SOURCE;
}

function put(file: string, text: string): void {
  const path = join(ROOT, file);
  if (!check) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    fail(`${file} is not what ${SOURCE} builds: run \`npm run generate\``);
  }
}

/** Scripts and style sheets that nothing builds any more. */
function clearOut(): void {
  for (const { parentPath, name } of readdirSync(join(ROOT, PAGES), { recursive: true, withFileTypes: true })) {
    const file = relative(ROOT, join(parentPath, name));
    if (!/\.(js|css)$/.test(name) || files.has(file)) continue;
    if (check) fail(`${file} is built by nothing: run \`npm run generate\``);
    else rmSync(join(ROOT, file));
  }
}

/** Prints what a page's script or style sheet weighs, and holds it to its limit. */
function weigh(file: string): void {
  const name = parse(file).base;
  if (file.endsWith('.css')) {
    print(name, [gzipped(file)]);
    limit(file, gzipped(file), LIMITS.style);
    return;
  }
  const [first, all] = [reach(file, false), reach(file, true)].map((parts) =>
    [...parts].map(gzipped).reduce((sum, size) => sum + size, 0),
  ) as [number, number];
  print(name, all > first ? [first, all] : [first]);
  limit(`first view of ${file}`, first, LIMITS.firstView);
  limit(`${file} with all that it loads later`, all, LIMITS.inAll);
}

/** A script and everything it imports; with `later` also what it imports on demand. */
function reach(file: string, later: boolean, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path, kind } of outputs[file]?.imports ?? []) {
    if (kind === 'import-statement' || (later && kind === 'dynamic-import')) reach(path, later, seen);
  }
  return seen;
}

function gzipped(file: string): number {
  return gzipSync(files.get(file) ?? '').length;
}

function print(name: string, [first = 0, all]: number[]): void {
  const size = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
  if (!check)
    console.log(`${name.padEnd(14)} ${size(first)} gzipped${all ? `, ${size(all)} with what it loads later` : ''}`);
}

function limit(what: string, size: number, most: number): void {
  if (size > most) fail(`${what}: ${size} bytes gzipped; at most ${most} are allowed`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
