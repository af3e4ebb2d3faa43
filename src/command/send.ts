import { setTimeout as sleep } from 'node:timers/promises';
import { failAs } from './command.ts';

export interface Receipt {
  accepted: number;
  rejected: { line: number; errors: Record<string, string> }[];
}

const TRIES = 5;

/** Sends values as NDJSON to a collection of `/manage`; waits and retries while the service is busy or unreachable. Throws on refusals. */
export async function send(
  { base, key, method = 'PUT' }: { base: URL; key: string; method?: 'PUT' | 'POST' },
  collection: string,
  lines: readonly string[],
): Promise<Receipt> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(new URL(`/manage/${collection}`, base), {
      method,
      body: lines.join('\n'),
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-ndjson' },
    }).catch((error: Error) => error);
    if (response instanceof Response && response.ok) return ((await response.json()) as { data: Receipt }).data;
    const said =
      response instanceof Response ? `${response.status} ${await response.text()}` : `${base.origin} cannot be reached`;
    const passing = !(response instanceof Response) || response.status === 429 || response.status === 503;
    if (!passing || attempt === TRIES) {
      const isClosed = !(response instanceof Response) || response.status === 401 || response.status === 403;
      if (isClosed) failAs('closed', said);
      throw new Error(`sending ${collection}: ${said}`);
    }
    const retryAfter = response instanceof Response ? Number(response.headers.get('Retry-After')) : 0;
    await sleep(1000 * Math.max(retryAfter, attempt));
  }
}
