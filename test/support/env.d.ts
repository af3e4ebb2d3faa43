import type { D1Migration } from 'cloudflare:test';

declare global {
  namespace Cloudflare {
    interface Env {
      /** Given to tests by vitest.config.ts. */
      MIGRATIONS: D1Migration[];
      /** How many histories the exactness test lives through; empty: its own number. */
      RUNS: string;
      /** The path of the one history that it lives through; empty: all. */
      REPLAY: string;
      /** Clicks of a log as JSON, `[day, article]`; empty: none was given. */
      CLICK_LOG: string;
    }
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    SEED: string;
    RUNS: string;
    /** Not empty: every test tries all that it can. */
    WHOLE: string;
  }
}

declare module '*?raw' {
  const text: string;
  export default text;
}
