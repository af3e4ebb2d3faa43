/** Bundles the server for Node: the Worker with what stands in for the modules of its platform. */
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { ROOT } from '../../src/command/paths.ts';

/** Stands in for the platform's modules. */
const MODULES = join(ROOT, 'src/node/modules');

/** Bundles it with the command line that starts it, into a folder that lies two folders deep. */
export const buildServer = (outdir: string): Promise<Metafile> =>
  buildNodeServer({
    entryPoints: { main: 'src/node/main.ts', program: 'src/cli/program.ts' },
    outdir,
    // Commands that a clone runs from its source.
    external: ['miniflare', 'wrangler', 'esbuild'],
  });

/** Bundles it; `more` names the entry points and the folder. Returns what the bundle consists of. Throws if it does not compile. */
export async function buildNodeServer(more: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    // Names stay, for stacks in the log.
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
    // Some packages are written for `require`.
    banner: {
      js: "import { createRequire as requireBy } from 'node:module';const require = requireBy(import.meta.url);",
    },
    logLevel: 'silent',
    ...more,
    metafile: true,
  });
  return metafile;
}
