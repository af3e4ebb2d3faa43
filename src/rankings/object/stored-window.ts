import type { ClickCell, PackedCells } from '../../engagement/cells.ts';
import type { ArticleFacts } from '../facts.ts';
import type { LoadedCells } from './load.ts';

/** Hourly counts in an object's storage, in values below the platform's limit of 2 MB. Newer counts are in the row. */

/** Maximum size of a stored value in bytes, without the overhead of its structure. */
const MAX_VALUE_BYTES = 1_500_000;

interface Chunk extends PackedCells {
  /** Number of this stored version. Counts in the row's `recent` override all versions up to their own number. */
  number: number;
  chunks: number;
  /** Facts of the articles, as JSON in UTF-8. */
  facts: Uint8Array;
}

type Storage = Pick<SyncKvStorage, 'get' | 'put' | 'delete'>;

const key = (i: number) => `cells:2:${i}`;
const formerKey = (i: number) => `cells:${i}`;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Replaces the stored hourly counts. Writes one row per 1.5 MB and skips unchanged values. */
export function storeCells(storage: Storage, number: number, { cells, facts }: LoadedCells): void {
  const before = storage.get<Chunk>(key(0))?.chunks ?? 0;
  const ranges = split(cells, facts);
  for (const [i, { from, to, text }] of ranges.entries()) {
    const base = cells.starts[from] ?? 0;
    const chunk: Chunk = {
      number,
      chunks: ranges.length,
      ids: cells.ids.slice(from, to),
      starts: cells.starts.slice(from, to + 1).map((start) => start - base),
      bytes: cells.bytes.slice(base, cells.starts[to] ?? 0),
      facts: text,
    };
    if (!isSame(chunk, storage.get<Chunk>(key(i)))) storage.put(key(i), chunk);
  }
  for (let i = ranges.length; i < before; i++) storage.delete(key(i));
  for (let i = 0; storage.delete(formerKey(i)); i++);
}

function isSame(a: Chunk, b: Chunk | undefined): boolean {
  const areEqual = (c: ArrayLike<number>, d: ArrayLike<number>) => {
    if (c.length !== d.length) return false;
    for (let i = 0; i < c.length; i++) if (c[i] !== d[i]) return false;
    return true;
  };
  if (a.number !== b?.number || a.chunks !== b.chunks) return false;
  return (
    areEqual(a.ids, b.ids) && areEqual(a.starts, b.starts) && areEqual(a.bytes, b.bytes) && areEqual(a.facts, b.facts)
  );
}

export function readCells(storage: Storage): (LoadedCells & { number: number }) | null {
  const first = storage.get<Chunk>(key(0));
  if (!first) return null;
  const chunks = [first];
  for (let i = 1; i < first.chunks; i++) {
    const chunk = storage.get<Chunk>(key(i));
    if (!chunk || chunk.number !== first.number) return null;
    chunks.push(chunk);
  }
  return {
    number: first.number,
    cells: joined(chunks),
    facts: chunks.flatMap(({ facts }) => JSON.parse(decoder.decode(facts)) as ArticleFacts[]),
  };
}

function split({ ids, starts }: PackedCells, facts: readonly ArticleFacts[]) {
  const ranges: { from: number; to: number; text: Uint8Array }[] = [];
  let from = 0;
  let texts: string[] = [];
  let size = 0;
  const close = (to: number) => {
    ranges.push({ from, to, text: encoder.encode(`[${texts.join(',')}]`) });
    [from, texts, size] = [to, [], 0];
  };
  for (let i = 0; i < ids.length; i++) {
    const text = JSON.stringify(facts[i]);
    // A UTF-16 unit of a JavaScript string takes at most three bytes in UTF-8.
    const more = (starts[i + 1] ?? 0) - (starts[i] ?? 0) + 3 * text.length + 8;
    if (size > 0 && size + more > MAX_VALUE_BYTES) close(i);
    texts.push(text);
    size += more;
  }
  close(ids.length);
  return ranges;
}

function joined(chunks: readonly PackedCells[]): PackedCells {
  const count = chunks.reduce((sum, { ids }) => sum + ids.length, 0);
  const length = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const whole = { ids: new Uint32Array(count), starts: new Uint32Array(count + 1), bytes: new Uint8Array(length) };
  let [article, byte] = [0, 0];
  for (const { ids, starts, bytes } of chunks) {
    whole.ids.set(ids, article);
    for (const [i, start] of starts.entries()) whole.starts[article + i] = byte + start;
    whole.bytes.set(bytes, byte);
    article += ids.length;
    byte += bytes.length;
  }
  return whole;
}

export interface RecentCells {
  /** Number of the stored version that these counts override. */
  number: number;
  cells: ClickCell[];
  facts: ArticleFacts[];
  /** Ids of topics whose objects lack some counts. Only the site's object sets this field. */
  unsent?: number[];
}
