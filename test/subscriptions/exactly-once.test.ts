import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { dispatches, subscriptions } from '../../src/db/schema.ts';
import { SmtpWorld } from '../support/servers/smtp.ts';
import { addTopics, askMailing, asOperator, db, dying, operatorId, run, tell } from './stage.ts';

/** Number of subscriptions. `npm run verify -- mail` runs this with 500 subscriptions and a network. */

const RUNS = Number(process.env.RUNS || 20);
const HOUR = 3_600_000;

const told: Record<string, number> = { subscriptions: 0, delivered: 0, failed: 0, ended: 0, arrived: 0, killed: 0 };
afterAll(() => {
  if (process.env.RUNS) console.log(told);
});

const manners = fc.constantFrom('451 later', '550 never', 'die', 'slow', undefined, undefined, undefined, undefined);

test('each message arrives at most once, and for each active subscription one was delivered or reported as failed', async () => {
  await addTopics(1, 2, 3);
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(manners), fc.infiniteStream(fc.nat(60)), async (manner, lives) => {
      for (const table of [dispatches, subscriptions]) await db.delete(table);
      const now = Date.now();
      const rows = Array.from({ length: RUNS }, (_, i) => ({
        keyId: operatorId,
        kind: 'topic' as const,
        ref: String(1 + (i % 3)),
        name: `Topic ${1 + (i % 3)}`,
        via: 'mail' as const,
        address: `reader${i}@news.example`,
        rhythm: 'once' as const,
        createdAt: Math.floor(now / 1000),
        confirmedAt: Math.floor(now / 1000),
        nextAt: 0,
        sentItems: [],
      }));
      const ids: number[] = [];
      for (const row of rows)
        ids.push(
          ...(await db.insert(subscriptions).values(row).returning({ id: subscriptions.id })).map(({ id }) => id),
        );
      for (const topic of [1, 2, 3]) await tell(topic);
      const ended = new Map<string, number>();
      const end = async (i: number) => {
        const answer = await askMailing(`/manage/subscriptions/${ids[i]}`, { method: 'DELETE', headers: asOperator });
        if (answer.ok) ended.set(`reader${i}@news.example`, smtp.got.length);
      };
      let isOut = false;
      const smtp = new SmtpWorld(async (stage, line) => {
        if (isOut) return 'die';
        const reader = Number(/reader(\d+)/.exec(line)?.[1] ?? 1);
        if (stage === 'rcpt' && reader % 7 === 0) await end(reader);
        const said = ['rcpt', 'data', 'message'].includes(stage) ? manner.next().value : undefined;
        if (said !== 'slow') return said;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return undefined;
      });
      let last = now;
      for (let hour = 0; hour <= 26; hour += 2) {
        isOut = hour === 4;
        if (hour === 6) for (let i = 3; i < RUNS; i += 11) await end(i);
        last = now + hour * HOUR;
        const isKilled =
          hour < 4 &&
          (await run(smtp, last, { db: dying({ left: lives.next().value }), limit: 200 }).then(
            () => false,
            () => true,
          ));
        told.killed = (told.killed ?? 0) + Number(isKilled);
        if (!isKilled) await Promise.all([run(smtp, last, { limit: 200 }), run(smtp, last, { limit: 200 })]);
      }
      const arrivals = new Map<string, number>();
      for (const { data } of smtp.got) {
        const id = /^Message-ID: <(\d+\.\d+)\./m.exec(data)?.[1] ?? '';
        arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
      }
      expect([...arrivals.values()].filter((count) => count !== 1)).toEqual([]);
      for (const [address, before] of ended)
        expect(smtp.got.slice(before).filter(({ to }) => to === address)).toEqual([]);
      const stored = await db.select().from(dispatches);
      for (const { subscriptionId, number, state } of stored) {
        const arrived = arrivals.get(`${subscriptionId}.${number}`) ?? 0;
        expect([subscriptionId, state, arrived]).toEqual([
          subscriptionId,
          expect.stringMatching(/delivered|failed/),
          state === 'delivered' ? 1 : arrived,
        ]);
      }
      const living = ids.filter((_, i) => !ended.has(`reader${i}@news.example`));
      expect(living.filter((id) => stored.filter((one) => one.subscriptionId === id).length !== 1)).toEqual([]);
      told.subscriptions = (told.subscriptions ?? 0) + RUNS;
      told.ended = (told.ended ?? 0) + ended.size;
      told.arrived = (told.arrived ?? 0) + smtp.got.length;
      for (const { state } of stored) told[state] = (told[state] ?? 0) + 1;
    }),
    { numRuns: process.env.RUNS ? 3 : 1 },
  );
}, 600_000);
