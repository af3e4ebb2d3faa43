import type { ClicksNeed, Explored } from '../../../db/view-columns.ts';
import type { KeyKind } from '../../../keys/key.ts';

/** Access to keys, in a database or through a service's API. Ends the command if an operation is refused. */
export interface KeyStore {
  create(wish: KeyWish): Promise<CreatedKey>;
  list(): Promise<ShownKey[]>;
  revoke(id: number): Promise<void>;
  /** Replaces a key. The previous key stays valid for `grace` seconds. */
  rotate(id: number, grace: number): Promise<string>;
  /** Creates a signing secret. The previous secret stays valid for `grace` seconds. */
  sign(id: number, grace: number): Promise<string>;
}

export interface KeyWish {
  kind: KeyKind;
  name: string;
  origins: string[];
  expires: number | null;
  sign: boolean;
  explore: Explored;
  clicksNeed: ClicksNeed;
}

export interface CreatedKey {
  key: string;
  secret: string | null;
}

export type ShownKey = Record<(typeof KEY_COLUMNS)[number], unknown>;

export const KEY_COLUMNS = [
  'id',
  'kind',
  'name',
  'ending',
  'state',
  'lastUsed',
  'signs',
  'explore',
  'clicksNeed',
  'origins',
  'created',
  'expires',
] as const;
