import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { failAs, now } from '../../command/command.ts';
import { stateDir } from '../../command/paths.ts';

/** In the folder of the state: the key of its user's commands. */
const KEPT = 'command.key';

/**
 * The operator key of the environment; for a local address that answers, the one that commands keep in `STATE_DIR`, which has the user's
 * name in the history. It is made where there is none, or where the service refuses it as revoked.
 */
export async function operatorKey(base: URL): Promise<string> {
  if (process.env.NEWSGAUGE_KEY) return process.env.NEWSGAUGE_KEY;
  if (!['localhost', '127.0.0.1', '[::1]'].includes(base.hostname))
    failAs('closed', 'put an operator key into the environment as NEWSGAUGE_KEY');
  const file = join(stateDir(), KEPT);
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const path = kept ? '/manage/audit?limit=1' : '/health/live';
  const { ok, status } = await fetch(new URL(path, base), {
    headers: kept ? { Authorization: `Bearer ${kept}` } : {},
  }).catch((): never => failAs('closed', `${base.origin} cannot be reached`));
  if (kept && ok) return kept;
  if (!ok && status !== 401) failAs('closed', `${base.origin} answers ${status} to ${path}; try again later`);
  // The platform's simulator takes a second to load.
  const { withDb } = await import('./database.ts');
  const { createKey } = await import('../../keys/store.ts');
  const name = `${userInfo().username} at the command line`;
  const key = await withDb(false, (db) =>
    createKey(db, { kind: 'operator', name, origins: [], expiresAt: null }, now()),
  );
  writeFileSync(file, key, { mode: 0o600 });
  return key;
}
