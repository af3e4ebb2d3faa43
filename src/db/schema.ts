/** This module exports every table, for drizzle-kit and for code that lists all tables. */
export * from './schema/articles.ts';
export * from './schema/audit.ts';
export * from './schema/clicks.ts';
export * from './schema/keys.ts';
export * from './schema/operations.ts';
export * from './schema/ranges.ts';
export * from './schema/rankings.ts';
export * from './schema/reads.ts';
export * from './schema/salts.ts';
export * from './schema/sources.ts';
export * from './schema/stories.ts';
export * from './schema/subscriptions.ts';
export * from './schema/tags.ts';
export * from './schema/views.ts';
export * from './schema/webhooks.ts';
