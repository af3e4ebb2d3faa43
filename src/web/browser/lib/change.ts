import { request, type Schemas } from './request.ts';

/** Creates an id that groups several requests into one history entry. */
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
