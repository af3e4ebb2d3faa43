import type { D1Migration } from 'cloudflare:test';

declare global {
  namespace Cloudflare {
    interface Env {
      MIGRATIONS: D1Migration[];
      /** Number of histories that the exactness test runs. Empty for the default. */
      RUNS: string;
      /** Replay path of a single history. Empty for all histories. */
      REPLAY: string;
      /** Clicks of a log as JSON: `[day, article]` pairs. Empty without a log. */
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

declare module '*?raw' {
  const text: string;
  export default text;
}
