import type { Api } from '../../command/api.ts';

/** A newsroom that a first start fills, with the management API in the name of an operator. */
export interface Newsroom {
  api: Api;
  db: D1Database;
  /** The key-value store of halves. */
  kv: KVNamespace;
}

/** Reports how far the work is. Each text replaces the one before, unless that was over. */
export type Tell = (text: string, isOver?: boolean) => void;
