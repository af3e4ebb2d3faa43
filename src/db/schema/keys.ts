import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import { inColumnOrder, rowlessTable } from '../sql.ts';
import { CLICKS_NEED, EXPLORED } from '../view-columns.ts';

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** SHA-256 of the key in hex. The key itself is not stored. */
    hash: text().notNull().unique(),
    kind: text({ enum: ['secret', 'publishable', 'operator', 'reader', 'editor', 'partner'] }).notNull(),
    name: text().notNull(),
    /** Whether the row is a person, who signs in with a passkey. `kind` is then the person's role. */
    isPerson: integer('is_person', { mode: 'boolean' }).notNull().default(false),
    /** Email address of a person, if known. */
    email: text(),
    /** Origins from which the key may be used: `["https://example.com"]`. Empty: any origin. */
    origins: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
    createdAt: integer('created_at').$type<Seconds>().notNull(),
    expiresAt: integer('expires_at').$type<Seconds>(),
    revokedAt: integer('revoked_at').$type<Seconds>(),
    /** Id of the key's signing secrets, unchanged by rotation; null if the key signs nothing. */
    signer: integer(),
    explore: text({ enum: EXPLORED }).notNull().default('off'),
    /** Requirement that unsigned clicks must meet to count. */
    clicksNeed: text('clicks_need', { enum: CLICKS_NEED }).notNull().default('nothing'),
  },
  // Lists keys by name.
  (t) => [index('api_keys_name').on(inColumnOrder(t.name), t.id)],
);

/** Outcomes of a key's requests and clicks, stored for 90 days. Written up to a minute late, so a crash loses a few. */
export const keyDays = rowlessTable(
  'key_days',
  {
    keyId: integer('key_id').notNull(),
    /** UTC day, in days since the epoch. */
    day: integer().notNull(),
    outcome: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.day, t.outcome] })],
);

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** Credential id from the device (base64url). */
    id: text().primaryKey(),
    /** Owner of the passkey: a person in `api_keys`. */
    keyId: integer('key_id').notNull(),
    /** Public key in COSE format (base64url). */
    publicKey: text('public_key').notNull(),
    /** Last signature counter of the device; 0 if it has none. */
    counter: integer().notNull(),
    name: text().notNull(),
    createdAt: integer('created_at').$type<Seconds>().notNull(),
  },
  (t) => [index('passkeys_person').on(t.keyId)],
);

/** Single-use secrets: invitations, and challenges for devices. */
export const onceTokens = sqliteTable('once_tokens', {
  /** SHA-256 of the token in hex. The token itself is not stored. */
  hash: text().primaryKey(),
  use: text({ enum: ['invitation', 'joining', 'signIn'] }).notNull(),
  /** Owner; null until it is known who is signing in. */
  keyId: integer('key_id'),
  /** Key or person that created the invitation. Removing the creator ends the invitation. Null for challenges. */
  makerId: integer('maker_id'),
  expiresAt: integer('expires_at').$type<Seconds>().notNull(),
});

/** Share links. Each gives read access to one view. */
export const shares = sqliteTable('shares', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** SHA-256 of the token in hex. The token itself is not stored. */
  hash: text().notNull().unique(),
  name: text().notNull(),
  /** Path and query of the view below `/api/v2/`. */
  view: text().notNull(),
  actor: text().notNull(),
  /** Key or person that created the link. Removing the creator ends the link. */
  keyId: integer('key_id').notNull(),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  expiresAt: integer('expires_at').$type<Seconds>().notNull(),
  revokedAt: integer('revoked_at').$type<Seconds>(),
});

export const sessions = sqliteTable('sessions', {
  /** SHA-256 of the cookie's value in hex. The value itself is not stored. */
  hash: text().primaryKey(),
  keyId: integer('key_id').notNull(),
  /** Passkey used for the sign-in; null if a key was used. The session ends when the passkey is removed. */
  passkeyId: text('passkey_id'),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  expiresAt: integer('expires_at').$type<Seconds>().notNull(),
});

/** Secrets that the installation generated. */
export const secrets = sqliteTable('secrets', { name: text().primaryKey(), value: text().notNull() });

/** First halves of publishers' signing secrets. The second halves are in the key-value store. */
export const signingSecrets = sqliteTable('signing_secrets', {
  id: integer().primaryKey(),
  /** Signer, as in `api_keys`. */
  signer: integer().notNull(),
  /** Name of the second half in the key-value store. */
  name: text().notNull(),
  /** First half of the secret, 64 hex digits. */
  half: text().notNull(),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  /** Expiry; null for the newest secret of a signer. */
  expiresAt: integer('expires_at').$type<Seconds>(),
});
