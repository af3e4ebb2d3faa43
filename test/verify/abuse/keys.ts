import type { Db } from '../../../src/db/client.ts';
import { generateKey, hashKey, KEY_KINDS, type KeyKind } from '../../../src/keys/key.ts';
import { createKey, findKey, revokeKey } from '../../../src/keys/store.ts';

/** The one site that the bound key is bound to, and a site that is another. */
export const PARTNER = 'https://partner.example';
export const STRANGER = 'https://partner.example.evil.example';

type PerKind = Record<KeyKind, string>;

/** One key of every sort that a request may come with. */
export interface Keys {
  living: PerKind;
  /** Publishable, for pages of `PARTNER` only. */
  bound: string;
  revoked: PerKind;
  expired: PerKind;
  /** Well formed, and never issued. */
  unknown: PerKind;
}

/** Makes them in a database. `now`: epoch seconds. */
export async function makeKeys(db: Db, now: number): Promise<Keys> {
  const make = (kind: KeyKind, origins: string[] = [], expiresAt: number | null = null) =>
    createKey(db, { kind, name: `abuse ${kind}`, origins, expiresAt }, now);
  const perKind = async (one: (kind: KeyKind) => Promise<string>): Promise<PerKind> => ({
    secret: await one('secret'),
    publishable: await one('publishable'),
    operator: await one('operator'),
  });
  const revoked = await perKind((kind) => make(kind));
  for (const kind of KEY_KINDS) await revokeKey(db, (await findKey(db, await hashKey(revoked[kind])))?.id ?? 0, now);
  return {
    living: await perKind((kind) => make(kind)),
    bound: await make('publishable', [PARTNER]),
    revoked,
    expired: await perKind((kind) => make(kind, [], now - 1)),
    unknown: await perKind(async (kind) => generateKey(kind)),
  };
}

/** All of them, living or not: none may ever be seen in an answer or a log. */
export const allKeys = ({ living, bound, revoked, expired, unknown }: Keys): string[] => [
  bound,
  ...[living, revoked, expired, unknown].flatMap((perKind) => Object.values(perKind)),
];

/** The key with its last digit wrong. */
export const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
