/** Checks that every result in the documents was measured for the newest release. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Result {
  name: string;
  /** Date of the measurement, such as `2026-11-22`. Empty if the document has none. */
  date: string;
}

const ROOT = join(import.meta.dirname, '../..');
const DAY_MS = 86_400_000;
/** Days before a release in which its measurements are made. Long ones take hours. */
const PREPARATION_DAYS = 7;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Returns the date of the newest release in a changelog. */
function newestRelease(changelog: string): string {
  const dates = Array.from(changelog.matchAll(/^## \[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d)$/gm), ([, date = '']) => date);
  return dates.toSorted().at(-1) ?? '';
}

/** Returns the results that are older than a release and its preparation. */
const staleResults = (results: readonly Result[], release: string): string[] =>
  results
    .filter(({ date }) => !(Date.parse(date) >= Date.parse(release) - PREPARATION_DAYS * DAY_MS))
    .map(({ name }) => name);

const pages = globSync('docs/measured/*.md', { cwd: ROOT }).map((name) => ({
  name,
  date: /\nMeasured on (\S+) at commit /.exec(read(name))?.[1] ?? '',
}));
const lines = ['docs/benchmarks.md', 'docs/reliability.md'].flatMap((file) =>
  Array.from(read(file).matchAll(/^- (?!\[)([^(:\n]+)(?: \(.*)?: .*$/gm), ([line, title]) => ({
    name: `${file}: ${title}`,
    date: /, (\d{4}-\d\d-\d\d), commit `[0-9a-f]{9,}`\): /.exec(line)?.[1] ?? '',
  })),
);

test('no table or result line is older than the newest release', () => {
  expect(pages.length).toBeGreaterThan(15);
  expect(lines.length).toBeGreaterThan(5);
  expect(staleResults([...pages, ...lines], newestRelease(read('CHANGELOG.md')))).toEqual([]);
});

test('a later release makes results stale that were not measured again', () => {
  const changelog = '## [Unreleased]\n\n## [1.1.0] - 2027-02-01\n\n## [1.0.0] - 2026-11-27\n';
  expect(newestRelease(changelog)).toBe('2027-02-01');
  const results = [
    { name: 'measured for 1.0.0', date: '2026-11-28' },
    { name: 'measured in the week before 1.1.0', date: '2027-01-25' },
    { name: 'measured after 1.1.0', date: '2027-02-03' },
    { name: 'without a date', date: '' },
  ];
  expect(staleResults(results, newestRelease(changelog))).toEqual(['measured for 1.0.0', 'without a date']);
});
