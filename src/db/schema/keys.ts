import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import { inColumnOrder, rowlessTable } from '../sql.ts';
import { CLICKS_NEED, EXPLORED } from '../view-columns.ts';

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** SHA-256 hash of the key in hex. The key itself is not stored. */
    hash: text().notNull().unique(),
    /**
     * Last characters of the key, by which people recognise it. They are part of the checksum, so at least 142 random
     * bits stay secret. `null` for people and for keys of earlier releases.
     */
    ending: text(),
    kind: text({ enum: ['secret', 'publishable', 'operator', 'reader', 'editor', 'partner'] }).notNull(),
    name: text().notNull(),
    /** Whether the row represents a person who signs in with a passkey. In that case, `kind` is the person's role. */
    isPerson: integer('is_person', { mode: 'boolean' }).notNull().default(false),
    email: text(),
    /** Origins from which the key may be used: `["https://example.com"]`. An empty list allows any origin. */
    origins: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
    createdAt: integer('created_at').$type<Seconds>().notNull(),
    expiresAt: integer('expires_at').$type<Seconds>(),
    revokedAt: integer('revoked_at').$type<Seconds>(),
    /** Id of the key's signing secrets, which rotation does not change. `null` if the key signs nothing. */
    signer: integer(),
    explore: text({ enum: EXPLORED }).notNull().default('off'),
    clicksNeed: text('clicks_need', { enum: CLICKS_NEED }).notNull().default('nothing'),
  },
  (t) => [index('api_keys_name').on(inColumnOrder(t.name), t.id)],
);

/** Outcomes of requests per key and day. They are written up to a minute late, so a crash may lose some of them. */
export const keyDays = rowlessTable(
  'key_days',
  {
    keyId: integer('key_id').notNull(),
    day: integer().notNull(),
    outcome: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.day, t.outcome] })],
);

export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text().primaryKey(),
    keyId: integer('key_id').notNull(),
    publicKey: text('public_key').notNull(),
    /** Last signature counter that the passkey's device reported, or 0 if the device has none. */
    counter: integer().notNull(),
    name: text().notNull(),
    createdAt: integer('created_at').$type<Seconds>().notNull(),
  },
  (t) => [index('passkeys_person').on(t.keyId)],
);

/** Single-use secrets: invitations of people, and challenges for passkeys. */
export const onceTokens = sqliteTable('once_tokens', {
  hash: text().primaryKey(),
  use: text({ enum: ['invitation', 'joining', 'signIn'] }).notNull(),
  /** Person or key to which the token belongs. `null` while it is unknown which person is signing in. */
  keyId: integer('key_id'),
  /** Creator of the invitation. The invitation ends if its creator is removed. `null` for challenges. */
  makerId: integer('maker_id'),
  expiresAt: integer('expires_at').$type<Seconds>().notNull(),
});

/** Share links, each of which gives read access to one view. */
export const shares = sqliteTable('shares', {
  id: integer().primaryKey({ autoIncrement: true }),
  hash: text().notNull().unique(),
  name: text().notNull(),
  view: text().notNull(),
  actor: text().notNull(),
  /** Key or person that created the share link. The link ends if its creator is removed. */
  keyId: integer('key_id').notNull(),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  expiresAt: integer('expires_at').$type<Seconds>().notNull(),
  revokedAt: integer('revoked_at').$type<Seconds>(),
});

export const sessions = sqliteTable('sessions', {
  hash: text().primaryKey(),
  keyId: integer('key_id').notNull(),
  /** Passkey used to sign in. The session ends if the passkey is removed. `null` if a key was used instead. */
  passkeyId: text('passkey_id'),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  expiresAt: integer('expires_at').$type<Seconds>().notNull(),
});

export const secrets = sqliteTable('secrets', { name: text().primaryKey(), value: text().notNull() });

/** First halves of publishers' signing secrets. The second halves are stored in the key-value store. */
export const signingSecrets = sqliteTable('signing_secrets', {
  id: integer().primaryKey(),
  signer: integer().notNull(),
  name: text().notNull(),
  half: text().notNull(),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  /** Expiry time of a signing secret. `null` for the newest secret of a signer. */
  expiresAt: integer('expires_at').$type<Seconds>(),
});
