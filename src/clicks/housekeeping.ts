import { trustedTime } from '../db/trusted-time.ts';
import { deleteExpiredSigningSecrets, type SigningStores } from '../keys/signing.ts';
import type { Millis } from '../lib/time.ts';
import { forgetUnknown } from './consume/unknown-articles.ts';
import { deleteOldSalts, prepareSalts } from './salts/salts.ts';

/** Creates the next salts. If the clock is trusted, deletes old salts, expired signing secrets and old counters. */
export async function keepSalts(stores: SigningStores, now: Millis): Promise<void> {
  await prepareSalts(stores, now);
  const time = await trustedTime(stores.db, now);
  if (time === null) return;
  await deleteOldSalts(stores, time);
  await deleteExpiredSigningSecrets(stores, time);
  await forgetUnknown(stores.db, time);
}
