import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

/** The OpenAPI document as the Worker makes it, from a bundle: Node itself reads no JSX. */
export async function apiDescription(): Promise<object> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/routes.ts'],
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
  const { describeService } = (await import(`data:text/javascript;base64,${code}`)) as {
    describeService: () => object;
  };
  return describeService();
}
