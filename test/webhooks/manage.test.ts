import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConflictError } from '../../src/db/client.ts';
import { audit, signingSecrets, webhookDeliveries, webhooks } from '../../src/db/schema.ts';
import {
  addWebhook,
  changeWebhook,
  type StoredWebhook,
  type WebhookFields,
} from '../../src/webhooks/webhook-resource.ts';
import { ask, askWith, makeKey, publish } from '../support/index.ts';
import { db, deliveries, emptyWebhooks, grows, record } from './stage.ts';

let operator = '';
let secret = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  secret = await makeKey('secret');
});
beforeEach(emptyWebhooks);

type Data = Record<string, never> & { reason?: string };
async function manage(method: string, path: string, body?: unknown, headers = {}) {
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await askWith(operator, `/manage/${path}`, init);
  const answer = (await response.json()) as { data: Data };
  return { status: response.status, data: answer.data, etag: response.headers.get('ETag') };
}

const HOOK = { name: 'News room', url: 'https://chat.example/hooks/T0/secret', events: ['topic.grows'] };
const create = async (fields = {}) => (await manage('POST', 'webhooks', { ...HOOK, ...fields })).data;

describe('/manage/webhooks', () => {
  test('POST returns the secret of a webhook once, and GET never returns it', async () => {
    const { secret, stored } = (await create()) as unknown as { secret: string; stored: { id: number } };
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = await manage('GET', `webhooks/${stored.id}`);
    expect(read.data).toEqual(stored);
    expect(read.data).toMatchObject({ ...HOOK, format: 'standard', topics: null, searches: [], enabled: true });
    expect(JSON.stringify(await db.select().from(signingSecrets))).not.toContain(secret.slice(6));
  });

  test('changes and deletions are recorded in the audit trail without the address', async () => {
    const { stored } = (await create()) as unknown as { stored: { id: number } };
    const path = `webhooks/${stored.id}`;
    const { etag } = await manage('GET', path);
    const changed = { ...HOOK, name: 'Desk', enabled: false };
    expect((await manage('PUT', path, changed, { 'If-Match': etag })).data).toMatchObject(changed);
    expect((await manage('PUT', path, HOOK, { 'If-Match': etag })).status).toBe(412);
    expect((await manage('DELETE', path)).status).toBe(200);
    expect((await manage('GET', path)).status).toBe(404);
    const entries = (await db.select().from(audit)).filter(({ kind }) => kind === 'webhook').slice(-3);
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });

  test.each<[fields: object, field: string]>([
    [{ url: 'http://127.0.0.1/x' }, 'url'],
    [{ url: 'http://localhost:8787/x' }, 'url'],
    [{ url: 'https://newsgauge.test/manage/recommended' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['everything'] }, 'events'],
    [{ searches: ['nowhere'] }, 'searches'],
    [{ events: ['article.matched'] }, 'searches'],
    [{ quiet: { from: '25:00', to: '07:00' } }, 'quiet'],
    [{ quiet: { from: '07:00', to: '07:00' } }, 'quiet'],
    [{ format: 'xml' }, 'format'],
    [{ name: '' }, 'name'],
  ])('POST with %o returns 400', async (fields, field) => {
    const { status, data } = await manage('POST', 'webhooks', { ...HOOK, ...fields });
    expect(status).toBe(400);
    expect(Object.keys(data)).toEqual([field]);
  });

  test('GET lists the deliveries of a webhook, and replay sends failed ones again', async () => {
    const { stored } = (await create()) as unknown as { stored: { id: number } };
    await record([grows(12, 1), grows(14, 2)], Date.now());
    await db.update(webhookDeliveries).set({ state: 'failed' });
    const page = await manage('GET', `webhooks/${stored.id}/deliveries?state=failed&subject=topic:12`);
    expect(page.data).toMatchObject({ deliveries: [{ state: 'failed', event: { subject: 'topic:12' }, next: null }] });
    expect((await manage('GET', 'webhooks')).data).toMatchObject({
      webhooks: [{ deliveries: { failed: 2, pending: 0 } }],
    });
    expect((await manage('POST', `webhooks/${stored.id}/replay`, {})).data).toEqual({ replayed: 2 });
    expect((await deliveries(stored.id)).map(({ state }) => state)).not.toContain('failed');
    expect((await manage('GET', 'events?type=topic.grows')).data).toMatchObject({
      events: [{ id: expect.any(Number) }, {}],
    });
  });

  test('POST /manage/webhooks/:id/test sends a test event immediately and reports the attempt', async () => {
    const { stored } = (await create({ url: 'https://nobody.invalid/' })) as unknown as { stored: { id: number } };
    const tried = await manage('POST', `webhooks/${stored.id}/test`);
    expect(tried.data).toMatchObject({ delivered: false, attempt: { status: null, reason: 'cannot be reached' } });
    expect(await deliveries(stored.id)).toEqual([]);
  });
});

