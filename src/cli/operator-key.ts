import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { failAs, failCommand, now } from '../command/command.ts';
import { stateDir } from '../command/paths.ts';
import { fetchFrom } from '../command/service.ts';
import { hashKey } from '../keys/key.ts';
import { expectedProof } from '../keys/proof.ts';
import { randomHex } from '../lib/hash/hash.ts';
import { isLoopback } from '../lib/hosts/loopback.ts';

const KEY_FILE = 'command.key';

/**
 * Returns `NEWSGAUGE_KEY`, or the key in `STATE_DIR`, which is created if missing or revoked. Ends the command if the
 * service cannot prove that it knows the key.
 */
export async function operatorKey(base: URL): Promise<string> {
  const { NEWSGAUGE_KEY: given, NEWSGAUGE_SERVICE: service } = process.env;
  if (given) {
    if (!service) failCommand('NEWSGAUGE_KEY requires NEWSGAUGE_SERVICE, the address of its service');
    if (URL.parse(service)?.origin !== base.origin)
      failAs('closed', `NEWSGAUGE_KEY belongs to the service in NEWSGAUGE_SERVICE, not to ${base.origin}`);
    if (!(await isKnownTo(base, given)))
      failAs('closed', `the key in NEWSGAUGE_KEY does not exist on ${base.origin}, so it was not sent`);
    return given;
  }
  if (!isLoopback(base))
    failAs('closed', 'set NEWSGAUGE_KEY to an operator key and NEWSGAUGE_SERVICE to the address of the service');
  const file = join(stateDir(), KEY_FILE);
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (stored && (await isKnownTo(base, stored))) return stored;
  await fetchFrom(base, '/health/live');
  const key = await keyOfState(stored);
  if (key !== stored) writeFileSync(file, key, { mode: 0o600 });
  if (!(await isKnownTo(base, key)))
    failAs('closed', `the server on ${base.origin} does not use the state in ${stateDir()}`);
  return key;
}

async function keyOfState(stored: string | null): Promise<string> {
  // This code is loaded on demand, because a command with a key in the environment opens no database.
  const { withDb } = await import('./database/database.ts');
  const { createKey, findKey, isAlive } = await import('../keys/key-store.ts');
  return withDb(false, async (db) => {
    const record = stored ? await findKey(db, await hashKey(stored)) : null;
    if (stored && record && isAlive(record, now())) return stored;
    const name = `${userInfo().username} at the command line`;
    return createKey(db, { kind: 'operator', name, origins: [], expiresAt: null }, now());
  });
}

/** Returns true if a service proves that it knows a key, without receiving the key. A wrong proof ends the command. */
async function isKnownTo(base: URL, key: string): Promise<boolean> {
  const nonce = randomHex(16);
  const { id, proof } = await expectedProof(key, { host: base.host, nonce });
  const response = await fetchFrom(base, `/session/proof?id=${id}&nonce=${nonce}`);
  const answer = (await response.json().catch(() => null)) as {
    data?: { proof?: unknown; host?: unknown };
    reason?: unknown;
  } | null;
  if (response.status === 404 && answer?.data?.host)
    failAs(
      'closed',
      `the server at ${base.origin} does not know this address, so the key was not sent; set PUBLIC_URL of the server to it`,
    );
  if (response.status === 404 && answer?.reason === 'notFound') return false;
  if (response.status === 429 || response.status >= 500)
    failAs('closed', `${base.origin} responded with ${response.status}; try again later`);
  if (!response.ok || answer?.data?.proof !== proof)
    failAs('closed', `${base.origin} could not prove that it has the key, so the key was not sent`);
  return true;
}
