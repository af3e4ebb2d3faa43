import type { Db } from '../../db/client.ts';
import { listWebhooks, type StoredWebhook } from '../../webhooks/manage.ts';
import { receives } from '../../webhooks/receivers.ts';
import type { Post } from '../../webhooks/send/deliver.ts';
import { parcelOf } from '../../webhooks/send/deliver.ts';
import { isQuiet } from '../../webhooks/send/schedule.ts';
import { webhookSecrets } from '../../webhooks/send/secret.ts';
import { send } from '../../webhooks/send/send.ts';
import type { ServiceEvent } from '../alarms/follow.ts';

/**
 * Alarms that the database cannot take are sent from memory: this isolate remembers the webhooks that want them from one look to the
 * next, and what each of them has got. Nothing of it is stored, as no store but the database may hold a webhook's address.
 */
let receivers: { webhook: StoredWebhook; secrets: readonly string[] }[] = [];
let unrecorded: { event: ServiceEvent; got: Set<number> }[] = [];

/** Learns which webhooks want alarms of the service. Reads one row per webhook, and its secrets of those. */
export async function rememberReceivers({ db, kv, clock }: Pick<Post, 'kv' | 'clock'> & { db: Db }): Promise<void> {
  const wanting = (await listWebhooks(db)).filter(
    ({ enabled, events }) => enabled && events.some((type) => type.startsWith('service.')),
  );
  receivers = await Promise.all(
    wanting.map(async (webhook) => ({
      webhook,
      secrets: await webhookSecrets({ db, kv }, webhook.signer, clock()),
    })),
  );
}

/** Sends events, and those of earlier looks that have not arrived, without the database. */
export async function sendDirectly({ reach, zone, clock }: Post, events: readonly ServiceEvent[]): Promise<void> {
  unrecorded.push(...events.map((event) => ({ event, got: new Set<number>() })));
  for (const { event, got } of unrecorded)
    await Promise.all(
      receivers.map(async ({ webhook, secrets }) => {
        const { id, url, quiet } = webhook;
        if (got.has(id) || !receives(webhook, event) || isQuiet(quiet, zone, clock())) return;
        const parcel = { url, secrets, ...(await parcelOf(event, webhook)) };
        const { reason } = await send(reach, parcel, clock());
        if (reason === null) got.add(id);
      }),
    );
}

/** Takes what was sent past the database, with the webhooks that have got it. */
export function takeUnrecorded(): typeof unrecorded {
  const taken = unrecorded;
  unrecorded = [];
  return taken;
}
