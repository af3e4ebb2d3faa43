/** Ends a process and all others of the group that it leads. That they have ended already is no mistake. */
export function endGroup(pid: number): void {
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {}
  }
}
