/** Checks the commands and addresses in documents that no test executes: inline code, and blocks marked `no-run`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { addThings } from '../../src/cli/manage/commands.ts';
import { addServerCommands } from '../../src/cli/server-commands.ts';
import { rows } from '../verify/abuse/routes.ts';
import { blocksOf, missingIn } from './examples/document-blocks.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTS = globSync(['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: ROOT }).filter(
  (file) => !file.startsWith('docs/measured/'),
);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const program = new Command('newsgauge');
addServerCommands(program);
addThings(program);
program.command('complete');
const SCRIPTS = new Set(Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts));

/** Code of a document: spans, and lines of blocks without comments. A line that ends with `\` continues. */
function codeOf(markdown: string): string[] {
  const blocks = Array.from(markdown.matchAll(/^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```/gm), ([, language, text = '']) =>
    language === 'sh' ? text : '',
  );
  const lines = blocks.flatMap((text) => text.replaceAll(/\\\n\s*/g, ' ').split('\n'));
  const spans = markdown.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g);
  return [...lines.map((line) => line.replace(/\s#\s.*$/, '')), ...Array.from(spans, ([, code = '']) => code)];
}

/** Words of a command line. A quoted text is one word. */
const wordsOf = (text: string): string[] => text.match(/(?:"[^"]*"|'[^']*'|[^\s"'|;&)])+/g) ?? [];

/** Returns what is wrong with the arguments of `newsgauge`. Undefined if nothing is. */
function faultOf(text: string): string | undefined {
  const [name = '', ...rest] = wordsOf(text);
  const found = program.commands.find((command) => command.name() === name);
  // Messages of the program also begin with its name.
  if (!found) return name === 'needs' ? undefined : `unknown command ${name}`;
  const verb = found.commands.length > 0 ? found.commands.find((command) => command.name() === rest[0]) : found;
  // A span such as `newsgauge keys` names a group of commands.
  if (!verb) return rest.length > 0 ? `unknown command ${name} ${rest[0]}` : undefined;
  const known = verb.options.flatMap(({ long, short }) => [long, short]);
  const unknown = rest.filter((word) => /^--?[a-z]/i.test(word)).find((word) => !known.includes(word.split('=')[0]));
  return unknown && `${name} ${verb === found ? '' : `${verb.name()} `}has no option ${unknown}`;
}

/** Returns the arguments of each call of `newsgauge` in a line, also by `npm run`. */
const callsIn = (code: string): string[] =>
  [
    ...code.matchAll(/(?:^|npx |bin\/|cli\/|<\()newsgauge(?:\.js)? ([a-z][^|;<>&]*)/g),
    ...code.matchAll(
      /npm run (?:--silent |-s )?((?:keys|import|export|reindex|retag|doctor|status|backup|restore|upgrade|deploy|simulate)\b[^|;<>&]*)/g,
    ),
  ].map(([, text = '']) => text.replace(/^(\w+) -- /, '$1 ').trim());

/** Returns the faults of all calls in a document. */
const faultsIn = (markdown: string): string[] =>
  codeOf(markdown)
    .flatMap(callsIn)
    .flatMap((call) => {
      const fault = faultOf(call);
      return fault ? [`${call}: ${fault}`] : [];
    });

const ADDRESS = /(?:https:\/\/news\.example\.com|http:\/\/localhost:8787)(\/[^\s"'`?#<>)…\\]*)?/g;
const ROUTES = rows.map(({ name }) => new RegExp(`${name.replace(/^\w+ /, '^').replaceAll(/:\w+/g, '[^/]+')}/?$`));
/** Files that the build writes into `public/`, and an example of a polled feed. */
const FILES = /^\/(click|views|read|embed)\.js$|^\/docs(\/|$)|^\/feed\.xml$/;

/** Returns the addresses of the service in a document that no route serves. */
const unknownAddresses = (markdown: string): string[] =>
  Array.from(markdown.matchAll(ADDRESS), ([, path = '/']) => path.replace(/[.,:;]$/, '')).filter(
    (path) => !FILES.test(path) && !ROUTES.some((route) => route.test(path)),
  );

describe.each(DOCUMENTS)('%s', (file) => {
  test('the document names only existing commands and options', () => {
    expect(faultsIn(read(file))).toEqual([]);
  });

  test('the document names only existing addresses of the service', () => {
    expect(unknownAddresses(read(file))).toEqual([]);
  });
});

test('all scripts that stand for a command exist', () => {
  expect(['keys', 'import', 'export', 'reindex', 'retag', 'doctor'].filter((name) => !SCRIPTS.has(name))).toEqual([]);
  expect(DOCUMENTS.map(read).flatMap(codeOf).flatMap(callsIn).length).toBeGreaterThan(120);
});

test.each([
  ['Run `npx newsgauge people banish 7`.', 'people banish 7: unknown command people banish'],
  ['```sh no-run\nnpx newsgauge keys create --kind secret --lifetime 3\n```', 'keys create has no option --lifetime'],
  ['```sh\nnpm run keys -- retire 3   # ends it\n```', 'keys retire 3: unknown command keys retire'],
  ['`newsgauge refresh` does it', 'refresh: unknown command refresh'],
])('a false command is found: %s', (markdown, fault) => {
  expect(faultsIn(markdown).join()).toContain(fault);
});

test('a false address is found', () => {
  expect(unknownAddresses('curl "https://news.example.com/api/v2/feeds-all/?limit=1"')).toEqual(['/api/v2/feeds-all/']);
});

const SAMPLE = `HTTP/1.1 202 Accepted
x-click: accepted
etag: "abc"
…
{"status":"fail","code":400,"reason":"parameterInvalid","data":{"limit":"must be a whole number from 1 to 100"},"title":"A title"}
`;
const PRINTED = SAMPLE.replace('"abc"', '"xyz"').replace('A title', 'Another title').replace('…', 'date: today');

test('a sample needs the same statuses, headers, fields and messages as the response', () => {
  expect(missingIn(SAMPLE, PRINTED)).toEqual([]);
});

test.each([
  ['202 Accepted', '200 OK'],
  ['x-click: accepted', 'x-click: dropped'],
  ['"reason":"parameterInvalid"', '"reason":"valueInvalid"'],
  ['a whole number', 'a number'],
  ['"status":"fail"', '"status":"error"'],
  ['"limit"', '"limits"'],
])('a false response is found: %s as %s', (right, wrong) => {
  expect(missingIn(SAMPLE.replace(right, wrong), PRINTED)).not.toEqual([]);
});

test('a block without a language belongs to the commands before it', () => {
  const markdown =
    '1. Run:\n\n   ```sh\n   npx newsgauge status\n   ```\n\n2. Read:\n\n   ```\n   Ready\n   ```\n\n```sh no-run\na\n```\n\n```\nb\n```\n';
  expect(blocksOf(markdown)).toEqual([{ commands: 'npx newsgauge status\n', sample: 'Ready\n' }]);
});
