/** Bundles the server for Node: the Worker with replacements for the platform's modules. */
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { ROOT } from '../../src/command/paths.ts';

const MODULES = join(ROOT, 'src/node/modules');

/** Bundles the server with its command line. The output folder must be two levels deep. */
export const buildServer = (outdir: string): Promise<Metafile> =>
  buildNodeServer({
    entryPoints: { main: 'src/node/main.ts', program: 'src/cli/program.ts' },
    outdir,
    // Development tools, which only commands of a clone use.
    external: ['miniflare', 'wrangler', 'esbuild'],
  });

export async function buildNodeServer(more: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    // Names are not minified, so stack traces in the log are readable.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'node',
    target: 'node22',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    alias: { 'cloudflare:workers': join(MODULES, 'workers.ts'), 'cloudflare:sockets': join(MODULES, 'sockets.ts') },
    define: { 'process.env.NODE_ENV': '"production"', 'navigator.userAgent': '"Cloudflare-Workers"' },
    // Some bundled packages use `require`, which ES modules lack.
    banner: {
      js: "import { createRequire as requireBy } from 'node:module';const require = requireBy(import.meta.url);",
    },
    logLevel: 'silent',
    ...more,
    metafile: true,
  });
  return metafile;
}
