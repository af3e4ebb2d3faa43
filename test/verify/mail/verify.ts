/**
 * `npm run verify -- mail` sends 500 subscriptions through a faulty mail server. Each message must arrive once or be
 * recorded as failed, and none may follow the end of its subscription. `SEED=…` chooses other faults.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { sendValues } from '../../../src/command/send.ts';
import { openDb } from '../../../src/db/client.ts';
import { dispatches, subscriptions } from '../../../src/db/schema.ts';
import { createRandom } from '../../../src/demo/random.ts';
import { hashKey } from '../../../src/keys/key.ts';
import { createKey, findKey } from '../../../src/keys/key-store.ts';
import { CRONS } from '../../../src/operations/cron-times.ts';
import { builtWorker, newWorkerdState } from '../../support/built.ts';
import { CUT, SmtpWorld } from '../../support/servers/smtp.ts';
import { type RunningWorker, startWorker } from '../../support/worker.ts';

const SUBSCRIPTIONS = 500;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const seed = Number(process.env.SEED || Date.now() % 1e6);
const random = createRandom(seed);
const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const readerOf = (line: string) => Number(/reader(\d+)@/.exec(line)?.[1] ?? -1);
const addressOf = (reader: number) => `reader${reader}@news.example`;

const did: Record<string, number> = {};
const note = (what: string, more = 1) => {
  did[what] = (did[what] ?? 0) + more;
};

/** Faults of the server by SMTP stage, with their probability in percent. */
const MANNERS: Record<string, { what: string; answer: string; percent: number }[]> = {
  rcpt: [
    { what: 'refused for now', answer: '451 later', percent: 4 },
    { what: 'refused for good', answer: '550 no such mailbox', percent: 3 },
  ],
  data: [{ what: 'cut before the final dot', answer: CUT, percent: 4 }],
  message: [
    { what: 'refused for now after the message', answer: '452 full', percent: 4 },
    { what: 'refused for good after the message', answer: '554 spam', percent: 2 },
    { what: 'cut after the final dot', answer: 'die', percent: 4 },
  ],
};

let site: RunningWorker;
let operator = '';
const ids: number[] = [];
/** Number of messages that had arrived when each subscription ended. */
const ended = new Map<number, number>();

