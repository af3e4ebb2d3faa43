import { readdirSync, readFileSync } from 'node:fs';
import { join, parse, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { commonWords, countries, countryWords, geoGroups } from '../generate/reference.ts';
import { evaluate } from './evaluate.ts';
import { groupModules } from './module-groups.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const SOURCE = 'src/web/browser';

const INLINE_MODULES: Record<string, string> = {
  'feed-page': 'src/delivery/feed-page-script.generated.ts',
  theme: 'src/web/shells/base/theme-script.generated.ts',
};

/** Contents of files by path, relative to the root of the project. */
export type Files = Map<string, string | Uint8Array>;

/** Fonts of the pages, which are shipped with their licences. */
const FONTS = ['fraunces', 'figtree'];

const pageOptions = (): BuildOptions & { metafile: true; write: false } => ({
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

/** Chunk names are content hashes, so browsers cache the chunks across pages. */
export async function bundlePages(): Promise<{ files: Files; metafile: Metafile }> {
  const split = await build(pageOptions());
  const { outputFiles, metafile } = await build({ ...pageOptions(), plugins: [groupModules(split.metafile)] });
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

const moduleOf = (source: string, value: unknown, type = ''): string =>
  `// Written by \`npm run build\` from ${source}.\nexport default ${JSON.stringify(value)}${type};\n`;

/** Describes the tables that pages need. The scripts of pages use none of the functions. */
export async function bundleTables(): Promise<Files> {
  const { describeCollections } = await evaluate<typeof import('./collections.ts')>('scripts/build/collections.ts');
  const [dimensions, filters, pages] = [
    'src/rankings/dimensions.ts',
    'src/search/feed-filters.ts',
    'src/web/shells/base/site-pages.ts',
  ] as const;
  const { BREAKDOWN_OPTIONS, READER_BREAKDOWNS, CATEGORY_LABELS } =
    await evaluate<typeof import('../../src/rankings/dimensions.ts')>(dimensions);
  const labels = { breakdowns: BREAKDOWN_OPTIONS, readerBreakdowns: READER_BREAKDOWNS, categories: CATEGORY_LABELS };
  const type = '{ breakdowns: [string, string][]; readerBreakdowns: string[]; categories: Record<number, string> }';
  const { builderFilters } = await evaluate<typeof import('../../src/search/feed-filters.ts')>(filters);
  const { PALETTE } = await evaluate<typeof import('../../src/web/shells/base/site-pages.ts')>(pages);
  const modules = {
    'content/collections': moduleOf('src/collections/', describeCollections()),
    'insights/dimensions': moduleOf(dimensions, labels, ` as ${type}`),
    'embed-builder/filters': moduleOf(filters, builderFilters(), ' as const'),
    'shell/views': moduleOf(pages, PALETTE, ' as const'),
  };
  return new Map(Object.entries(modules).map(([name, text]) => [`${SOURCE}/${name}.generated.ts`, text]));
}

export function bundleReference(): Files {
  const data = {
    'src/content/reference/countries': countries,
    'src/content/reference/geo-groups': geoGroups(),
    'src/tagging/reference/country-words': countryWords(),
    'src/tagging/reference/common-words': commonWords(),
  };
  return new Map(
    Object.entries(data).map(([name, value]) => [
      `${name}.generated.ts`,
      moduleOf('scripts/generate/reference.ts', value),
    ]),
  );
}

export async function bundleCommands(): Promise<Files> {
  const { describeCommands, describeResources } =
    await evaluate<typeof import('./commands.ts')>('scripts/build/commands.ts');
  const { read, manage } = await describeResources();
  return new Map([
    ['src/cli/manage/description.generated.ts', `export default ${JSON.stringify(await describeCommands())};\n`],
    ['src/client/read.generated.ts', `export default ${JSON.stringify(read)} as const;\n`],
    ['src/client/manage.generated.ts', `export default ${JSON.stringify(manage)} as const;\n`],
  ]);
}

/** Languages that are detected by n-grams. Other languages are recognised by their script. */
const DETECTED = 'ar bg ca cs da de en es fa fi fr hr hu it ms nl no pl pt ro ru sk sr sv tr uk vi'.split(' ');

/** Bundles `eld` with its data as one string, which is parsed at the first detection and not at startup. */
export async function bundleDetector(): Promise<Files> {
  const module = 'src/content/detector.generated.ts';
  const folder = join(ROOT, 'node_modules/eld/src');
  const { ngramsData } = (await import(join(folder, 'ngrams/extrasmall.js'))) as { ngramsData: Ngrams };
  const ids = new Set(
    Object.entries(ngramsData.languages).flatMap(([id, name]) => (DETECTED.includes(name) ? id : [])),
  );
  const ngrams = Object.entries(ngramsData.ngrams).flatMap(([ngram, scores]) => {
    const own = Object.entries(scores).filter(([id]) => ids.has(id));
    return own.length > 0 ? [[ngram, Object.fromEntries(own)] as const] : [];
  });
  const data = JSON.stringify({ ...ngramsData, ngrams: Object.fromEntries(ngrams) });
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createEld } from './languageDetector.js';
        export function makeDetector(data) { const eld = createEld(); eld.loadData(JSON.parse(data)); return eld.instance; }`,
      resolveDir: folder,
    },
    plugins: [quickScores],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'eld',
    write: false,
  });
  const code = outputFiles.map(({ text }) => text).join('');
  return new Map([
    [
      module,
      `// @ts-nocheck Built of eld (Apache-2.0) by \`npm run build\`.\nimport data from './detector-data.generated.ts';\nexport const newDetector: () => { detect(text: string): { language: string; isReliable(thresholdRatio?: number): boolean; getScores(): Record<string, number> } } = () => {\n${code}return eld.makeDetector(data); };\n`,
    ],
    ['src/content/detector-data.generated.ts', `export default ${JSON.stringify(data)};\n`],
  ]);
}

