import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BuildContext, context } from 'esbuild';
import { ROOT } from '../paths.ts';
import { migrate, type RunningWorker } from '../runtime.ts';
import type { Front } from './front.ts';

/** Milliseconds in which several files are saved at once. */
const QUIET = 60;

export interface Reloading {
  worker: RunningWorker;
  state: string;
  front: Pick<Front, 'serve' | 'hold'>;
}

/** Watches the source of a running server and reloads it at every change; returns what ends the watching. */
export async function reloadOnChange({ worker, state, front }: Reloading): Promise<() => void> {
  const bundler = await openBundler();
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const changed = new Set<string>();
  const reload = async () => {
    const began = Date.now();
    const names = Array.from(changed);
    changed.clear();
    try {
      if (names.some((name) => name.startsWith('src/web/'))) await buildPages();
      if (names.some((name) => name.startsWith('drizzle/'))) migrate(state);
      const script = await bundleOf(bundler);
      // Requests wait in the meantime, so that they do not reach a server that is being replaced.
      front.hold();
      front.serve(await worker.reload(script));
      console.log(`Reloaded in ${Date.now() - began} ms (${names.slice(0, 3).join(', ')})`);
    } catch (thrown) {
      console.error(`Not reloaded: ${(thrown as Error).message}`);
    }
  };
  const note = (name: string) => {
    // What a build writes, and what editors keep beside a file.
    if (/\.generated\.ts$|\.tmp$|~$|(^|\/)\./.test(name)) return;
    changed.add(name);
    clearTimeout(timer);
    timer = setTimeout(() => {
      // One at a time: a reload may take longer than the time between two saves.
      last = last.then(reload);
    }, QUIET);
  };
  const watchers = ['src', 'drizzle', 'wrangler.toml'].map((place) =>
    watch(join(ROOT, place), { recursive: !place.endsWith('.toml') }, (_, name) =>
      note(name && !place.endsWith('.toml') ? `${place}/${name.replaceAll('\\', '/')}` : place),
    ),
  );
  console.log('Watching src/, drizzle/ and wrangler.toml');
  return () => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(timer);
    void bundler.dispose();
  };
}

const buildPages = () => promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build.ts')]);

/** Keeps what it has parsed, so that a rebuild takes a fraction of the time that wrangler's takes; the settings are wrangler's. */
const openBundler = (): Promise<BuildContext> =>
  context({
    absWorkingDir: ROOT,
    entryPoints: ['src/index.ts'],
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    external: ['cloudflare:*', 'node:*'],
    define: { 'process.env.NODE_ENV': '"development"', 'navigator.userAgent': '"Cloudflare-Workers"' },
    sourcemap: 'inline',
    logLevel: 'silent',
    write: false,
  });

async function bundleOf(bundler: BuildContext): Promise<string> {
  const { outputFiles } = await bundler.rebuild();
  return outputFiles?.[0]?.text ?? '';
}
