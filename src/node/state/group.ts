/** Ends a process and the rest of the process group that it leads. Ignores processes that have ended. */
export function endGroup(pid: number): void {
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {}
  }
}
