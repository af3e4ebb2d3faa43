import { env } from 'cloudflare:test';

// In one transaction: migration by migration (`applyD1Migrations`) it takes ten times as long.
const made = env.MIGRATIONS.map(({ name }) => env.DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name));
await env.DB.batch([
  env.DB.prepare(
    'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
  ),
  ...env.MIGRATIONS.flatMap(({ queries }) => queries).map((query) => env.DB.prepare(query)),
  ...made,
]);
