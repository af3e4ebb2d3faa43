import { and, desc, eq, exists, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Author, newAuditChange, recordOther } from '../content/history/audit.ts';
import { type Db, failWhere, NO_PRECONDITION, type Precondition } from '../db/client.ts';
import { savedSearches, signingSecrets, webhookDeliveries, webhooks } from '../db/schema.ts';
import { columnNames, inList, objectOf } from '../db/sql.ts';
import type { AuditAction } from '../db/values.ts';
import { type Millis, toSeconds } from '../lib/time.ts';

type WebhookRow = typeof webhooks.$inferSelect;

export type WebhookFields = Pick<
  WebhookRow,
  'name' | 'url' | 'format' | 'events' | 'topics' | 'searches' | 'quiet' | 'enabled'
>;
export type StoredWebhook = WebhookFields & Pick<WebhookRow, 'id' | 'disabledReason' | 'signer' | 'createdAt'>;

const { leasedUntil: _, heldUntil: __, silences: ___, wakeAt: ____, ...COLUMNS } = getTableColumns(webhooks);

export const listWebhooks = (db: Db): Promise<StoredWebhook[]> =>
  db.select(COLUMNS).from(webhooks).orderBy(webhooks.id);

export async function findWebhook(db: Db, id: number): Promise<StoredWebhook | null> {
  const [found] = await db.select(COLUMNS).from(webhooks).where(eq(webhooks.id, id));
  return found ?? null;
}

/** Columns that are compared to detect a concurrent change of a webhook. Excludes columns that deliveries update. */
export const WEBHOOK_ROW = {
  shape: z.unknown(),
  row: objectOf(webhooks, columnNames(webhooks, 'leasedUntil', 'heldUntil', 'silences', 'wakeAt')),
  table: sql`${webhooks}`,
};

export const webhookIs = (id: number): SQL => eq(webhooks.id, id);

export async function unknownSearches(db: Db, slugs: readonly string[]): Promise<string[]> {
  const { slug } = savedSearches;
  const found = await db.select({ slug }).from(savedSearches).where(inList(slug, slugs));
  return slugs.filter((one) => !found.some((known) => known.slug === one));
}

/** Makes the transaction fail if a search of the webhook was deleted concurrently. */
const withSearches = ({ searches }: WebhookFields): Precondition =>
  failWhere(sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(searches)}) named
    WHERE named.value NOT IN (SELECT ${savedSearches.slug} FROM ${savedSearches}))`);

/** Adds a webhook. Throws `ConflictError` if one of its searches was deleted. */
export async function addWebhook(db: Db, fields: WebhookFields, signer: number, author: Author) {
  const createdAt = toSeconds(author.now);
  const newest = sql`(SELECT max(${webhooks.id}) FROM ${webhooks})`;
  const { inserted } = await db.transaction({
    guard: withSearches(fields),
    inserted: db
      .insert(webhooks)
      .values({ ...fields, signer, createdAt })
      .returning(COLUMNS),
    recorded: recorded(author, newest, 'create', null, fields),
  });
  const [stored] = inserted;
  if (!stored) throw new Error('a webhook that was stored has a row');
  return stored;
}

/** Changes a webhook. Disabling it makes its pending deliveries fail. Once enabled, it receives only new events. */
export async function changeWebhook(
  db: Db,
  before: StoredWebhook,
  fields: WebhookFields,
  author: Author,
  guard: Precondition = NO_PRECONDITION,
): Promise<StoredWebhook | null> {
  const isBack = fields.enabled || fields.url !== before.url;
  const { webhookId, state } = webhookDeliveries;
  const waiting = and(eq(webhookId, before.id), sql`${state} = 'pending'`);
  const isOff = !before.enabled || !fields.enabled;
  const { changed } = await db.transaction({
    guard,
    searches: withSearches(fields),
    changed: db
      .update(webhooks)
      .set({
        ...fields,
        ...(isBack ? { disabledReason: null, heldUntil: 0, silences: 0 } : {}),
        // Changing the end of the reservation stops a run before the next message that it sends to this webhook.
        leasedUntil: sql`max(0, ${webhooks.leasedUntil} - 1)`,
      })
      .where(eq(webhooks.id, before.id))
      .returning(COLUMNS),
    givenUp: isOff ? [db.update(webhookDeliveries).set({ state: 'failed' }).where(waiting)] : [],
    recorded: recorded(author, String(before.id), 'update', before, fields),
  });
  return changed[0] ?? null;
}

export async function removeWebhook(
  db: Db,
  webhook: StoredWebhook,
  author: Author,
  guard: Precondition = NO_PRECONDITION,
) {
  const { id, signer } = webhook;
  await db.transaction(
    guard,
    recorded(author, String(id), 'delete', webhook, null),
    db.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id)),
    db.delete(webhooks).where(eq(webhooks.id, id)),
    db
      .update(signingSecrets)
      .set({ expiresAt: toSeconds(author.now) })
      .where(eq(signingSecrets.signer, signer)),
  );
}

/** Returns the audit record of a change. It omits chat URLs, which are as secret as keys. */
function recorded(
  author: Author,
  ref: Parameters<typeof recordOther>[2]['ref'],
  action: AuditAction,
  before: WebhookFields | null,
  after: WebhookFields | null,
) {
  const shown = (fields: WebhookFields | null) => {
    if (!fields) return sql`NULL`;
    const { name, url, format, events, topics, searches, quiet, enabled } = fields;
    const recordedFields = { name, host: URL.parse(url)?.host, format, events, topics, searches, quiet, enabled };
    return sql`${JSON.stringify(recordedFields)}`;
  };
  return recordOther(newAuditChange(author), 'webhook', { ref, action, before: shown(before), after: shown(after) });
}

export const recordRotation = ({ id, name }: StoredWebhook, grace: number, author: Author): SQL =>
  recordOther(newAuditChange(author), 'webhook', {
    ref: String(id),
    action: 'update',
    before: sql`${JSON.stringify({ name, secret: 'former' })}`,
    after: sql`${JSON.stringify({ name, secret: 'replaced', graceSeconds: grace })}`,
  });

export async function replay(db: Db, id: number, events: readonly number[] | null, now: Millis): Promise<number> {
  const { webhookId, eventId, state } = webhookDeliveries;
  const replayed = await db
    .update(webhookDeliveries)
    .set({ state: 'pending', nextAt: now, firstAt: now })
    .where(
      and(
        eq(webhookId, id),
        exists(
          db
            .select({ one: sql`1` })
            .from(webhooks)
            .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true))),
        ),
        events ? and(inList(eventId, events), inArray(state, ['failed', 'delivered'])) : eq(state, 'failed'),
      ),
    )
    .returning({ eventId });
  return replayed.length;
}

/** Counts deliveries by webhook and state. Reads every delivery. */
export async function deliveryCounts(db: Db): Promise<Map<number, Record<string, number>>> {
  const { webhookId, state } = webhookDeliveries;
  const rows = await db
    .select({ webhookId, state, count: sql<number>`count(*)`.as('count') })
    .from(webhookDeliveries)
    .groupBy(webhookId, state)
    .orderBy(desc(webhookId));
  return new Map(
    Array.from(
      Map.groupBy(rows, (row) => row.webhookId),
      ([id, own]) => [id, Object.fromEntries(own.map((row) => [row.state, row.count]))],
    ),
  );
}
