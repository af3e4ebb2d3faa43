import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import { inColumnOrder, rowlessTable } from '../sql.ts';
import { CLICKS_NEED, EXPLORED } from '../view-columns.ts';

/** Keys, people, pages that have been given their right, and secrets. */

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** SHA-256 of the key, hex. The key itself is not stored. */
    hash: text().notNull().unique(),
    kind: text({ enum: ['secret', 'publishable', 'operator', 'reader', 'editor', 'partner'] }).notNull(),
    name: text().notNull(),
    /** Nobody can type it: it stands for a person, who signs in by a passkey, and its kind is the person's role. */
    isPerson: integer('is_person', { mode: 'boolean' }).notNull().default(false),
    /** Of a person, where it is known. */
    email: text(),
    /** `["https://example.com"]`; empty: any. */
    origins: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
    createdAt: integer('created_at').$type<Seconds>().notNull(),
    expiresAt: integer('expires_at').$type<Seconds>(),
    revokedAt: integer('revoked_at').$type<Seconds>(),
    /** Whose signing secrets it takes: a random number that a key keeps when it is rotated; null: it signs nothing. */
    signer: integer(),
    /** Lists in which neighbours change places now and then. */
    explore: text({ enum: EXPLORED }).notNull().default('off'),
    /** Requirement for unsigned clicks to count. */
    clicksNeed: text('clicks_need', { enum: CLICKS_NEED }).notNull().default('nothing'),
  },
  // Lists by name.
  (t) => [index('api_keys_name').on(inColumnOrder(t.name), t.id)],
);

/** What came of the requests and clicks of a key, by UTC day; kept for 90 days. Added a minute late, so a crash loses a little. */
export const keyDays = rowlessTable(
  'key_days',
  {
    keyId: integer('key_id').notNull(),
    /** Days since the epoch. */
    day: integer().notNull(),
    outcome: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.day, t.outcome] })],
);

/** What people sign in with. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** As the device names it, base64url. */
    id: text().primaryKey(),
    /** The person: a row of `api_keys`. */
    keyId: integer('key_id').notNull(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Of the device, as it last said; 0: it counts nothing. */
    counter: integer().notNull(),
    /** What its person calls it. */
    name: text().notNull(),
    createdAt: integer('created_at').$type<Seconds>().notNull(),
  },
  (t) => [index('passkeys_person').on(t.keyId)],
);

/** Secrets that are good for one use: invitations, and the challenges that devices sign. */
export const onceTokens = sqliteTable('once_tokens', {
  /** SHA-256, hex. The token itself is nowhere. */
  hash: text().primaryKey(),
  /** What it is good for. */
  use: text({ enum: ['invitation', 'joining', 'signIn'] }).notNull(),
  /** Whose it is; null: it is not known yet who signs in. */
  keyId: integer('key_id'),
  /** The key or person that made an invitation, and with which it ends; null for the challenges of devices. */
  makerId: integer('maker_id'),
  expiresAt: integer('expires_at').$type<Seconds>().notNull(),
});

/** Links that show one view, read only. */
export const shares = sqliteTable('shares', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** SHA-256 of the token, hex. The token itself is nowhere. */
  hash: text().notNull().unique(),
  name: text().notNull(),
  /** Path and query below `/api/v2/`, as it is asked. */
  view: text().notNull(),
  /** Who has made it. */
  actor: text().notNull(),
  /** The key, or the person, with whom it ends. */
  keyId: integer('key_id').notNull(),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  expiresAt: integer('expires_at').$type<Seconds>().notNull(),
  revokedAt: integer('revoked_at').$type<Seconds>(),
});

/** Pages that have been given the right of a key for some hours. */
export const sessions = sqliteTable('sessions', {
  /** SHA-256 of the cookie's value, hex. The value itself is not stored. */
  hash: text().primaryKey(),
  keyId: integer('key_id').notNull(),
  /** The passkey that it was begun with, and with which it ends; null: a key. */
  passkeyId: text('passkey_id'),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  expiresAt: integer('expires_at').$type<Seconds>().notNull(),
});

/** Secrets that the installation has made for itself. */
export const secrets = sqliteTable('secrets', { name: text().primaryKey(), value: text().notNull() });

/** Halves of the secrets that publishers sign claims with; the key-value store has the other halves. */
export const signingSecrets = sqliteTable('signing_secrets', {
  id: integer().primaryKey(),
  /** As in `api_keys`. */
  signer: integer().notNull(),
  /** Key of the other half in the key-value store. */
  name: text().notNull(),
  /** 64 hex digits. */
  half: text().notNull(),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  /** Null for a signer's newest secret. */
  expiresAt: integer('expires_at').$type<Seconds>(),
});
