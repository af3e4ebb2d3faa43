import { now } from '../../command/command.ts';
import { openDb } from '../../db/client.ts';
import { createKey, listKeys } from '../../keys/key-store.ts';
import { DAY, HOUR } from '../../lib/time.ts';

const KEY_LIFE_SECONDS = 7 * DAY;

export type FirstKeys = Record<'secret' | 'publishable' | 'operator', string>;

/** Creates a key of each kind, valid for a week. The database stores only hashes, so the keys cannot be shown later. */
export async function mintKeys(d1: D1Database): Promise<FirstKeys> {
  const make = (kind: keyof FirstKeys) =>
    createKey(openDb(d1), { kind, name: `First ${kind} key`, origins: [], expiresAt: now() + KEY_LIFE_SECONDS }, now());
  return { secret: await make('secret'), publishable: await make('publishable'), operator: await make('operator') };
}

export const hasNoKeys = async (d1: D1Database): Promise<boolean> => (await listKeys(openDb(d1))).length === 0;

/** Creates an operator key for the server's own requests during startup, valid for an hour. */
export const errandKey = (d1: D1Database): Promise<string> =>
  createKey(openDb(d1), { kind: 'operator', name: 'npm start', origins: [], expiresAt: now() + HOUR }, now());
