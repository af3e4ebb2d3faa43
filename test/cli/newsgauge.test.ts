import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const { scripts, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Runs the command line with the Node that `npm ci` installs. */
async function newsgauge(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const node = join(ROOT, 'node_modules/node/bin/node');
  return promisify(execFile)(node, [join(ROOT, 'src/cli/newsgauge.js'), ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test('help names every command, which npm runs by the same name', async () => {
  const { code, stdout } = await newsgauge('--help');
  expect(code).toBe(0);
  const names = Array.from(stdout.matchAll(/^ {2}([a-z]+) {2,}/gm), ([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['start', 'dev', 'deploy', 'key', 'import', 'simulate', 'backup']));
  for (const name of names) expect(scripts[name]?.replace(/^exec /, '')).toBe(`node src/cli/newsgauge.js ${name}`);
});

// Others load the platform's simulator first, which takes a second each.
test.each([['start'], ['dev'], ['simulate']])('%s explains itself', async (name) => {
  const { code, stdout } = await newsgauge(name, '--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^newsgauge ${name}\\b`));
});

test('the version is the package’s', async () => {
  expect(await newsgauge('--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test.each([['nothing'], ['constructor'], ['../start']])('%s is no command', async (name) => {
  const { code, stdout, stderr } = await newsgauge(name);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`There is no command "${name}"`);
});
