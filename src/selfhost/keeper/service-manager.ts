import { execFile } from 'node:child_process';

/**
 * Tells systemd how this service is (`READY=1`, `STOPPING=1`, `RELOADING=1`, `WATCHDOG=1`; sd_notify(3)), where it has started it. Node
 * cannot write to its kind of socket, so systemd's own program does.
 */
export function sayTo(word: string): void {
  if (!process.env.NOTIFY_SOCKET || (word.startsWith('WATCHDOG') && !process.env.WATCHDOG_USEC)) return;
  execFile('systemd-notify', [`--pid=${process.pid}`, word], () => {});
}
