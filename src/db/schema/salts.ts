import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';

/** This module declares the tables that contain one half of each salt. */

/**
 * Creates a table of first halves of daily salts. The second halves are in the key-value store. All rows have the same
 * length, so that they are overwritten in place.
 */
const saltHalves = <Name extends string>(name: Name) =>
  sqliteTable(name, {
    /** UTC day, in days since the epoch. */
    day: integer().primaryKey(),
    /** Key of the second half in the key-value store, 32 hex digits. */
    name: text().notNull(),
    /** First half of the salt, 64 hex digits. */
    half: text().notNull(),
    madeAt: integer('made_at').$type<Seconds>().notNull(),
  });

/** Salts for readers of beacons and links, stored for 48 hours from the beginning of the day. */
export const readerSalts = saltHalves('reader_salts');
/**
 * Salts for readers of imported clicks, by the day of the click. Stored as long as that day's clicks can be imported.
 */
export const importSalts = saltHalves('import_salts');
