import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the simulator keeps D1 databases, below the state's folder. */
const FOLDER = 'v3/d1/miniflare-D1DatabaseObject';
const FILE = /^[0-9a-f]{64}\.sqlite$/;

/** The file of the local database whose id the configuration names; it need not be there. */
export const databaseFile = (state: string, id: string): string =>
  join(state, FOLDER, `${objectId('miniflare-D1DatabaseObject', id)}.sqlite`);

/** The files of all databases that a state holds. */
export function databaseFiles(state: string): string[] {
  const folder = join(state, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => FILE.test(name))
    .map((name) => join(folder, name));
}

/** The id of a class's object for a name, as the runtime derives it: 16 bytes of a MAC of the name, and a MAC of those. */
export function objectId(className: string, name: string): string {
  const key = createHash('sha256').update(className).digest();
  const mac = (data: string | Buffer) => createHmac('sha256', key).update(data).digest().subarray(0, 16);
  const nameMac = mac(name);
  return Buffer.concat([nameMac, mac(nameMac)]).toString('hex');
}