describe('saved searches', () => {
  const FLOODS = { name: 'Floods', filter: { searchTerms: 'flood*', includePaywalled: '0' } };
  const feed = async (path: string, key = secret) => {
    const response = await askWith(key, path);
    return {
      status: response.status,
      json: (await response.json()) as {
        items: { id: string }[];
        next_url?: string;
        feed_url?: string;
        title?: string;
      },
    };
  };

  beforeEach(async () => {
    await publish(
      operator,
      'articles',
      [1, 2, 3].map((id) => ({
        id,
        url: `https://example.com/${id}`,
        title: id === 2 ? 'Fire' : `Flooded ${id}`,
        contentType: 'article',
        publishedAt: `2026-01-0${id}T00:00:00Z`,
      })),
    );
  });

  test('a saved search has its own paginated feed', async () => {
    expect((await manage('PUT', 'searches/floods', FLOODS)).data).toEqual({
      slug: 'floods',
      ...FLOODS,
      feed: '/feeds/floods/',
    });
    const { json } = await feed('/feeds/floods/?limit=1');
    expect(json.items.map(({ id }) => id)).toEqual(['3']);
    expect(json.title).toContain('Floods');
    const next = new URL(json.next_url ?? '');
    expect(next.pathname).toBe('/feeds/floods/');
    expect((await feed(next.pathname + next.search)).json.items.map(({ id }) => id)).toEqual(['1']);
    for (const output of ['rss', 'html'])
      expect((await askWith(secret, `/feeds/floods?output=${output}`)).status).toBe(200);
    expect((await feed('/feeds/nowhere')).status).toBe(404);
    expect((await ask('/feeds/floods')).status).toBe(401);
  });

  test.each<[filter: object, words: RegExp]>([
    [{ searchTerm: 'flood' }, /searchTerm/],
    [{ includeTopics: 'x' }, /includeTopics .*positive integer/],
    [{ includeGeoGroups: 'atlantis' }, /atlantis/],
    [{ limit: '5' }, /limit/],
    [{ includeTopics: [12] }, /text/],
  ])('a saved search with the filter %o is rejected', async (filter, words) => {
    const { status, data } = await manage('PUT', 'searches/floods', { name: 'Floods', filter });
    expect(status).toBe(400);
    expect(JSON.stringify(data)).toMatch(words);
  });

  test('deleting a saved search removes it from all webhooks', async () => {
    await manage('PUT', 'searches/floods', FLOODS);
    const { stored } = (await create({ events: ['article.matched'], searches: ['floods'] })) as unknown as {
      stored: { id: number };
    };
    expect((await manage('DELETE', 'searches/floods?dryRun=true')).data).toEqual({
      deleted: false,
      loses: { webhooks: 1 },
    });
    expect((await manage('DELETE', 'searches/floods')).data).toEqual({ deleted: true, loses: { webhooks: 1 } });
    expect((await manage('GET', `webhooks/${stored.id}`)).data).toMatchObject({ searches: [] });
    expect((await manage('GET', 'searches')).data).toMatchObject({ searches: [], total: 0 });
  });
});

describe('concurrent deletion of a saved search and changes of webhooks', () => {
  const fields = { ...HOOK, format: 'standard', topics: null, searches: ['gone'], quiet: null, enabled: true } as const;
  const author = { actor: 'test', now: 1_800_000_000_000 };
  const saved = { ...fields, events: [...fields.events], searches: [...fields.searches] } as WebhookFields;

  test('neither a new nor a changed webhook is stored with the deleted search', async () => {
    const { stored } = (await create()) as unknown as { stored: { id: number } };
    const [before] = await db.select().from(webhooks).where(eq(webhooks.id, stored.id));
    await expect(addWebhook(db, saved, 7, author)).rejects.toThrow(ConflictError);
    await expect(changeWebhook(db, before as StoredWebhook, saved, author)).rejects.toThrow(ConflictError);
    expect(await db.select({ searches: webhooks.searches }).from(webhooks)).toEqual([{ searches: [] }]);
  });

  test('a search deletion and concurrent webhook changes return 200 or 400, and no webhook refers to the search', async () => {
    const { stored } = (await create()) as unknown as { stored: { id: number } };
    const naming = { ...HOOK, searches: ['floods'] };
    for (let round = 0; round < 4; round++) {
      await publish(operator, 'searches', [{ slug: 'floods', name: 'Floods', filter: {} }]);
      const answers = await Promise.all([
        manage('PUT', `webhooks/${stored.id}`, naming),
        manage('POST', 'webhooks', naming),
        manage('DELETE', 'searches/floods'),
      ]);
      for (const { status } of answers) expect([200, 400]).toContain(status);
      const rows = await db.select({ searches: webhooks.searches }).from(webhooks);
      expect(rows.flatMap(({ searches }) => searches)).toEqual([]);
    }
  });
});
