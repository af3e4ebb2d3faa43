/**
 * `npm run verify -- faults` compares responses and stored data after every dependency has failed at random. The seed
 * determines the events, but not their timing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { writeMeasured } from '../../support/measured.ts';
import { storm } from './storm/storm.ts';
import { describe, summaryOf } from './storm/verdict.ts';

const USAGE = 'npm run verify -- faults [--seconds 600] [--quick] [--seed NUMBER] [--port 0]';
const SHOWN = 5;

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      seed: { type: 'string' },
      port: { type: 'string', default: '0' },
    },
  });
  const { quick } = values;
  const seconds = Number(values.seconds ?? (quick ? 60 : 600));
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-faults-'));
  console.log(`seed ${seed}, ${seconds} s`);
  const facts = await storm({ folder, seconds, seed, port: Number(values.port), bound: quick ? 600 : 10_000 });
  const report = describe(facts);
  const wrong = [
    ...facts.checks.flatMap(({ what, wrong }) => wrong.slice(0, SHOWN).map((text) => `${what}: ${text}`)),
    ...facts.scenario.figures.violations.slice(0, SHOWN),
  ];
  console.log(`\n${report}\n`);
  if (wrong.length > 0) {
    console.error(`${wrong.join('\n')}\nseed ${seed}; state and log are left in ${folder}`);
    process.exitCode = 1;
    return;
  }
  console.log('equal');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (!quick && seconds >= 600)
    writeMeasured({ name: 'faults', title: 'Faults', page: 'reliability.md', body: report, summary: summaryOf(facts) });
});
