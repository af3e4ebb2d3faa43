import { type Api, apiAt } from './api.ts';

export interface Receipt {
  accepted: number;
  rejected: { line: number; errors: Record<string, string> }[];
}

export const NDJSON = { 'Content-Type': 'application/x-ndjson' };

const ndjson = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n');

interface Target {
  base: URL;
  key: string;
  method?: 'PUT' | 'POST';
}

/** Sends values as NDJSON. Retries while the service is busy or unreachable. Throws if they are rejected. */
export const sendValues = (
  { base, key, method }: Target,
  collection: string,
  values: readonly object[],
): Promise<Receipt> => sendBy(apiAt(base, key, true), collection, values, method);

export const sendBy = async (
  api: Api,
  collection: string,
  values: readonly object[],
  method: 'PUT' | 'POST' = 'PUT',
): Promise<Receipt> => (await api.ask(method, collection, ndjson(values), NDJSON)) as unknown as Receipt;
