import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';

/** First halves of the daily salts. All halves have the same length, so that SQLite can overwrite a row in place. */
const saltHalves = <Name extends string>(name: Name) =>
  sqliteTable(name, {
    day: integer().primaryKey(),
    name: text().notNull(),
    half: text().notNull(),
    madeAt: integer('made_at').$type<Seconds>().notNull(),
  });

/** Salts for hashing readers who send read reports or click links. Stored for 48 hours from the start of the day. */
export const readerSalts = saltHalves('reader_salts');
/** Salts for hashing the readers of imported clicks, stored as long as clicks of that day can be imported. */
export const importSalts = saltHalves('import_salts');
