import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';

/** First halves of the daily salts. They have equal lengths, so that SQLite can overwrite rows in place. */
const saltHalves = <Name extends string>(name: Name) =>
  sqliteTable(name, {
    day: integer().primaryKey(),
    name: text().notNull(),
    half: text().notNull(),
    madeAt: integer('made_at').$type<Seconds>().notNull(),
  });

/** Salts for hashing the readers of beacons and links, stored for 48 hours from the beginning of the day. */
export const readerSalts = saltHalves('reader_salts');
/** Salts for hashing the readers of imported clicks, stored as long as clicks of that day can be imported. */
export const importSalts = saltHalves('import_salts');
