import type { Context } from 'hono';
import type { Db } from '../db/client.ts';
import type { SavedFilter } from '../db/values.ts';
import type { ListLayout } from '../db/view-columns.ts';
import type { KeyRecord } from '../keys/key-store.ts';
import type { StoredSession } from '../keys/sessions.ts';
import type { ShareLink } from '../keys/share-links.ts';
import type { Millis } from '../lib/time.ts';
import type { ClientError, ServerError } from './errors.ts';

/** Slot of a request in the isolate. A waiting request yields it. */
export interface WorkSlot {
  leave(): void;
  /** Reclaims the slot regardless of the limit. */
  back(): void;
}

export interface AppEnv {
  Bindings: Env;
  Variables: {
    /** Reads from a replica, writes to the primary. */
    db: Db;
    /** Active key; set by `authenticated`. */
    key: KeyRecord;
    /** Active key charged with this use, even if it lacks access. */
    usedKey: number | undefined;
    reported: ListLayout | undefined;
    /** Session used instead of a key; set by `authenticated`. */
    session: StoredSession | null | undefined;
    now: Millis;
    /** Random id in `X-Request-Id` and the log. */
    requestId: string;
    failure: string | undefined;
    /** Client for rate limits: key id or link, plus `:` and the hashed address for publishable keys and links. */
    client: string | undefined;
    share: ShareLink | null;
    slot: WorkSlot | undefined;
    /** Saved search of the path; set by its check. */
    search: { name: string; filter: SavedFilter } | undefined;
    asked: object | undefined;
    cacheSeconds: number | undefined;
    /** Seconds since the ranking was stored, if its object did not confirm it. */
    rankingAge: number | undefined;
    errorPage: ErrorPage | undefined;
  };
}

export type AppContext = Context<AppEnv>;

/** Renders an error as a page, or returns `null` for JSON. */
export type ErrorPage = (
  c: AppContext,
  error: ClientError | ServerError,
) => Promise<{ body: string; headers: Record<string, string> } | null>;
