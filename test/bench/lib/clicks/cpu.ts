import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in which Linux counts CPU time on all current machines. */
const TICKS = 100;

/** CPU time of the runtimes that this process started, in seconds, or NaN without /proc. */
export function runtimeCpuSeconds(): number {
  try {
    const times = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? cpuOfChild(pid) : []));
    return times.reduce((sum, time) => sum + time, 0);
  } catch {
    return Number.NaN;
  }
}

function cpuOfChild(pid: string): number[] {
  try {
    const [, name, rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ');
    if (name !== 'workerd' || Number(fields[1]) !== process.pid) return [];
    return [(Number(fields[11]) + Number(fields[12])) / TICKS];
  } catch {
    return []; // The process has ended.
  }
}
