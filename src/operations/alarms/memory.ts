import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { alertMemory } from '../../db/schema.ts';
import { type AlarmMemory, CALM } from './follow.ts';

/** The row of the service's own alarms. */
const ROW = 2;

/** What this isolate knows and the database does not, as it could not be written. */
let unsaved: AlarmMemory | undefined;

export const keepUnsaved = (memory: AlarmMemory | undefined): void => {
  unsaved = memory;
};

/** The memory of an outage of the database. */
export const unsavedMemory = (): AlarmMemory => unsaved ?? CALM;

/** What was remembered, with what could not be written down. Reads one row. */
export async function readMemory(db: Db): Promise<AlarmMemory> {
  const [row] = await db.select({ memory: alertMemory.memory }).from(alertMemory).where(eq(alertMemory.id, ROW));
  const stored = (row?.memory as AlarmMemory | undefined) ?? CALM;
  const { troubles, raised } = unsavedMemory();
  return { troubles: { ...stored.troubles, ...troubles }, raised: { ...stored.raised, ...raised } };
}

/** Statement that remembers. */
export const saveMemory = (db: Db, memory: AlarmMemory) =>
  db
    .insert(alertMemory)
    .values({ id: ROW, version: 1, memory })
    .onConflictDoUpdate({ target: alertMemory.id, set: { memory } });
