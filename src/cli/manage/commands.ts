import { createInterface } from 'node:readline/promises';
import { type Command, Option } from 'commander';
import { apiAt } from '../../command/api.ts';
import { fail, serviceAt } from '../../command/command.ts';
import { operatorKey } from '../database/operator-key.ts';
import { act } from './act.ts';
import { FORMATS, type Format, print } from './print.ts';
import { THINGS, type Thing, type Verb } from './things.ts';

/** What a user is asked about at a terminal. */
const FINAL = ['delete', 'merge', 'discard'];
const SERVICE = 'of a deployed service, whose operator key is in NEWSGAUGE_KEY; left out: the one of this machine';

export const serviceOption = () => new Option('--url <url>', SERVICE);

/** Adds `THING VERB` for everything that the API manages. */
export function addThings(program: Command): void {
  program.commandsGroup('Content and operations of a service:');
  for (const [name, thing] of Object.entries(THINGS)) {
    const group = program.command(name).summary(Object.keys(thing.verbs).join(', '));
    for (const [verb, what] of Object.entries(thing.verbs)) {
      const command = group.command(verb);
      if (what.body?.urls) command.argument('[addresses...]', 'of feeds');
      else if (what.takesMany) command.argument('[name]', 'id, name or address');
      else if (what.isOfOne) command.argument('<name>', 'id or name');
      if (what.takesMany) command.option('--file <file>', 'NDJSON, one object a line, or a JSON array');
      for (const [field, [kind, words]] of Object.entries({ ...what.query, ...what.body }))
        if (field !== 'urls') command.addOption(optionOf(verb, field, kind, words));
      if (FINAL.includes(verb)) command.option('--yes', 'asks nothing at a terminal');
      command
        .addOption(new Option('-o, --output <format>', 'of what is printed').choices(FORMATS).default('table'))
        .addOption(serviceOption())
        .action(() => manage(thing, what, command));
    }
  }
}

interface Options {
  url?: string;
  file?: string;
  output: Format;
  yes?: boolean;
}

/** Does what was typed, and prints what the service answers. */
async function manage(thing: Thing, verb: Verb, command: Command): Promise<void> {
  const { url, file, output, yes, ...given } = command.opts<Options & Record<string, string>>();
  const base = serviceAt(url);
  const { address, page, ...fields } = given;
  const named = address ?? page;
  if (file !== undefined) return (await import('./import.ts')).importFiles(verb.path, [file], { url });
  if (FINAL.includes(command.name()) && !yes && !fields.dryRun) await confirmed(command);
  const api = apiAt(base, await operatorKey(base));
  const answer = await act(api, verb, {
    refs: command.args,
    given: named === undefined ? fields : { ...fields, url: named },
  });
  if (Array.isArray(answer.rejected) && answer.rejected.length > 0) process.exitCode = 1;
  print(answer, thing, output);
}

/** Ends the command where somebody at a terminal says no. */
async function confirmed(command: Command): Promise<void> {
  if (!process.stdin.isTTY) return;
  const words = [command.parent?.name(), command.name(), ...command.args].join(' ');
  const answer = await createInterface({ input: process.stdin, output: process.stderr }).question(`${words}? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) fail('nothing is changed');
}

/** The field `url` has another name, as `--url` names the service. */
const nameOf = (verb: string, field: string) => (field !== 'url' ? field : verb === 'propose' ? 'page' : 'address');

const METAVARS: Record<string, string> = { flag: '[true|false]', texts: '<a,b,…>', values: '<1,2,…>', json: '<value>' };

function optionOf(verb: string, field: string, kind: string, words: string): Option {
  const option = new Option(`--${nameOf(verb, field)} ${METAVARS[kind] ?? '<text>'}`, words);
  return kind === 'flag' ? option.choices(['true', 'false', 'null']).preset('true') : option;
}
