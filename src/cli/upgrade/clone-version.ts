import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failCommand } from '../../command/command.ts';
import { ROOT } from '../../command/paths.ts';
import type { NextVersion } from './next-version.ts';
import { runProgram } from './programs.ts';

const STAGE = join(ROOT, 'dist/next');
const MODULES_BEFORE = join(ROOT, 'dist/node_modules-before');
/** Script that prints the path of a clone's worker module. */
const WORKER =
  "import('./src/command/bundle.js').then((b) => b.bundleFiles()).then((files) => console.log(files.worker))";

/**
 * Checks out a commit next to the clone and installs its packages. Without `from`, uses the newest commit of the
 * branch.
 */
export async function fetchCommit(from: string | undefined): Promise<NextVersion> {
  if (!existsSync(join(ROOT, '.git')))
    failCommand(`${ROOT} is neither a package nor a clone of git, so nothing can replace it`);
  const git = (...words: string[]) => runProgram('git', words, ROOT);
  if (await git('status', '--porcelain', '--untracked-files=no'))
    failCommand(`${ROOT} has changes of its own: commit them first, or set them aside`);
  if (from === undefined) await git('fetch', '--quiet');
  const commit = await git('rev-parse', '--verify', '--quiet', `${from ?? '@{upstream}'}^{commit}`);
  const present = await git('rev-parse', 'HEAD');
  if (commit === present) failCommand(`${commit.slice(0, 8)} is checked out already`);
  await git('merge-base', '--is-ancestor', present, commit).catch(() =>
    failCommand(`${commit.slice(0, 8)} does not follow the commit that is checked out`),
  );
  const discard = () => {
    for (const folder of [STAGE, MODULES_BEFORE]) rmSync(folder, { recursive: true, force: true });
  };
  discard();
  await git('worktree', 'prune');
  await git('worktree', 'add', '--quiet', '--detach', STAGE, commit);
  await runProgram('npm', ['ci', '--no-audit', '--no-fund', '--silent'], STAGE);
  const { version } = JSON.parse(await git('show', `${commit}:package.json`));
  return {
    version: `${version} (${commit.slice(0, 8)})`,
    root: STAGE,
    worker: () => runProgram(process.execPath, ['--input-type=module', '--eval', WORKER], STAGE),
    async settle() {
      await git('merge', '--quiet', '--ff-only', commit);
      renameSync(join(ROOT, 'node_modules'), MODULES_BEFORE);
      renameSync(join(STAGE, 'node_modules'), join(ROOT, 'node_modules'));
    },
    discard,
  };
}
