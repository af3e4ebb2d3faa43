import { execFile } from 'node:child_process';

/**
 * Notifies systemd of the service's state (`READY=1`, `STOPPING=1`, `RELOADING=1`, `WATCHDOG=1`; sd_notify(3)) if
 * systemd started the service. Uses systemd's own program, because Node cannot write to this kind of socket.
 */
export function notifySystemd(word: string): void {
  if (!process.env.NOTIFY_SOCKET || (word.startsWith('WATCHDOG') && !process.env.WATCHDOG_USEC)) return;
  execFile('systemd-notify', [`--pid=${process.pid}`, word], () => {});
}

const WATCHDOG_MS = 10_000;

/** Notifies systemd regularly that this process is alive. */
export function watchSelf(): void {
  setInterval(() => notifySystemd('WATCHDOG=1'), WATCHDOG_MS).unref();
}

/** Milliseconds between two checks that npm is still running. */
const NPM_CHECK_INTERVAL_MS = 250;

/** Calls `stop` when the npm process that started this process has ended, because a killed npm forwards no signal. */
export function watchNpm(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) stop();
  }, NPM_CHECK_INTERVAL_MS).unref();
}
