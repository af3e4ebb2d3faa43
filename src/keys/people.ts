import { and, count, eq, isNull, lt, max, ne, type SQL, sql } from 'drizzle-orm';
import { type Db, failWhere, type Precondition } from '../db/client.ts';
import { RETENTION_DAYS } from '../db/retention-days.ts';
import { apiKeys, onceTokens, passkeys, sessions } from '../db/schema.ts';
import type { TrustedTime } from '../db/trusted-time.ts';
import { randomHex } from '../lib/hash/hash.ts';
import { DAY, type Seconds, toSeconds } from '../lib/time.ts';
import type { Role } from './key.ts';
import { findKeyById, KEY_COLUMNS, type KeyRecord } from './key-store.ts';
import { type KeyChange, keyRow, newestKey } from './manage.ts';
import { hasMaker, isDeviceLink, makeOnce } from './one-time-tokens.ts';
import { endOwned } from './owned-resources.ts';

/** This module manages people, who are stored like API keys but sign in with passkeys. (docs/decisions.md#K11) */

export interface Person extends KeyRecord {
  kind: Role;
  passkeys: number;
  invitedUntil: Seconds | null;
}

type RecordedPerson = Pick<Person, 'name' | 'email'> & { kind: Role };
type Record = (change: KeyChange) => SQL;

const INVITATION_LIFE_S = 7 * DAY;

const isPerson = and(eq(apiKeys.isPerson, true), isNull(apiKeys.revokedAt));
const personIs = (id: number) => and(isPerson, eq(apiKeys.id, id));

export async function loadPeople(db: Db, now: Seconds, id?: number): Promise<Person[]> {
  const { people, ways, invited } = await db.transaction({
    people: db
      .select(KEY_COLUMNS)
      .from(apiKeys)
      .where(id === undefined ? isPerson : personIs(id))
      .orderBy(sql`${apiKeys.name} COLLATE NOCASE`, apiKeys.id),
    ways: db.select({ keyId: passkeys.keyId, count: count() }).from(passkeys).groupBy(passkeys.keyId),
    invited: db
      .select({ keyId: onceTokens.keyId, until: max(onceTokens.expiresAt) })
      .from(onceTokens)
      .where(and(eq(onceTokens.use, 'invitation'), hasMaker(now)))
      .groupBy(onceTokens.keyId),
  });
  const countOf = new Map(ways.map(({ keyId, count }) => [keyId, count]));
  const untilOf = new Map(invited.map(({ keyId, until }) => [keyId, until]));
  return people.map((person) => ({
    ...person,
    kind: person.kind as Role,
    passkeys: countOf.get(person.id) ?? 0,
    invitedUntil: (untilOf.get(person.id) ?? null) as Seconds | null,
  }));
}

export async function findPerson(db: Db, id: number): Promise<KeyRecord | null> {
  const found = await findKeyById(db, id);
  return found?.isPerson && found.revokedAt === null ? found : null;
}

/** Stores a person without a passkey and returns the id. */
export async function addPerson(db: Db, person: RecordedPerson, now: Seconds, record: Record): Promise<number> {
  // People have no API key. This text is not a hash, so no key matches it.
  const hash = `person ${randomHex(16)}`;
  const { inserted } = await db.transaction({
    inserted: db
      .insert(apiKeys)
      .values({ ...person, hash, isPerson: true, origins: [], createdAt: now, expiresAt: null })
      .returning({ id: apiKeys.id }),
    recorded: record(newestKey),
  });
  const [stored] = inserted;
  if (!stored) throw new Error('a person who was stored has an id');
  return stored.id;
}

/** Creates an invitation and ends earlier ones. An invitation also ends with the key of its creator. */
export function invite(
  db: Db,
  { id, makerId }: { id: number; makerId: number },
  now: Seconds,
  life = INVITATION_LIFE_S,
): Promise<string> {
  return makeOnce(db, { use: 'invitation', keyId: id, life, makerId }, now, 1);
}

