import { createHash, createHmac } from 'node:crypto';
import type { RunningWorker } from '../../../src/cli/database/runtime.ts';

/** Classes of an installation, from its secret and its salts, as the rules have them. */
export interface Classes {
  unsigned(sender: { network?: number | undefined; prefix?: string | undefined; userAgent?: string | undefined }): {
    network: number;
    prefix: number;
    browser: number;
  };
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
  const keyed = (kind: string, value: string, classes: number) =>
    (createHmac('sha256', `${kind}\n${secret}`).update(value).digest()[0] ?? 0) % classes;
  return {
    unsigned: ({ network, prefix = '', userAgent = '' }) => ({
      network: keyed('network', network === undefined ? prefix : String(network), 32),
      prefix: keyed('prefix', prefix, 32),
      browser: keyed('browser', userAgent.replace(/[0-9]+/g, '0'), 16),
    }),
    reader: (name, day) => {
      const hash = createHash('sha256')
        .update(JSON.stringify([salts.get(day), 'imported', name]))
        .digest('hex');
      return Number.parseInt(hash.slice(30, 32), 16) % 32;
    },
  };
}

interface Salt {
  day: number;
  name: string;
  half: string;
}
