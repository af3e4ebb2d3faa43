import type { Db } from '../../../src/db/client.ts';
import { generateKey, hashKey, KEY_KINDS, type KeyKind } from '../../../src/keys/key.ts';
import { createKey, findKey } from '../../../src/keys/store.ts';
import { revokeKey } from '../../keys/revoke-key.ts';

/** The one site that the bound key is bound to, and a site that is another. */
export const PARTNER = 'https://partner.example';
export const STRANGER = 'https://partner.example.evil.example';

type PerKind = Record<KeyKind, string>;

/** One key of every sort that a request may come with. */
export interface Keys {
  /** Another of several at each look, so that none asks too often. */
  living: PerKind;
  /** All of those. */
  everyLiving: readonly string[];
  /** Publishable, for pages of `PARTNER` only. */
  bound: string;
  revoked: PerKind;
  expired: PerKind;
  /** Well formed, and never issued. */
  unknown: PerKind;
}

/** Keys of each kind that take turns: of one, six thousand requests a minute are answered. */
const IN_TURN = 6;

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
  const crew: PerKind[] = [];
  for (let i = 0; i < IN_TURN; i++) crew.push(await perKind((kind) => make(kind)));
  return {
    living: inTurn(crew),
    everyLiving: crew.flatMap((perKind) => Object.values(perKind)),
    bound: await make('publishable', [PARTNER]),
    revoked,
    expired: await perKind((kind) => make(kind, [], now - 1)),
    unknown: await perKind(async (kind) => generateKey(kind)),
  };
}

function inTurn(crew: readonly PerKind[]): PerKind {
  let looks = 0;
  const next = (kind: KeyKind): string => crew[looks++ % crew.length]?.[kind] ?? '';
  return {
    get secret() {
      return next('secret');
    },
    get publishable() {
      return next('publishable');
    },
    get operator() {
      return next('operator');
    },
  };
}

/** All of them, living or not: none may ever be seen in an answer or a log. */
export const allKeys = ({ everyLiving, bound, revoked, expired, unknown }: Keys): string[] => [
  bound,
  ...everyLiving,
  ...[revoked, expired, unknown].flatMap((perKind) => Object.values(perKind)),
];

/** The key with its last digit wrong. */
export const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
