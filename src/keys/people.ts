import { and, count, eq, isNull, max, type SQL, sql } from 'drizzle-orm';
import { type Db, failWhere, type Guard } from '../db/client.ts';
import { apiKeys, onceTokens, passkeys, sessions } from '../db/schema.ts';
import { randomHex } from '../lib/hash/hash.ts';
import { DAY, type Seconds } from '../lib/time.ts';
import type { Role } from './key.ts';
import { type KeyChange, keyRow, newestKey } from './manage.ts';
import { hasMaker, isDeviceLink, makeOnce } from './one-time-tokens.ts';
import { endOwned } from './owner.ts';
import { findKeyById, KEY_COLUMNS, type KeyRecord } from './store.ts';

/**
 * People are keys that nobody can type: what a key may do, its sessions, its uses and its name in the audit trail are a person's, too.
 * A person is invited by a link that is good once, makes a passkey with it, and signs in with that. (docs/decisions.md#K11)
 */

export interface Person extends KeyRecord {
  kind: Role;
  /** Ways to sign in; none: the person has not come yet. */
  passkeys: number;
  /** Until when the invitation is good; null: there is none. */
  invitedUntil: Seconds | null;
}

type Told = Pick<Person, 'name' | 'email'> & { kind: Role };
type Record = (change: KeyChange) => SQL;

const INVITED = 7 * DAY;

const isPerson = and(eq(apiKeys.isPerson, true), isNull(apiKeys.revokedAt));
const personIs = (id: number) => and(isPerson, eq(apiKeys.id, id));

/** All people, by name; `id`: one of them. */
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

/** The living person with this id, or null. */
export async function findPerson(db: Db, id: number): Promise<KeyRecord | null> {
  const found = await findKeyById(db, id);
  return found?.isPerson && found.revokedAt === null ? found : null;
}

/** Stores a person, who can do nothing before an invitation is followed. Returns the id. */
export async function addPerson(db: Db, told: Told, now: Seconds, record: Record): Promise<number> {
  // No key has it, as it is no hash.
  const hash = `person ${randomHex(16)}`;
  const { inserted } = await db.transaction({
    inserted: db
      .insert(apiKeys)
      .values({ ...told, hash, isPerson: true, origins: [], createdAt: now, expiresAt: null })
      .returning({ id: apiKeys.id }),
    recorded: record(newestKey),
  });
  const [stored] = inserted;
  if (!stored) throw new Error('a person who was stored has an id');
  return stored.id;
}

/** Makes the one link by which a person can make a passkey; earlier ones end. It ends with its maker. `life`: seconds for which it is good. */
export function invite(
  db: Db,
  { id, makerId }: { id: number; makerId: number },
  now: Seconds,
  life = INVITED,
): Promise<string> {
  return makeOnce(db, { use: 'invitation', keyId: id, life, makerId }, now, 1);
}

/** Operators who can sign in, but for one. */
const otherOperators = (
  id: number,
): SQL => sql`(SELECT 1 FROM ${apiKeys} JOIN ${passkeys} ON ${passkeys.keyId} = ${apiKeys.id}
  WHERE ${apiKeys.isPerson} AND ${apiKeys.kind} = 'operator' AND ${apiKeys.revokedAt} IS NULL AND ${apiKeys.id} <> ${id})`;

/** That a person is an operator who can sign in, and nobody else is. */
const isLast = (
  id: number,
): SQL => sql`(EXISTS (SELECT 1 FROM ${apiKeys} JOIN ${passkeys} ON ${passkeys.keyId} = ${apiKeys.id}
  WHERE ${apiKeys.id} = ${id} AND ${apiKeys.kind} = 'operator') AND NOT EXISTS ${otherOperators(id)})`;

/** Whether without this person no person could manage any more. */
export const isLastOperator = async (db: Db, id: number): Promise<boolean> =>
  ((await db.get<{ last: number }>(sql`SELECT ${isLast(id)} AS last`))?.last ?? 0) === 1;

interface Changing {
  before: KeyRecord;
  guard: Guard;
  record: Record;
}

const recordOf = ({ before, record }: Changing): SQL => {
  const { id, kind, name } = before;
  return record({
    ref: String(id),
    // Without the address, which goes with the person.
    before: sql`${JSON.stringify({ id, kind, name })}`,
    after: keyRow(sql`${apiKeys.id} = ${id}`),
  });
};

/** Names a person, or gives another role. Throws `Overtaken` where the guard fails, or no operator would be left. */
export async function changePerson(db: Db, told: Told, changing: Changing): Promise<void> {
  const { id } = changing.before;
  await db.transaction(
    changing.guard,
    ...(told.kind === 'operator' ? [] : [failWhere(isLast(id))]),
    db.update(apiKeys).set(told).where(personIs(id)),
    recordOf(changing),
  );
}

/** Ends a person with all sessions, passkeys, invitations, shares and subscriptions. Throws as `changePerson` does. */
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

/** Removes a passkey of a person, with its record, the sessions that were begun with it and the link for another device; false where there is none. Throws `Overtaken` if it is the only one. */
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
