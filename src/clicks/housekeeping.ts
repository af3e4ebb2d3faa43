import { deleteExpiredSigningSecrets, type SigningStores } from '../keys/signing.ts';
import type { Millis } from '../lib/time.ts';
import { forgetUnknown } from './count/unknown.ts';
import { deleteOldSalts, prepareSalts } from './salts/salts.ts';

/**
 * Makes the salts of coming days; deletes those of past days, expired signing secrets
 * and old counters of unknown articles.
 */
export async function keepSalts(stores: SigningStores, now: Millis): Promise<void> {
  await prepareSalts(stores, now);
  await deleteOldSalts(stores, now);
  await deleteExpiredSigningSecrets(stores, now);
  await forgetUnknown(stores.db, now);
}
