import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { Plugin } from 'vitest/config';

const ROOT = join(import.meta.dirname, '../../..');
const BUNDLE = join(ROOT, 'src/tested-source.js');
const SOURCE = /\/src\/[^?]*\.tsx?$/;
/** Modules that run elsewhere. Tests that import one get it from Vite. */
const NOT_BUNDLED = /^src\/(cli|client|command|node|web\/browser)\//;

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  target: 'es2024',
  platform: 'neutral',
  packages: 'external',
  write: false,
  metafile: true,
  outdir: dirname(BUNDLE),
  outbase: ROOT,
} satisfies BuildOptions;

/** Returns the modules of `src` that the Worker, a test, or a module of pages imports. */
function importedModules(): string[] {
  const importing = globSync(['test/**/*.{ts,tsx}', 'src/web/browser/**/*.{ts,tsx}'], {
    cwd: ROOT,
    exclude: ['test/{bench,browser,runtime}/**'],
  });
  const imported = importing.flatMap((file) =>
    Array.from(
      readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']*\.tsx?)'/g),
      ([, path = '']) => relative(ROOT, join(ROOT, dirname(file), path)),
    ),
  );
  return [...new Set(['src/index.ts', ...imported])]
    .filter((path) => /^src\//.test(path) && !NOT_BUNDLED.test(path))
    .sort();
}

interface Bundle {
  code: string;
  map: string;
  /** Names that a module exports, by path of the module. */
  exported: Map<string, string[]>;
}

async function bundle(): Promise<Bundle> {
  const { metafile } = await build({ ...OPTIONS, entryPoints: importedModules(), splitting: true });
  const exported = new Map(
    Object.values(metafile.outputs).flatMap(({ entryPoint, exports }) =>
      entryPoint ? [[join(ROOT, entryPoint), exports]] : [],
    ),
  );
  const lines = Array.from(exported, ([path, names], i) => {
    const renamed = names.map((name) => `${name} as ${renamedExport(i, name)}`);
    return names.length > 0 ? `export { ${renamed.join(', ')} } from '${path}';` : `import '${path}';`;
  });
  const { outputFiles } = await build({
    ...OPTIONS,
    stdin: { contents: lines.join('\n'), resolveDir: ROOT, sourcefile: 'tested-source.js' },
    sourcemap: 'external',
    sourcesContent: false,
  });
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  const map = JSON.parse(text('.map')) as { sources: string[] };
  // With `null`, Vite would read all files.
  return { code: text('.js'), map: JSON.stringify({ ...map, sourcesContent: map.sources.map(() => '') }), exported };
}

const renamedExport = (i: number, name: string): string => `m${i}_${name}`;

/**
 * Serves the modules of `src` from one bundle. The test runner would transform each module, and each use of an imported
 * name would call a getter.
 */
export function bundledSource(): Plugin {
  let started: Promise<Bundle> | undefined;
  const bundled = () => {
    started ??= bundle();
    return started;
  };
  return {
    name: 'bundled source',
    enforce: 'pre',
    async load(id) {
      if (id === BUNDLE) {
        const { code, map } = await bundled();
        return { code, map };
      }
      if (!SOURCE.test(id)) return null;
      const { exported } = await bundled();
      const names = exported.get(id);
      if (!names) return null;
      const i = [...exported.keys()].indexOf(id);
      const renamed = names.map((name) => `${renamedExport(i, name)} as ${name}`);
      return names.length > 0 ? `export { ${renamed.join(', ')} } from '${BUNDLE}';` : `import '${BUNDLE}';`;
    },
    resolveId: (id) => (id === BUNDLE ? id : null),
  };
}
