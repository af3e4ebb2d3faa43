/**
 * `npm run build` compiles the browser code, reference data and descriptions that the Worker's bundle needs. Fails if a
 * script or a style sheet is too large.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, parse, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import drawings from '../src/demo/data/drawings.json' with { type: 'json' };
import {
  bundleCommands,
  bundleDetector,
  bundleInline,
  bundlePages,
  bundleReference,
  bundleShared,
  bundleSites,
  bundleTables,
  type Files,
  ROOT,
  SOURCE,
} from './build/bundles.ts';
import { bundleDocumentList, bundleDocuments } from './build/documents.ts';

/** Maximum sizes in bytes, gzipped. */
const LIMITS = {
  site: 1023,
  /** The limit is larger because this script supports lists in single-page applications. */
  views: 1300,
  off: 1300,
  /** The limit is larger because the feed page also reports impressions and resends failed clicks. */
  inline: 1700,
  firstView: 60_000,
  /** Total size of all scripts, including those that load on demand, such as a chart library. */
  inAll: 120_000,
  style: 15_000,
  fonts: 60_000,
};

interface Size {
  what: string;
  bytes: number;
  limit: number;
  words: string;
}

interface Outputs {
  pages: { files: Files; metafile: Metafile };
  sites: Files;
  inline: Files;
}

function measure({ pages: { files, metafile }, sites, inline }: Outputs): Size[] {
  const gzipped = (file: string) => gzipSync(files.get(file) ?? '').length;
  const sum = (parts: Iterable<string>) => [...parts].map(gzipped).reduce((total, size) => total + size, 0);
  const entries = Object.entries(metafile.outputs)
    // esbuild also lists scripts loaded on demand as entries. They are in subfolders.
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

const tooLarge = (sizes: Size[]): string[] =>
  sizes
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ what, bytes, limit }) => `${what}: ${bytes} bytes gzipped; at most ${limit} are allowed`);

function size(what: string, bytes: number, limit: number): Size {
  const name = what.startsWith('public/pages/') ? what.replace('public/pages/', '') : parse(what).base;
  return { what, bytes, limit, words: `${(bytes / 1000).toFixed(1).padStart(6)} KB  ${name}` };
}

/** Returns a script and all its imports. If `later` is true, includes those that load on demand. */
function reach({ outputs }: Metafile, file: string, later: boolean, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path, kind } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' || (later && kind === 'dynamic-import'))
      reach({ outputs } as Metafile, path, later, seen);
  return seen;
}

function writeFiles(files: Files): void {
  for (const [file, content] of files) write(join(ROOT, file), content);
}

/** Files that the build writes into its folders. */
const OUTPUT = /\.(js|css|woff2|html|jpg|json|png|webp)$/;

/** Writes the files, and removes outputs of an earlier build that are no longer written. */
function writeOutputs(files: Files): void {
  writeFiles(files);
  for (const folder of ['public/pages', 'public/docs'])
    for (const { parentPath, name } of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const file = relative(ROOT, join(parentPath, name));
      if (OUTPUT.test(name) && !files.has(file)) rmSync(join(ROOT, file), { force: true });
    }
}

/** Writes atomically, because another process may be reading or writing the same file. */
function write(path: string, content: string | Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/** Throws if a part is too large. `isReload` skips the parts on which neither pages nor the Worker depend. */
export async function buildBrowserCode({ isReload = false } = {}): Promise<string[]> {
  // This order is required, because collections import the language detector, and pages import the description of
  // collections.
  if (!isReload) {
    writeFiles(await bundleDetector());
    writeFiles(bundleReference());
  }
  writeFiles(bundleDocumentList());
  writeFiles(await bundleTables());
  const [pages, sites, inline, shared] = await Promise.all([
    bundlePages(),
    bundleSites(),
    bundleInline(),
    bundleShared(),
  ]);
  // The documents contain the theme script, which is one of the inline scripts.
  writeFiles(inline);
  const documents = await bundleDocuments();
  const sizes = measure({ pages, sites, inline });
  const problems = tooLarge(sizes);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const pictures = Object.entries(drawings).map(([name, svg]) => [`public/demo/${name}`, svg] as const);
  writeOutputs(new Map([...pages.files, ...sites, ...inline, ...shared, ...documents, ...pictures]));
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
    // Skipped if `npm test` has already built the files. A copy of the project in another folder is built anyway.
    const sizes = process.env.IS_BUILT === ROOT ? [] : await buildBrowserCode({ isReload: values.reload });
    if (values.sizes) for (const line of sizes) console.log(line);
    if (values.worker) await (await import('./build/worker-parts.ts')).writeParts();
    if (values.node) await (await import('./build/node-server.ts')).buildServer(values.node);
    // If the server is already at the path that `npm start` expects, the first start need not bundle it.
    if (values.server) await (await import('../src/command/bundle.js')).bundleFiles();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
