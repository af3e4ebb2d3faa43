import { and, eq, getTableColumns, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Db, failWhere } from '../db/client.ts';
import { RETENTION_DAYS } from '../db/retention-days.ts';
import { apiKeys, shares } from '../db/schema.ts';
import { objectOf } from '../db/sql.ts';
import type { TrustedTime } from '../db/trusted-time.ts';
import { randomHex, sha256 } from '../lib/hash/hash.ts';
import { DAY, type Seconds, toSeconds } from '../lib/time.ts';
import { isActive } from './owned-resources.ts';

export type ShareLink = Omit<typeof shares.$inferSelect, 'hash'>;

const { hash: _, ...columns } = getTableColumns(shares);

/** Expiry of a link: its own, or that of its owner's key if that is earlier. */
const endsAt = sql<Seconds>`min(${shares.expiresAt},
  coalesce((SELECT max(${apiKeys.expiresAt}) FROM ${apiKeys} WHERE ${apiKeys.id} = ${shares.keyId}), ${shares.expiresAt}))`.as(
  'ends_at',
);

const shownColumns = { ...columns, expiresAt: endsAt };

/** Length of a token in bytes. Its 160 random bits cannot be guessed from a plain hash. */
const TOKEN_BYTES = 20;
const TOKEN_PATTERN = /^[0-9a-f]{40}$/;

/** Builds the audit statement of a change. The SQL condition `when` is true if the previous statement changed a row. */
type Recording = (change: { ref: SQL | string; before: SQL; after: SQL; when?: SQL }) => SQL;

const describeShare = (where: SQL): SQL =>
  sql`(SELECT ${objectOf(shares, ['id', 'name', 'view', 'createdAt', 'expiresAt', 'revokedAt'])} FROM ${shares} WHERE ${where})`;
const NEWEST_SHARE_ID = sql`(SELECT max(${shares.id}) FROM ${shares})`;

export const MAX_SHARES = 2_000;

/** Stores a shared link with a hash of its token. Returns the token. Throws `ConflictError` above `MAX_SHARES`. */
export async function createShare(
  db: Db,
  share: Pick<ShareLink, 'name' | 'view' | 'actor' | 'keyId' | 'createdAt' | 'expiresAt'>,
  record: Recording,
): Promise<{ token: string; stored: ShareLink }> {
  const token = randomHex(TOKEN_BYTES);
  const living = sql`${shares.keyId} = ${share.keyId} AND ${shares.revokedAt} IS NULL AND ${shares.expiresAt} > ${share.createdAt}`;
  const { inserted } = await db.transaction({
    guard: failWhere(sql`(SELECT count(*) FROM ${shares} WHERE ${living}) >= ${MAX_SHARES}`),
    inserted: db
      .insert(shares)
      .values({ ...share, hash: await sha256(token) })
      .returning(shownColumns),
    recorded: record({
      ref: NEWEST_SHARE_ID,
      before: sql`NULL`,
      after: describeShare(sql`${shares.id} = ${NEWEST_SHARE_ID}`),
    }),
  });
  const [stored] = inserted;
  if (!stored) throw new Error('a share that was stored has a record');
  return { token, stored };
}

/** Finds an active shared link whose owner may still share links. Reads three rows. */
export async function findShare(db: Db, token: string, now: Seconds): Promise<ShareLink | null> {
  if (!TOKEN_PATTERN.test(token)) return null;
  const [share] = await db
    .select(shownColumns)
    .from(shares)
    .where(
      and(
        eq(shares.hash, await sha256(token)),
        isNull(shares.revokedAt),
        gt(shares.expiresAt, now),
        isActive(shares.keyId, now),
      ),
    );
  return share ?? null;
}

export type ListedShare = ShareLink & { hasOwner: boolean };

export const listShares = (db: Db, now: Seconds, of?: number): Promise<ListedShare[]> =>
  db
    .select({ ...shownColumns, hasOwner: sql`${isActive(shares.keyId, now)}`.mapWith(Boolean).as('has_owner') })
    .from(shares)
    .where(of === undefined ? undefined : eq(shares.keyId, of))
    .orderBy(sql`${shares.id} DESC`);

/** Revokes an active shared link. Returns `null` if the link does not exist or `of` is not its owner. */
export async function revokeShare(
  db: Db,
  { id, of }: { id: number; of?: number | undefined },
  now: Seconds,
  record: Recording,
): Promise<ShareLink | null> {
  const is = of === undefined ? sql`${shares.id} = ${id}` : sql`(${shares.id}, ${shares.keyId}) = (${id}, ${of})`;
  const living = and(is, isNull(shares.revokedAt));
  const [before] = await db.select(columns).from(shares).where(living);
  if (!before) return null;
  const { revoked } = await db.transaction({
    revoked: db.update(shares).set({ revokedAt: now }).where(living).returning(shownColumns),
    recorded: record({
      ref: String(id),
      before: sql`${JSON.stringify(before)}`,
      after: describeShare(is),
      when: sql`changes() > 0`,
    }),
  });
  return revoked[0] ?? null;
}

const endedAt = sql<number>`min(${shares.expiresAt}, ifnull(${shares.revokedAt}, ${shares.expiresAt}))`;

export const forgetShares = (db: Db, now: TrustedTime) =>
  db.delete(shares).where(lt(endedAt, toSeconds(now) - RETENTION_DAYS.endedShares * DAY));
