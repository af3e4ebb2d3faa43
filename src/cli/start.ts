/**
 * `npm start [-- FEEDS.opml]`: serves newsgauge on this machine; an empty state is filled with the demo newsroom first
 * (`DEMO=0`: reference data only), or from the publisher's own feeds. `start.js` calls it. Obstacles to a start are checked
 * before anything large is loaded.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fail, run } from './command.ts';
import { parseProxies } from './local/client.ts';
import { failureOf, StartFailure } from './local/failure.ts';
import { openFront } from './local/front.ts';
import { openState } from './local/state-folder.ts';
import { type Parts, release, stopOnSignal } from './local/stop.ts';
import { stateDir } from './paths.ts';

const USAGE = `npm start [-- FEEDS.opml]

FEEDS.opml  fills the newsroom from these feeds in place of the demo
PORT (8787), HOST (127.0.0.1; 0.0.0.0 for every address), STATE_DIR (.wrangler/state), DEMO=0: no demo newsroom
TRUST_PROXY: proxies (addresses, networks) whose X-Forwarded-For and X-Forwarded-Proto count
FEED_ALLOW_HOSTS: private hosts (host:port, comma-separated) that feeds may be fetched from`;

await run(USAGE, async () => {
  const [opml, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  if (rest.length > 0) fail(USAGE);
  // First of all: an unreadable file is a user's mistake.
  if (opml) (await import('./import-feeds.ts')).feedsOf(opml);
  const folder = stateDir();
  const parts: Parts = {};
  const listenAlone = stopOnSignal(parts);
  await start({ folder, opml, listenAlone }, parts).catch((thrown) => {
    const failure = failureOf(thrown, folder);
    console.error(`${failure.message}\n${failure.remedy}`);
    if (process.env.DEBUG) console.error(thrown);
    release(parts);
    // Parts that have started would keep the process alive.
    process.exit(1);
  });
});

interface Wish {
  folder: string;
  opml: string | undefined;
  /** Replaces all other handlers of signals. */
  listenAlone(): void;
}

async function start({ folder, opml, listenAlone }: Wish, parts: Parts): Promise<void> {
  const host = process.env.HOST || '127.0.0.1';
  const port = portOf(process.env.PORT || '8787');
  const token = randomBytes(24).toString('base64url');
  parts.front = await openFront({ host, port, token, proxies: parseProxies(process.env.TRUST_PROXY ?? '') });
  console.log(`${existsSync(folder) ? 'Using' : 'Making'} the state in ${folder}`);
  const state = openState(folder);
  parts.lock = state.lock;
  const url = `http://localhost:${port}`;
  const { serve } = await import('./local/serve.ts');
  await serve({ state, url, token, opml, listenAlone, front: parts.front }, parts);
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new StartFailure(
    `PORT is "${text}", which is no port.`,
    'Choose a number from 1 to 65535: PORT=8787 npm start',
  );
}
