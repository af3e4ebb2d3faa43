import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

/** Returns the exports of a Worker module through a bundle, because Node cannot read JSX. */
export async function evaluate<T>(entry: string): Promise<T> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    external: ['cloudflare:*', 'node:*'],
    write: false,
  });
  const code = Buffer.from(outputFiles.map(({ contents }) => contents).at(0) ?? '').toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
