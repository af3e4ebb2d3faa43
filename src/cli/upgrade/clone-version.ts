import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failCommand } from '../../command/command.ts';
import { ROOT } from '../../command/paths.ts';
import type { NextVersion } from './next-version.ts';
import { runProgram } from './programs.ts';

const STAGING_FOLDER = join(ROOT, 'dist/next');
const MODULES_BEFORE = join(ROOT, 'dist/node_modules-before');
const WORKER =
  "import('./src/command/bundle.js').then((b) => b.bundleFiles()).then((files) => console.log(files.worker))";

/** Checks out a commit next to the clone and installs its packages. By default, uses the branch's newest commit. */
export async function fetchCommit(from: string | undefined): Promise<NextVersion> {
  if (!existsSync(join(ROOT, '.git')))
    failCommand(`${ROOT} is neither an installed package nor a git clone, so it cannot be upgraded`);
  const git = (...words: string[]) => runProgram('git', words, ROOT);
  if (await git('status', '--porcelain', '--untracked-files=no'))
    failCommand(`${ROOT} has uncommitted changes: commit or stash them first`);
  if (from === undefined) await git('fetch', '--quiet');
  const commit = await git('rev-parse', '--verify', '--quiet', `${from ?? '@{upstream}'}^{commit}`);
  const present = await git('rev-parse', 'HEAD');
  if (commit === present) failCommand(`${commit.slice(0, 8)} is already checked out`);
  await git('merge-base', '--is-ancestor', present, commit).catch(() =>
    failCommand(`${commit.slice(0, 8)} is not a descendant of the commit that is checked out`),
  );
  const discard = () => {
    for (const folder of [STAGING_FOLDER, MODULES_BEFORE]) rmSync(folder, { recursive: true, force: true });
  };
  discard();
  await git('worktree', 'prune');
  await git('worktree', 'add', '--quiet', '--detach', STAGING_FOLDER, commit);
  await runProgram('npm', ['ci', '--no-audit', '--no-fund', '--silent'], STAGING_FOLDER);
  const { version } = JSON.parse(await git('show', `${commit}:package.json`));
  return {
    version: `${version} (${commit.slice(0, 8)})`,
    root: STAGING_FOLDER,
    worker: () => runProgram(process.execPath, ['--input-type=module', '--eval', WORKER], STAGING_FOLDER),
    async settle() {
      await git('merge', '--quiet', '--ff-only', commit);
      renameSync(join(ROOT, 'node_modules'), MODULES_BEFORE);
      renameSync(join(STAGING_FOLDER, 'node_modules'), join(ROOT, 'node_modules'));
    },
    discard,
  };
}
