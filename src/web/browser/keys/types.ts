/** What the service answers of keys, shared views and sessions; never what opens anything. */

export interface Key {
  id: number;
  kind: 'secret' | 'publishable' | 'operator';
  name: string;
  origins: string[];
  state: 'living' | 'expired' | 'revoked';
  created: string;
  expires: string | null;
  revoked: string | null;
  signs: boolean;
  lastUsed: string | null;
}

export interface Made {
  /** What is shown once. */
  key: string | null;
  secret: string | null;
}

export interface Share {
  id: number;
  name: string;
  view: string;
  actor: string;
  state: 'living' | 'expired' | 'revoked';
  created: string;
  expires: string;
}

export interface Signed {
  id: string;
  name: string;
  kind: string;
  created: string;
  expires: string;
  isOwn: boolean;
}
