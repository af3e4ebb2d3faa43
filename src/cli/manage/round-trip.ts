import { COLLECTIONS } from '../../collections/all-collections.ts';
import { type Api, apiAt, inWords } from '../../command/api.ts';
import { NDJSON, type Receipt } from '../../command/send.ts';
import { DAY_MS, toSeconds, utcDay } from '../../lib/time.ts';
import { operatorKey } from '../operator-key.ts';
import { serviceAt } from '../service-address.ts';
import { withCount } from './export-lines.ts';
import { fieldsOfLine } from './resource-commands.ts';

/** The order in which collections are exported ensures that no line refers to a later line. */

const ORDER = ['geo-groups', 'topics', 'companies', 'sources', 'rules', 'articles', 'stories'];
const INDEPENDENT_FIRST = COLLECTIONS.toSorted((a, b) => placeOf(a.name) - placeOf(b.name));

function placeOf(name: string): number {
  const place = ORDER.indexOf(name);
  return place === -1 ? ORDER.length : place;
}

const DAYS = 366;
const MAX_YEARS = 20;

/** Maximum lines per request. Small requests stay below the service's limit and update the progress bar often. */
const MAX_LINES = 500;
const MAX_BYTES = 1_000_000;
const MAX_LINE = 5_000_000;
const TOO_LONG: Receipt = { accepted: 0, rejected: [{ line: 1, errors: { line: 'is larger than 5 MB' } }] };

interface RoundTripLine {
  collection: string;
  value: Record<string, unknown>;
}

export async function* exported(api: Pick<Api, 'ask'>, now: number): AsyncIterable<RoundTripLine> {
  for (const { name: collection, plural, toLine } of INDEPENDENT_FIRST) {
    const taken = new Set(fieldsOfLine(collection));
    // Stories without an editor's decision are not exported, because they are detected again after the import.
    const sort = { articles: '&sort=id', stories: '&sort=id&decided=true' }[collection] ?? '';
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Record<string, unknown> = await api.ask(
        'GET',
        `${collection}?limit=100${sort}${cursor && `&cursor=${cursor}`}`,
      );
      // Computed fields are removed, because an import rejects them.
      for (const value of page[plural] as Record<string, unknown>[])
        yield { collection, value: only(taken, toLine?.(value) ?? value) };
      cursor = page.next as string | null;
    }
  }
  yield* selections(api, now);
}

const only = (names: ReadonlySet<string>, value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));

async function* selections(api: Pick<Api, 'ask'>, now: number): AsyncIterable<RoundTripLine> {
  const day = (ms: number) => utcDay(toSeconds(ms));
  for (let year = -MAX_YEARS; year <= 1; year++) {
    const first = now + year * DAYS * DAY_MS;
    const { days } = await api.ask('GET', `recommended?from=${day(first)}&to=${day(first + (DAYS - 1) * DAY_MS)}`);
    for (const { date } of days as { date: string }[]) {
      const { articles } = await api.ask('GET', `recommended/${date}`);
      const ids = (articles as { contentId: number }[]).map(({ contentId }) => contentId);
      yield { collection: 'recommended', value: { date, articles: ids } };
    }
  }
}

export interface Imported {
  accepted: number;
  rejected: string[];
}

/** Sends lines in batches per collection. If `only` is set, all lines are plain values of that collection. */
export async function imported(
  api: Pick<Api, 'ask'>,
  lines: AsyncIterable<string>,
  only?: string,
  done = (_bytes: number, _sum: Imported) => {},
): Promise<Imported> {
  const sum: Imported = { accepted: 0, rejected: [] };
  let waiting: string[] = [];
  let collection = only ?? '';
  let bytes = 0;
  let number = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    const sent = bytes > MAX_LINE ? TOO_LONG : await sendLines(api, collection, waiting);
    const before = number - waiting.length;
    sum.accepted += sent.accepted;
    for (const { line, errors } of sent.rejected)
      sum.rejected.push(`line ${before + line}: ${inWords(errors).join('; ')}`);
    done(bytes, sum);
    waiting = [];
    bytes = 0;
  };
  for await (const line of lines) {
    const next = only ? { collection: only, text: line, size: Buffer.byteLength(line) + 1 } : apart(line);
    const isFull = waiting.length === MAX_LINES || bytes + next.size > MAX_BYTES;
    if (next.collection !== collection || isFull) await flush();
    collection = next.collection;
    number++;
    waiting.push(next.text);
    bytes += next.size;
  }
  await flush();
  return sum;
}

function apart(line: string) {
  const { collection, value } = JSON.parse(line) as RoundTripLine;
  return { collection, text: JSON.stringify(value), size: line.length };
}

async function sendLines(api: Pick<Api, 'ask'>, collection: string, lines: string[]): Promise<Receipt> {
  const method = collection === 'clicks' ? 'POST' : 'PUT';
  if (collection !== 'recommended' && collection !== 'annotations')
    return (await api.ask(method, collection, lines.join('\n'), NDJSON)) as unknown as Receipt;
  for (const line of lines) {
    const { date, scope = 'site', ref, ...value } = JSON.parse(line);
    await api.ask(method, `${collection}/${date}${scope === 'site' ? '' : `/${scope}/${ref}`}`, value);
  }
  return { accepted: lines.length, rejected: [] };
}

async function* asText(lines: AsyncIterable<RoundTripLine>): AsyncIterable<string> {
  for await (const line of lines) yield JSON.stringify(line);
}

/** Prints the content of a service as NDJSON, then the number of lines. */
export async function printAll({ service }: { service?: string }): Promise<void> {
  const base = serviceAt(service);
  const content = exported(apiAt(base, await operatorKey(base)), Date.now());
  for await (const line of withCount(asText(content))) console.log(line);
}
