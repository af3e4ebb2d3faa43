import type { D1Migration } from 'cloudflare:test';
import type { D1Object } from './d1/d1-object.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      MIGRATIONS: D1Migration[];
      /** Databases of the tests. */
      D1: DurableObjectNamespace<D1Object>;
      /** Databases of the platform's simulator. */
      SHARD_0: D1Database;
      SHARD_1: D1Database;
      SHARD_2: D1Database;
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
