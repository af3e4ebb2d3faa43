import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { secrets } from '../../db/schema.ts';
import { randomHex } from '../../lib/hash/hash.ts';

const SECRET_NAME = 'installation';
const SECRET_BYTES = 32;

let known: string | undefined;

/** Returns the permanent secret of the installation. Creates it on first use. Each isolate reads it once. */
export async function installationSecret(db: Db): Promise<string> {
  if (known) return known;
  const found = db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, SECRET_NAME));
  let [row] = await found;
  if (!row) {
    const made = db
      .insert(secrets)
      .values({ name: SECRET_NAME, value: randomHex(SECRET_BYTES) })
      .onConflictDoNothing();
    [row] = (await db.transaction({ made, found })).found;
  }
  if (!row) throw new Error('the secret of the installation cannot be stored');
  known = row.value;
  return known;
}

export const forgetSecret = (): void => {
  known = undefined;
};
