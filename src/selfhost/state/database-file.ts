import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the simulator keeps D1 databases and the objects of the local queue, below the state's folder. */
const DATABASES = { folder: 'v3/d1/miniflare-D1DatabaseObject', key: 'miniflare-D1DatabaseObject' };
const QUEUES = { folder: 'v3/do/newsgauge-queue-LocalQueue', key: 'newsgauge-queue-LocalQueue' };
const FILE = /^[0-9a-f]{64}\.sqlite$/;

/** The file of the local database whose id the configuration names; it need not be there. */
export const databaseFile = (state: string, id: string): string => fileOf(state, DATABASES, id);

/** The file of a queue; it need not be there. */
export const queueFile = (state: string, name: string): string => fileOf(state, QUEUES, name);

/** The files of all databases that a state holds. */
export function databaseFiles(state: string): string[] {
  const folder = join(state, DATABASES.folder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => FILE.test(name))
    .map((name) => join(folder, name));
}

/** The id of an object is derived from its name, as miniflare does: 16 bytes of a MAC of the name, and a MAC of those. */
function fileOf(state: string, { folder, key }: typeof DATABASES, name: string): string {
  const secret = createHash('sha256').update(key).digest();
  const mac = (data: string | Buffer) => createHmac('sha256', secret).update(data).digest().subarray(0, 16);
  const nameMac = mac(name);
  return join(state, folder, `${Buffer.concat([nameMac, mac(nameMac)]).toString('hex')}.sqlite`);
}
