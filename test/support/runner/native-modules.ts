/**
 * Lets Node itself load the modules of tests: JSX, texts imported with `?raw`, single fields of JSON files, and modules of
 * the Worker.
 */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import './drizzle-modules.ts';

const ROOT = new URL('../../../', import.meta.url);
const SUBSTITUTES: Record<string, string> = {
  'cloudflare:workers': new URL('src/node/modules/workers.ts', ROOT).href,
  'newsgauge-client': new URL('src/client/index.ts', ROOT).href,
};
const require = createRequire(import.meta.url);
/** Settings of JSX, as in `tsconfig.json`. */
const TSCONFIG = { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'hono/jsx', verbatimModuleSyntax: true } };

function compiled(path: string): string {
  const { transformSync } = require('esbuild') as typeof import('esbuild');
  return transformSync(readFileSync(path, 'utf8'), {
    loader: 'tsx',
    format: 'esm',
    target: 'es2024',
    sourcefile: path,
    sourcemap: 'inline',
    tsconfigRaw: TSCONFIG as never,
  }).code;
}

/** Returns a module that exports a JSON object and each of its fields. */
function moduleOf(json: string): string {
  const names = Object.keys(JSON.parse(json) as object).filter((name) => /^[a-z]\w*$/i.test(name));
  const fields = names.map((name, i) => `const field${i} = json.${name};\nexport { field${i} as ${name} };`);
  return [`const json = ${json};`, 'export default json;', ...fields].join('\n');
}

registerHooks({
  resolve: (specifier, context, next) => next(SUBSTITUTES[specifier] ?? specifier, context),
  load(url, context, next) {
    const { pathname, search } = new URL(url);
    const path = () => fileURLToPath(`file://${pathname}`);
    if (search === '?raw') {
      const source = `export default ${JSON.stringify(readFileSync(path(), 'utf8'))};`;
      return { format: 'module', source, shortCircuit: true };
    }
    if (pathname.endsWith('.tsx')) return { format: 'module', source: compiled(path()), shortCircuit: true };
    const { importAttributes } = context as { importAttributes?: ImportAttributes };
    if (!pathname.endsWith('.json') || !importAttributes || importAttributes.type) return next(url, context);
    return { format: 'module', source: moduleOf(readFileSync(path(), 'utf8')), shortCircuit: true };
  },
});
