import { execFile } from 'node:child_process';

/**
 * Tells systemd how this service is (`READY=1`, `STOPPING=1`, `RELOADING=1`, `WATCHDOG=1`; sd_notify(3)), where it has started it. Node
 * cannot write to its kind of socket, so systemd's own program does.
 */
export function notifySystemd(word: string): void {
  if (!process.env.NOTIFY_SOCKET || (word.startsWith('WATCHDOG') && !process.env.WATCHDOG_USEC)) return;
  execFile('systemd-notify', [`--pid=${process.pid}`, word], () => {});
}

const WATCHDOG_MS = 10_000;

/** Tells systemd regularly that this process lives. */
export function watchSelf(): void {
  setInterval(() => notifySystemd('WATCHDOG=1'), WATCHDOG_MS).unref();
}

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
