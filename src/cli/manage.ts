/** `newsgauge THING VERB`: manages a local or deployed newsroom through its API. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fail, run, serviceAt } from '../command/command.ts';
import { operatorKey } from './database/operator-key.ts';
import { act, isVerb, type Thing } from './manage/act.ts';
import { apiAt } from './manage/api.ts';
import { refuseUnknown } from './manage/known.ts';
import { THINGS } from './manage/things.ts';

const USAGE = `newsgauge THING VERB [NAME] [--FIELD VALUE …]

${Object.entries(THINGS)
  .map(([name, { verbs }]) => `  ${name.padEnd(12)} ${verbs.join(', ')}`)
  .join('\n')}

  newsgauge articles list --search flood --topics 12 --limit 50
  newsgauge articles put 1042 --title "Cyber premiums level off"
  newsgauge articles put --file stories.ndjson
  newsgauge topics merge 12 --into 14
  newsgauge topics delete 12 --dryRun true
  newsgauge feeds poll https://premiumledger.example/feed.xml
  newsgauge dead-letters discard --reason tooOld

A field that "put" does not name stays as it is. Values of a list are separated by commas. The field "url" of an article or a
webhook is --address, since --url names a deployed service; its operator key is read from the environment (NEWSGAUGE_KEY). For a
local one a short-lived key is made (in STATE_DIR). --json prints what the service answers.`;

type Given = Record<string, string>;

await run(USAGE, async () => {
  const { words, given, isJson, base, file } = parse(process.argv.slice(2));
  const [name = '', verb = '', ...refs] = words;
  const thing = THINGS[name] ?? fail(`there is no "${name}" to manage`, USAGE);
  if (!isVerb(verb) || !thing.verbs.includes(verb))
    fail(`${name} can ${thing.verbs.join(', ')}, but not "${verb}"`, USAGE);
  const text = file === undefined ? undefined : readText(file);
  await refuseUnknown(base, thing, { verb, given, file: text });
  const api = apiAt(base, await operatorKey(base));
  const answer = await act(api, thing, { verb, refs, given, file: text });
  if (Array.isArray(answer.rejected) && answer.rejected.length > 0) process.exitCode = 1;
  print(answer, thing, isJson);
});

function readText(file: string): string {
  if (!existsSync(file)) fail(`there is no file ${file}`);
  return readFileSync(file, 'utf8');
}

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
  const { json, url, file, ...fields } = given;
  return { words, given: fields, isJson: json !== undefined, base: serviceAt(url), file };
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
