import { apiAt } from './api.ts';

export interface Receipt {
  accepted: number;
  rejected: { line: number; errors: Record<string, string> }[];
}

export const NDJSON = { 'Content-Type': 'application/x-ndjson' };

const ndjson = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n');

/** Sends values as NDJSON to a collection of `/manage`; waits and retries while the service is busy or unreachable. Throws on refusals. */
export const send = async (
  { base, key, method = 'PUT' }: { base: URL; key: string; method?: 'PUT' | 'POST' },
  collection: string,
  values: readonly object[],
): Promise<Receipt> =>
  (await apiAt(base, key, true).ask(method, collection, ndjson(values), NDJSON)) as unknown as Receipt;
