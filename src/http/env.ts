import type { Context } from 'hono';
import type { Db } from '../db/client.ts';
import type { SavedFilter } from '../db/values.ts';
import type { ListLayout } from '../db/view-columns.ts';
import type { Session } from '../keys/sessions.ts';
import type { Share } from '../keys/shares.ts';
import type { KeyRecord } from '../keys/store.ts';
import type { Millis } from '../lib/time.ts';
import type { ClientError, ServerError } from './errors.ts';

/** A slot among the requests that an isolate works on. A request leaves it to others while it waits. */
export interface WorkSlot {
  leave(): void;
  /** Takes it again, whatever the limit. */
  back(): void;
}

/** The variables of every handler's context. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    /** Reads anywhere, writes on the primary. */
    db: Db;
    /** The living key that the request came with; set by `authenticated`. */
    key: KeyRecord;
    /** Id of the living key whose use this is, also where it may not ask this. */
    usedKey: number | undefined;
    /** Layout of the list whose views the request has reported, where they were taken. */
    reported: ListLayout | undefined;
    /** The session that it came with in place of a key, if so; set by `authenticated`. */
    session: Session | null | undefined;
    /** At which the request arrived. */
    now: Millis;
    /** Random; in the answer's `X-Request-Id` and in the log. */
    requestId: string;
    /** Why the service failed to answer, for the log. */
    failure: string | undefined;
    /** The client whose rate the request counts for: a key's id or a link, or with a publishable key or a link that and the hashed address behind a colon. */
    client: string | undefined;
    /** The living share that the address names; null: there is none. */
    share: Share | null;
    /** The request's slot among those that the isolate works on; undefined: it has none. Set by the table of routes. */
    slot: WorkSlot | undefined;
    /** The saved search that the path names, where there is one; set when the path is checked. */
    search: { name: string; filter: SavedFilter } | undefined;
    /** The query of an answer that is text: parameters that it takes, with their defaults. */
    asked: object | undefined;
    /** Seconds that a successful answer may be cached; undefined: not at all. Set by the table of routes. */
    cacheSeconds: number | undefined;
    /** Seconds since the ranking of this answer was stored, where its object did not say whether it is still true. */
    rankingAge: number | undefined;
    /** How errors look below a prefix, if not JSON. Set by the table of routes. */
    errorPage: ErrorPage | undefined;
  };
}

/** What a handler gets. */
export type AppContext = Context<AppEnv>;

/** An error as a page for this request; null if it should be JSON. */
export type ErrorPage = (
  c: AppContext,
  error: ClientError | ServerError,
) => Promise<{ body: string; headers: Record<string, string> } | null>;
