/**
 * `npm run build`: compiles what browsers run, from `src/web/browser/`. Wrangler runs it before it bundles the Worker, and so
 * do the tests; nothing that it writes is committed. It fails where a script or a style sheet is too large.
 *
 * - `*.tsx`, `*.css`: a page's script and style sheet, to `public/pages/`
 * - `sites/*.ts`: what other sites load by name, to `public/`
 * - a description of the collections, to a module that the pages import
 * - `inline/*.ts`: scripts in a page's markup, to modules that the Worker imports
 *
 * And the demo newsroom's drawings (`src/demo/data/drawings.json`), to `public/demo/`.
 */
import { parseArgs } from 'node:util';
import drawings from '../src/demo/data/drawings.json' with { type: 'json' };
import { bundleCollections, bundleInline, bundlePages, bundleSites } from './build/bundles.ts';
import { writeFiles, writeOutputs } from './build/outputs.ts';
import { measure, tooLarge } from './build/sizes.ts';

/** Compiles everything and returns the size of each part in words. Throws where a part is too large. */
export async function buildBrowserCode(): Promise<string[]> {
  // Pages import it.
  writeFiles(await bundleCollections());
  const [pages, sites, inline] = await Promise.all([bundlePages(), bundleSites(), bundleInline()]);
  const sizes = measure({ pages, sites, inline });
  const problems = tooLarge(sizes);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const pictures = Object.entries(drawings).map(([name, svg]) => [`public/demo/${name}`, svg] as const);
  writeOutputs(new Map([...pages.files, ...sites, ...inline, ...pictures]));
  return sizes.map(({ words }) => words);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { sizes: { type: 'boolean' }, server: { type: 'boolean' } } });
  try {
    const sizes = await buildBrowserCode();
    if (values.sizes) for (const line of sizes) console.log(line);
    // Whatever a self-hosted server runs, so that its first start need not make it.
    if (values.server) (await import('../src/selfhost/runtime/build.ts')).build();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
