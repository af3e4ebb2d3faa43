import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Author, newAuditChange, recordAround } from '../../content/history/audit.ts';
import { type Db, NO_PRECONDITION, type Precondition } from '../../db/client.ts';
import { staffSettings } from '../../db/schema.ts';
import { objectOf } from '../../db/sql.ts';
import { MINUTE_MS, type Millis } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';
import { type Networks, parseNetworks } from './networks.ts';

/** This module recognises the publisher's own staff, whose clicks and reports do not count. (docs/decisions.md#C59) */

export interface StaffSettings {
  networks: string[];
}

const CACHED_MS = MINUTE_MS;
const cachedNetworks = new TtlCache<Networks>({ ttl: CACHED_MS, capacity: 1 });

export async function readStaff(db: Db): Promise<StaffSettings> {
  const [row] = await db.select({ networks: staffSettings.networks }).from(staffSettings);
  return row ?? { networks: [] };
}

export const STAFF_ROW = {
  shape: z.unknown(),
  table: sql`${staffSettings}`,
  row: objectOf(staffSettings, ['networks']),
};
export const STAFF_IS = eq(staffSettings.id, 1);

/** Stores the networks of the publisher's staff. Other isolates use the new networks within a minute. */
export async function saveStaff(
  db: Db,
  settings: StaffSettings,
  author: Author,
  guard: Precondition = NO_PRECONDITION,
) {
  const record = recordAround(newAuditChange(author), 'staff', {
    ...STAFF_ROW,
    key: sql`'settings'`,
    refs: ['settings'],
  });
  await db.transaction(
    guard,
    record.before,
    db
      .insert(staffSettings)
      .values({ id: 1, ...settings })
      .onConflictDoUpdate({ target: staffSettings.id, set: settings }),
    ...record.after,
  );
  cachedNetworks.clear();
}

/** Returns true if the sender belongs to the publisher's staff. Each isolate reads one row per minute. */
export async function isOwnStaff(
  db: Db,
  sender: { network?: number | null; address?: string },
  now: Millis,
): Promise<boolean> {
  const load = async () => parseNetworks((await readStaff(db)).networks, { singles: true });
  return (await cachedNetworks.getOrLoad('', now, load)).has(sender);
}

export const forgetStaff = (): void => cachedNetworks.clear();
