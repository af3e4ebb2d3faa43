/** Bundles the Worker's source code for the test runner, which would load each of several hundred modules singly. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { build, type Plugin as EsbuildPlugin, transform } from 'esbuild';
import type { Plugin } from 'vitest/config';

const ROOT = resolve(import.meta.dirname, '../../..');
const ENTRY = 'src/index.ts';
/** Path from the root, by which Vite requests the bundle. There is no such file. */
const BUNDLE = '/dist/source-bundle.js';
const BUNDLE_ID = ROOT + BUNDLE;
const TSCONFIG = readFileSync(resolve(ROOT, 'tsconfig.json'), 'utf8');
const SETTINGS = {
  absWorkingDir: ROOT,
  write: false,
  metafile: true,
  format: 'esm',
  target: 'es2024',
  keepNames: true,
} as const;
const BUNDLED = { ...SETTINGS, bundle: true, packages: 'external' as const, external: ['cloudflare:*'] };

/** Edits the code of a module. `forget` receives plain JavaScript. */
export interface SourceEdits {
  load: (source: string) => string;
  forget: (code: string, parse: Parse) => string;
}

export type Parse = (code: string) => { body: unknown[] };

/** Every module becomes a list of exports of one bundle, so that tests and the Worker share the bundle's state. */
export function sourceBundle({ load, forget }: SourceEdits): Plugin {
  const modules = new Map<string, string>();
  let code = '';
  let map = '';
  return {
    name: 'source-bundle',
    enforce: 'pre',
    async buildStart() {
      if (code) return;
      const parse: Parse = (text) => this.parse(text);
      const edit: EsbuildPlugin = {
        name: 'edits',
        setup({ onLoad }) {
          onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path }) => {
            const { code, map } = await transform(load(readFileSync(path, 'utf8')), {
              loader: path.endsWith('x') ? 'tsx' : 'ts',
              sourcefile: path,
              sourcemap: true,
              target: 'es2024',
              tsconfigRaw: TSCONFIG,
            });
            const url = `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
            return { contents: `${forget(code, parse)}\n//# sourceMappingURL=${url}`, loader: 'js' };
          });
        },
      };
      const { metafile } = await build({ ...BUNDLED, entryPoints: [ENTRY] });
      const files = Object.keys(metafile.inputs).filter((path) => /^src\/.*\.tsx?$/.test(path));
      const { metafile: singly } = await build({ ...SETTINGS, entryPoints: files, outdir: 'dist' });
      const exportsOf = new Map(Object.values(singly.outputs).map((output) => [output.entryPoint, output.exports]));
      const lines = files.map((path, i) => {
        const names = exportsOf.get(path) ?? [];
        const every = Array.from(
          readFileSync(resolve(ROOT, path), 'utf8').matchAll(/^export \* from '([^']+)'/gm),
          ([, from = '']) => `export * from '${resolve(ROOT, dirname(path), from)}';`,
        );
        const own = names.map((name) => `m${i}_${name} as ${name}`).join(', ');
        modules.set(resolve(ROOT, path), [`export { ${own} } from '${BUNDLE}';`, ...every].join('\n'));
        return `export { ${names.map((name) => `${name} as m${i}_${name}`).join(', ')} } from './${path}';`;
      });
      const { outputFiles } = await build({
        ...BUNDLED,
        stdin: { contents: lines.join('\n'), resolveDir: ROOT, loader: 'js' },
        outfile: BUNDLE_ID,
        sourcemap: 'external',
        plugins: [edit],
      });
      for (const { path, text } of outputFiles)
        if (path.endsWith('.map')) map = text;
        else code = text;
    },
    resolveId: (id) => (id === BUNDLE ? BUNDLE_ID : null),
    load: (id) => (id === BUNDLE_ID ? { code, map } : (modules.get(id) ?? null)),
  };
}
