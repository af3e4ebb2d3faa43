import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { failCommand } from '../../command/command.ts';

const MAX_OUTPUT = 16 * 2 ** 20;

export async function runProgram(program: string, words: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, words, { cwd, maxBuffer: MAX_OUTPUT });
    return stdout.trim();
  } catch (thrown) {
    const { code, stderr = '', message } = thrown as Error & { code?: unknown; stderr?: string };
    if (code === 'ENOENT')
      failCommand(`${program} is required for an upgrade but was not found: install it or add it to PATH`);
    const lines = stderr.split('\n').filter((line) => /\S/.test(line) && !/^npm (notice|warn)/i.test(line));
    const detail = lines.find((line) => !/^npm error (code|path|syscall|errno|A complete log)/i.test(line)) ?? message;
    return failCommand(`${program} ${words[0]} failed: ${detail.replace(/^npm error /i, '').trim()}`);
  }
}
