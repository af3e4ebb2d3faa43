import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { secrets } from '../../db/schema.ts';
import { randomHex } from '../../lib/hash/hash.ts';

const NAME = 'installation';
const BYTES = 32;

let known: string | undefined;

/**
 * The installation's permanent secret: prevents others from computing the classes of networks and browsers and the tokens of
 * tracked links. Made on first use; read from the database once per isolate.
 */
export async function installationSecret(db: Db): Promise<string> {
  if (known) return known;
  const found = db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, NAME));
  let [row] = await found;
  if (!row) {
    const made = db
      .insert(secrets)
      .values({ name: NAME, value: randomHex(BYTES) })
      .onConflictDoNothing();
    [row] = (await db.transaction({ made, found })).found;
  }
  if (!row) throw new Error('the secret of the installation cannot be stored');
  known = row.value;
  return known;
}

/** Forgets what this isolate knows of the secret. */
export const forgetSecret = (): void => {
  known = undefined;
};
