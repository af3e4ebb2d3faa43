/** Rules of `POST /session/answers`, which pages and the service share. */

/** Maximum number of requests per batch, so that one invocation stays below the query limit of D1. */
export const MAX_BATCH_REQUESTS = 12;

/** Paths of the requests that a batch may contain. */
export const BATCH_PATHS = /^\/(api\/v2\/(insights|topics)|manage\/recommended)\//;
