import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { buildBrowserCode } from '../../scripts/build.ts';
import { ROOT } from '../../src/command/paths.ts';

/** Returns the script of a test Worker (a path in the project) that wraps the deployed one. */
export async function bundleWorker(entry: string): Promise<string> {
  await buildBrowserCode();
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, entry)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
  });
  // esbuild's process would keep this process alive.
  await stop();
  return (outputFiles[0] as { text: string }).text;
}
