import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../src/db/client.ts';
import { apiKeys } from '../../src/db/schema.ts';

/** Revokes a key. Returns whether the key was active. `now`: epoch seconds. */
export async function revokeKey(db: Db, id: number, now: number): Promise<boolean> {
  const living = and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt));
  const ended = await db.update(apiKeys).set({ revokedAt: now }).where(living).returning({ id: apiKeys.id });
  return ended.length > 0;
}
