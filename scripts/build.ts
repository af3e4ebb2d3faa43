/**
 * `npm run build`: compiles what browsers run, from `src/web/browser/`. Wrangler runs it before it bundles the Worker, and so
 * do the tests; nothing that it writes is committed. It fails where a script or a style sheet is too large.
 *
 * - `*.tsx`, `*.css`: a page's script and style sheet, to `public/pages/`
 * - `sites/*.ts`: what other sites load by name, to `public/`
 * - reference data, to modules of the content and the tagger
 * - a description of the collections, to a module that the pages import, and one of the API, to a module of the command line
 * - `inline/*.ts`: scripts in a page's markup, to modules that the Worker imports
 *
 * And the demo newsroom's drawings (`src/demo/data/drawings.json`), to `public/demo/`.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, parse, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import drawings from '../src/demo/data/drawings.json' with { type: 'json' };
import {
  bundleCollections,
  bundleCommands,
  bundleDetector,
  bundleInline,
  bundlePages,
  bundleReference,
  bundleSites,
  type Files,
  ROOT,
  SOURCE,
} from './build/bundles.ts';

/** Bytes gzipped. */
const LIMITS = {
  site: 1023,
  /** It watches lists of applications that show one page after the other. */
  views: 1300,
  off: 1300,
  /** The feed page watches its list, too, and sends again what was not taken. */
  inline: 1700,
  /** Everything that a page's script loads before the page works. */
  firstView: 60_000,
  /** With what it loads later, such as a chart library. */
  inAll: 120_000,
  style: 15_000,
  /** All of them. */
  fonts: 60_000,
};

interface Size {
  what: string;
  bytes: number;
  limit: number;
  /** For a person. */
  words: string;
}

interface Outputs {
  pages: { files: Files; metafile: Metafile };
  sites: Files;
  inline: Files;
}

/** The size of each part that a browser loads, beside what it may have. */
function measure({ pages: { files, metafile }, sites, inline }: Outputs): Size[] {
  const gzipped = (file: string) => gzipSync(files.get(file) ?? '').length;
  const sum = (parts: Iterable<string>) => [...parts].map(gzipped).reduce((total, size) => total + size, 0);
  const entries = Object.entries(metafile.outputs)
    // What is loaded on demand counts as an entry for esbuild, but lies deeper.
    .filter(([, { entryPoint }]) => entryPoint !== undefined && dirname(entryPoint) === SOURCE)
    .map(([file]) => file);
  const fonts = [...files].filter(([file]) => file.endsWith('.woff2'));
  return [
    size(
      'fonts',
      fonts.reduce((total, [, content]) => total + content.length, 0),
      LIMITS.fonts,
    ),
    ...[...sites].map(([file, text]) => size(file, gzipSync(text).length, limitOf(parse(file).name))),
    ...[...inline].map(([file, text]) => size(file, gzipSync(text).length, LIMITS.inline)),
    ...entries.flatMap((file) =>
      file.endsWith('.css')
        ? [size(file, gzipped(file), LIMITS.style)]
        : [
            size(`${file}, first view`, sum(reach(metafile, file, false)), LIMITS.firstView),
            size(`${file} with all that it loads later`, sum(reach(metafile, file, true)), LIMITS.inAll),
          ],
    ),
  ];
}

const limitOf = (name: string) => (name === 'views' || name === 'off' ? LIMITS[name] : LIMITS.site);

/** What is wrong, in words. */
const tooLarge = (sizes: Size[]): string[] =>
  sizes
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ what, bytes, limit }) => `${what}: ${bytes} bytes gzipped; at most ${limit} are allowed`);

function size(what: string, bytes: number, limit: number): Size {
  const name = what.startsWith('public/pages/') ? what.replace('public/pages/', '') : parse(what).base;
  return { what, bytes, limit, words: `${(bytes / 1000).toFixed(1).padStart(6)} KB  ${name}` };
}

/** A script and everything it imports; with `later` also what it imports on demand. */
function reach({ outputs }: Metafile, file: string, later: boolean, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path, kind } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' || (later && kind === 'dynamic-import'))
      reach({ outputs } as Metafile, path, later, seen);
  return seen;
}

/** Writes what has changed. */
function writeFiles(files: Files): void {
  for (const [file, content] of files) write(join(ROOT, file), content);
}

/** Writes what has changed, and removes what an earlier build wrote and this one does not. */
function writeOutputs(files: Files): void {
  writeFiles(files);
  const folder = join(ROOT, 'public/pages');
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = relative(ROOT, join(parentPath, name));
    if (/\.(js|css|woff2)$/.test(name) && !files.has(file)) rmSync(join(ROOT, file), { force: true });
  }
}

/** In one step, as another process may be reading the file or writing the same. */
function write(path: string, content: string | Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/**
 * Compiles everything and returns the size of each part in words. Throws where a part is too large. `isReload`: without data that no edit of a
 * page or the Worker changes, and without what commands know of the API.
 */
export async function buildBrowserCode({ isReload = false } = {}): Promise<string[]> {
  // The collections' modules import the detector, and pages the description of the collections.
  if (!isReload) {
    writeFiles(await bundleDetector());
    writeFiles(bundleReference());
  }
  writeFiles(await bundleCollections());
  const [pages, sites, inline] = await Promise.all([bundlePages(), bundleSites(), bundleInline()]);
  const sizes = measure({ pages, sites, inline });
  const problems = tooLarge(sizes);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const pictures = Object.entries(drawings).map(([name, svg]) => [`public/demo/${name}`, svg] as const);
  writeOutputs(new Map([...pages.files, ...sites, ...inline, ...pictures]));
  if (!isReload) writeFiles(await bundleCommands());
  return sizes.map(({ words }) => words);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'boolean' },
      server: { type: 'boolean' },
      worker: { type: 'boolean' },
      node: { type: 'string' },
      reload: { type: 'boolean' },
    },
  });
  try {
    // `npm test` has built what its checks, and servers of its tests, would each build again; a copy of the project is another folder.
    const sizes = process.env.IS_BUILT === ROOT ? [] : await buildBrowserCode({ isReload: values.reload });
    if (values.sizes) for (const line of sizes) console.log(line);
    if (values.worker) await (await import('./build/worker-parts.ts')).writeParts();
    // The bundle of a self-hosted server, in a folder.
    if (values.node) await (await import('./build/node-server.ts')).buildServer(values.node);
    // The same where a start looks for it, so that the first one need not build it.
    if (values.server) await (await import('../src/command/bundle.js')).bundleFiles();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
