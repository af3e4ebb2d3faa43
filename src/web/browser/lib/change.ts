import { request, type Schemas } from './request.ts';

/** Id that groups several requests in one history entry, which reverts them together. */
export const newChangeId = (): string => crypto.randomUUID();
export const changeHeaders = (change: string | undefined) => (change ? { headers: { 'Change-Id': change } } : {});

export const storeAll = (
  path: string,
  rows: readonly object[],
  { signal, change }: { signal?: AbortSignal; change?: string } = {},
): Promise<Schemas['Upserted']> =>
  request<Schemas['Upserted']>(path, {
    method: 'PUT',
    body: rows,
    ...changeHeaders(change),
    ...(signal ? { signal } : {}),
  });
