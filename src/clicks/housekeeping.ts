import { deleteExpiredSigningSecrets, type SigningStores } from '../keys/signing.ts';
import { forgetUnknown } from './count/unknown.ts';
import { deleteOldSalts, prepareSalts } from './salts/salts.ts';

/**
 * Makes the salts of coming days; deletes those of past days, expired signing secrets
 * and old counters of unknown articles. `now`: epoch milliseconds.
 */
export async function keepSalts(stores: SigningStores, now: number): Promise<void> {
  await prepareSalts(stores, now);
  await deleteOldSalts(stores, now);
  await deleteExpiredSigningSecrets(stores, now);
  await forgetUnknown(stores.db, now);
}
