import type { Api } from '../../command/api.ts';

export interface Newsroom {
  api: Api;
  db: D1Database;
  kv: KVNamespace;
}

/** Reports progress. Each text replaces the previous one unless the previous call set `isOver`. */
export type Tell = (text: string, isOver?: boolean) => void;
