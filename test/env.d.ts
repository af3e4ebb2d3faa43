import type { D1Migration } from 'cloudflare:test';

declare global {
  namespace Cloudflare {
    interface Env {
      /** Given to tests by vitest.config.ts. */
      MIGRATIONS: D1Migration[];
      SEED: string;
    }
  }
}
