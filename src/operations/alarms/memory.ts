import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { alertMemory } from '../../db/schema.ts';
import { type AlarmMemory, NO_TROUBLES } from './follow.ts';

const ALARM_ROW = 2;

/** Latest alarm state that this isolate computed, and whether it is stored in the database. (docs/decisions.md#W12) */
let last: AlarmMemory = NO_TROUBLES;
let isSaved = true;

export const keepInMind = (memory: AlarmMemory, saved: boolean): void => {
  last = memory;
  isSaved = saved;
};

export const lastMemory = (): AlarmMemory => last;

/** Returns the alarm state from the database, merged with changes that could not be stored. Reads one row. */
export async function readMemory(db: Db): Promise<AlarmMemory> {
  const [row] = await db.select({ memory: alertMemory.memory }).from(alertMemory).where(eq(alertMemory.id, ALARM_ROW));
  const stored = (row?.memory as AlarmMemory | undefined) ?? NO_TROUBLES;
  if (isSaved) return stored;
  const { troubles, raised } = last;
  return { troubles: { ...stored.troubles, ...troubles }, raised: { ...stored.raised, ...raised } };
}

export const saveMemory = (db: Db, memory: AlarmMemory) =>
  db
    .insert(alertMemory)
    .values({ id: ALARM_ROW, version: 1, memory })
    .onConflictDoUpdate({ target: alertMemory.id, set: { memory } });
