/**
 * `npm run check:licences`: licences of all packages. What the service is made of must be free to ship under this
 * project's own licence; what only builds and tests it is reported, and must be free to use.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { init, type ModuleInfos } from 'license-checker-rseidelsohn';
import { run } from '../../src/cli/command.ts';
import { ROOT } from '../../src/cli/runtime.ts';

const SHIPPED = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
];
/** Of tools and data that stay here; MPL and LGPL bind only who changes and ships them, ODbL and CC-BY ask to be named. */
const USED = [
  ...SHIPPED,
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'Python-2.0',
  'Unicode-3.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'ODbL-1.0',
];

const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string; version: string };

await run('npm run check:licences', async () => {
  const shipped = await packages(true);
  const all = await packages(false);
  const bad = [
    ...refused(shipped, SHIPPED).map((name) => `${name}: not free to ship`),
    ...refused(all, USED).map((name) => `${name}: not free to use`),
  ];
  console.log(`shipped: ${count(shipped)}`);
  console.log(`in all:  ${count(all)}`);
  for (const problem of bad) console.error(problem);
  if (bad.length > 0) process.exitCode = 1;
});

function packages(production: boolean): Promise<ModuleInfos> {
  return new Promise((resolve, reject) => {
    init({ start: ROOT, production, excludePackages: `${own.name}@${own.version}` }, (error, found) =>
      error ? reject(error) : resolve(found),
    );
  });
}

/** Packages of which no alternative is allowed. Where several licences hold together, all must be. */
function refused(found: ModuleInfos, allowed: readonly string[]): string[] {
  return Object.entries(found).flatMap(([name, { licenses }]) => {
    const text = [licenses].flat().join(' AND ');
    const choices = text.replace(/[()]/g, '').split(' OR ');
    const free = choices.some((choice) => choice.split(' AND ').every((licence) => allowed.includes(licence)));
    return free ? [] : [`${name} (${text})`];
  });
}

function count(found: ModuleInfos): string {
  const groups = Map.groupBy(Object.values(found), ({ licenses }) => [licenses].flat().join(' AND '));
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([licence, list]) => `${list.length} ${licence}`)
    .join(', ');
}
