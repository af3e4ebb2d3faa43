/** Second part of `npm run coverage`: writes the test coverage by layer to docs/measured/coverage.md. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { circumstances, fixed, table } from '../test/bench/lib/report.ts';
import { writeMeasured } from '../test/support/measured.ts';

const ROOT = join(import.meta.dirname, '..');
const SUMMARY = join(ROOT, 'node_modules/.coverage/coverage-summary.json');

/** Code that runs as commands or in browsers, which these tests do not cover. */
const ELSEWHERE = /^(cli|demo|web\/browser)(\/|$)/;

interface Part {
  total: number;
  covered: number;
}
type Counts = Record<'lines' | 'branches', Part>;

const { total: _, ...files } = JSON.parse(readFileSync(SUMMARY, 'utf8')) as Record<string, Counts>;
const rooms = Map.groupBy(Object.entries(files), ([path]) => roomOf(relative(join(ROOT, 'src'), path)));
const worker = sum(
  [...rooms].filter(([room]) => !ELSEWHERE.test(room)).map(([, list]) => sum(list.map(([, each]) => each))),
);

writeMeasured({
  name: 'coverage',
  title: 'Coverage',
  page: 'reliability.md',
  body: `${circumstances('npm run coverage')}

${table(
  ['', 'lines', '%', 'branches', '%'],
  [
    ...[...rooms]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([room, list]) => row(`src/${room}`, sum(list.map(([, each]) => each)))),
    row('**in the Worker**', worker),
  ],
)}`,
  summary: `${percent(worker.lines)} % of lines and ${percent(worker.branches)} % of branches of what runs in the Worker.`,
});

function roomOf(path: string): string {
  if (path.startsWith('web/browser/')) return 'web/browser';
  return path.includes('/') ? String(path.split('/')[0]) : '.';
}

function sum(list: readonly Counts[]): Counts {
  const add = (name: keyof Counts) => ({
    total: list.reduce((total, each) => total + each[name].total, 0),
    covered: list.reduce((total, each) => total + each[name].covered, 0),
  });
  return { lines: add('lines'), branches: add('branches') };
}

function row(name: string, { lines, branches }: Counts): string[] {
  return [name, ...[lines, branches].flatMap((part) => [`${part.covered} of ${part.total}`, percent(part)])];
}

function percent({ covered, total }: Part): string {
  return fixed(total === 0 ? 100 : (100 * covered) / total, 1);
}
