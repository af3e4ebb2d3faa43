import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Presets, SingleBar } from 'cli-progress';
import { closestMatch } from 'leven';
import { apiAt } from '../../command/api.ts';
import { existingFile, failCommand } from '../../command/command.ts';
import { importFeeds, importOpml, printOutcomes, type Target } from '../../command/import-feeds.ts';
import { operatorKey } from '../operator-key.ts';
import { serviceAt } from '../service-address.ts';
import { withoutCount } from './export-lines.ts';
import { fieldsOfLine, RESOURCES } from './resource-commands.ts';
import { imported } from './round-trip.ts';

/** Ends the command if a line has an unknown field, and suggests the closest known field. */
function checkLine(collection: string, value: unknown, line: number): void {
  if (typeof value !== 'object' || value === null) return;
  const known = fieldsOfLine(collection);
  const unknown = known.length > 0 && Object.keys(value).find((name) => !known.includes(name));
  if (!unknown) return;
  const nearest = closestMatch(unknown, known, { maxDistance: Math.max(2, unknown.length / 3) });
  const others = nearest ? `did you mean "${nearest}"?` : `known fields: ${known.sort().join(', ')}`;
  failCommand(`line ${line}: unknown field "${unknown}"; ${others}`);
}

/** Imports files with the lines of a collection, feeds or an export. The exit code is 1 if anything was rejected. */
export async function importFiles(
  what: string,
  files: string[],
  { service, json: isJson = false }: { service?: string | undefined; json?: boolean },
): Promise<void> {
  const base = serviceAt(service);
  const [file, ...rest] = files;
  const isFeeds = what === 'feed' || what === 'opml';
  const isCollection = what === 'clicks' || RESOURCES[what]?.verbs.put?.takesMany === true;
  if (!file && !isFeeds && !isCollection && (what === '-' || existsSync(what))) return lines(base, what, { isJson });
  if (!isCollection && !isFeeds) {
    const names = Object.keys(RESOURCES).filter((name) => RESOURCES[name]?.verbs.put?.takesMany);
    failCommand(
      `"${what}" is neither a file nor a collection; the collections are feed, opml, clicks, ${names.join(', ')}`,
    );
  }
  if (!file || (rest.length > 0 && what !== 'feed'))
    failCommand(`specify ${what === 'feed' ? 'a feed URL or a file' : 'one file'}`);
  if (what !== 'feed') existingFile(file);
  if (isCollection) return lines(base, file, { collection: what, isJson });
  if (!(await feeds({ base, key: await operatorKey(base) }, what, files, isJson))) process.exitCode = 1;
}

interface Lines {
  /** Collection to which all lines belong. Undefined if each line names its collection. */
  collection?: string;
  isJson: boolean;
}

/** Imports the lines of a collection, or an export, in which each line names its collection. `-` means stdin. */
async function lines(base: URL, file: string, { collection, isJson }: Lines): Promise<void> {
  const isPiped = file === '-';
  // A truncated JSON array is invalid JSON. A truncated NDJSON file may be valid, so exports end with a line count.
  const isExport = !collection && (isPiped || !(await isArray(file)));
  let fault: string | null = null;
  const report = (found: string) => {
    fault = found;
  };
  const content = (all: AsyncIterable<string>) => (isExport ? withoutCount(all, report) : all);
  if (!isPiped) for await (const _ of checked(content(linesOf(file)), collection));
  if (fault) failCommand(fault);
  const api = apiAt(base, await operatorKey(base), true);
  const bar = new SingleBar(
    { format: '{bar} {percentage}% | {accepted} accepted, {rejected} rejected', hideCursor: true },
    Presets.rect,
  );
  const hasBar = !isPiped && !isJson;
  if (hasBar) bar.start(statSync(file).size, 0, { accepted: 0, rejected: 0 });
  // Reading starts immediately, because piped lines that arrive before a reader is attached are lost.
  const all = isPiped ? checked(content(linesIn(process.stdin))) : content(linesOf(file));
  const { accepted, rejected } = await imported(api, all, collection, (bytes, sum) =>
    bar.increment(bytes, { accepted: sum.accepted, rejected: sum.rejected.length }),
  ).finally(() => bar.stop());
  if (isJson) console.log(JSON.stringify({ accepted, rejected }, null, 2));
  else {
    for (const line of rejected) console.error(line);
    console.log(`${accepted} accepted, ${rejected.length} rejected`);
  }
  if (fault) failCommand(fault);
  if (rejected.length > 0) process.exitCode = 1;
}

async function* checked(lines: AsyncIterable<string>, collection?: string): AsyncIterable<string> {
  let number = 0;
  for await (const line of lines) {
    number++;
    const value = parsed(line);
    if (collection) checkLine(collection, value, number);
    else if (value) checkLine(String(value.collection), value.value, number);
    yield line;
  }
}

/** Parses a line. Invalid JSON is sent too, because the service rejects it with the line number. */
function parsed(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const feeds = (target: Target, kind: string, places: readonly string[], isJson: boolean): Promise<boolean> =>
  printOutcomes(
    (report) =>
      kind === 'opml'
        ? importOpml(apiAt(target.base, target.key, true), places[0] ?? '', report)
        : importFeeds(target, places, report),
    isJson,
  );

async function* linesOf(file: string): AsyncIterable<string> {
  if (await isArray(file)) {
    for (const value of JSON.parse(readFileSync(file, 'utf8'))) yield JSON.stringify(value);
  } else {
    yield* linesIn(createReadStream(file, 'utf8'));
  }
}

function linesIn(input: NodeJS.ReadableStream): AsyncIterable<string> {
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

async function isArray(file: string): Promise<boolean> {
  for await (const chunk of createReadStream(file, { encoding: 'utf8', end: 1000 })) return /^\s*\[/.test(chunk);
  return false;
}
