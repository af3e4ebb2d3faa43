/** Milliseconds between two looks at whether npm still runs. */
const PULSE = 250;

/** Calls `stop` once an npm that has started this process has ended, however: one that is killed tells nobody. */
export function watchNpm(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) stop();
  }, PULSE).unref();
}
