import type { Api } from '../../command/api.ts';

/** Newsroom that a first start fills, with the management API used as an operator. */
export interface Newsroom {
  api: Api;
  db: D1Database;
  /** Key-value store of the second halves. */
  kv: KVNamespace;
}

/** Reports the progress. Each text replaces the previous text, unless that one was final. */
export type Tell = (text: string, isOver?: boolean) => void;
