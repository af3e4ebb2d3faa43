import { addSigningSecret, newSigner } from '../../../../src/keys/signing.ts';
import { createKey } from '../../../../src/keys/store.ts';
import { PARTNER } from '../keys.ts';
import type { CampaignKeys } from './campaign.ts';
import type { Stage } from './stage.ts';

/** Makes the keys of a campaign in the database of its stage. */
export async function campaignKeys({ db, kv, now }: Stage): Promise<CampaignKeys> {
  const seconds = Math.floor(now() / 1000);
  const make = (kind: 'publishable' | 'secret' | 'operator', origins: string[] = [], signer: number | null = null) =>
    createKey(db, { kind, name: `inflation ${kind}`, origins, expiresAt: null, signer }, seconds);
  const [signer, other] = [newSigner(), newSigner()];
  return {
    open: await make('publishable'),
    bound: await make('publishable', [PARTNER]),
    signing: await make('publishable', [], signer),
    signingSecret: await addSigningSecret({ db, kv }, signer, seconds, 0),
    otherSecret: await addSigningSecret({ db, kv }, other, seconds, 0),
    operator: await make('operator'),
    secret: await make('secret'),
  };
}
