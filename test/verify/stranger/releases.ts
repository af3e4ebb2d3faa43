/** Creates later releases for upgrade tests from a tarball. Some of them are broken. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MIGRATIONS = {
  '1.1.0': ['CREATE TABLE later (id INTEGER PRIMARY KEY);'],
  '1.2.0': ['THIS IS NO SQL;'],
  '1.3.0': ['DELETE FROM articles WHERE id % 2 = 0;'],
  '1.4.0': [],
  '1.5.0': [],
};
export type Release = keyof typeof MIGRATIONS;

const FAULTS: Partial<Record<Release, string>> = { '1.4.0': '\nprocess.exit(7);\n' };

export function laterReleases(tarball: string, folder: string): Record<Release, string> {
  const made: [string, string][] = [];
  for (const [version, statements] of Object.entries(MIGRATIONS)) {
    const place = join(folder, version);
    mkdirSync(place);
    execFileSync('tar', ['-xzf', tarball, '-C', place]);
    const root = join(place, 'package');
    // The first upgrade leaves its migration behind, so every later release includes it.
    for (const [i, sql] of [...MIGRATIONS['1.1.0'], ...(version === '1.1.0' ? [] : statements)].entries())
      writeFileSync(join(root, 'drizzle', `900${i}_later.sql`), `${sql}\n`);
    const file = join(root, 'package.json');
    const { version: before, ...description } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...description, version }));
    for (const name of readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.js')) replaceIn(join(root, 'lib', name), before, version);
    const fault = FAULTS[version as Release];
    if (fault) appendFileSync(join(root, 'lib/node/main.js'), fault);
    const packed = join(folder, `newsgauge-${version}.tgz`);
    execFileSync('tar', ['-czf', packed, '-C', place, 'package']);
    made.push([version, packed]);
  }
  return Object.fromEntries(made) as Record<Release, string>;
}

function replaceIn(file: string, before: string, after: string): void {
  const text = readFileSync(file, 'utf8');
  const other = text
    .replaceAll(`version:"${before}"`, `version:"${after}"`)
    .replaceAll(`version="${before}"`, `version="${after}"`);
  if (other !== text) writeFileSync(file, other);
}
