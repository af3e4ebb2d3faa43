/** What `npm start` and `npm run dev` share: all obstacles to a start are checked before anything large is loaded. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stateDir } from '../paths.ts';
import { parseProxies } from './client.ts';
import { failureOf, StartFailure, stateGone } from './failure.ts';
import { openFront } from './front.ts';
import { openState } from './state-folder.ts';
import { type Parts, release, stopOnSignal, unlessStopping } from './stop.ts';

export interface Launch {
  /** File of feeds to fill the newsroom from, in place of the demo. */
  opml?: string | undefined;
  /** Reloads the Worker and the pages when their source changes. */
  watch?: boolean;
}

/** Starts a server by the environment (PORT, HOST, STATE_DIR, …). What keeps it from starting is said in two lines; exit code 1. */
export async function launch(wish: Launch): Promise<void> {
  const folder = stateDir();
  const parts: Parts = {};
  const listenAlone = stopOnSignal(parts);
  await start(folder, wish, listenAlone, parts).catch((thrown) => {
    // What a stop breaks off is no failure.
    if (parts.isStopping) return;
    // A step of the start may meet the missing folder before it is looked at.
    const failure = parts.lock?.isInPlace() === false ? stateGone(folder) : failureOf(thrown, folder);
    console.error(`${failure.message}\n${failure.remedy}`);
    if (process.env.DEBUG) console.error(thrown);
    release(parts);
    // Parts that have started would keep the process alive.
    process.exit(1);
  });
}

async function start(folder: string, wish: Launch, listenAlone: () => void, parts: Parts): Promise<void> {
  const host = process.env.HOST || '127.0.0.1';
  const port = portOf(process.env.PORT || '8787');
  const token = randomBytes(24).toString('base64url');
  parts.front = await openFront({ host, port, token, proxies: parseProxies(process.env.TRUST_PROXY ?? '') });
  console.log(`${existsSync(folder) ? 'Using' : 'Making'} the state in ${folder}`);
  const state = openState(folder);
  parts.lock = state.lock;
  const url = `http://localhost:${port}`;
  const { serve } = await import('./serve.ts');
  await unlessStopping(parts);
  await serve({ ...wish, state, url, token, listenAlone, front: parts.front }, parts);
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new StartFailure(
    `PORT is "${text}", which is no port.`,
    'Choose a number from 1 to 65535: PORT=8787 npm start',
  );
}
