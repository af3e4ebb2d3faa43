/** Ends a process and its process group. Ignores processes that have ended. */
export function endGroup(pid: number): void {
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {}
  }
}
