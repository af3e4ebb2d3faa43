import { execFile } from 'node:child_process';

/** Reports the server's state to systemd. Runs `systemd-notify`, because Node cannot write to systemd's socket. */
export function notifySystemd(word: string): void {
  if (!process.env.NOTIFY_SOCKET || (word.startsWith('WATCHDOG') && !process.env.WATCHDOG_USEC)) return;
  execFile('systemd-notify', [`--pid=${process.pid}`, word], () => {});
}

const WATCHDOG_MS = 10_000;

export function watchSelf(): void {
  setInterval(() => notifySystemd('WATCHDOG=1'), WATCHDOG_MS).unref();
}

const NPM_CHECK_INTERVAL_MS = 250;

/** Calls `stop` when the npm process that started this process has ended, because a killed npm forwards no signal. */
export function watchNpm(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) stop();
  }, NPM_CHECK_INTERVAL_MS).unref();
}
