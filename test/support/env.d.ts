import type { D1Migration } from 'cloudflare:test';

declare global {
  namespace Cloudflare {
    interface Env {
      MIGRATIONS: D1Migration[];
      EMPTY_DATABASE: string[];
      /** Number of histories that the exactness test runs. Empty for the default. */
      RUNS: string;
      /** Replay path of a single history. If empty, all histories run. */
      REPLAY: string;
      /** Clicks of a log as JSON pairs `[day, article]`. Empty if there is no log. */
      CLICK_LOG: string;
    }
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    SEED: string;
    RUNS: string;
    /** Tests run at full size if `WHOLE` is not empty. */
    WHOLE: string;
  }
}
