/** This module defines the commands for servers, databases and whole newsrooms. Their code is loaded when they run. */
import { type Command, Option } from 'commander';
import { DAY } from '../lib/time.ts';
import { JURISDICTIONS, LOCATIONS } from './deployment/places.ts';
import { filledOption, jsonOption, remoteOption, serviceOption, wholeNumber } from './options.ts';

const MAX_RATE = 500;

export function addServerCommands(program: Command): void {
  program.commandsGroup('Servers and databases:');

  program
    .command('start')
    .summary('serve newsgauge on this machine')
    .description(
      `Serve newsgauge on this machine. An empty state is first filled with the demo newsroom or the given feeds.

newsgauge start
newsgauge start feeds.opml --port 8080 --state /var/lib/newsgauge

PORT (8787), HOST (127.0.0.1; 0.0.0.0 for every address), STATE_DIR (newsgauge-state), DEMO=0: no demo newsroom
TRUST_PROXY: proxies (addresses, networks) whose X-Forwarded-For and X-Forwarded-Proto headers are trusted
TRUST_PROXY_HEADERS: which of CF-IPContinent and CF-IPASN these proxies set themselves
FEED_ALLOW_HOSTS: private hosts (host:port, comma-separated) from which feeds may be fetched
PUBLISHER, GUID_AUTHORITY, TIME_ZONE, …: each variable of wrangler.toml`,
    )
    .argument('[feeds.opml]', 'OPML file of feeds to load instead of the demo newsroom')
    .option('--port <number>', 'port to listen on (PORT)', wholeNumber(65_535))
    .option('--host <address>', 'address to listen on (HOST)', filledOption)
    .option('--state <folder>', 'state folder (STATE_DIR)', filledOption)
    .action(async (opml: string | undefined, { port, host, state }) => {
      if (port !== undefined) process.env.PORT = String(port);
      if (host !== undefined) process.env.HOST = host;
      if (state !== undefined) process.env.STATE_DIR = state;
      // The file is read before the server starts, so that an unreadable file is reported as wrong usage.
      if (opml) (await import('../command/import-feeds.ts')).feedsOf(opml);
      await (await import('../node/supervisor/launch.ts')).launch({ opml });
    });

  program
    .command('dev')
    .summary('serve newsgauge and reload when the code changes')
    .description(
      `Serve newsgauge as "newsgauge start" does, and reload it after changes in src/, drizzle/ and wrangler.toml. New migrations
are applied. If a change does not compile, the error is printed and the previous code continues to serve.

newsgauge dev
PORT=8080 newsgauge dev`,
    )
    .action(async () => (await import('../node/supervisor/launch.ts')).launch({ watch: true }));

  program
    .command('deploy')
    .summary('deploy newsgauge to Cloudflare')
    .description(
      `Deploy newsgauge to Cloudflare. The command first prints the resources and the monthly price at 1, 10 and 100 clicks per second.
Without deployment.toml, it prompts for a name, a host and a location in a terminal.

newsgauge deploy --dry-run
newsgauge deploy --location weur --yes

wrangler.toml, your deployment.toml and the ids of your account's resources are merged into
wrangler.deployment.json, which commands with --remote use. Ids in these files take precedence. Without
deployment.toml, wrangler.toml must be complete. Sign in with "npx wrangler login", or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.`,
    )
    .addOption(
      new Option(
        '--plan <plan>',
        'plan of the account; its queues retain messages for 14 days (paid) or 24 hours (free)',
      ).choices(['paid', 'free']),
    )
    .addOption(
      new Option('--location <place>', 'location of a new database, near your readers')
        .choices(LOCATIONS)
        .conflicts('jurisdiction'),
    )
    .addOption(
      new Option('--jurisdiction <law>', 'jurisdiction in which a new database must stay').choices(JURISDICTIONS),
    )
    .option('--dry-run', 'print resources and costs, bundle and check the Worker, but deploy nothing')
    .option('--yes', 'skip all questions, as if there were no terminal')
    .action(async (options) => (await import('./deploy.ts')).deploy(options));

  program
    .command('import')
    .summary('send content, feeds or clicks to a service')
    .description(
      `Import feeds, or a file that contains NDJSON (one object per line) or a JSON array. The exit code is 1 if a line was rejected.

newsgauge import articles articles.ndjson
newsgauge import feed https://news.example.com/feed.xml --json

newsgauge import COLLECTION FILE   topics, companies, sources, articles, rules, …, or clicks
newsgauge import feed URL|FILE…    polls a URL from now on, but reads a FILE once
newsgauge import opml FILE         adds the feeds of an OPML file
newsgauge import FILE|-            a complete export of "newsgauge export"; - reads standard input`,
    )
    .argument('<what>', 'collection, feed, opml, or export file')
    .argument('[files...]')
    .addOption(serviceOption())
    .addOption(jsonOption())
    .action(async (what, files, options) => (await import('./manage/import.ts')).importFiles(what, files, options));

  program
    .command('export')
    .summary('print the content of a newsroom for import into another one')
    .description(
      `Print geo groups, topics, companies, sources with their feeds, rules, articles, saved searches, notes on days and selections,
one {collection, value} per line, and finally {"lines"}, the number of lines. Load it with "newsgauge import FILE". Only backups contain clicks, keys and webhooks.

newsgauge export > newsroom.ndjson
newsgauge export --service https://news.example.com > newsroom.ndjson`,
    )
    .addOption(serviceOption())
    .action(async (options) => (await import('./manage/round-trip.ts')).printAll(options));

  program
    .command('retag')
    .summary('apply the tagging rules to stored articles')
    .description(
      `Apply the tagging rules to stored articles.

newsgauge retag
newsgauge retag --after 12000 --json`,
    )
    .option('--after <id>', 'resume after this article id', wholeNumber(undefined, 0), 0)
    .addOption(serviceOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('./retag-command.ts')).retagCommand(options));

  program
    .command('reindex')
    .summary('rebuild the search index')
    .description(
      `Rebuild the search index of the local database (stop its server first) or of the deployed one.

newsgauge reindex
newsgauge reindex --remote`,
    )
    .addOption(remoteOption())
    .addOption(jsonOption())
    .action(async ({ remote, json }) => {
      const { withIdleDb } = await import('./database/database.ts');
      // No server may be using the database (docs/decisions.md#O26).
      const { reindex } = await import('../content/articles/reindex.ts');
      const report = (done: number, total: number) => console.error(`${done} of ${total} articles`);
      const count = await withIdleDb(remote, (db) => reindex(db, Date.now(), report));
      console.log(json ? JSON.stringify({ articles: count }) : `The index contains ${count} articles.`);
    });

  program
    .command('simulate')
    .summary('send clicks to a server on this machine')
    .description(
      `Send clicks on articles of the server's feed, mostly the newest. One in twelve readers is a crawler. The server accepts
the simulated locations because the command uses the server's own STATE_DIR.

newsgauge simulate
newsgauge simulate --rate 20 --seconds 300 --topic 3`,
    )
    .option('--rate <clicks>', 'clicks per second', wholeNumber(MAX_RATE), 5)
    .option('--seconds <number>', 'duration in seconds', wholeNumber(DAY), 60)
    .option('--topic <id>', 'only articles of this topic', wholeNumber())
    .option('--key <key>', 'publishable key (default: a temporary one)')
    .addOption(serviceOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('./simulate.ts')).simulate(options));

  program
    .command('upgrade')
    .summary('upgrade to another version after testing it')
    .description(
      `Replace this version with the newest one or the one in --from, after a test. While connections wait, the state in STATE_DIR is copied
and migrated, and the responses of both versions are compared. If they differ, the old version continues with the old state, and
the exit code is 1. The server may be running. A stopped server stays stopped.

newsgauge upgrade
newsgauge upgrade --from newsgauge-1.1.0.tgz`,
    )
    .option('--from <version>', 'tarball of the package or, in a clone, a commit or branch', filledOption)
    .option('--state <folder>', 'state folder (STATE_DIR)', filledOption)
    .addOption(jsonOption())
    .action(async ({ state, ...wish }) => {
      if (state !== undefined) process.env.STATE_DIR = state;
      await (await import('./upgrade/upgrade.ts')).upgrade(wish);
    });

  program
    .command('doctor')
    .summary('check the machine, the state, the settings and the service')
    .description(
      `Check this machine, the variables of "newsgauge start", the state in STATE_DIR and its snapshots (COPY_TO),
deployment.toml and the service, without changing anything. The exit code is 1 if a check failed.

newsgauge doctor
newsgauge doctor --service https://news.example.com --json`,
    )
    .addOption(serviceOption())
    .addOption(jsonOption())
    .action(async (options) => (await import('./doctor.ts')).examine(options));

  program
    .command('status')
    .summary('print the state of a service on one screen')
    .description(
      `Print version, clicks, queue, rankings, feeds, jobs, deliveries, disk, backups and alarms. The exit code is 1 if an alarm is active.

newsgauge status
newsgauge status --service https://news.example.com --json`,
    )
    .addOption(jsonOption())
    .addOption(serviceOption())
    .action(async (options) => (await import('./status.ts')).printStatus(options));

  program
    .command('backup')
    .summary('copy every table to a folder')
    .description(
      `Copy every table to a new folder. The server may be running.

newsgauge backup backups/monday
newsgauge backup backups/monday --remote --json`,
    )
    .argument('<folder>', 'new folder for the backup')
    .addOption(remoteOption())
    .addOption(jsonOption())
    .action(async (folder, options) => (await import('./backup.ts')).backupCommand(folder, options));

  program
    .command('restore')
    .summary('restore a backup into an empty database')
    .description(
      `Restore a backup made by "newsgauge backup", or a snapshot that a server wrote to COPY_TO, into an empty state. From a folder
of snapshots, the newest complete one is restored. With --remote, a backup is restored into the deployed database. Stop a local server first.

newsgauge restore backups/monday
newsgauge restore backups/monday --try`,
    )
    .argument('<folder>')
    .addOption(remoteOption())
    .option('--force', 'replace the existing database')
    .addOption(new Option('--try', 'test the restore in a temporary folder, then delete it').conflicts('remote'))
    .addOption(jsonOption())
    .action(async (folder, { try: isTrial, ...wish }) => {
      const { restoreCommand, testRestore } = await import('./restore.ts');
      await (isTrial ? testRestore(folder, wish) : restoreCommand(folder, wish));
    });
}
