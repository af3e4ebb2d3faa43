import { createHash, createHmac } from 'node:crypto';
import type { RunningWorker } from '../../../src/cli/database/runtime.ts';

/** Classes 0–15 of an installation, from its secret and its salts, as the rules have them. */
export interface Classes {
  network(number: number | undefined): number;
  agent(userAgent: string | undefined): number;
  /** `day`: days since the epoch. */
  reader(name: string, day: number): number;
}

/** Reads what only the installation knows, once everything has been imported. */
export async function readClasses({ db, mf }: RunningWorker): Promise<Classes> {
  const secret = await db.prepare("SELECT value FROM secrets WHERE name = 'installation'").first<string>('value');
  if (!secret) throw new Error('the installation has no secret');
  const kv = await mf.getKVNamespace('SALTS');
  const { results } = await db.prepare('SELECT day, name, half FROM import_salts').all<Salt>();
  const salts = new Map(
    await Promise.all(results.map(async ({ day, name, half }) => [day, half + (await kv.get(name))] as const)),
  );
  const keyed = (kind: string, value: string) =>
    (createHmac('sha256', secret).update(`${kind}\n${value}`).digest()[0] ?? 0) % 16;
  return {
    network: (number) => keyed('network', number === undefined ? '' : String(number)),
    agent: (userAgent = '') => keyed('agent', userAgent.replace(/[0-9]+/g, '0')),
    reader: (name, day) => {
      const hash = createHash('sha256')
        .update(JSON.stringify([salts.get(day), 'imported', name]))
        .digest('hex');
      return Number.parseInt(hash.charAt(31), 16);
    },
  };
}

interface Salt {
  day: number;
  name: string;
  half: string;
}
