/** Ends a process and all others of the group that it leads. It is fine if they have ended already. */
export function endGroup(pid: number): void {
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {}
  }
}
