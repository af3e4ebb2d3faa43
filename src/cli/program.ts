/**
 * This module defines all commands. The module of a command is loaded when it runs. Exit codes: 0 success, 1 failed
 * or rejected, 2 invalid usage, 3 not found, 4 unreachable or access denied.
 */
import complete from '@bomb.sh/tab/commander';
import { type Command, CommanderError, program } from 'commander';
import project from '../../package.json' with { type: 'json' };
import { EXIT, runWithExitCode } from '../command/command.ts';
import { addServerCommands } from './server-commands.ts';

program
  .name('newsgauge')
  .version(project.version, '-v, --version')
  .exitOverride()
  .configureHelp({ showGlobalOptions: false })
  .configureOutput({
    outputError: (text, write) => write(text.replace('error: ', '').replace(/\n\((Did you mean .*)\)/, '; $1')),
  });

addServerCommands(program);
// A server does not load the other commands, because they take as long to load as the server.
if (!['start', 'dev'].includes(process.argv[2] ?? '')) (await import('./manage/commands.ts')).addThings(program);
// Shortens descriptions to one line, because a shell treats further lines as additional completions.
function shorten(command: Command): void {
  command.description(command.summary() || (command.description().split('\n', 1)[0] ?? ''));
  for (const each of command.commands) shorten(each);
}
if (process.argv[2] === 'complete') shorten(program);
complete(program);

await runWithExitCode(async () => {
  await program.parseAsync().catch((thrown) => {
    if (!(thrown instanceof CommanderError)) throw thrown;
    process.exitCode = thrown.exitCode && EXIT.misunderstood;
  });
});
