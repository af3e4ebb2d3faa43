import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../src/command/paths.ts';

/**
 * Copies what git does not ignore, except paths that begin with an element of `without`. Returns the number of files.
 */
export function copyProject(target: string, without: readonly string[] = []): number {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
  const files = tracked.split('\0').filter((file) => file && !without.some((path) => file.startsWith(path)));
  const present = files.filter((file) => existsSync(join(ROOT, file)));
  for (const file of present) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(ROOT, file), join(target, file));
  }
  return present.length;
}
