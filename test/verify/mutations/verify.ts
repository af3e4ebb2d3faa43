/**
 * `npm run verify:mutations`: plants each defect of `catalogue/` in a copy of the project and demands that its test fails there,
 * after the same test has passed in the copy as it is. Writes which test noticed what into docs/measured/.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { writeMeasured } from '../../support/measured.ts';
import { SUBJECTS } from './catalogue.ts';
import { assertPlantable, copyProject, planted } from './copy.ts';
import type { Mutation } from './mutation.ts';
import { describe, type Verdict } from './report.ts';
import { type Outcome, runTests } from './tests.ts';

const USAGE = 'npm run verify:mutations -- [--only PART-OF-A-SUBJECT-OR-NAME]';

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-mutations-'));
  try {
    process.exitCode = verify(folder, values.only) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

function verify(folder: string, only: string): boolean {
  const began = performance.now();
  copyProject(folder);
  const chosen = SUBJECTS.flatMap(({ title, mutations }) =>
    mutations
      .filter(({ name }) => `${title}: ${name}`.includes(only))
      .map((mutation) => ({ subject: title, mutation })),
  );
  for (const { mutation } of chosen) assertPlantable(folder, mutation);
  const sound = new Map<string, string | null>();
  const verdicts = chosen.map(({ subject, mutation }): Verdict => {
    const start = performance.now();
    const { failed, problem } = prove(folder, mutation, sound);
    const verdict = { subject, mutation, caughtBy: failed, problem };
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const said = failed[0] ?? problem ?? 'all tests pass';
    console.log(`${failed.length > 0 ? 'caught' : 'MISSED'} in ${seconds} s: ${mutation.name}: ${said}`);
    return verdict;
  });
  const missed = verdicts.filter(({ caughtBy }) => caughtBy.length === 0);
  const report = describe(verdicts, Math.round((performance.now() - began) / 1000));
  if (only === '' && missed.length === 0)
    writeMeasured({
      ...{ name: 'mutations', title: 'Mutations', page: 'reliability.md', body: report },
      summary: `${verdicts.length} planted defects, ${verdicts.length - missed.length} caught by a test.`,
    });
  console.log(`${verdicts.length} mutations, ${verdicts.length - missed.length} caught`);
  return missed.length === 0;
}

/** Runs the mutation's tests with the defect, and before, once for all that share them, without: what fails then says nothing. */
function prove(folder: string, mutation: Mutation, sound: Map<string, string | null>): Outcome {
  const { file, named } = mutation.tests;
  const tests = `${file} ${named ?? ''}`;
  if (!sound.has(tests)) {
    const { failed, problem } = runTests(folder, file, named);
    sound.set(tests, failed[0] ? `fails without any defect: ${failed[0]}` : (problem ?? null));
  }
  const unsound = sound.get(tests);
  if (unsound) return { failed: [], problem: unsound };
  return planted(folder, mutation, () => runTests(folder, file, named));
}
