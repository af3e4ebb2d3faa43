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

/** Applies the stored rules to all articles, and returns how many of them changed. */
export async function applyRules(): Promise<number> {
  let changed = 0;
  for (let after: number | null = 0; after !== null; ) {
    const query = { after };
    const report: Schemas['Retagged'] = await request('/manage/retag', { method: 'POST', query });
    changed += report.changed;
    after = report.after;
  }
  return changed;
}
