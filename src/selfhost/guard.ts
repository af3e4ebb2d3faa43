/**
 * Ends the runtime when the process that started it has been killed. That one says on stdin which process it guards, a line
 * each time; when it dies, the end of its pipe is the signal. Without the guard workerd would serve on, without crons, and
 * write to the files of the next server.
 */
import { createInterface } from 'node:readline';
import { endGroup } from '../node/state/group.ts';

let guarded: number | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
createInterface({ input: process.stdin })
  .on('line', (line) => {
    guarded = /^\d+$/.test(line) ? Number(line) : null;
  })
  .on('close', () => {
    if (guarded !== null) endGroup(guarded);
  });
