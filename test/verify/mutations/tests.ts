import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds for which a test file may run on a busy machine. */
const PATIENCE = 300_000;
/** Histories of the exactness test: enough to meet each of the defects. */
const RUNS = '60';
/** So that it meets them every time. */
const SEED = '20260101';

export interface Outcome {
  /** Names of the tests that failed. */
  failed: string[];
  /** Why no test has run, if so: a defect that lets nothing start proves nothing. */
  problem?: string;
}

/** Tests of processes run under node's own runner. */
const isOfProcesses = (file: string) => file.startsWith('test/runtime/');

interface Report {
  testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs a test file of a copy; `named` chooses tests by a part of their names. */
export const runTests = (folder: string, file: string, named?: string): Outcome =>
  isOfProcesses(file) ? runNode(folder, file, named) : runVitest(folder, file, named);

function runNode(folder: string, file: string, named?: string): Outcome {
  const choice = named ? [`--test-name-pattern=${named}`] : [];
  const { stdout, stderr } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...choice, file], {
    ...{ cwd: folder, encoding: 'utf8', timeout: PATIENCE },
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
