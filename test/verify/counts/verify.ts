/**
 * `npm run verify -- counts` simulates a partner who tries to find out click counts. Exits with 1 if one is revealed.
 */
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { writeMeasured } from '../../support/measured.ts';
import { attack, totals } from './attack.ts';
import { broken } from './promise.ts';
import { describe, summary } from './report.ts';

const USAGE = 'npm run verify -- counts [--sites 5] [--seed 1] [--quick]';
const SIZE = { articles: 300, topics: 48, perHour: 60 };

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      sites: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
    },
  });
  const runs = Array.from({ length: values.quick ? 1 : Number(values.sites) }, (_, i) =>
    attack(Number(values.seed) + i, SIZE),
  );
  const found = totals(runs);
  const body = describe(found, SIZE);
  console.log(body);
  const problems = broken(found);
  for (const problem of problems) console.error(problem);
  if (!values.quick && problems.length === 0)
    writeMeasured({ name: 'counts', title: 'Counts', page: 'reliability.md', body, summary: summary(found) });
  process.exitCode = problems.length > 0 ? 1 : 0;
});