async function end(reader: number): Promise<void> {
  if (ended.has(reader)) return;
  const answer = await fetch(new URL(`/manage/subscriptions/${ids[reader]}`, site.url), {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${operator}` },
  });
  if (answer.ok) ended.set(reader, smtp.got.length);
}

const smtp = new SmtpWorld(async (stage, line) => {
  const reader = readerOf(line);
  // Some subscriptions end while the server is processing their message.
  if (stage === 'rcpt' && reader % 13 === 0) await end(reader);
  if (random.chance(0.05)) {
    note('slow');
    await after(300);
  }
  const manner = (MANNERS[stage] ?? []).find(({ percent }) => random.chance(percent / 100));
  if (!manner) return undefined;
  note(manner.what);
  return manner.answer;
});

function listen(port: number): Promise<Server> {
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    void smtp.serve(Duplex.toWeb(socket) as never).finally(() => socket.destroy());
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
const open = new Set<Duplex>();
function away(server: Server): void {
  server.close();
  for (const socket of open) socket.destroy();
}

const state = mkdtempSync(join(tmpdir(), 'newsgauge-mail-'));
newWorkerdState(state);
let server = await listen(0);
const { port } = server.address() as AddressInfo;
const vars = {
  SMTP_URL: `smtp+plain://127.0.0.1:${port}`,
  MAIL_FROM: 'news@news.example',
  PUBLIC_URL: 'https://news.example',
};
let running: RunningWorker | undefined;
const start = async () => {
  running = await startWorker({ state, port: 0, vars, rateLimit: 100_000, script: builtWorker() });
  return running;
};

try {
  console.log(`seed ${seed}`);
  site = await start();
  const now = Date.now();
  const key = { kind: 'operator' as const, name: 'operator', origins: [], expiresAt: null };
  operator = await createKey(openDb(site.db), key, Math.floor(now / 1000));
  const keyId = (await findKey(openDb(site.db), await hashKey(operator)))?.id ?? 0;
  const topics = [1, 2, 3].map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, category: 1 }));
  await sendValues({ base: site.url, key: operator }, 'topics', topics);
  for (let reader = 0; reader < SUBSCRIPTIONS; reader++) {
    const topic = 1 + (reader % 3);
    const row = { keyId, kind: 'topic' as const, ref: String(topic), name: `Topic ${topic}`, rhythm: 'once' as const };
    const rest = {
      via: 'mail' as const,
      address: addressOf(reader),
      createdAt: Math.floor(now / 1000),
      confirmedAt: Math.floor(now / 1000),
      nextAt: 0,
    };
    const stored = openDb(site.db)
      .insert(subscriptions)
      .values({ ...row, ...rest, sentItems: [] });
    ids.push(...(await stored.returning({ id: subscriptions.id })).map(({ id }) => id));
  }
  const stories = topics.map(({ id, name }) => ({
    ...{ id: 100 + id, url: `https://stories.example/${id}`, title: `A story of ${name}`, topics: [id] },
    ...{ publishedAt: new Date(now - 1000).toISOString(), contentType: 'article' },
  }));
  await sendValues({ base: site.url, key: operator }, 'articles', stories);

  const began = performance.now();
  for (let at = 0; at <= 26 * HOUR; at += at < 2 * HOUR ? 10 * MINUTE : HOUR) {
    if (at === HOUR) away(server);
    if (at === 90 * MINUTE) server = await listen(port);
    if (at === 2 * HOUR) for (let reader = 4; reader < SUBSCRIPTIONS; reader += 17) await end(reader);
    const run = site.cron(CRONS.frequent, new Date(now + at)).catch(() => note('runs that ended early'));
    if (at === 20 * MINUTE || at === 3 * HOUR) {
      await after(700);
      await site.dispose();
      note('service stopped');
      await Promise.race([run, after(5000)]);
      site = await start();
    } else await run;
  }

  const arrivals = new Map<string, number>();
  for (const { data } of smtp.got) {
    const id = /^Message-ID: <(\d+\.\d+)\./m.exec(data)?.[1] ?? '';
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  }
  const stored = await openDb(site.db).select().from(dispatches);
  for (const { state, reason } of stored) note(state === 'failed' ? `failed: ${reason}` : state);
  const figures = {
    ...{ subscriptions: SUBSCRIPTIONS, ended: ended.size, messages: stored.length, arrived: smtp.got.length },
    ...{ connections: smtp.connections, seconds: Math.round((performance.now() - began) / 1000), ...did },
  };
  console.log(figures);
  assert.deepEqual(
    [...arrivals].filter(([, times]) => times !== 1),
    [],
    'arrived more than once',
  );
  for (const [reader, before] of ended)
    assert.deepEqual(
      smtp.got.slice(before).filter(({ to }) => to === addressOf(reader)),
      [],
      'arrived after its end',
    );
  for (const { subscriptionId, number, state } of stored) {
    assert.match(state, /^(delivered|failed)$/);
    if (state === 'delivered') assert.equal(arrivals.get(`${subscriptionId}.${number}`), 1, 'delivered, but not there');
  }
  const told = new Set(stored.map(({ subscriptionId }) => subscriptionId));
  assert.deepEqual(
    ids.filter((id, reader) => !ended.has(reader) && !told.has(id)),
    [],
    'neither sent nor seen as failed',
  );
  console.log('Each message arrived once or is recorded as failed, and none arrived after its subscription ended.');
} finally {
  await running?.dispose();
  away(server);
  rmSync(state, { recursive: true, force: true, maxRetries: 5 });
}
