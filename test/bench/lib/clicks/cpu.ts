import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second in which Linux counts processor time, on every machine of today. */
const TICKS = 100;

/** Processor time that the runtimes started by this process have used so far, in seconds; NaN where there is no /proc. */
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
    return []; // It has ended meanwhile.
  }
}
