import { and, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db, Statement } from '../db/client.ts';
import { apiKeys, onceTokens, sessions, shares, subscriptions } from '../db/schema.ts';
import { bare } from '../db/sql.ts';
import type { Seconds } from '../lib/time.ts';
import { type Kind, OWNERS } from './key.ts';

/** This module ends the resources of a revoked key, or moves them to its replacement. (docs/decisions.md#K18) */

/** SQL condition: the owner is active and has one of the given kinds. `also` is a condition on the owner's row. */
export const isActive = (id: SQLWrapper, now: Seconds, kinds: readonly Kind[] = OWNERS, also = sql`true`): SQL =>
  sql`EXISTS (SELECT 1 FROM ${apiKeys} WHERE ${apiKeys.id} = ${id} AND ${apiKeys.revokedAt} IS NULL
    AND (${apiKeys.expiresAt} IS NULL OR ${apiKeys.expiresAt} > ${now}) AND ${inArray(apiKeys.kind, [...kinds])} AND ${also})`;

/** Returns statements that end all resources of an owner and erase the addresses of recipients. */
export const endOwned = (db: Db, id: number, now: Seconds): Statement[] => [
  db.delete(sessions).where(eq(sessions.keyId, id)),
  db.delete(onceTokens).where(eq(onceTokens.makerId, id)),
  db
    .update(shares)
    .set({ revokedAt: now })
    .where(and(eq(shares.keyId, id), isNull(shares.revokedAt))),
  db
    .update(subscriptions)
    .set({ endedAt: now, address: null })
    .where(and(eq(subscriptions.keyId, id), isNull(subscriptions.endedAt))),
];

/** Returns statements that move all resources of an owner, except sessions, to the key that was created last. */
export const moveOwned = (id: number): SQL[] =>
  [shares.keyId, subscriptions.keyId, onceTokens.makerId].map(
    (column) =>
      sql`UPDATE ${column.table} SET ${bare(column)} = (SELECT max(${apiKeys.id}) FROM ${apiKeys}) WHERE ${column} = ${id}`,
  );
