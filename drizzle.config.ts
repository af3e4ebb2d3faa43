import { defineConfig } from 'drizzle-kit';
import { filesOf } from './src/node/state/files.ts';

/** `generate` compares with `schema`, `studio` opens the local database. Migrations are applied by wrangler. (docs/decisions.md#B12) */
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/db/{schema,partitions}.ts',
  out: './drizzle',
  dbCredentials: { url: filesOf(process.env.STATE_DIR ?? 'newsgauge-state').database },
});
