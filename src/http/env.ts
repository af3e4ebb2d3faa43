import type { Db } from '../db/client.ts';
import type { KeyRecord } from '../keys/store.ts';

/** What every handler finds in its context. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    /** Reads anywhere, writes on the primary. */
    db: Db;
    /** The living key that the request came with; set by `authenticated`. */
    key: KeyRecord;
    /** Epoch milliseconds at which the request arrived. */
    now: number;
  };
}
