import { defineConfig } from 'drizzle-kit';
import { filesOf } from './src/node/state/files.ts';

/**
 * Settings of drizzle-kit. `generate` compares with `schema`, and `studio` opens the local database. Wrangler applies
 * migrations. (docs/decisions.md#B12)
 */
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/db/{schema,partitions}.ts',
  out: './drizzle',
  dbCredentials: { url: filesOf(process.env.STATE_DIR ?? 'newsgauge-state').database },
});
