import type { Context } from 'hono';
import type { Db } from '../db/client.ts';

import type { KeyRecord } from '../keys/key-store.ts';
import type { UseOutcome } from '../keys/key-use.ts';
import type { StoredSession } from '../keys/sessions.ts';
import type { ShareLink } from '../keys/share-links.ts';
import type { Millis } from '../lib/time.ts';
import type { FilterValues } from '../search/feed-filters.ts';
import type { ClientError, ServerError } from './errors.ts';

/** Concurrency permit of a request in this isolate. A waiting request releases its permit. */
export interface WorkSlot {
  leave(): void;
  /** Takes the permit again after the wait, even if this exceeds the limit. */
  back(): void;
}

export interface AppEnv {
  Bindings: Env;
  Variables: {
    /** Database session. Reads use a replica, and writes use the primary. */
    db: Db;
    key: KeyRecord;
    usedKey: number | undefined;
    /** Request outcome that is counted for the key. If undefined, the response status determines the outcome. */
    keyUse: UseOutcome | undefined;
    /** Outcome of a click: `accepted`, or the reason why it does not count. */
    clickOutcome: string | undefined;
    session: StoredSession | null | undefined;
    now: Millis;
    requestId: string;
    failure: string | undefined;
    /** Rate-limited client: the id of the key or link, and for readers also the hashed address. */
    client: string | undefined;
    share: ShareLink | null;
    slot: WorkSlot | undefined;
    search: { name: string; filter: FilterValues } | undefined;
    settledQuery: object | undefined;
    cacheSeconds: number | undefined;
    /** Whether the response is an expired page that replaces a server error. */
    isStale: true | undefined;
    /** Age of the stored ranking in seconds if the Durable Object did not confirm that it is current. */
    rankingAge: number | undefined;
    errorPage: ErrorPage | undefined;
  };
}

export type AppContext = Context<AppEnv>;

/** Renders an error as a page. Returns `null` if the error is to be returned as JSON. */
export type ErrorPage = (
  c: AppContext,
  error: ClientError | ServerError,
) => Promise<{ body: string; headers: Record<string, string> } | null>;
