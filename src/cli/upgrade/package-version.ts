import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { existingFile, failCommand, isRefusal } from '../../command/command.ts';
import { ROOT } from '../../command/paths.ts';
import type { NextVersion } from './next-version.ts';
import { runProgram } from './programs.ts';

/** Folder of the installed package. An upgrade creates hidden folders in it, which npm ignores. */
const MODULES = dirname(ROOT);
const STAGING_FOLDER = join(MODULES, '.newsgauge-next');
const DRAFT = join(MODULES, '.newsgauge-draft');
const PREVIOUS_FOLDER = join(MODULES, '.newsgauge-before');
const INSTALL = ['install', '--no-audit', '--no-fund', '--silent', '--ignore-scripts'];

/** Fetches a tarball, or the newest version in the registry, and stores it next to the installed package. */
export async function fetchPackage(from: string | undefined): Promise<NextVersion> {
  const what = from === undefined ? 'newsgauge@latest' : resolve(existingFile(from));
  const discard = () => {
    for (const folder of [STAGING_FOLDER, DRAFT, PREVIOUS_FOLDER]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    discard();
    mkdirSync(STAGING_FOLDER);
  } catch (thrown) {
    if (!/EACCES|EPERM|EROFS/.test(String(thrown))) throw thrown;
    failCommand(
      `${MODULES} is not writable by this user: run the upgrade as its owner, or replace the container image`,
    );
  }
  const root = join(STAGING_FOLDER, 'node_modules/newsgauge');
  try {
    await runProgram('npm', [...INSTALL, '--no-package-lock', '--prefix', STAGING_FOLDER, what], STAGING_FOLDER);
    if (!existsSync(join(root, 'lib/node/main.js'))) failCommand(`${what} is not a newsgauge package`);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return {
      version,
      root,
      worker: async () => join(root, 'lib/node/main.js'),
      settle: () => settle(root, what),
      discard,
    };
  } catch (thrown) {
    discard();
    throw thrown;
  }
}

/** Replaces the installed package with the fetched one, and makes npm record the new version. */
async function settle(root: string, what: string): Promise<void> {
  cpSync(root, DRAFT, { recursive: true });
  renameSync(ROOT, PREVIOUS_FOLDER);
  renameSync(DRAFT, ROOT);
  const prefix = dirname(MODULES);
  const list = join(prefix, 'package.json');
  if (basename(MODULES) !== 'node_modules' || !existsSync(list)) return;
  if (!JSON.parse(readFileSync(list, 'utf8')).dependencies?.newsgauge) return;
  await runProgram('npm', [...INSTALL, '--prefix', prefix, what], prefix).catch((thrown) => {
    if (!isRefusal(thrown)) throw thrown;
    console.error(`npm still lists the previous version: run npm install --prefix ${prefix} ${what}`);
  });
}
