/**
 * `npm start [-- FEEDS.opml]`: serves newsgauge on this machine; an empty state is filled with the demo newsroom first
 * (`DEMO=0`: reference data only), or from one's own feeds.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isIndexOutdated } from '../content/index-format.ts';
import { reindex } from '../content/reindex.ts';
import { type Db, openDb } from '../db/client.ts';
import { createKey } from '../keys/store.ts';
import { fail, now, run } from './command.ts';
import { feedsOf } from './import-feeds.ts';
import { loadDemo, needsDemo } from './load-demo.ts';
import { useOwnFeeds } from './own-feeds.ts';
import { migrate, type Running, startWorker, stateDir } from './runtime.ts';

const KEY_LIFE = 7 * 86_400;
/** As in wrangler.toml. */
const WATCHDOG = '*/5 * * * *';
const HOUSEKEEPING = '17 3 * * *';

const USAGE = `npm start [-- FEEDS.opml]

FEEDS.opml  fills the newsroom from these feeds in place of the demo
PORT (8787), STATE_DIR (.wrangler/state), DEMO=0: no demo newsroom
FEED_ALLOW_HOSTS: private hosts (host:port, comma-separated) that feeds may be fetched from`;

await run(USAGE, async () => {
  const [opml, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  if (rest.length > 0) fail(USAGE);
  // Before anything is made: a file that cannot be read is a mistake.
  if (opml) feedsOf(opml);
  const port = Number(process.env.PORT ?? 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail('PORT must be a number from 1 to 65535');
  const state = stateDir();
  console.log(`${existsSync(state) ? 'Using' : 'Making'} the state in ${state}`);
  migrate(state);
  const worker = await startWorker({ state, port, vars: feedVars() }).catch((error: Error) => {
    if (!/EADDRINUSE|address already in use/i.test(error.message)) throw error;
    console.error(`Port ${port} is taken; choose another by PORT=…`);
    // Not by `fail`: what miniflare has begun would keep the process alive.
    process.exit(2);
  });
  await bringIndexForward(openDb(worker.db));
  const keys = await mintKeys(worker);
  if (opml) await useOwnFeeds(worker, keys.operator, opml);
  else if (process.env.DEMO !== '0' && (await needsDemo(worker.db)))
    await loadDemo(worker, keys.operator, `http://localhost:${port}`);
  keepTime(worker);
  console.log(tour(`http://localhost:${port}`, keys));
  console.log(`Ready on http://localhost:${port}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => worker.dispose().then(() => process.exit(0)));
});

/** A state of an earlier version is searched as a new one would be. */
async function bringIndexForward(db: Db): Promise<void> {
  if (!(await isIndexOutdated(db))) return;
  console.log('The search index is of an earlier version and is recomputed');
  await reindex(db, Date.now());
}

function feedVars(): Record<string, string> {
  return process.env.FEED_ALLOW_HOSTS ? { FEED_ALLOW_HOSTS: process.env.FEED_ALLOW_HOSTS } : {};
}

/** The platform's cron does not fire here by itself: the watchdog and the feeds' poll run every five minutes, housekeeping once at the start and daily. */
function keepTime(worker: Running): void {
  const fire = (cron: string) =>
    worker.cron(cron).catch((error: Error) => console.error(`cron ${cron}: ${error.message}`));
  void fire(HOUSEKEEPING).then(() => fire(WATCHDOG));
  setInterval(() => fire(WATCHDOG), 5 * 60_000).unref();
  setInterval(() => fire(HOUSEKEEPING), 86_400_000).unref();
}

type Keys = Record<'secret' | 'publishable' | 'operator', string>;

/** Only hashes are stored, so every start makes new keys; those of earlier starts live on until they expire. */
async function mintKeys({ db }: Running): Promise<Keys> {
  const make = (kind: keyof Keys) =>
    createKey(openDb(db), { kind, name: `npm start (${kind})`, origins: [], expiresAt: now() + KEY_LIFE }, now());
  return { secret: await make('secret'), publishable: await make('publishable'), operator: await make('operator') };
}

function tour(base: string, { secret, publishable, operator }: Keys): string {
  return `
Keys of this start, good for 7 days (more by \`npm run key -- create\`):
  secret       ${secret}
  publishable  ${publishable}
  operator     ${operator}

The feed           ${base}/api/v2/feed/?apiKey=${publishable}
  as RSS           ${base}/api/v2/feed/?output=rss&apiKey=${publishable}
  as HTML          ${base}/api/v2/feed/?output=html&apiKey=${publishable}
  filtered         ${base}/api/v2/feed/?articleTypes=article,report&searchTerms=claims,cyber&includeCountries=GB&apiKey=${publishable}
Recommended today  ${base}/api/v2/feed-recommended/?apiKey=${publishable}
Geography          ${base}/api/v2/geography/list/?apiKey=${publishable}
Publishing         curl -X PUT ${base}/manage/topics -H 'Authorization: Bearer ${operator}' -d '[…]'
`;
}
