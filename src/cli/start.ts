/**
 * `npm start [-- FEEDS.opml]`: serves newsgauge on this machine; an empty state is filled with the demo newsroom first
 * (`DEMO=0`: reference data only), or from one's own feeds.
 */
import { parseArgs } from 'node:util';
import { fail, run } from '../command/command.ts';
import { launch } from '../selfhost/keeper/launch.ts';

const USAGE = `newsgauge start [FEEDS.opml]

FEEDS.opml  fills the newsroom from these feeds in place of the demo
PORT (8787), HOST (127.0.0.1; 0.0.0.0 for every address), STATE_DIR (.wrangler/state), DEMO=0: no demo newsroom
TRUST_PROXY: proxies (addresses, networks) whose X-Forwarded-For and X-Forwarded-Proto count
TRUST_PROXY_HEADERS: which of CF-IPContinent and CF-IPASN these proxies set themselves
FEED_ALLOW_HOSTS: private hosts (host:port, comma-separated) that feeds may be fetched from
PUBLISHER, GUID_AUTHORITY, TIME_ZONE, …: each variable of wrangler.toml`;

await run(USAGE, async () => {
  const [opml, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  if (rest.length > 0) fail(USAGE);
  // First of all: an unreadable file is a user's mistake.
  if (opml) (await import('../selfhost/prime/import-feeds.ts')).feedsOf(opml);
  await launch({ opml });
});
