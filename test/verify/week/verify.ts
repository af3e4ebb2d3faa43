/**
 * `npm run verify -- week` simulates a newsroom's week on both runtimes, and then checks the promises of README and
 * SECURITY.md from outside. The seed determines all events.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { failCommand, run } from '../../../src/command/command.ts';
import { useMemory } from '../../support/processes.ts';
import { CHECKS } from './checks.ts';
import { startOnNode } from './services/on-node.ts';
import { startUnderWorkerd } from './services/under-workerd.ts';
import { simulateWeek } from './week.ts';

const USAGE = `npm run verify -- week [--seed 1] [--quick] [--runtime node|workerd] [--readers 20000]

Simulates a week: 20 sources with faults, 4 editors, 3 partners, readers with fleets of false clicks among them, a stop, a kill, a backup and
a restore, a rebuilt index, a wrong clock, and the end of summer time. Afterwards it checks the promises of README and SECURITY.md.

--quick    passes three hours at once, with 300 readers per day and fewer articles`;

const RUNTIMES = { node: startOnNode, workerd: startUnderWorkerd };
const isRuntime = (name: string): name is keyof typeof RUNTIMES => Object.hasOwn(RUNTIMES, name);

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
      runtime: { type: 'string' },
      readers: { type: 'string' },
    },
  });
  const { quick, runtime } = values;
  if (runtime !== undefined && !isRuntime(runtime)) failCommand('--runtime: must be node or workerd', USAGE);
  useMemory();
  for (const name of runtime ? [runtime] : (['node', 'workerd'] as const)) {
    const folder = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), 'newsgauge-week-'));
    const began = Date.now();
    const readersPerDay = Number(values.readers ?? (quick ? 300 : 20_000));
    const week = await simulateWeek(RUNTIMES[name], {
      ...{ folder, seed: Number(values.seed), readersPerDay, itemsPerDay: quick ? 3 : 8, stepHours: quick ? 3 : 1 },
    });
    const broken: string[] = [];
    try {
      for (const [check, holds] of Object.entries(CHECKS))
        await holds(week).catch((thrown: Error) => broken.push(`${check}: ${thrown.message}`));
    } finally {
      await week.stop();
    }
    const outcomes = [...week.readers.outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
    console.log(
      `${name}, seed ${values.seed}: ${week.sources.items.length} articles, clicks: ${outcomes}; ${Object.keys(CHECKS).length} promises checked, ${broken.length} broken, ${Math.round((Date.now() - began) / 1000)} s`,
    );
    for (const text of broken) console.error(text);
    if (broken.length > 0) {
      console.error(`state and log are left in ${folder}`);
      process.exitCode = 1;
    } else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
