import { deleteExpiredSigningSecrets, type SigningStores } from '../keys/signing.ts';
import { deleteFormerSalts } from './former-salts.ts';
import { deleteOldSalts, prepareSalts } from './salts.ts';

/** Makes the salts of coming days, and deletes those of past ones and signing secrets that have ended. `now`: epoch milliseconds. */
export async function keepSalts(stores: SigningStores, now: number): Promise<void> {
  await prepareSalts(stores, now);
  await deleteOldSalts(stores, now);
  await deleteFormerSalts(stores.db);
  await deleteExpiredSigningSecrets(stores, now);
}
