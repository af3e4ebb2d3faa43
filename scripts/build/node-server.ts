/** Bundles the server for Node, into `dist/node/`: the Worker with what stands in for the modules of its platform. */
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { ROOT } from '../../src/command/paths.ts';

/** Stands in for the platform's modules. */
const MODULES = join(ROOT, 'src/node/modules');

/** Bundles it; `more` changes the settings, such as the folder. Throws if it does not compile. */
export async function buildNodeServer(more: BuildOptions = {}): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: { main: 'src/node/main.ts', server: 'src/node/server.ts' },
    outdir: 'dist/node',
    // Two folders deep, as the root of the project is found from there.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    alias: { 'cloudflare:workers': join(MODULES, 'workers.ts'), 'cloudflare:sockets': join(MODULES, 'sockets.ts') },
    define: { 'process.env.NODE_ENV': '"production"', 'navigator.userAgent': '"Cloudflare-Workers"' },
    // Some packages are written for `require`.
    banner: {
      js: "import { createRequire as requireBy } from 'node:module';const require = requireBy(import.meta.url);",
    },
    logLevel: 'silent',
    ...more,
  });
}
