import { readdirSync, readFileSync } from 'node:fs';
import { join, parse, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { evaluate } from './evaluate.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const SOURCE = 'src/web/browser';

/** Where the text of each inline script is imported from. */
const INLINE_MODULES: Record<string, string> = {
  'feed-page': 'src/delivery/feed-page-script.generated.ts',
  theme: 'src/web/shells/base/theme-script.generated.ts',
};

/** Content by path from the root of the project. */
export type Files = Map<string, string | Uint8Array>;

/** Fonts of the pages, whose licence travels with them. */
const FONTS = ['fraunces', 'figtree'];

/** Modules that share chunks, whose names are hashes of their content: a browser keeps them from one page to the next. */
export async function bundlePages(): Promise<{ files: Files; metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...namesIn(SOURCE, /\.tsx?$/), ...namesIn(`${SOURCE}/style`, /\.css$/)].map((file) => ({
      in: file,
      out: parse(file).name,
    })),
    outdir: 'public/pages',
    chunkNames: 'chunks/[name]-[hash]',
    assetNames: 'fonts/[name]',
    publicPath: '/pages',
    loader: { '.woff2': 'file' },
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
  const files: Files = new Map(
    outputFiles.map((file) => [relative(ROOT, file.path), file.path.endsWith('.woff2') ? file.contents : file.text]),
  );
  for (const font of FONTS)
    files.set(
      `public/pages/fonts/${font}-LICENSE.txt`,
      readFileSync(join(ROOT, `node_modules/@fontsource-variable/${font}/LICENSE`), 'utf8'),
    );
  return { files, metafile };
}

/** What the pages know of the collections, as a module that their scripts import. */
export async function bundleCollections(): Promise<Files> {
  const { describeCollections } = await evaluate<Described>('src/collections/description.ts');
  const text = `// Written by \`npm run build\` from src/collections/.\nexport default ${JSON.stringify(describeCollections())};\n`;
  return new Map([[`${SOURCE}/content/collections.generated.ts`, text]]);
}
type Described = typeof import('../../src/collections/description.ts');

/** Scripts for other sites, each in one piece. */
export async function bundleSites(): Promise<Files> {
  const files: Files = new Map();
  for (const entry of namesIn(`${SOURCE}/sites`, /\.ts$/))
    files.set(`public/${parse(entry).name}.js`, await bundleScript(entry));
  return files;
}

/** Inline scripts: modules whose text a page's policy names by its hash. */
export async function bundleInline(): Promise<Files> {
  const files: Files = new Map();
  for (const entry of namesIn(`${SOURCE}/inline`, /\.ts$/)) {
    const module = INLINE_MODULES[parse(entry).name];
    if (!module) throw new Error(`${entry} has no module in INLINE_MODULES (scripts/build/bundles.ts)`);
    const script = (await bundleScript(entry)).trim();
    files.set(module, `// Compiled from ${entry} by \`npm run build\`.\nexport default ${JSON.stringify(script)};\n`);
  }
  return files;
}

async function bundleScript(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

function namesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map(({ name }) => join(folder, name));
}
