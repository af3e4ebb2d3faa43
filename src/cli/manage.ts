/** `newsgauge THING VERB`: manages a local or deployed newsroom through its API. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fail, run } from './command.ts';
import { type Api, apiAt } from './manage/api.ts';
import { THINGS, type Thing, type Verb } from './manage/things.ts';
import { operatorKey } from './operator-key.ts';

const USAGE = `newsgauge THING VERB [NAME] [--FIELD VALUE …]

${Object.entries(THINGS)
  .map(([name, { verbs }]) => `  ${name.padEnd(12)} ${verbs.join(', ')}`)
  .join('\n')}

  newsgauge articles list --search flood --topics 12 --limit 50
  newsgauge articles put 1042 --title "Cyber premiums level off"
  newsgauge articles put --file stories.ndjson
  newsgauge topics merge 12 --into 14
  newsgauge topics delete 12 --dryRun true

A field that "put" does not name stays as it is. --json prints what the service answers. --url names a deployed service; its
operator key is read from the environment (NEWSGAUGE_KEY). For a local one a short-lived key is made (in STATE_DIR).`;

type Given = Record<string, string>;

await run(USAGE, async () => {
  const { words, given, isJson, base, file } = parse(process.argv.slice(2));
  const [name = '', verb = '', ref] = words;
  const thing = THINGS[name] ?? fail(`there is no "${name}" to manage`, USAGE);
  if (!thing.verbs.includes(verb as Verb)) fail(`${name} can ${thing.verbs.join(', ')}, but not "${verb}"`, USAGE);
  const answer = await act(apiAt(base, await operatorKey(base)), thing, { verb: verb as Verb, ref, given, file });
  print(answer, thing, isJson);
});

function parse(args: string[]) {
  const { tokens } = parseArgs({ args, strict: false, tokens: true, allowPositionals: true });
  const words: string[] = [];
  const given: Given = {};
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token?.kind === 'positional') words.push(token.value);
    if (token?.kind !== 'option') continue;
    const next = tokens[i + 1];
    if (token.value === undefined && token.name !== 'json' && next?.kind === 'positional') i++;
    given[token.name] = token.value ?? (token.name !== 'json' && next?.kind === 'positional' ? next.value : 'true');
  }
  const { json, url = `http://localhost:${process.env.PORT ?? 8787}`, file, ...fields } = given;
  return {
    words,
    given: fields,
    isJson: json !== undefined,
    base: URL.parse(url) ?? fail(`--url ${url} is not a URL`),
    file,
  };
}

interface Act {
  verb: Verb;
  ref: string | undefined;
  given: Given;
  file: string | undefined;
}

async function act(api: Api, { collection }: Thing, { verb, ref, given, file }: Act): Promise<Record<string, unknown>> {
  const one = () =>
    `${collection}/${(ref ?? fail(`say which one: ${verb} needs a name or id`)).split('/').map(encodeURIComponent).join('/')}`;
  const query = Object.keys(given).length > 0 ? `?${new URLSearchParams(given)}` : '';
  const fields = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, parsed(text)]));
  if (verb === 'list') return api.ask('GET', collection + query);
  if (verb === 'get') return api.ask('GET', one());
  if (verb === 'tags') return api.ask('GET', `${one()}/tags`);
  if (verb === 'deliveries') return api.ask('GET', `${one()}/deliveries${query}`);
  if (verb === 'delete') return api.ask('DELETE', one() + query);
  if (verb === 'put') return file ? api.ask('PUT', collection, readFileSync(file, 'utf8')) : putOne(api, one(), fields);
  if (verb === 'create') return api.ask('POST', collection, fields);
  // `--url` names the service.
  if (verb === 'propose') return api.ask('POST', 'articles/propose', { url: given.page });
  if (verb === 'try') return api.ask('POST', `${collection}/${verb}`, fields);
  return api.ask('POST', `${one()}/${verb}`, fields);
}

/** Changes the given fields of an existing resource, or creates a new one with them. */
async function putOne(api: Api, path: string, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const before = await api.ask('GET', path).catch((): Record<string, unknown> => ({}));
  const ids = (value: unknown) => (Array.isArray(value) ? value.map((each) => each?.contentId ?? each) : value);
  const { days: _, version: __, ...rest } = before;
  return api.ask('PUT', path, { ...rest, ...(rest.articles ? { articles: ids(rest.articles) } : {}), ...fields });
}

/** Numbers, true, false, null, lists and objects as JSON has them; `12,14` is a list of numbers, everything else is text. */
function parsed(text: string): unknown {
  if (/^\d+(,\d+)+$/.test(text)) return text.split(',').map(Number);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function print(answer: Record<string, unknown>, { list, columns }: Thing, isJson: boolean): void {
  const rows = answer[list];
  if (isJson || !Array.isArray(rows)) {
    console.log(JSON.stringify(answer, null, 2));
    return;
  }
  console.table(
    rows.map((row) =>
      Object.fromEntries(columns.map((name) => [name, Array.isArray(row[name]) ? row[name].join(', ') : row[name]])),
    ),
  );
  if (answer.next) console.log(`More: --cursor ${answer.next}`);
}
