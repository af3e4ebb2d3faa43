import type { Db } from '../../../../src/db/client.ts';
import type { SigningStores } from '../../../../src/keys/signing.ts';
import type { Answer, Ask } from '../trial.ts';

/** What the edge says of a connection, as in `request.cf`. */
export interface Edge {
  asn?: number;
  continent?: string;
}

export interface PlacedAsk extends Ask {
  cf?: Edge;
}

/** The service that is attacked, at a clock that can be moved: the Worker under vitest, or Miniflare's from the command. */
export interface Stage {
  ask(path: string, ask?: PlacedAsk): Promise<Answer>;
  /** What is stored, for keys and for what the API tells nobody: counts. */
  db: Db;
  kv: SigningStores['kv'];
  /** Epoch milliseconds by the service's clock. */
  now(): number;
  /** Moves the service's clock. */
  advance(hours: number): Promise<void>;
  /** Resolves when every accepted click is counted. */
  settle(): Promise<void>;
}
