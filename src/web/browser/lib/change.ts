import { request, type Schemas } from './request.ts';

/** One line of the history for several requests, which is taken back as one. */
export const newChange = (): string => crypto.randomUUID();
export const asOf = (change: string | undefined) => (change ? { headers: { 'Change-Id': change } } : {});

/** Stores several: valid ones are stored, and the others reported. */
export const storeAll = (
  path: string,
  rows: readonly object[],
  { signal, change }: { signal?: AbortSignal; change?: string } = {},
): Promise<Schemas['Upserted']> =>
  request<Schemas['Upserted']>(path, { method: 'PUT', body: rows, ...asOf(change), ...(signal ? { signal } : {}) });
