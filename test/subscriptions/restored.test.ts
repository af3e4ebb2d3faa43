import { env } from 'cloudflare:test';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { articles, dispatches, subscriptions } from '../../src/db/schema.ts';
import { sha256 } from '../../src/lib/hash/hash.ts';
import { backup } from '../../src/operations/backup/backup.ts';
import { finish, restoration } from '../../src/operations/backup/restore.ts';
import { runSubscriptions } from '../../src/subscriptions/run-subscriptions.ts';
import { SmtpWorld } from '../support/servers/smtp.ts';
import { addTopics, db, follow, run, tell } from './stage.ts';

test('after a restore of the database, new articles are mailed and nothing is mailed twice', async () => {
  await addTopics(1, 2);
  const smtp = new SmtpWorld();
  const subjects = () => smtp.got.splice(0).map(({ to, data }) => `${to} ${/^Subject: (.*)\r$/m.exec(data)?.[1]}`);
  for (const ref of ['1', '2'])
    await follow({ kind: 'topic', ref, via: 'mail', rhythm: 'once', address: `reader${ref}@news.example` });
  const kept = new Map<string, string[]>();
  const keep = async (table: string, pages: AsyncIterable<string[]>) => {
    const lines: string[] = [];
    for await (const page of pages) lines.push(...page);
    kept.set(table, lines);
    return { rows: lines.length, sha256: await sha256(lines.join('\n')) };
  };
  const manifest = await backup(db, keep, Date.now);
  const lost = await tell(1, { title: 'Since the copy' });
  await run(smtp);
  await tell(1, { title: 'Since the copy, too' });
  await run(smtp);
  expect(subjects()).toHaveLength(2);
  // A message with unreadable content does not prevent the restore.
  await db.insert(dispatches).values({ ...(await db.select().from(dispatches))[0], number: 7 } as never);
  await db.run(`UPDATE dispatches SET content = 'torn' WHERE number = 7`);

  async function* linesOf(table: string) {
    yield kept.get(table) ?? [];
  }
  for await (const statements of restoration(manifest, linesOf, 10_000)) await db.transaction(...statements);
  await db.transaction(...finish());
  expect(await db.select().from(articles).where(eq(articles.id, lost))).toEqual([]);

  for (const topic of [1, 2]) await tell(topic, { title: 'After the restore' });
  await run(smtp);
  expect(subjects().sort()).toEqual([
    'reader1@news.example Topic 1: After the restore',
    'reader2@news.example Topic 2: After the restore',
  ]);
  // The newsroom publishes a lost article again.
  await tell(1, { id: lost, url: `https://stories.example/${lost}`, title: 'Since the copy' });
  await run(smtp);
  expect(subjects()).toEqual([]);
  expect((await db.select({ made: subscriptions.made }).from(subscriptions)).map(({ made }) => made)).toEqual([8, 1]);
});

test('if messages cannot be stored, the job fails but pending messages are sent', async () => {
  await db.delete(dispatches);
  await db.delete(subscriptions);
  const hook = { kind: 'topic', ref: '1', via: 'webhook', rhythm: 'once', address: 'https://hooks.example/' };
  const { stored } = await follow(hook);
  // Private addresses are rejected without a request.
  await db.update(subscriptions).set({ address: 'http://127.0.0.1/' });
  const now = Date.now();
  const content = { articles: [await tell(1)], events: [], monday: null };
  const row = { subscriptionId: stored.id, number: 1, content, firstAt: now, nextAt: 0 };
  await db.insert(dispatches).values({ ...row, state: 'pending' });
  await expect(runSubscriptions(db, env, now)).rejects.toThrow(/UNIQUE/);
  expect(await db.select({ attempts: dispatches.attempts }).from(dispatches)).toEqual([{ attempts: 1 }]);
});
