import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { needingTools } from '../../scripts/build/package.ts';
import { ROOT } from '../../src/command/paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-project-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the installed command line needs no development dependencies', async () => {
  expect(await needingTools()).toEqual([]);
});

test('the published package has no dependencies', () => {
  const { dependencies, optionalDependencies, peerDependencies } = project as Record<string, unknown>;
  expect([dependencies, optionalDependencies, peerDependencies]).toEqual([undefined, undefined, undefined]);
});

describe('supported Node.js range', () => {
  /** Runs only the launcher. It is part of a clone, or of a package without compiled code. */
  function launch(version: string, isClone: boolean) {
    const place = join(folder, `${version} ${isClone}`);
    cpSync(join(ROOT, 'package.json'), join(place, 'package.json'));
    cpSync(join(ROOT, 'src/cli/newsgauge.js'), join(place, 'src/cli/newsgauge.js'));
    if (isClone) cpSync(join(ROOT, 'src/cli/program.ts'), join(place, 'src/cli/program.ts'));
    const faked = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
    const { status, stderr } = spawnSync(process.execPath, ['--import', faked, 'src/cli/newsgauge.js', 'start'], {
      cwd: place,
      encoding: 'utf8',
    });
    return { status, stderr, files: readdirSync(place).toSorted() };
  }
  const NEEDED = 'Node 22.19 or a newer 22, or 24 or newer';

  test.each(['18.20.8', '20.19.0', '22.12.0', '22.18.0', '23.11.0'])(
    'Node.js %s is rejected with a one-sentence message',
    (version) => {
      for (const [isClone, remedy] of [
        [false, 'Install a suitable version from https://nodejs.org and run the command again'],
        [true, 'Run "npm ci", which installs a version that "npm start" and the other npm scripts use'],
      ] as const)
        expect(launch(version, isClone)).toEqual({
          status: 1,
          stderr: `newsgauge needs ${NEEDED}, but this is Node ${version}. ${remedy}.\n`,
          files: ['package.json', 'src'],
        });
    },
  );

  test.each(['22.19.0', '22.22.1', '24.0.0', '24.21.0', '26.1.0'])('Node.js %s is accepted', (version) => {
    expect(launch(version, false).stderr).toMatch(/Cannot find module .*lib\/cli\/program\.js/);
  });

  test('the supported Node.js range is the same in package.json, the lockfile and the guide', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    expect(lock.packages[''].engines.node).toBe(project.engines.node);
    expect(readFileSync(join(ROOT, 'docs/guides/self-host.md'), 'utf8')).toContain(NEEDED);
    expect(readFileSync(join(ROOT, 'docs/explanation/faults.md'), 'utf8')).toContain(NEEDED);
    expect(existsSync(join(ROOT, 'node_modules/node/package.json'))).toBe(true);
  });

  test('every package of a clone supports the Node.js range', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { engines?: { node?: string }; optional?: boolean }>;
    };
    const others = Object.entries(packages).filter(
      ([name, { engines, optional }]) => name && engines?.node && !optional,
    );
    const tooNew = others.filter(([, { engines }]) => !admits(engines?.node ?? '', [22, 19]));
    expect(tooNew.map(([name, { engines }]) => `${name} ${engines?.node}`)).toEqual([]);
  });
});

function admits(range: string, [major, minor]: [number, number]): boolean {
  const isMet = (comparator: string) => {
    const [, sign = '', from, least = '0'] = /^([<>=^~]*)v?(\d+)(?:\.(\d+))?/.exec(comparator) ?? [];
    if (from === undefined) return comparator === '*';
    const [own, other] = [major * 1000 + minor, Number(from) * 1000 + Number(least)];
    if (sign.startsWith('>')) return own >= other;
    if (sign.startsWith('<')) return own < other;
    return major === Number(from) && minor >= Number(least);
  };
  const alternatives = range.replace(/([<>=^~])\s+/g, '$1').split('||');
  return alternatives.some((comparators) => comparators.trim().split(/\s+/).every(isMet));
}
