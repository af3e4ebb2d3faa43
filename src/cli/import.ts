/** `npm run import -- COLLECTION FILE`: sends a file of NDJSON (or a JSON array), feeds or OPML to a local or deployed newsgauge. */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { COLLECTIONS } from '../collections/index.ts';
import { fail, run, serviceAt, URL_OPTION } from '../command/command.ts';
import { type Receipt, send } from '../command/send.ts';
import { feedLine, importFeeds, importOpml, type Line, Sum, type Target } from '../selfhost/prime/import-feeds.ts';
import { operatorKey } from './database/operator-key.ts';
import { apiAt } from './manage/api.ts';
import { type Check, importCheck } from './manage/known.ts';
import { imported } from './manage/round-trip.ts';

const METHODS: Record<string, 'PUT' | 'POST'> = {
  ...Object.fromEntries(COLLECTIONS.filter(({ page }) => page).map(({ name }) => [name, 'PUT'] as const)),
  clicks: 'POST',
};
const USAGE = `newsgauge import ${Object.keys(METHODS).join('|')} FILE [--url http://localhost:8787]
newsgauge import feed URL|FILE…
newsgauge import opml FILE
newsgauge import FILE|-      (what newsgauge export has printed; -: what is piped in)

A FILE is NDJSON, one object a line, or a JSON array. A feed's URL is polled from now on, a feed as a FILE is read once;
OPML names feeds to be polled. For a deployed address put an operator key into the environment as NEWSGAUGE_KEY; for a
local one the command makes a short-lived key itself (in STATE_DIR). Exit code 1: something was rejected.`;

/** Far below the service's limit of 5 MB per request, and small enough for the progress bar to move. */
const MAX_LINES = 500;
const MAX_BYTES = 1_000_000;
/** Lines too long for any request are refused here, as the service would refuse them. */
const MAX_LINE = 5_000_000;

const TOO_LONG: Receipt = { accepted: 0, rejected: [{ line: 1, errors: { line: 'is larger than 5 MB' } }] };

await run(USAGE, async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: URL_OPTION });
  const [kind = '', file = '', ...rest] = positionals;
  const base = serviceAt(values.url);
  if (kind && !file && !METHODS[kind] && (kind === '-' || existsSync(kind))) return everything(base, kind);
  const isFeeds = kind === 'feed' || kind === 'opml';
  if (!(METHODS[kind] || isFeeds) || !file || (rest.length > 0 && kind !== 'feed'))
    fail('say what to import, and from which file', USAGE);
  if (!existsSync(file) && kind !== 'feed') fail(`there is no file ${file}`);
  const target = { base, key: await operatorKey(base) };
  const complete = isFeeds ? await feeds(target, kind, [file, ...rest]) : await lines(target, kind, file);
  if (!complete) process.exitCode = 1;
});

/** The content of another newsroom. */
async function everything(base: URL, file: string): Promise<void> {
  const check = await importCheck(base);
  if (file !== '-') for await (const _ of checked(check, linesOf(file)));
  const api = apiAt(base, await operatorKey(base));
  // Lines that are piped in are lost where somebody else is waited for before they are read.
  const lines = file === '-' ? checked(check, linesIn(process.stdin)) : linesOf(file);
  const { accepted, rejected } = await imported(api, lines);
  for (const line of rejected) console.error(line);
  console.log(`${accepted} accepted, ${rejected.length} rejected`);
  if (rejected.length > 0) process.exitCode = 1;
}

/** The lines as they are. Ends the command at one with an unknown field; `collection`: left out where each line names its own. */
async function* checked(check: Check, lines: AsyncIterable<string>, collection?: string): AsyncIterable<string> {
  let number = 0;
  for await (const line of lines) {
    number++;
    const value = parsed(line);
    if (collection) check(collection, value, number);
    else if (value) check(String(value.collection), value.value, number);
    yield line;
  }
}

/** What is no JSON is refused by the service, with the number of its line. */
function parsed(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Imports feeds and files of feeds, with one line of output for each. True if all were accepted. */
async function feeds(target: Target, kind: string, places: readonly string[]): Promise<boolean> {
  const sum = new Sum();
  const report = (line: Line) => {
    console.log(feedLine(line));
    sum.add(line);
  };
  if (kind === 'opml') await importOpml(target, places[0] ?? '', report);
  else await importFeeds(target, places, report);
  console.log(sum.summary());
  return sum.failed === 0;
}

/** A file of values for a collection. True if every line was accepted. */
async function lines({ base, key }: Target, collection: string, file: string): Promise<boolean> {
  const target = { base, key, method: METHODS[collection] ?? 'PUT' };
  const bar = new SingleBar(
    { format: `${collection} {bar} {percentage}% | {accepted} accepted, {rejected} rejected`, hideCursor: true },
    Presets.rect,
  );
  const total: Receipt = { accepted: 0, rejected: [] };
  for await (const _ of checked(await importCheck(base), linesOf(file), collection));
  bar.start(statSync(file).size, 0, { accepted: 0, rejected: 0 });
  try {
    for await (const { first, lines, bytes } of portions(file)) {
      const receipt = bytes > MAX_LINE ? TOO_LONG : await send(target, collection, lines);
      total.accepted += receipt.accepted;
      total.rejected.push(...receipt.rejected.map(({ line, errors }) => ({ line: line + first - 1, errors })));
      bar.increment(bytes, { accepted: total.accepted, rejected: total.rejected.length });
    }
  } finally {
    bar.stop();
  }
  for (const { line, errors } of total.rejected) {
    console.error(
      `line ${line}: ${Object.entries(errors)
        .map(([field, message]) => `${field} ${message}`)
        .join('; ')}`,
    );
  }
  console.log(`${total.accepted} accepted, ${total.rejected.length} rejected`);
  return total.rejected.length === 0;
}

/** The file in requests' worth of lines; `first` is the number of the first line. A JSON array counts its values as lines. */
async function* portions(file: string): AsyncIterable<{ first: number; lines: string[]; bytes: number }> {
  let first = 1;
  let lines: string[] = [];
  let bytes = 0;
  for await (const line of linesOf(file)) {
    const size = Buffer.byteLength(line) + 1;
    if (lines.length === MAX_LINES || (lines.length > 0 && bytes + size > MAX_BYTES)) {
      yield { first, lines, bytes };
      first += lines.length;
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield { first, lines, bytes };
}

async function* linesOf(file: string): AsyncIterable<string> {
  if (/^\s*\[/.test(await beginning(file))) {
    for (const value of JSON.parse(readFileSync(file, 'utf8'))) yield JSON.stringify(value);
  } else {
    yield* linesIn(createReadStream(file, 'utf8'));
  }
}

function linesIn(input: NodeJS.ReadableStream): AsyncIterable<string> {
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

async function beginning(file: string): Promise<string> {
  for await (const chunk of createReadStream(file, { encoding: 'utf8', end: 1000 })) return chunk;
  return '';
}
