import { watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../command/paths.ts';

/** Time after a file was saved. Files that are saved within this time belong to the same change. */
const QUIET_MS = 60;

/** Watches the source code. Returns a function that registers a callback, which is also called for earlier changes. */
export function watchSource(): (restart: () => Promise<boolean>) => void {
  const { promise: started, resolve: follow } = Promise.withResolvers<() => Promise<boolean>>();
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const changed = new Set<string>();
  const reload = async () => {
    const restart = await started;
    if (changed.size === 0) return;
    const began = Date.now();
    const names = Array.from(changed).slice(0, 3).join(', ');
    changed.clear();
    if (await restart()) console.log(`Reloaded in ${Date.now() - began} ms (${names})`);
  };
  const note = (name: string) => {
    // Ignores build output and temporary files of editors.
    if (/\.generated\.ts$|\.tmp$|~$|(^|\/)\./.test(name)) return;
    changed.add(name);
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(reload);
    }, QUIET_MS);
  };
  for (const place of ['src', 'drizzle', 'wrangler.toml'])
    watch(join(ROOT, place), { recursive: !place.endsWith('.toml') }, (_, name) =>
      note(name && !place.endsWith('.toml') ? `${place}/${name.replaceAll('\\', '/')}` : place),
    );
  return (restart) => {
    console.log('Watching src/, drizzle/ and wrangler.toml');
    follow(restart);
  };
}
