/**
 * This module defines every command with its arguments and options. Each command is implemented in its own module,
 * which is loaded when the command runs. Exit codes: 0 success, 1 failed or something was rejected, 2 the command was
 * not understood, 3 the specified resource does not exist, 4 the service is unreachable or denies access.
 */
import complete from '@bomb.sh/tab/commander';
import { type Command, CommanderError, Option, program } from 'commander';
import project from '../../package.json' with { type: 'json' };
import { EXIT, ending } from '../command/command.ts';
import { DAY } from '../lib/time.ts';
import { JURISDICTIONS, LOCATIONS } from './deployment/places.ts';
import { addThings, serviceOption } from './manage/commands.ts';
import { filledOption, remoteOption, wholeNumber } from './options.ts';

const MAX_RATE = 500;

program
  .name('newsgauge')
  .version(project.version, '-v, --version')
  .exitOverride()
  .configureHelp({ showGlobalOptions: false })
  .configureOutput({
    outputError: (text, write) => write(text.replace('error: ', '').replace(/\n\((Did you mean .*)\)/, '; $1')),
  })
  .commandsGroup('Servers and databases:');

program
  .command('start')
  .summary('serve newsgauge on this machine')
  .description(
    `Serves newsgauge on this machine. If the state is empty, it first loads the demo newsroom or the given feeds.

PORT (8787), HOST (127.0.0.1; 0.0.0.0 for every address), STATE_DIR (.wrangler/state), DEMO=0: no demo newsroom
TRUST_PROXY: proxies (addresses, networks) whose X-Forwarded-For and X-Forwarded-Proto count
TRUST_PROXY_HEADERS: which of CF-IPContinent and CF-IPASN these proxies set themselves
FEED_ALLOW_HOSTS: private hosts (host:port, comma-separated) from which feeds may be fetched
PUBLISHER, GUID_AUTHORITY, TIME_ZONE, …: each variable of wrangler.toml`,
  )
  .argument('[feeds.opml]', 'loads these feeds instead of the demo newsroom')
  .option('--port <number>', 'PORT', wholeNumber(65_535))
  .option('--host <address>', 'HOST', filledOption)
  .option('--state <folder>', 'STATE_DIR', filledOption)
  .action(async (opml: string | undefined, { port, host, state }) => {
    if (port !== undefined) process.env.PORT = String(port);
    if (host !== undefined) process.env.HOST = host;
    if (state !== undefined) process.env.STATE_DIR = state;
    // The file is read first, because an unreadable file is a mistake of the user.
    if (opml) (await import('../command/import-feeds.ts')).feedsOf(opml);
    await (await import('../node/supervisor/launch.ts')).launch({ opml });
  });

program
  .command('dev')
  .summary('serve newsgauge and reload when the code changes')
  .description(
    `Like "newsgauge start", with the same variables and state, but watches src/, drizzle/ and
wrangler.toml. After a change it applies new migrations, rebuilds the Worker and the pages, and reloads the server.
If a change does not compile, it reports the error and continues to serve the previous code.`,
  )
  .action(async () => (await import('../node/supervisor/launch.ts')).launch({ watch: true }));

program
  .command('deploy')
  .summary('deploy newsgauge to Cloudflare')
  .description(
    `Prints the existing resources and the monthly price of 1, 10 and 100 clicks per second before it creates anything. Asks for
name, host and location in a terminal if there is no deployment.toml.

Merges wrangler.toml, your deployment.toml and the ids of your account's resources into
wrangler.deployment.json, which commands with --remote use. Ids in these files take precedence. Without
deployment.toml, wrangler.toml must be complete. Sign in with "npx wrangler login", or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.`,
  )
  .addOption(
    new Option(
      '--plan <plan>',
      'plan of the account: queues retain messages for 14 days (paid) or 24 hours (free)',
    ).choices(['paid', 'free']),
  )
  .addOption(
    new Option('--location <place>', 'location of a new database, near your readers')
      .choices(LOCATIONS)
      .conflicts('jurisdiction'),
  )
  .addOption(new Option('--jurisdiction <law>', 'jurisdiction that a new database never leaves').choices(JURISDICTIONS))
  .option('--dry-run', 'print resources and costs, bundle and check the Worker, but deploy nothing')
  .option('--yes', 'skip all questions, as without a terminal')
  .action(async (options) => (await import('./deploy.ts')).deploy(options));

program
  .command('import')
  .summary('send content, feeds or clicks to a service')
  .description(
    `Sends a file of NDJSON (one object per line) or a JSON array. Exit code 1: a line was rejected.

newsgauge import COLLECTION FILE   topics, companies, sources, articles, rules, …, or clicks
newsgauge import feed URL|FILE…    polls a URL from now on, reads a FILE once
newsgauge import opml FILE         adds the feeds of an OPML file
newsgauge import FILE|-            a complete export of "newsgauge export"; - reads standard input`,
  )
  .argument('<what>', 'collection, feed, opml, or export file')
  .argument('[files...]')
  .addOption(serviceOption())
  .action(async (what, files, options) => (await import('./manage/import.ts')).importFiles(what, files, options));

