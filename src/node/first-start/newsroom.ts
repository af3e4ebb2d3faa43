import type { Api } from '../../command/api.ts';

/** Newsroom that a first start fills. Uses the management API as an operator. */
export interface Newsroom {
  api: Api;
  db: D1Database;
  /** Key-value store of the second halves. */
  kv: KVNamespace;
}

/** Reports the progress. Each text replaces the previous one, unless that was final. */
export type Tell = (text: string, isOver?: boolean) => void;
