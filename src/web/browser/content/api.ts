import { request, requestTagged, type Schemas } from '../lib/request.ts';
import type { Collection, Row } from './collections.tsx';

/** The requests of the page. */

export interface Page {
  rows: Row[];
  next: string | null;
  previous: string | null;
  total: number | null;
}

type ListAnswer = { next?: string | null; previous?: string | null; total?: number | null } & Record<string, unknown>;

/** One page of a collection. */
export async function loadPage(
  kind: Collection,
  query: Record<string, string | number>,
  signal: AbortSignal,
): Promise<Page> {
  const answer = await request<ListAnswer>(kind.path, { query, signal });
  const rows = Object.values(answer).find(Array.isArray) as Row[] | undefined;
  return {
    rows: rows ?? [],
    next: answer.next ?? null,
    previous: answer.previous ?? null,
    total: answer.total ?? null,
  };
}

/** A stored resource, and the ETag of the state that a change is based on. */
export interface Tagged {
  row: Row;
  etag: string | null;
}

export const addressOf = (kind: Collection, id: string): string =>
  `${kind.path}/${id.split('/').map(encodeURIComponent).join('/')}`;

export async function loadOne(kind: Collection, id: string, signal?: AbortSignal): Promise<Tagged> {
  const { value, etag } = await requestTagged<Row>(addressOf(kind, id), signal ? { signal } : {});
  return { row: value, etag };
}

/** Stores a resource; with an ETag, only if it still has that ETag. `*`: only if there is none yet. */
export async function store(kind: Collection, id: string, body: Row, etag: string | null): Promise<void> {
  const headers: Record<string, string> = etag === '*' ? { 'If-None-Match': '*' } : etag ? { 'If-Match': etag } : {};
  await request(addressOf(kind, id), { method: 'PUT', body, headers });
}

/** One line of the history for several requests, which is taken back as one. */
export const newChange = (): string => crypto.randomUUID();
const asOf = (change: string | undefined) => (change ? { headers: { 'Change-Id': change } } : {});

/** Stores several: valid ones are stored, and the others reported. */
export const storeAll = (
  path: string,
  rows: readonly Row[],
  { signal, change }: { signal?: AbortSignal; change?: string } = {},
): Promise<Schemas['Upserted']> =>
  request<Schemas['Upserted']>(path, { method: 'PUT', body: rows, ...asOf(change), ...(signal ? { signal } : {}) });

/**
 * Takes back what was changed at once, or what was done to some things of it, by kind and ref. Throws an `ApiError` whose faults
 * say by thing why it cannot.
 */
export async function revert(change: string, only?: readonly string[]): Promise<number> {
  const path = `/manage/audit/${encodeURIComponent(change)}/revert`;
  for (let done = 0; ; ) {
    const body = only ? { only: only.slice(0, 100) } : {};
    const { reverted, left } = await request<{ reverted: number; left: number }>(path, { method: 'POST', body });
    done += reverted;
    if (left === 0 || reverted === 0) return done;
  }
}

/** What would lose the name of a deleted resource; nothing is deleted yet. */
export const usesOf = (kind: Collection, id: string): Promise<Row> =>
  request<Row>(addressOf(kind, id), { method: 'DELETE', query: { dryRun: 'true' } });

export const remove = (kind: Collection, id: string, change?: string): Promise<Row> =>
  request<Row>(addressOf(kind, id), { method: 'DELETE', ...asOf(change) });

export const restore = (kind: Collection, id: string): Promise<Row> =>
  request<Row>(`${addressOf(kind, id)}/restore`, { method: 'POST' });

/** All references to the resource become references to the other one; `isDry`: only says what would move. */
export const merge = (kind: Collection, id: string, into: string | number, isDry = false): Promise<Row> =>
  request<Row>(`${addressOf(kind, id)}/merge`, {
    method: 'POST',
    body: { into },
    query: { dryRun: isDry ? 'true' : null },
  });

/** The stored article at an address. */
export async function findByUrl(kind: Collection, url: string): Promise<Row | undefined> {
  return (await loadPage(kind, { url, limit: 1 }, new AbortController().signal)).rows[0];
}
