import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';

/** Halves of the salts by which readers are told apart. */

/** One half of a day's salt; the key-value store has the other. The few rows all have the same length, so that overwriting happens in place. */
const saltHalves = <Name extends string>(name: Name) =>
  sqliteTable(name, {
    /** Days since the epoch. */
    day: integer().primaryKey(),
    /** Key of the other half in the key-value store; 32 hex digits. */
    name: text().notNull(),
    /** 64 hex digits. */
    half: text().notNull(),
    madeAt: integer('made_at').$type<Seconds>().notNull(),
  });

/** For readers of beacons and links, kept for 48 hours from the beginning of the day. */
export const readerSalts = saltHalves('reader_salts');
/** For readers of imported clicks, by the day of the click, kept as long as clicks of that day can be imported. */
export const importSalts = saltHalves('import_salts');