program
  .command('export')
  .summary('print the content of a newsroom for import into another one')
  .description(
    `Prints geo groups, topics, companies, sources with their feeds, rules, articles, saved searches, notes on days and selections,
one {collection, value} per line, and finally {"lines"}, the number of lines. Load it with "newsgauge import FILE". Clicks, keys and webhooks are in backups only.`,
  )
  .addOption(serviceOption())
  .action(async (options) => (await import('./manage/round-trip.ts')).printAll(options));

program
  .command('retag')
  .summary('apply the tagging rules to stored articles')
  .option('--after <id>', 'resume after this article id', wholeNumber(undefined, 0), 0)
  .addOption(serviceOption())
  .action(async (options) => (await import('./retag-command.ts')).retagCommand(options));

program
  .command('reindex')
  .summary('rebuild the search index')
  .description(
    `Rebuilds the search index of the local database (stop its server first) or of the deployed one.

newsgauge reindex
newsgauge reindex --remote`,
  )
  .addOption(remoteOption())
  .action(async ({ remote }) => {
    const { withIdleDb } = await import('./database/database.ts');
    // The database must not be in use (docs/decisions.md#O26).
    const { reindex } = await import('../content/articles/reindex.ts');
    const report = (done: number, total: number) => console.error(`${done} of ${total} articles`);
    const count = await withIdleDb(remote, (db) => reindex(db, Date.now(), report));
    console.log(`The index contains ${count} articles.`);
  });

program
  .command('simulate')
  .summary('send clicks to a server on this machine')
  .description(
    `Sends clicks on articles of its feed, mostly the newest. One in twelve readers is a crawler. The server accepts
the simulated locations because the command uses the server's own STATE_DIR.`,
  )
  .option('--rate <clicks>', 'clicks per second', wholeNumber(MAX_RATE), 5)
  .option('--seconds <number>', 'duration in seconds', wholeNumber(DAY), 60)
  .option('--topic <id>', 'only articles of this topic', wholeNumber())
  .option('--key <key>', 'publishable key (default: a temporary one)')
  .addOption(serviceOption())
  .action(async (options) => (await import('./simulate.ts')).simulate(options));

program
  .command('upgrade')
  .summary('upgrade to another version after testing it')
  .description(
    `Fetches the newest version, or the one in --from, and checks that this Node.js can run it. While connections wait, it copies and
migrates the state in STATE_DIR and compares the responses of both versions. If they differ, the old version continues with the old state:
exit code 1. The server may be running; a stopped server stays stopped.

newsgauge upgrade
newsgauge upgrade --from newsgauge-1.1.0.tgz`,
  )
  .option('--from <version>', 'tarball of the package, or in a clone a commit or branch', filledOption)
  .option('--state <folder>', 'STATE_DIR', filledOption)
  .action(async ({ from, state }) => {
    if (state !== undefined) process.env.STATE_DIR = state;
    await (await import('./upgrade/upgrade.ts')).upgrade(from === undefined ? {} : { from });
  });

program
  .command('doctor')
  .summary('check the machine, the state, the settings and the service')
  .description(
    `Checks this machine, the variables of "newsgauge start", the state in STATE_DIR and its snapshots (COPY_TO),
deployment.toml, and the service, and changes nothing. Exit code 1: a check failed.`,
  )
  .addOption(serviceOption())
  .action(async (options) => (await import('./doctor.ts')).examine(options));

program
  .command('status')
  .summary('print the state of a service on one screen')
  .description(
    `Prints version, clicks, queue, rankings, feeds, jobs, deliveries, disk, backups and alarms. Exit code 1: an alarm is raised.

newsgauge status
newsgauge status --service https://news.example.com --json`,
  )
  .option('--json', 'prints JSON')
  .addOption(serviceOption())
  .action(async (options) => (await import('./status.ts')).printStatus(options));

program
  .command('backup')
  .summary('copy every table to a folder')
  .argument('<folder>', 'new folder')
  .addOption(remoteOption())
  .action(async (folder, options) => (await import('./backup.ts')).backupCommand(folder, options));

program
  .command('restore')
  .summary('restore a backup into an empty database')
  .description(
    `Restores a backup of "newsgauge backup" or a server's snapshot (COPY_TO; from a folder of snapshots, the newest complete
one) into an empty state. With --remote, it restores a backup into the deployed database. Stop a local server first.`,
  )
  .argument('<folder>')
  .addOption(remoteOption())
  .option('--force', 'replace the existing database')
  .addOption(new Option('--try', 'test the restore in a temporary folder, then delete it').conflicts('remote'))
  .action(async (folder, { try: isTrial, ...wish }) => {
    const { restoreCommand, tried } = await import('./restore.ts');
    await (isTrial ? tried(folder) : restoreCommand(folder, wish));
  });

addThings(program);
// A shell shows each candidate on one line, and treats every further line as another candidate.
function shorten(command: Command): void {
  command.description(command.summary() || (command.description().split('\n', 1)[0] ?? ''));
  for (const each of command.commands) shorten(each);
}
if (process.argv[2] === 'complete') shorten(program);
complete(program);

await ending(async () => {
  await program.parseAsync().catch((thrown) => {
    if (!(thrown instanceof CommanderError)) throw thrown;
    process.exitCode = thrown.exitCode && EXIT.misunderstood;
  });
});
