import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { failAs, failCommand, now } from '../../command/command.ts';
import { stateDir } from '../../command/paths.ts';
import { fetchFrom, isLoopback } from '../../command/service.ts';
import { hashKey } from '../../keys/key.ts';
import { expectedProof } from '../../keys/proof.ts';
import { randomHex } from '../../lib/hash/hash.ts';

/** File in the folder of the state that stores the key of its user's commands. */
const KEY_FILE = 'command.key';

/**
 * The operator key for a service. `NEWSGAUGE_KEY` is for the service of `NEWSGAUGE_SERVICE` only. Without it a service on this machine gets the key
 * that commands store in `STATE_DIR`, which is made if it is missing or revoked and has the user's name in the history. Ends the
 * command if the service cannot prove that it knows the key.
 */
export async function operatorKey(base: URL): Promise<string> {
  const { NEWSGAUGE_KEY: given, NEWSGAUGE_SERVICE: service } = process.env;
  if (given) {
    if (!service)
      failCommand('NEWSGAUGE_KEY needs NEWSGAUGE_SERVICE too: the address of the service that the key is for');
    if (URL.parse(service)?.origin !== base.origin)
      failAs('closed', `the key in NEWSGAUGE_KEY is for the service of NEWSGAUGE_SERVICE, not for ${base.origin}`);
    if (!(await isKnownTo(base, given))) failAs('closed', `${base.origin} does not know this key, so it was not sent`);
    return given;
  }
  if (!isLoopback(base))
    failAs('closed', 'put an operator key into the environment as NEWSGAUGE_KEY, and the address as NEWSGAUGE_SERVICE');
  const file = join(stateDir(), KEY_FILE);
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (stored && (await isKnownTo(base, stored))) return stored;
  // No key is made while nothing answers.
  await fetchFrom(base, '/health/live');
  const key = await keyOfState(stored);
  if (key !== stored) writeFileSync(file, key, { mode: 0o600 });
  if (!(await isKnownTo(base, key)))
    failAs('closed', `the server on ${base.origin} does not use the state in ${stateDir()}`);
  return key;
}

/** The stored key if the database has it as an active one, else a new key of this user. */
async function keyOfState(stored: string | null): Promise<string> {
  // A command with a key in the environment opens no database.
  const { withDb } = await import('./database.ts');
  const { createKey, findKey, isAlive } = await import('../../keys/key-store.ts');
  return withDb(false, async (db) => {
    const record = stored ? await findKey(db, await hashKey(stored)) : null;
    if (stored && record && isAlive(record, now())) return stored;
    const name = `${userInfo().username} at the command line`;
    return createKey(db, { kind: 'operator', name, origins: [], expiresAt: null }, now());
  });
}

/** Whether a service proves that it knows a key, which is not sent. Ends the command if the proof is wrong. */
async function isKnownTo(base: URL, key: string): Promise<boolean> {
  const nonce = randomHex(16);
  const { id, proof } = await expectedProof(key, { host: base.hostname, nonce });
  const response = await fetchFrom(base, `/session/proof?id=${id}&nonce=${nonce}`);
  const answer = (await response.json().catch(() => null)) as { data?: { proof?: unknown }; reason?: unknown } | null;
  if (response.status === 404 && answer?.reason === 'notFound') return false;
  if (response.status === 429 || response.status >= 500)
    failAs('closed', `${base.origin} responds with ${response.status}; try again later`);
  if (!response.ok || answer?.data?.proof !== proof)
    failAs('closed', `${base.origin} cannot prove that it knows the key, so the key was not sent`);
  return true;
}
