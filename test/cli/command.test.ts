import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IMAGE_THEMES, type ImageTheme, illustrationFile } from '../../src/demo/images.ts';

describe('errors and shell completion of the command line', () => {
  const ROOT = join(import.meta.dirname, '../..');

  /** Runs a command that fails while a pending timer would keep its process alive. */
  function fails(message: string, env: Record<string, string> = {}): Promise<{ code: unknown; stderr: string }> {
    const code = `import { run } from './src/command/command.ts';
    await run('usage', async () => { setInterval(() => {}, 1000); throw new Error(${JSON.stringify(message)}); });`;
    return new Promise((resolve) => {
      const options = { cwd: ROOT, timeout: 240_000, env: { ...process.env, ...env } };
      execFile(process.execPath, ['--input-type=module', '--eval', code], options, (error, _, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
    });
  }

  test.each([
    ['D1_ERROR: database is locked: SQLITE_BUSY', /^Another program has locked the database\. \(.*\)\nRun .*\n$/],
    ["ENOSPC: no space left on device, write '/backup'", /^The disk is full\. \(.*\)\nFree .*\n$/],
    ['something else\n  of several lines', /^The command failed: something else\nRun the command with DEBUG=1 .*\n$/],
  ])('the error %s is reported in two lines and terminates the process', async (message, words) => {
    const { code, stderr } = await fails(message);
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
  });

  test('DEBUG=1 prints the stack trace', async () => {
    const { code, stderr } = await fails('something else', { DEBUG: '1' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/Error: something else\n\s+at /);
  });
});

test.each([
  [
    ['feeds', ''],
    ['add', 'list', 'pause', 'poll', 'put', 'resume', 'test'],
  ],
  [['re'], ['reindex', 'restore', 'retag', 'recommended']],
  [['feeds', 'list', '--f'], ['--failing']],
])('shell completion of %j returns one line per candidate', async (words, candidates) => {
  const command = [join(import.meta.dirname, '../../src/cli/newsgauge.js'), 'complete', '--', ...words];
  const output = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, command, (error, stdout) => (error ? reject(error) : resolve(stdout))),
  );
  const [directive, ...lines] = output.trimEnd().split('\n').reverse();
  expect(directive).toMatch(/^:\d+$/);
  expect(lines.filter((line) => !/^[-\w]+\t[^\t]+$/.test(line))).toEqual([]);
  expect(lines.map((line) => line.split('\t')[0])).toEqual(expect.arrayContaining(candidates));
});

describe('images of the demo', () => {
  const FOLDER = join(import.meta.dirname, '../../public/demo');

  /** First bytes of each file type, as Latin-1 text. */
  const BEGINNINGS: Record<string, RegExp> = { svg: /^<svg/, jpg: /^\u00ff\u00d8\u00ff/, webp: /^RIFF.{4}WEBP/s };

  test('the content type of every demo image matches its file extension', () => {
    const files = (Object.keys(IMAGE_THEMES) as ImageTheme[]).flatMap((theme) =>
      [0, 1].map((n) => illustrationFile(theme, n)),
    );
    const types = files.map((file) => {
      const type = file.split('.').at(-1) ?? '';
      const bytes = readFileSync(join(FOLDER, file));
      expect(bytes.toString('latin1', 0, 16), file).toMatch(BEGINNINGS[type] ?? /nothing/);
      expect(bytes.length, file).toBeLessThan(40_000);
      return type;
    });
    expect(new Set(types)).toEqual(new Set(['svg', 'jpg', 'webp']));
  });
});
