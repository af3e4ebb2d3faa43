import { dirname, parse } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { type Files, SOURCE } from './bundles.ts';

/** Bytes gzipped. */
const LIMITS = {
  site: 1023,
  inline: 1023,
  /** Everything that a page's script loads before the page works. */
  firstView: 60_000,
  /** With what it loads later, such as a chart library. */
  inAll: 120_000,
  style: 15_000,
  /** All of them. */
  fonts: 60_000,
};

export interface Size {
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
export function measure({ pages: { files, metafile }, sites, inline }: Outputs): Size[] {
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
    ...[...sites].map(([file, text]) => size(file, gzipSync(text).length, LIMITS.site)),
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

/** What is wrong, in words. */
export const tooLarge = (sizes: Size[]): string[] =>
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
