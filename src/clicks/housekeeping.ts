import { deleteExpiredSigningSecrets, type SigningStores } from '../keys/signing.ts';
import { deleteOldSalts, prepareSalts } from './salts.ts';
import { forgetUnknown } from './unknown.ts';

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
