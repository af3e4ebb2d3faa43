import { createInterface } from 'node:readline/promises';
import { type Command, Option } from 'commander';
import { type Api, apiAt } from '../../command/api.ts';
import { failCommand } from '../../command/command.ts';
import { termsOf } from '../../lib/box-terms.ts';
import { operatorKey } from '../operator-key.ts';
import { feedUrls, serviceOption } from '../options.ts';
import { serviceAt } from '../service-address.ts';
import { addFeedCommands } from './feed-commands.ts';
import { addKeyCommands } from './keys/commands.ts';
import { PRINT_FORMATS, type PrintFormat, print } from './print.ts';
import { type CommandField, RESOURCES, type Resource, type Verb } from './resource-commands.ts';

interface Act {
  refs: readonly string[];
  given: Record<string, string>;
}

type Answer = Record<string, unknown>;

/** Sends the request and returns `data` of the response. Ends the command if the service refuses. */
export async function act(api: Api, verb: Verb, { refs, given }: Act): Promise<Answer> {
  const { method, query, body } = verb;
  const [ref] = refs;
  const values = Object.entries(withExclusions(given, query));
  const queryParameters = new URLSearchParams(values.filter(([name]) => name in query));
  const fields: Answer = Object.fromEntries(
    values.flatMap(([name, text]) => (body?.[name] ? [[name, typedAs(body[name], text)]] : [])),
  );
  if (body?.urls && refs.length > 0) fields.urls = refs;
  if (verb.takesMany && !verb.isOfOne) return api.ask(method, verb.path, [{ url: ref, ...fields }]);
  const one = verb.isOfOne && ref !== undefined ? [ref.split('/').map(encodeURIComponent).join('/')] : [];
  const path = [verb.path, ...one, ...(verb.end ? [verb.end] : [])].join('/');
  if (method === 'PUT') return putOne(api, path, fields);
  return api.ask(method, path + (queryParameters.size > 0 ? `?${queryParameters}` : ''), body && fields);
}

/** Moves search terms with a leading minus to `excludeTerms`, like the search boxes of the pages. */
function withExclusions(given: Act['given'], query: Verb['query']): Act['given'] {
  const name = 'searchTerms' in query ? 'searchTerms' : 'search';
  const text = given[name];
  if (text === undefined || !('excludeTerms' in query)) return given;
  const { searchTerms, excludeTerms } = termsOf(text);
  const excluded = [given.excludeTerms, excludeTerms].filter(Boolean).join(',');
  return { ...given, [name]: searchTerms, ...(excluded ? { excludeTerms: excluded } : {}) };
}

/** Parses `12,14` as a list, other values as JSON, and anything else as text. */
function typedAs([kind]: CommandField, text: string): unknown {
  if (kind === 'text' || (kind === 'clearable' && text !== 'null')) return text;
  const value = parsed(text);
  const isList = kind === 'texts' || kind === 'values';
  if (!isList || Array.isArray(value) || value === null) return value;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (kind === 'values' && /^\d+$/.test(part) ? Number(part) : part));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Updates fields of an existing resource, or creates it. Fails if the resource changed since it was read. */
async function putOne(api: Api, path: string, fields: Answer): Promise<Answer> {
  const before = await api.find(path);
  const ids = (value: unknown) => (Array.isArray(value) ? value.map((each) => each?.contentId ?? each) : value);
  const { days: _, version: __, ...rest } = before?.data ?? {};
  const body = { ...rest, ...(rest.articles ? { articles: ids(rest.articles) } : {}), ...fields };
  const condition = before ? { 'If-Match': before.etag } : { 'If-None-Match': '*' };
  return api.ask('PUT', path, body, condition);
}

const CONFIRMED_VERBS = ['delete', 'merge', 'discard'];

/** Adds `RESOURCE VERB` commands for everything that the API manages. */
export function addThings(program: Command): void {
  program.commandsGroup('Content and operations of a service:');
  for (const [name, thing] of Object.entries(RESOURCES)) {
    const group = program.command(name);
    for (const [verb, what] of Object.entries(thing.verbs)) {
      const command = group.command(verb).description(helpOf(name, verb, what));
      // Without URLs, all due feeds are polled. The other verbs change named feeds only.
      if (what.body?.urls) command.argument(verb === 'poll' ? '[urls...]' : '<urls...>', 'URLs of the feeds', feedUrls);
      else if (what.takesMany) command.argument('[name]', 'id, name or URL');
      else if (what.isOfOne) command.argument('<name>', 'id or name');
      if (what.takesMany) command.option('--file <file>', 'NDJSON (one object per line) or a JSON array');
      for (const [field, [kind, words]] of Object.entries({ ...what.query, ...what.body }))
        if (field !== 'urls') command.addOption(optionOf(field, kind, words));
      if (CONFIRMED_VERBS.includes(verb)) command.option('--yes', 'skip the confirmation prompt');
      command
        .addOption(new Option('-o, --output <format>', 'output format').choices(PRINT_FORMATS).default('table'))
        .addOption(new Option('--json', 'same as --output json').implies({ output: 'json' }))
        .addOption(serviceOption())
        .action(() => manage(thing, what, command));
    }
    if (name === 'feeds') addFeedCommands(group, serviceOption());
    if (name === 'keys') addKeyCommands(group, serviceOption);
    group.summary(group.commands.map((command) => command.name()).join(', '));
  }
}

function helpOf(name: string, verb: string, { summary, isOfOne, takesMany, body }: Verb): string {
  const ref = body?.urls ? ' https://news.example.com/feed.xml' : isOfOne && !takesMany ? ' NAME' : '';
  const call = `newsgauge ${name} ${verb}${ref}${takesMany ? ' --file values.ndjson' : ''}`;
  return `${summary}.\n\n${call}\n${call} --service https://news.example.com --json`;
}

interface Options {
  service?: string;
  file?: string;
  output: PrintFormat;
  json?: boolean;
  yes?: boolean;
}

async function manage(thing: Resource, verb: Verb, command: Command): Promise<void> {
  const { service, file, output, yes, json: _, ...given } = command.opts<Options & Record<string, string>>();
  const base = serviceAt(service);
  if (file !== undefined) return (await import('./import.ts')).importFiles(verb.path, [file], { service });
  if (verb.takesMany && verb.isOfOne && command.args.length === 0) failCommand('missing argument: name, id or URL');
  if (CONFIRMED_VERBS.includes(command.name()) && !yes && !given.dryRun) await confirmed(command);
  const api = apiAt(base, await operatorKey(base));
  const answer = await act(api, verb, { refs: command.args, given });
  if (hasFailure(answer)) process.exitCode = 1;
  print(answer, thing, output);
}

function hasFailure({ rejected, polled }: Answer): boolean {
  if (Array.isArray(rejected) && rejected.length > 0) return true;
  return Array.isArray(polled) && polled.some(({ result }) => result === 'failed');
}

async function confirmed(command: Command): Promise<void> {
  if (!process.stdin.isTTY) return;
  const words = [command.parent?.name(), command.name(), ...command.args].join(' ');
  const answer = await createInterface({ input: process.stdin, output: process.stderr }).question(`${words}? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) failCommand('nothing was changed');
}

const METAVARS: Record<string, string> = { flag: '[true|false]', texts: '<a,b,…>', values: '<1,2,…>', json: '<value>' };

function optionOf(field: string, kind: string, words: string): Option {
  const option = new Option(`--${field} ${METAVARS[kind] ?? '<text>'}`, words);
  return kind === 'flag' ? option.choices(['true', 'false', 'null']).preset('true') : option;
}
