import type { ClicksNeed, Explored } from '../../../db/view-columns.ts';
import type { KeyKind } from '../../../keys/key.ts';

/** Keys in a database, or behind the API of a service. Each function ends the command if it is refused. */
export interface KeyStore {
  /** Creates a key, which cannot be read again. */
  create(wish: KeyWish): Promise<CreatedKey>;
  list(): Promise<ShownKey[]>;
  revoke(id: number): Promise<void>;
  /** Replaces a key; the old one works `grace` seconds longer. */
  rotate(id: number, grace: number): Promise<string>;
  /** Creates a signing secret; the one before works `grace` seconds longer. */
  sign(id: number, grace: number): Promise<string>;
}

export interface KeyWish {
  kind: KeyKind;
  name: string;
  /** Origins that a publishable key is for. */
  origins: string[];
  /** Epoch seconds; `null`: never. */
  expires: number | null;
  sign: boolean;
  explore: Explored;
  clicksNeed: ClicksNeed;
}

export interface CreatedKey {
  key: string;
  /** Secret to sign claims with. */
  secret: string | null;
}

/** A key as a list shows it. */
export type ShownKey = Record<(typeof KEY_COLUMNS)[number], unknown>;

export const KEY_COLUMNS = [
  'id',
  'kind',
  'name',
  'state',
  'lastUsed',
  'signs',
  'explore',
  'clicksNeed',
  'origins',
  'created',
  'expires',
] as const;
