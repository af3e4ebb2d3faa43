import { COLLECTIONS } from '../../collections/index.ts';
import type { Api } from './api.ts';

/** A newsroom's content as NDJSON, one `{collection, value}` a line, in an order in which nothing names what comes later. */

const ORDER = ['geo-groups', 'topics', 'companies', 'sources', 'rules', 'articles'];
/** What others name comes first. */
const INDEPENDENT_FIRST = COLLECTIONS.toSorted((a, b) => placeOf(a.name) - placeOf(b.name));

function placeOf(name: string): number {
  const place = ORDER.indexOf(name);
  return place === -1 ? ORDER.length : place;
}

/** Days before and after today that are asked for at once; the service takes 366. */
const DAYS = 366;
const YEARS = 20;
const DAY_MS = 86_400_000;

/** Lines in a request, and their characters: far below the 5 MB that one may have. */
const MAX_LINES = 200;
const MAX_LENGTH = 1_000_000;

interface Line {
  collection: string;
  value: Record<string, unknown>;
}

/** Every line of the export, in its order. */
export async function* exported(api: Pick<Api, 'ask'>, now: number): AsyncIterable<Line> {
  for (const { name: collection, plural, toLine } of INDEPENDENT_FIRST) {
    const sort = collection === 'articles' ? '&sort=id' : '';
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Record<string, unknown> = await api.ask(
        'GET',
        `${collection}?limit=100${sort}${cursor && `&cursor=${cursor}`}`,
      );
      for (const value of page[plural] as Record<string, unknown>[])
        yield { collection, value: toLine?.(value) ?? value };
      cursor = page.next as string | null;
    }
  }
  yield* selections(api, now);
}

async function* selections(api: Pick<Api, 'ask'>, now: number): AsyncIterable<Line> {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  for (let year = -YEARS; year <= 1; year++) {
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
  /** In words. */
  rejected: string[];
}

/** Sends the lines of an export. Lines of one collection that follow each other go together. */
export async function imported(api: Pick<Api, 'ask'>, lines: AsyncIterable<string>): Promise<Imported> {
  const result: Imported = { accepted: 0, rejected: [] };
  let waiting: Record<string, unknown>[] = [];
  let collection = '';
  let length = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    const { accepted, rejected } = await api.ask('PUT', collection, waiting);
    result.accepted += accepted as number;
    for (const { line, errors } of rejected as { line: number; errors: Record<string, string> }[]) {
      const faults = Object.entries(errors).map(([field, message]) => `${field} ${message}`);
      result.rejected.push(`${collection} ${nameOf(waiting[line - 1] ?? {})}: ${faults.join('; ')}`);
    }
    [waiting, length] = [[], 0];
  };
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const next = JSON.parse(line) as Line;
    if (next.collection !== collection || waiting.length === MAX_LINES || length > MAX_LENGTH) await flush();
    collection = next.collection;
    if (collection === 'recommended' || collection === 'annotations') {
      const { date, scope = 'site', ref, ...value } = next.value;
      await api.ask('PUT', `${collection}/${date}${scope === 'site' ? '' : `/${scope}/${ref}`}`, value);
      result.accepted++;
    } else {
      waiting.push(next.value);
      length += line.length;
    }
  }
  await flush();
  return result;
}

const nameOf = ({ id, domain, slug, kind, ref }: Record<string, unknown>): string =>
  String(id ?? domain ?? slug ?? `${kind}/${ref}`);
