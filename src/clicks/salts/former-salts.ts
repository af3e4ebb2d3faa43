import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { salts, secrets } from '../../db/schema.ts';

/** Where earlier releases kept one salt for all imports. */
const IMPORT_SALT = 'importSalt';

/** Overwrites and deletes the whole salts of earlier releases; reads at most one row if there are none. */
export async function deleteFormerSalts(db: Db): Promise<void> {
  for (const { day, salt } of await db.select().from(salts)) {
    const row = eq(salts.day, day);
    await db.transaction(
      db
        .update(salts)
        .set({ salt: blank(salt) })
        .where(row),
      db.delete(salts).where(row),
    );
  }
  const row = eq(secrets.name, IMPORT_SALT);
  const [kept] = await db.select({ value: secrets.value }).from(secrets).where(row);
  if (!kept) return;
  await db.transaction(
    db
      .update(secrets)
      .set({ value: blank(kept.value) })
      .where(row),
    db.delete(secrets).where(row),
  );
}

/** Of the same length, so that its bytes overwrite the old ones. */
const blank = (text: string): string => '0'.repeat(text.length);
