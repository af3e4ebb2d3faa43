import { readFileSync } from 'node:fs';
import { defineConfig } from 'drizzle-kit';
import { parse } from 'smol-toml';
import { databaseFile } from './src/selfhost/state/database-file.ts';

const { d1_databases } = parse(readFileSync('wrangler.toml', 'utf8')) as {
  d1_databases: [{ preview_database_id: string }];
};

/** `generate` compares with `schema`, `studio` opens the local database. Migrations are applied by wrangler. (docs/decisions.md#B12) */
export default defineConfig({
  dialect: 'sqlite',
  // Collections may declare their table themselves.
  schema: './src/{db/schema,db/partitions,collections/*}.ts',
  out: './drizzle',
  dbCredentials: { url: databaseFile(process.env.STATE_DIR ?? '.wrangler/state', d1_databases[0].preview_database_id) },
});