const otherOperators = (
  id: number,
): SQL => sql`(SELECT 1 FROM ${apiKeys} JOIN ${passkeys} ON ${passkeys.keyId} = ${apiKeys.id}
  WHERE ${apiKeys.isPerson} AND ${apiKeys.kind} = 'operator' AND ${apiKeys.revokedAt} IS NULL AND ${apiKeys.id} <> ${id})`;

const isLast = (
  id: number,
): SQL => sql`(EXISTS (SELECT 1 FROM ${apiKeys} JOIN ${passkeys} ON ${passkeys.keyId} = ${apiKeys.id}
  WHERE ${apiKeys.id} = ${id} AND ${apiKeys.kind} = 'operator') AND NOT EXISTS ${otherOperators(id)})`;

export const isLastOperator = async (db: Db, id: number): Promise<boolean> =>
  ((await db.get<{ last: number }>(sql`SELECT ${isLast(id)} AS last`))?.last ?? 0) === 1;

interface Changing {
  before: KeyRecord;
  guard: Precondition;
  record: Record;
}

const recordOf = ({ before, record }: Changing): SQL => {
  const { id, kind, name } = before;
  return record({
    ref: String(id),
    // The email address is omitted from the record, because it must be erased with the person.
    before: sql`${JSON.stringify({ id, kind, name })}`,
    after: keyRow(sql`${apiKeys.id} = ${id}`),
  });
};

/** Changes a person's name or role. Throws `ConflictError` if the precondition fails or no operator would remain. */
export async function changePerson(db: Db, person: RecordedPerson, changing: Changing): Promise<void> {
  const { id } = changing.before;
  await db.transaction(
    changing.guard,
    ...(person.kind === 'operator' ? [] : [failWhere(isLast(id))]),
    db.update(apiKeys).set(person).where(personIs(id)),
    recordOf(changing),
  );
}

/** Removes a person and everything they own. Throws `ConflictError` in the same cases as `changePerson`. */
export async function removePerson(db: Db, now: Seconds, changing: Changing): Promise<void> {
  const { id } = changing.before;
  await db.transaction(
    changing.guard,
    failWhere(isLast(id)),
    db.update(apiKeys).set({ revokedAt: now, email: null }).where(personIs(id)),
    db.delete(passkeys).where(eq(passkeys.keyId, id)),
    db.delete(onceTokens).where(eq(onceTokens.keyId, id)),
    ...endOwned(db, id, now),
    recordOf(changing),
  );
}

/** Erases the names of removed people once the audit trail no longer mentions them. The row keeps the id from reuse. */
export const forgetNames = (db: Db, now: TrustedTime) =>
  db
    .update(apiKeys)
    .set({ name: '' })
    .where(
      and(
        eq(apiKeys.isPerson, true),
        lt(apiKeys.revokedAt, toSeconds(now) - RETENTION_DAYS.audit * DAY),
        ne(apiKeys.name, ''),
      ),
    );

/** Removes a passkey with its sessions. Throws `ConflictError` if the person has no other passkey. */
export async function removePasskey(db: Db, { keyId, id }: { keyId: number; id: string }, now: Seconds, record: SQL) {
  const own = and(eq(passkeys.keyId, keyId), eq(passkeys.id, id));
  const isOnly = sql`((SELECT count(*) FROM ${passkeys} WHERE ${passkeys.keyId} = ${keyId}) < 2
    AND EXISTS (SELECT 1 FROM ${passkeys} WHERE (${passkeys.id}, ${passkeys.keyId}) = (${id}, ${keyId})))`;
  if (!(await db.select({ id: passkeys.id }).from(passkeys).where(own))[0]) return false;
  const { removed } = await db.transaction({
    guard: failWhere(isOnly),
    recorded: record,
    removed: db.delete(passkeys).where(own).returning({ id: passkeys.id }),
    ended: db.delete(sessions).where(and(eq(sessions.keyId, keyId), eq(sessions.passkeyId, id))),
    links: db.delete(onceTokens).where(isDeviceLink(eq(onceTokens.keyId, keyId), now)),
  });
  return removed.length === 1;
}
