import { env } from 'cloudflare:test';
import type { TestDatabase } from '../workerd/database-worker.ts';

/** Parts of a D1 binding that send its requests. */
interface D1Sender {
  fetcher: unknown;
  alwaysPrimarySession: { fetcher: unknown };
}

/** Makes a D1 binding send its requests to an object of `database-worker.ts` instead of to the simulator. */
export function sendDirectly(binding: D1Database, name: string): D1Database {
  const { TEST_DATABASE } = env as unknown as { TEST_DATABASE: DurableObjectNamespace<TestDatabase> };
  const id = TEST_DATABASE.idFromName(name);
  const fetcher = {
    async fetch(url: string, { body }: { body: string }) {
      const rowFormat = url.endsWith('=ROWS_AND_COLUMNS') ? 'arrays' : 'objects';
      const answer = await TEST_DATABASE.get(id).execute(body, rowFormat);
      return { status: 200, headers: new Map(), text: async () => answer };
    },
  };
  const sender = binding as unknown as D1Sender;
  if (!('fetcher' in sender.alwaysPrimarySession)) throw new Error('the D1 binding sends its requests differently');
  sender.fetcher = fetcher;
  sender.alwaysPrimarySession.fetcher = fetcher;
  return binding;
}
