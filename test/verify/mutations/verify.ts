/**
 * `npm run verify -- mutations` plants each defect of `catalogue.ndjson` in a copy. The defect's test must fail there,
 * after it has passed in the unchanged copy.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { circumstances, table } from '../../bench/lib/report.ts';
import { writeMeasured } from '../../support/measured.ts';
import { type Mutation, SUBJECTS } from './catalogue.ts';
import { assertPlantable, copyProject, planted } from './copy.ts';

interface Verdict {
  subject: string;
  mutation: Mutation;
  caughtBy: string[];
  problem?: string | undefined;
}

function describe(verdicts: readonly Verdict[], seconds: number): string {
  const caughtOf = (list: readonly Verdict[]) => list.filter(({ caughtBy }) => caughtBy.length > 0).length;
  const rows = Array.from(
    Map.groupBy(verdicts, ({ subject }) => subject),
    ([subject, list]) => [subject, list.length, caughtOf(list)],
  );
  return `${circumstances('npm run verify -- mutations')}

Each defect is planted alone in a copy of the project. At least one test must fail with it, and all tests must pass without it. The defects and their tests are in [the catalogue](../../test/verify/mutations/catalogue.ndjson). ${caughtOf(verdicts)} of ${verdicts.length} were caught in ${seconds} s.

${table(['Defect', 'planted', 'caught'], rows)}`;
}

const PATIENCE = 300_000;
/** Number of histories in the exactness test, enough to detect each of the defects. */
const RUNS = '60';
/** Fixed seed, so that every run detects the defects. */
const SEED = '20260101';

export interface Outcome {
  failed: string[];
  /** Reason why no test has run, if any: a defect that prevents the start proves nothing. */
  problem?: string;
}

/** Tests of processes use Node's own test runner. */
const isOfProcesses = (file: string) => file.startsWith('test/runtime/');

interface Report {
  testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[];
}

export const runTests = (folder: string, file: string, named?: string): Outcome =>
  isOfProcesses(file) ? runNode(folder, file, named) : runVitest(folder, file, named);

function runNode(folder: string, file: string, named?: string): Outcome {
  const choice = named ? [`--test-name-pattern=${named}`] : [];
  const { stdout, stderr } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...choice, file], {
    cwd: folder,
    encoding: 'utf8',
    timeout: PATIENCE,
  });
  const results = Array.from(stdout.matchAll(/^\s*(not )?ok \d+ - (.*)$/gm), ([, not, name = '']) => ({ not, name }));
  const failed = results.filter(({ not, name }) => not && !name.includes(file)).map(({ name }) => name);
  if (failed.length > 0 || results.some(({ not }) => !not)) return { failed };
  return { failed, problem: `no test has run: ${(stdout + stderr).slice(-500)}` };
}

function runVitest(folder: string, file: string, named?: string): Outcome {
  const output = join(folder, 'report.json');
  rmSync(output, { force: true });
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const choice = named ? ['--testNamePattern', named] : [];
  const { stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', file, ...choice, '--reporter=json', `--outputFile=${output}`],
    { cwd: folder, encoding: 'utf8', timeout: PATIENCE, env: { ...process.env, RUNS, SEED } },
  );
  if (!existsSync(output)) return { failed: [], problem: `vitest ended without a report: ${stderr.slice(-500)}` };
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  if (failed.length > 0 || results.some(({ status }) => status === 'passed')) return { failed };
  const messages = testResults.map(({ message }) => message).join(' ');
  return { failed, problem: `no test has run: ${messages.slice(0, 500)}` };
}

const USAGE = 'npm run verify -- mutations [--only PART-OF-A-SUBJECT-OR-NAME]';

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
      name: 'mutations',
      title: 'Mutations',
      page: 'reliability.md',
      body: report,
      summary: `The tests caught ${verdicts.length - missed.length} of ${verdicts.length} planted defects.`,
    });
  console.log(`${verdicts.length} mutations, ${verdicts.length - missed.length} caught`);
  return missed.length === 0;
}

/** Runs the tests with the defect, and once without it: tests that already fail prove nothing. */
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
