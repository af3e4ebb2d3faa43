/**
 * Groups modules that several scripts share, so that a first view loads few files. Without groups, esbuild makes a chunk
 * per combination of scripts, and the first screen of insights would load thirty.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');
const BROWSER = 'src/web/browser/';
/** First screen of insights, and the pages that share its modules. */
const FIRST_SCREEN = `${BROWSER}overview/overview.tsx`;
const INSIGHTS_PAGES = ['insights', 'today', 'week'].map((name) => `${BROWSER}${name}.tsx`);
const NAMESPACE = 'module-group';
/** Size up to which a module joins the group of all pages, in bytes of its source. */
const SMALL_MODULE_BYTES = 600;

type Inputs = Metafile['inputs'];

/** Returns the modules that a script loads before it runs. */
function modulesOf(inputs: Inputs, path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { path: next, kind } of inputs[path]?.imports ?? [])
    if (kind === 'import-statement' && inputs[next]) modulesOf(inputs, next, seen);
  return seen;
}

/** Lists the scripts of pages, and all scripts, including those that pages load on demand. */
function scriptsOf({ inputs, outputs }: Metafile): { pages: string[]; all: string[] } {
  const entries = Object.values(outputs).flatMap(({ entryPoint }) =>
    entryPoint && /\.tsx?$/.test(entryPoint) ? [entryPoint] : [],
  );
  const onDemand = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind, path }) => kind === 'dynamic-import' && inputs[path]).map(({ path }) => path),
  );
  return { pages: entries.filter((path) => !onDemand.includes(path)), all: [...new Set([...entries, ...onDemand])] };
}

/** Makes every script that uses a module of a group import the whole group, so that the group becomes one chunk. */
export function groupModules(metafile: Metafile): Plugin {
  const { inputs } = metafile;
  const { pages, all } = scriptsOf(metafile);
  const modules = new Map(all.map((script) => [script, modulesOf(inputs, script)]));
  const usersOf = (module: string, scripts: readonly string[]) =>
    scripts.filter((script) => modules.get(script)?.has(module));
  const groupOf = (module: string): string | null => {
    if (all.includes(module) || !/\.[jt]sx?$/.test(module)) return null;
    const users = usersOf(module, pages);
    if (users.length >= pages.length / 2) return 'pages';
    const isOfFirstScreen = [FIRST_SCREEN, `${BROWSER}insights.tsx`].some((name) => modules.get(name)?.has(module));
    if (!isOfFirstScreen || usersOf(module, all).length < 2) return null;
    const others = users.filter((page) => !INSIGHTS_PAGES.includes(page));
    const isSmall = (inputs[module]?.bytes ?? 0) <= SMALL_MODULE_BYTES;
    return others.length > 1 || (others.length === 1 && isSmall)
      ? 'pages'
      : others.length === 1
        ? 'shared'
        : 'insights';
  };
  const groups = Map.groupBy(Object.keys(inputs), groupOf);
  const groupsOf = (script: string): string[] => {
    const used = new Set(modules.get(script));
    const added = new Set<string>();
    // A group may need modules of another group, which would be split if the script loaded only those.
    for (let size = -1; size < added.size; ) {
      size = added.size;
      for (const [name, members] of groups) {
        if (!name || added.has(name) || !members.some((module) => used.has(module))) continue;
        added.add(name);
        for (const module of members) modulesOf(inputs, module, used);
      }
    }
    return [...added];
  };
  return {
    name: NAMESPACE,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, ({ path }) => ({
        path: path.slice(NAMESPACE.length + 1),
        namespace: NAMESPACE,
      }));
      onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
        contents: (groups.get(path) ?? []).map((module) => `import './${module}';`).join('\n'),
        resolveDir: ROOT,
      }));
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const script = all.find((name) => path === join(ROOT, name));
        if (!script) return null;
        const added = groupsOf(script).map((name) => `import '${NAMESPACE}:${name}';`);
        return { contents: [...added, readFileSync(path, 'utf8')].join(''), loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}