const SLOW_LOOP = /for \(lang in thisByte\) \{\s*langScore\[lang\] \+= thisByte\[lang\] \+ baseNgramScore;\s*\}/;
const QUICK_LOOP = `if (thisByte === undefined) continue;
  if (!Array.isArray(thisByte)) thisByte = languageData.ngrams[bytes] = Object.entries(thisByte).flatMap(([id, score]) => [Number(id), score + baseNgramScore]);
  for (let i = 0; i < thisByte.length; i += 2) langScore[thisByte[i]] += thisByte[i + 1];`;

/** Makes `eld` convert the scores of an n-gram to a list when it is first found. Loops over property names are slow. */
const quickScores: Plugin = {
  name: 'quick-scores',
  setup({ onLoad }) {
    onLoad({ filter: /languageDetector\.js$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      if (!SLOW_LOOP.test(code)) throw new Error(`${path} has changed: adapt SLOW_LOOP`);
      return { contents: code.replace(SLOW_LOOP, QUICK_LOOP) };
    });
  },
};

type Ngrams = { languages: Record<string, string>; ngrams: Record<string, Record<string, number>> };

export async function bundleSites(): Promise<Files> {
  const files: Files = new Map();
  for (const entry of namesIn(`${SOURCE}/sites`, /\.ts$/))
    files.set(`public/${parse(entry).name}.js`, await bundleScript(entry));
  return files;
}

/** Bundles inline scripts as modules that contain their text. The page's Content-Security-Policy contains its hash. */
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

/** Bundles the components of shared views for the Worker, without scripts that pages load on demand. */
export async function bundleShared(): Promise<Files> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [`${SOURCE}/server/shared.tsx`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    tsconfigRaw: '{}',
    external: ['hono/*'],
    legalComments: 'none',
    plugins: [
      {
        name: 'server',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ kind }) =>
            kind === 'dynamic-import' ? { path: 'on-demand', namespace: 'empty' } : null,
          );
          onLoad({ filter: /./, namespace: 'empty' }, () => ({ contents: 'export {}' }));
        },
      },
    ],
    write: false,
  });
  const code = outputFiles.map(({ text }) => text).join('');
  return new Map([
    [
      'src/web/shells/shared.generated.ts',
      `// @ts-nocheck Compiled from ${SOURCE}/server/shared.tsx by \`npm run build\`.\n${code}`,
    ],
  ]);
}

async function bundleScript(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    // Omits “use strict” to save bytes.
    tsconfigRaw: '{}',
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
