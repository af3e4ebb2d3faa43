/** `npm run check -- licences` checks that bundled packages may be redistributed under this project's licence. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../src/command/command.ts';
import { ROOT } from '../../src/command/paths.ts';
import { packagesInside } from '../build/package.ts';

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
  'OFL-1.1',
];
/** MPL and LGPL only oblige those who change and distribute a package. ODbL and CC-BY require attribution. */
const USED = [
  ...SHIPPED,
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'Python-2.0',
  'PSF-2.0',
  'Unicode-3.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'ODbL-1.0',
];

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  licenses?: readonly ({ license: { id?: string; name?: string } } | { expression: string })[];
}

await run('npm run check -- licences', async () => {
  const all = packages();
  const inside = new Set((await packagesInside()).map(nameOf));
  const shipped = all.filter((component) => inside.has(`${component.name}@${component.version}`));
  if (shipped.length < inside.size) throw new Error('npm sbom omits packages that are shipped');
  const problems = [
    ...refused(shipped, SHIPPED).map((name) => `${name}: not free to ship`),
    ...refused(all, USED).map((name) => `${name}: not free to use`),
  ];
  console.log(`shipped: ${count(shipped)}`);
  console.log(`in all:  ${count(all)}`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
});

/** Name and version as in the SBOM, which contains folders only with some versions of npm. */
function nameOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}

function packages(): Component[] {
  const bill = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64e6,
  });
  return (JSON.parse(bill) as { components: Component[] }).components;
}

function licenceOf({ licenses = [] }: Component): string {
  const names = licenses.map((entry) =>
    'expression' in entry ? entry.expression : (entry.license.id ?? entry.license.name ?? 'unknown'),
  );
  return names.join(' AND ') || 'unknown';
}

/** Returns packages without an allowed licence. If licences are joined by AND, all of them must be allowed. */
function refused(components: readonly Component[], allowed: readonly string[]): string[] {
  return components.flatMap((component) => {
    const choices = licenceOf(component).replace(/[()]/g, '').split(' OR ');
    const isFree = choices.some((choice) => choice.split(' AND ').every((licence) => allowed.includes(licence)));
    return isFree ? [] : [`${component['bom-ref']} (${licenceOf(component)})`];
  });
}

function count(components: readonly Component[]): string {
  return [...Map.groupBy(components, licenceOf)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([licence, list]) => `${list.length} ${licence}`)
    .join(', ');
}
