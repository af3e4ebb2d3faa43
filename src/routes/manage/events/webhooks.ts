import * as z from 'zod';
import { ConflictError, type Precondition } from '../../../db/client.ts';
import { operations } from '../../../http/endpoint.ts';
import type { AppContext } from '../../../http/env.ts';
import { notFound, parameterInvalid, ServerError } from '../../../http/errors.ts';
import { forgetSigningSecrets, newSigner } from '../../../keys/signing.ts';
import { id } from '../../../lib/formats/params.ts';
import { DAY, toSeconds } from '../../../lib/time.ts';
import { allowedHosts, publicUrl } from '../../../syndication/fetch/public-url.ts';
import { savingMatches } from '../../../webhooks/detect/matches.ts';
import { addWebhookSecret } from '../../../webhooks/send/signature.ts';
import {
  addWebhook,
  changeWebhook,
  deliveryCounts,
  findWebhook,
  listWebhooks,
  recordRotation,
  removeWebhook,
  type StoredWebhook,
  unknownSearches,
  WEBHOOK_ROW,
  webhookIs,
} from '../../../webhooks/webhook-resource.ts';
import { asSeen } from '../as-seen.ts';
import { authorOf } from '../lines.ts';
import { BOARD, BOARD_INPUT, deliveryTotals, TOTALS, toWebhook, webhookInput, webhookShape } from './webhook-shapes.ts';

export const manageWebhooks = operations('Management');

const NO_DELIVERIES = { pending: 0, delivered: 0, failed: 0 };

manageWebhooks.get('/', {
  operationId: 'getWebhooks',
  summary: 'List webhooks with their delivery states (without secrets)',
  data: z.object({ webhooks: z.array(webhookShape.extend({ deliveries: deliveryTotals })) }),
  example: { webhooks: [{ ...BOARD, deliveries: TOTALS }] },
  answer: async ({ var: { db } }) => {
    const counts = await deliveryCounts(db);
    const all = await listWebhooks(db);
    return {
      webhooks: all.map((one) => ({ ...toWebhook(one), deliveries: { ...NO_DELIVERIES, ...counts.get(one.id) } })),
    };
  },
});

const withSecret = z.object({
  secret: z.string().describe('Signing secret (https://www.standardwebhooks.com), shown only once'),
  stored: webhookShape,
});
const WITH_SECRET = { secret: 'whsec_…', stored: BOARD };

manageWebhooks.post('/', {
  operationId: 'createWebhook',
  summary: 'Create a webhook (its secret is shown only once)',
  input: { schema: webhookInput, example: BOARD_INPUT },
  data: withSecret,
  example: WITH_SECRET,
  answer: async (c, { input }) => {
    await checkFields(c, input);
    const { db, now } = c.var;
    const signer = newSigner();
    // Stores the secret first, because every message must be signed.
    const secret = await addWebhookSecret(storesOf(c), signer, toSeconds(now), 0);
    const stored = await savingMatches(db, now, () => addWebhook(db, input, signer, authorOf(c))).catch(
      async (error: unknown) => {
        // A conflict means that a saved search of the webhook was deleted at the same time.
        if (!(error instanceof ConflictError)) throw error;
        await checkFields(c, input);
        throw new ServerError(503);
      },
    );
    return { secret, stored: toWebhook(stored) };
  },
});

export const webhookPath = z.object({ id: id.describe('Webhook id') });

manageWebhooks.get('/:id', {
  operationId: 'getWebhook',
  summary: 'Get a webhook (without its secret)',
  path: webhookPath,
  data: webhookShape,
  example: BOARD,
  answer: async (c, { path: { id } }) => toWebhook(await webhookOf(c, id)),
});

manageWebhooks.put('/:id', {
  operationId: 'putWebhook',
  summary: 'Change a webhook',
  description: 'A webhook that is enabled again receives only events that occur afterwards.',
  path: webhookPath,
  isConditional: true,
  input: { schema: webhookInput, example: BOARD_INPUT },
  data: webhookShape,
  example: BOARD,
  answer: async (c, { path: { id }, input }) => {
    const { db, now } = c.var;
    const stored = await changeWebhookAsSeen(c, id, async (before, guard) => {
      await checkFields(c, input);
      return savingMatches(db, now, () => changeWebhook(db, before, input, authorOf(c), guard));
    });
    if (!stored) throw unknownWebhook();
    return toWebhook(stored);
  },
});

manageWebhooks.delete('/:id', {
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook and its log',
  path: webhookPath,
  isConditional: true,
  data: webhookShape,
  example: BOARD,
  answer: async (c, { path: { id } }) => {
    return changeWebhookAsSeen(c, id, async (before, guard) => {
      await removeWebhook(c.var.db, before, authorOf(c), guard);
      return toWebhook(before);
    });
  },
});

const grace = z
  .int()
  .min(0)
  .max(90 * DAY)
  .default(DAY)
  .describe('Seconds for which messages are also signed with the old secret');

manageWebhooks.post('/:id/rotate', {
  operationId: 'rotateWebhook',
  summary: 'Rotate the secret of a webhook',
  path: webhookPath,
  isConditional: true,
  input: { schema: z.object({ grace }), example: { grace: DAY } },
  data: withSecret,
  example: WITH_SECRET,
  answer: async (c, { path: { id }, input: { grace } }) => {
    const now = toSeconds(c.var.now);
    return changeWebhookAsSeen(c, id, async (webhook, guard) => {
      const records = [guard, recordRotation(webhook, grace, authorOf(c))];
      const secret = await addWebhookSecret(storesOf(c), webhook.signer, now, grace, records);
      forgetSigningSecrets();
      return { secret, stored: toWebhook(webhook) };
    });
  },
});

function changeWebhookAsSeen<T>(
  c: AppContext,
  id: number,
  change: (before: StoredWebhook, guard: Precondition) => Promise<T>,
) {
  const now = async () => {
    const webhook = await findWebhook(c.var.db, id);
    return webhook && toWebhook(webhook);
  };
  const seen = { kind: WEBHOOK_ROW, where: webhookIs(id), load: () => webhookOf(c, id), show: toWebhook, now };
  return asSeen(c, seen, change);
}

const unknownWebhook = () => notFound({ id: 'is not the id of a webhook' });

const storesOf = (c: AppContext) => ({ db: c.var.db, kv: c.env.SALTS });

export async function webhookOf(c: AppContext, id: number): Promise<StoredWebhook> {
  const found = await findWebhook(c.var.db, id);
  if (!found) throw unknownWebhook();
  return found;
}

/** Rejects webhook URLs that belong to this service, because messages would loop. */
async function checkFields(c: AppContext, { url: text, events, searches }: z.output<typeof webhookInput>) {
  const faults: Record<string, string> = {};
  const { url, refused } = publicUrl(text, allowedHosts(c.env.FEED_ALLOW_HOSTS));
  if (refused) faults.url = refused;
  if (url?.host === new URL(c.req.url).host) faults.url = 'must not point to this service';
  const unknown = await unknownSearches(c.var.db, searches);
  if (unknown.length > 0) faults.searches = `unknown saved searches: ${unknown.join(', ')}`;
  if (events.includes('article.matched') && searches.length === 0)
    faults.searches = 'must contain a saved search for article.matched';
  if (Object.keys(faults).length > 0) throw parameterInvalid(faults);
}
