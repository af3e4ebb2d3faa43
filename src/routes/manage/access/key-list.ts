import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { byNameOrKey, contains } from '../../../collections/core/list.ts';
import { apiKeys } from '../../../db/schema.ts';
import { columnNames, equals, objectOf } from '../../../db/sql.ts';
import type { KeyKind } from '../../../keys/key.ts';
import type { KeyRecord } from '../../../keys/key-store.ts';
import type { Seconds } from '../../../lib/time.ts';
import type { Listing } from '../../../search/listing.ts';

export const KEY_SORTS = ['id', '-id', 'name', '-name'] as const;
export const KEY_STATES = ['living', 'expired', 'revoked'] as const;

function inState(state: (typeof KEY_STATES)[number] | undefined, now: Seconds): SQL[] {
  const { expiresAt, revokedAt } = apiKeys;
  const isOver = sql`coalesce(${expiresAt} <= ${now}, false)`;
  if (state === undefined) return [];
  if (state === 'revoked') return [sql`${revokedAt} IS NOT NULL`];
  return [sql`${revokedAt} IS NULL`, state === 'expired' ? isOver : sql`NOT ${isOver}`];
}

/** Lists keys. If they are filtered by kind, state or name, the query also reads the keys that do not match. */
export const keyListing = (
  params: {
    search: string | undefined;
    sort: (typeof KEY_SORTS)[number];
    kind: KeyKind | undefined;
    state: (typeof KEY_STATES)[number] | undefined;
  },
  now: Seconds,
): Listing<KeyRecord> => ({
  ...byNameOrKey(params, { name: apiKeys.name, key: apiKeys.id }),
  shape: z.custom<KeyRecord>(),
  row: objectOf(apiKeys, columnNames(apiKeys, 'hash')),
  from: sql`${apiKeys}`,
  where: [
    sql`NOT ${apiKeys.isPerson}`,
    ...contains(params.search, [apiKeys.name]),
    ...equals([apiKeys.kind], [params.kind]),
    ...inState(params.state, now),
  ],
});
