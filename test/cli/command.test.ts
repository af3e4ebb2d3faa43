import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Runs a command that fails while something it has begun would keep its process alive. */
function fails(message: string, env: Record<string, string> = {}): Promise<{ code: unknown; stderr: string }> {
  const code = `import { run } from './src/command/command.ts';
    await run('usage', async () => { setInterval(() => {}, 1000); throw new Error(${JSON.stringify(message)}); });`;
  return new Promise((resolve) => {
    const options = { cwd: ROOT, timeout: 30_000, env: { ...process.env, ...env } };
    execFile(process.execPath, ['--input-type=module', '--eval', code], options, (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
}

test.each([
  ['D1_ERROR: database is locked: SQLITE_BUSY', /^Another program has locked the database\. \(.*\)\nRun .*\n$/],
  ["ENOSPC: no space left on device, write '/backup'", /^The disk is full\. \(.*\)\nFree .*\n$/],
  ['something else\n  of several lines', /^It failed: something else\nDEBUG=1 .*\n$/],
])('%s: two lines, and its process ends', async (message, words) => {
  const { code, stderr } = await fails(message);
  expect(code).toBe(1);
  expect(stderr).toMatch(words);
});

test('DEBUG shows where', async () => {
  const { code, stderr } = await fails('something else', { DEBUG: '1' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/Error: something else\n\s+at /);
});
