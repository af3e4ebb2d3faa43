import { failAs, now } from '../../command/command.ts';
import { createKey } from '../../keys/store.ts';
import { HOUR } from '../../lib/time.ts';

/** The operator key of the environment; for a local address a short-lived one is made (in `STATE_DIR`). */
export async function operatorKey(base: URL): Promise<string> {
  if (process.env.NEWSGAUGE_KEY) return process.env.NEWSGAUGE_KEY;
  if (!['localhost', '127.0.0.1', '[::1]'].includes(base.hostname))
    failAs('closed', 'put an operator key into the environment as NEWSGAUGE_KEY');
  // The platform's simulator takes a second to load.
  const { withDb } = await import('./database.ts');
  return withDb(false, (db) =>
    createKey(db, { kind: 'operator', name: 'import', origins: [], expiresAt: now() + HOUR }, now()),
  );
}
