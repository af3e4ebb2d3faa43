import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';

/** First halves of daily salts. Equal lengths let SQLite overwrite rows in place. */
const saltHalves = <Name extends string>(name: Name) =>
  sqliteTable(name, {
    day: integer().primaryKey(),
    name: text().notNull(),
    half: text().notNull(),
    madeAt: integer('made_at').$type<Seconds>().notNull(),
  });

/** Salts for readers of beacons and links, stored for 48 hours from the beginning of the day. */
export const readerSalts = saltHalves('reader_salts');
/** Salts for readers of imported clicks, stored as long as that day's clicks can be imported. */
export const importSalts = saltHalves('import_salts');
