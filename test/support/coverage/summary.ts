import coverage, { type CoverageMap, type CoverageSummary } from 'istanbul-lib-coverage';

/** What runs as commands or in browsers: no part of the Worker, and these tests do not look there. */
const ELSEWHERE = ['cli', 'browser', 'demo'];

/** A table in Markdown: lines and branches of each folder, of all that runs in the Worker, and of the rest. */
export function summary(map: CoverageMap, nameOf: (path: string) => string): string {
  const folders = new Map<string, CoverageSummary>();
  const together = { Worker: coverage.createCoverageSummary(), elsewhere: coverage.createCoverageSummary() };
  for (const path of map.files()) {
    const file = map.fileCoverageFor(path).toSummary();
    const folder = nameOf(path).includes('/') ? String(nameOf(path).split('/')[0]) : '.';
    folders.set(folder, folders.get(folder) ?? coverage.createCoverageSummary());
    folders.get(folder)?.merge(file);
    together[ELSEWHERE.includes(folder) ? 'elsewhere' : 'Worker'].merge(file);
  }
  const rows = [...folders].sort(([a], [b]) => a.localeCompare(b)).map(([name, each]) => row(`src/${name}`, each));
  const head = ['| | lines | % | branches | % |', '| --- | --: | --: | --: | --: |'];
  const totals = [row('**in the Worker**', together.Worker), row('**elsewhere**', together.elsewhere)];
  return [...head, ...rows, ...totals].join('\n');
}

const row = (name: string, { lines, branches }: CoverageSummary): string =>
  `| ${name} | ${lines.covered} of ${lines.total} | ${lines.pct} | ${branches.covered} of ${branches.total} | ${branches.pct} |`;
