import * as z from 'zod';
import type { Wrangler } from './resources.ts';

const whoami = z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string() })).min(1) });
const credentials = z.object({ token: z.string() });

const API = 'https://api.cloudflare.com/client/v4';

/**
 * Switches read replication of a database on, which has no command of its own: reads are then answered near to the reader.
 * Throws if the account is ambiguous or the API refuses.
 */
export async function replicateReads(wrangler: Wrangler, databaseId: string, fetch = globalThis.fetch): Promise<void> {
  const { accounts } = whoami.parse(JSON.parse(wrangler('whoami', '--json')));
  const { token } = credentials.parse(JSON.parse(wrangler('auth', 'token', '--json')));
  const chosen = process.env.CLOUDFLARE_ACCOUNT_ID;
  const account = chosen ? { id: chosen } : accounts[0];
  if (!chosen && accounts.length > 1) throw new Error('several accounts: set CLOUDFLARE_ACCOUNT_ID');
  const response = await fetch(`${API}/accounts/${account?.id}/d1/database/${databaseId}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ read_replication: { mode: 'auto' } }),
  });
  if (!response.ok) throw new Error(`the API answered ${response.status}`);
}
