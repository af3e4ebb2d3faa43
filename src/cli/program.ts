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
    `Serves newsgauge on this machine; an empty state is filled with the demo newsroom first, or from feeds.

PORT (8787), HOST (127.0.0.1; 0.0.0.0 for every address), STATE_DIR (.wrangler/state), DEMO=0: no demo newsroom
TRUST_PROXY: proxies (addresses, networks) whose X-Forwarded-For and X-Forwarded-Proto count
TRUST_PROXY_HEADERS: which of CF-IPContinent and CF-IPASN these proxies set themselves
FEED_ALLOW_HOSTS: private hosts (host:port, comma-separated) that feeds may be fetched from
PUBLISHER, GUID_AUTHORITY, TIME_ZONE, …: each variable of wrangler.toml`,
  )
  .argument('[feeds.opml]', 'fills the newsroom from these feeds in place of the demo')
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
  .summary('serve it, and reload when the code changes')
  .description(
    `Serves newsgauge as "newsgauge start" does, with the same variables and the same state, and watches src/, drizzle/ and
wrangler.toml: new migrations are applied, the Worker and the code of the pages are built again, and the server answers with them.
A change that does not compile is reported, and the code before it goes on serving.`,
  )
  .action(async () => (await import('../node/supervisor/launch.ts')).launch({ watch: true }));

program
  .command('deploy')
  .summary('put it on Cloudflare')
  .description(
    `Prints what the deployment has, and the monthly price of 1, 10 and 100 clicks a second, before it makes anything. Asks for
name, host and place at a terminal if there is no deployment.toml.

Reads wrangler.toml and your own deployment.toml, and writes both with the ids of your account's resources to
wrangler.deployment.json, which commands with --remote use from then on. Ids that they already name are used. Without
deployment.toml, wrangler.toml must say all of it. CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID, or "npx wrangler login".`,
  )
  .addOption(
    new Option('--plan <plan>', 'paid: queues keep messages for 14 days, free: for 24 hours').choices(['paid', 'free']),
  )
  .addOption(
    new Option('--location <place>', 'where a new database is, near to your readers')
      .choices(LOCATIONS)
      .conflicts('jurisdiction'),
  )
  .addOption(new Option('--jurisdiction <law>', 'what a new database never leaves').choices(JURISDICTIONS))
  .option('--dry-run', 'print what a deployment has and costs, bundle and check it, and send nothing')
  .option('--yes', 'ask nothing, as where there is no terminal')
  .action(async (options) => (await import('./deploy.ts')).deploy(options));

program
  .command('import')
  .summary('send content, feeds or clicks to a service')
  .description(
    `Sends a file of NDJSON (one object a line) or a JSON array. Exit code 1: something was rejected.

newsgauge import COLLECTION FILE   topics, companies, sources, articles, rules, …, or clicks
newsgauge import feed URL|FILE…    a URL is polled from now on, a FILE is read once
newsgauge import opml FILE         names feeds to be polled
newsgauge import FILE|-            what "newsgauge export" has printed, whole; -: what is piped in`,
  )
  .argument('<what>', 'a collection, feed, opml, or the file of an export')
  .argument('[files...]')
  .addOption(serviceOption())
  .action(async (what, files, options) => (await import('./manage/import.ts')).importFiles(what, files, options));

program
  .command('export')
  .summary('print the content of a newsroom, for import into another')
  .description(
    `Prints geo groups, topics, companies, sources with their feeds, rules, articles, saved searches, notes on days and selections,
one {collection, value} a line, and at last {"lines"}, their number. "newsgauge import FILE" takes them; clicks, keys and webhooks are in backups only.`,
  )
  .addOption(serviceOption())
  .action(async (options) => (await import('./manage/round-trip.ts')).printAll(options));

program
  .command('retag')
  .summary('apply the tagging rules to stored articles')
  .option('--after <id>', 'goes on where a run was interrupted', wholeNumber(undefined, 0), 0)
  .addOption(serviceOption())
  .action(async (options) => (await import('./retag-command.ts')).retagCommand(options));

program
  .command('reindex')
  .summary('rebuild the search index')
  .description(
    `Rebuilds the search index of the local database, while no server runs on it, or of the deployed one.

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
    console.log(`The index holds ${count} articles.`);
  });

program
  .command('simulate')
  .summary('send clicks to a server on this machine')
  .description(
    `Sends clicks on articles of its feed, the newest most often; one in twelve readers is a crawler. The server believes
where these readers are because STATE_DIR is its own.`,
  )
  .option('--rate <clicks>', 'a second', wholeNumber(MAX_RATE), 5)
  .option('--seconds <number>', 'how long', wholeNumber(DAY), 60)
  .option('--topic <id>', 'articles of this topic only', wholeNumber())
  .option('--key <key>', 'a publishable key; left out: a short-lived one is made')
  .addOption(serviceOption())
  .action(async (options) => (await import('./simulate.ts')).simulate(options));

program
  .command('upgrade')
  .summary('replace this version by another one, which must prove itself first')
  .description(
    `Fetches the newest version, or that of --from, and checks that this Node runs it. Connections wait while the state in STATE_DIR is
copied and migrated, and the new version answers what the one before has answered. If it does not, the version and the state before go on:
exit code 1. A server may run meanwhile; a stopped one stays stopped.

newsgauge upgrade
newsgauge upgrade --from newsgauge-1.1.0.tgz`,
  )
  .option('--from <version>', 'tarball of the package; in a clone a commit or branch', filledOption)
  .option('--state <folder>', 'STATE_DIR', filledOption)
  .action(async ({ from, state }) => {
    if (state !== undefined) process.env.STATE_DIR = state;
    await (await import('./upgrade/upgrade.ts')).upgrade(from === undefined ? {} : { from });
  });

program
  .command('doctor')
  .summary('say what is wrong with a machine, a state, its settings or a service')
  .description(
    `Looks at this machine, at the variables of "newsgauge start", at the state in STATE_DIR and its copies (COPY_TO), at
deployment.toml, and at the service, and changes nothing. Exit code 1: something is wrong.`,
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
  .argument('<folder>', 'is made')
  .addOption(remoteOption())
  .action(async (folder, options) => (await import('./backup.ts')).backupCommand(folder, options));

program
  .command('restore')
  .summary('fill an empty database from such a folder')
  .description(
    `Restores a backup of "newsgauge backup", or a copy that a server has made (COPY_TO; of a folder of copies the newest that is
whole), into an empty state, or with --remote a backup into the deployed database. No server may run on a local one meanwhile.`,
  )
  .argument('<folder>')
  .addOption(remoteOption())
  .option('--force', 'replaces what is there')
  .addOption(new Option('--try', 'restores into a folder beside it, compares, and deletes that').conflicts('remote'))
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
