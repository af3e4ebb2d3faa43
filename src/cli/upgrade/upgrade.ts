import { existsSync } from 'node:fs';
import { join } from 'node:path';
import project from '../../../package.json' with { type: 'json' };
import { failCommand } from '../../command/command.ts';
import { isPackage, ROOT, stateDir } from '../../command/paths.ts';
import { isNewState } from '../../node/state/folder.ts';
import { fetchCommit } from './clone-version.ts';
import type { NextVersion } from './next-version.ts';
import { fetchPackage } from './package-version.ts';
import { runProgram } from './programs.ts';
import { serverOn, type UpgradedServer } from './trial-server.ts';

export interface UpgradeOptions {
  /** Tarball of a package, or commit or branch of a clone. */
  from?: string;
  json?: boolean;
}

/** Installs another version if it works with a migrated copy of the state, or exits with 1. (docs/decisions.md#L27) */
export async function upgrade({ from, json = false }: UpgradeOptions): Promise<void> {
  const state = stateDir();
  const progress = json ? console.error : console.log;
  // Signals are ignored, because an interrupted upgrade could leave a program that does not match its state.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {});
  progress(`newsgauge ${project.version}; fetching ${from ?? 'the newest version'}`);
  const next = await (isPackage ? fetchPackage(from) : fetchCommit(from));
  let server: UpgradedServer | null = null;
  try {
    // If the new version cannot run on this machine, its launcher prints the reason in one sentence.
    const launcher = join(next.root, 'src/cli/newsgauge.js');
    await runProgram(process.execPath, [launcher, '--version'], next.root).catch((refusal: Error) =>
      failCommand(refusal.message.replace(/^.*? failed: /, '')),
    );
    const worker = await next.worker();
    if (existsSync(state) && !isNewState(state)) {
      server = await serverOn(state);
      progress(`Testing newsgauge ${next.version}; connections wait until the test is complete`);
      const { isDone, reason } = await server.ask({ root: next.root, worker, isOnTrial: true });
      if (!isDone) return refuse(next, reason, json);
    }
    await next.settle();
    if (server?.isRunning) await goOn(server, worker);
    const previousState = server && join(state, 'before-upgrade');
    if (json)
      console.log(
        JSON.stringify({ version: next.version, isInstalled: true, isVerified: server !== null, previousState }),
      );
    else {
      console.log(`newsgauge ${next.version} is installed${server ? ' and verified' : ''}.`);
      if (previousState) console.log(`The previous state is in ${previousState}; "newsgauge restore" can restore it.`);
    }
  } finally {
    await server?.end();
    next.discard();
  }
}

function refuse({ version }: NextVersion, reason: string, json: boolean): void {
  process.exitCode = 1;
  if (json) console.log(JSON.stringify({ version, isInstalled: false, reason }));
  else {
    console.error(`newsgauge ${version} was not installed: ${reason}.`);
    console.error(`newsgauge ${project.version} continues with its previous state; no data was lost.`);
  }
}

/** Makes a running server use the new program at its final location. */
async function goOn(server: UpgradedServer, worker: string): Promise<void> {
  const { isDone, reason } = await server.ask({ root: ROOT, worker, isOnTrial: false });
  if (!isDone)
    failCommand(`the new version is installed, but the server has not switched to it (${reason}): restart the server`);
}
