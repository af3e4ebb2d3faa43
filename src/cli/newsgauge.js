#!/usr/bin/env node
/**
 * `newsgauge COMMAND`: the one command line. Each command is a file of its own, which reads the arguments that follow its name;
 * the npm scripts call the same. Plain JavaScript, so that an older Node can say that it is too old.
 *
 * Exit codes: 0 done, 1 failed or something was rejected, 2 the command was not understood, 3 what it names is not there,
 * 4 the service cannot be reached or does not let it in.
 */
import { readFileSync } from 'node:fs';
import { requireNode } from './node-version.js';

const COMMANDS = {
  start: ['start.ts', 'serve newsgauge on this machine'],
  dev: ['dev.ts', 'serve it, and reload when the code changes'],
  deploy: ['deploy.ts', 'put it on Cloudflare'],
  key: ['key.ts', 'create, list, rotate and revoke API keys'],
  import: ['import.ts', 'send content, feeds or clicks to a running service'],
  export: ['export.ts', 'print the content of a newsroom, for import into another'],
  retag: ['retag.ts', 'apply the tagging rules to stored articles'],
  reindex: ['reindex.ts', 'rebuild the search index'],
  simulate: ['simulate.ts', 'send clicks to a running service'],
  backup: ['backup.ts', 'copy every table to a folder'],
  restore: ['restore.ts', 'fill an empty database from such a folder'],
};

const usage = (things) => `newsgauge COMMAND [OPTIONS]

${Object.entries(COMMANDS)
  .map(([name, [, summary]]) => `  ${name.padEnd(10)}${summary}`)
  .join('\n')}

newsgauge THING VERB manages a local or deployed service: ${things.join(', ')}
newsgauge articles --help explains these.

newsgauge COMMAND --help explains a command; newsgauge --version prints the version.`;

requireNode();
const [name = '--help', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : null;
if (command) {
  process.argv = [...process.argv.slice(0, 2), ...rest];
  await import(`./${command[0]}`);
} else if (name === '--version' || name === '-v') {
  console.log(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version);
} else {
  const things = Object.keys((await import('./manage/things.ts')).THINGS);
  if (things.includes(name)) await import('./manage.ts');
  else if (name === '--help' || name === '-h' || name === 'help') console.log(usage(things));
  else {
    console.error(`There is no command "${name}".\n\n${usage(things)}`);
    process.exitCode = 2;
  }
}
