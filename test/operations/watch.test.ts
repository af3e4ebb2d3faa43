import { env } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { webhookDeliveries, webhookEvents } from '../../src/db/schema.ts';
import { watchService } from '../../src/operations/watch/watch.ts';
import { addWebhook, db } from '../webhooks/stage.ts';

afterEach(() => vi.restoreAllMocks());

const behind = (refuses: (query: string) => boolean) => {
  const session = env.DB.withSession('first-primary');
  const prepare = (query: string) => {
    if (refuses(query)) throw new Error('the database is away');
    return session.prepare(query);
  };
  return { ...env, DB: { withSession: () => ({ prepare, batch: session.batch.bind(session) }) } } as unknown as Env;
};

test('an alarm sent during a database outage is recorded later and delivered only to webhooks that have not received it', async () => {
  const wanting = { events: ['service.alarm' as const] };
  const reached = await addWebhook({ ...wanting, url: 'https://reached.example/hook' });
  const missed = await addWebhook({ ...wanting, url: 'https://missed.example/hook' });
  const got: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    got.push(String(url));
    return new Response(null, { status: String(url).includes('reached') ? 204 : 503 });
  });
  const now = Date.now();
  await watchService(
    behind(() => false),
    now,
  );
  await watchService(
    behind(() => true),
    now + 60_000,
  );
  expect(got.toSorted()).toEqual(['https://missed.example/hook', 'https://reached.example/hook']);
  let left = 1;
  await watchService(
    behind((query) => query.includes('INSERT OR IGNORE INTO "webhook_events"') && left-- > 0),
    now + 120_000,
  );
  expect([left, await db.$count(webhookEvents)]).toEqual([0, 0]);
  await watchService(
    behind(() => false),
    now + 180_000,
  );
  expect(await db.select().from(webhookEvents)).toMatchObject([{ type: 'service.alarm', data: { alarm: 'database' } }]);
  expect((await db.select().from(webhookDeliveries)).map(({ webhookId }) => webhookId)).toEqual([missed.id]);
  expect(got.filter((url) => url.includes('reached'))).toHaveLength(1);
  expect(reached.id).toBeLessThan(missed.id);
});
