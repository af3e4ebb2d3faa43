import { randomHex } from '../lib/hash/random.ts';
import { toSeconds } from '../lib/time.ts';
import type { StoredWebhook } from './manage.ts';
import { bodyOf } from './send/body.ts';
import type { Post } from './send/deliver.ts';
import { webhookSecrets } from './send/secret.ts';
import { type Sent, send } from './send/send.ts';

/** Sends a webhook one message that says that it is a test, whether it is switched on or not. Nothing of it is kept. */
export async function sendTest({ db, kv, reach, clock }: Post, webhook: StoredWebhook): Promise<Sent> {
  const { url, name, format, signer } = webhook;
  const now = clock();
  const secrets = await webhookSecrets({ db, kv }, signer, now);
  const body = bodyOf({ type: 'test', at: toSeconds(now), data: { webhook: name } }, format);
  return send(reach, { url, id: `test_${randomHex(16)}`, body, secrets }, now);
}
