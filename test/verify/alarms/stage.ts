import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MachineFacts } from '../../../src/operations/alarms/machine-facts.ts';
import { SITE } from '../../../src/rankings/site.ts';
import { makeKey } from '../../bench/lib/server.ts';
import { bundleWorker } from '../../support/bundle-worker.ts';
import { askManage, startReceiver } from '../../support/servers/receiver.ts';
import { startWorker } from '../../support/worker.ts';
import { migrate, workerdDatabase } from '../../support/workerd/runtime.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const TOPIC = 1;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const PATIENCE = 240_000;

export const CRONS = { minute: '* * * * *', frequent: '*/5 * * * *', daily: '17 3 * * *' } as const;

const STATUS: Record<string, number> = { '/gone': 410, '/refuses': 500, '/feed': 500 };
const FEED = `<rss version="2.0"><channel><title>Ledger</title><link>https://ledger.example/</link><description>News</description>
<item><title>From a feed</title><link>https://ledger.example/from-a-feed</link><guid>from-a-feed</guid></item></channel></rss>`;

export type Stage = Awaited<ReturnType<typeof startStage>>;

export interface Told {
  type: 'service.alarm' | 'service.recovered';
  data: { alarm: string; detail?: string };
}

/**
 * Starts the real Worker with a receiver whose paths fail on demand. The objects of `topics` notice when the clock is
 * moved.
 */
export async function startStage({ port = 0, topics = [TOPIC], weights = 'on' } = {}) {
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-alarms-'));
  migrate(state);
  const answers = { ...STATUS };
  const receiver = await startReceiver(({ url = '' }, response) => {
    if (url === '/good.xml') return void response.end(FEED);
    // The receiver rejects every third request to `/flaky`.
    const isRefused = url === '/flaky' && receiver.at(url).length % 3 === 0;
    response.writeHead(isRefused ? 500 : (answers[url] ?? 204)).end();
  });
  const { host } = new URL(receiver.origin);
  const script = await bundleWorker('test/verify/alarms/worker.ts');
  const vars = {
    ...{
      FAULTS_AHEAD: '0',
      FEED_ALLOW_HOSTS: host,
      PUBLIC_URL: 'https://news.example',
      WEBSUB_HUB: `${receiver.origin}/hub`,
      DISCOUNTING: weights,
    },
  };
  const running = await startWorker({ state, port, script, vars });
  // The secret is fixed, so that readers have the same classes in every run, and runs can be compared.
  await running.db.prepare("INSERT INTO secrets (name, value) VALUES ('installation', ?)").bind('5e'.repeat(32)).run();
  const operator = await makeKey(running.db, 'operator');
  const publishable = await makeKey(running.db, 'publishable');
  let ahead = 0;
  let reader = 0;
  const now = () => Date.now() + ahead;
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(new URL(path, running.url), init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  };
  const click = (path = '/clicks') => {
    reader++;
    const address = `198.51.${Math.floor(reader / 250)}.${(reader % 250) + 1}`;
    return ask('POST', path, { key: publishable, contentId: 1 }, { 'CF-Connecting-IP': address, 'User-Agent': AGENT });
  };
  const stage = {
    ...{ state, url: running.url, operator, publishable, receiver, now, click },
    refuse: (path: string) => {
      answers[path] = 500;
    },
    sql: (text: string) => running.db.prepare(text).run(),
    rows: async <T>(text: string) => (await running.db.prepare(text).all<T>()).results,
    kv: async () => (await running.mf.getKVNamespace('SALTS')) as unknown as KVNamespace,
    manage: <T = unknown>(method: string, path: string, body?: unknown) =>
      askManage<T>({ url: running.url, key: operator }, method, path, body),
    /** Advances the clock by milliseconds. With `isNoticed` false, alarms of the objects do not fire in time. */
    async move(by: number, isNoticed = true) {
      ahead += by;
      await ask('PUT', '/clock', { ahead, topics: isNoticed ? [SITE, ...topics] : [] });
    },
    cron: (name: keyof typeof CRONS) => running.cron(CRONS[name], new Date(now())),
    letter: (body: unknown) => ask('POST', '/letter', body),
    signIn: () => ask('POST', '/session', {}, { Authorization: `Bearer ${operator}` }),
    machine: (facts: MachineFacts) => ask('POST', '/machine', facts),
    async settled() {
      for (const end = Date.now() + PATIENCE; Object.values(await running.waiting()).some(Boolean); await sleep(50))
        if (Date.now() > end) throw new Error('the queues are not emptied');
    },
    told: (path = '/alarms') => receiver.at(path).map(({ body }) => JSON.parse(body) as Told),
    file: () => workerdDatabase(state),
    /** Stops the Worker. `use` reads its files before they are deleted. */
    async stop(use: () => void = () => {}) {
      await running.dispose();
      receiver.close();
      use();
      rmSync(state, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await fill(stage);
  return stage;
}

interface Fillable {
  manage(method: string, path: string, body?: unknown): Promise<unknown>;
  receiver: { origin: string };
  cron(name: keyof typeof CRONS): Promise<void>;
  click(): Promise<void>;
  settled(): Promise<void>;
}

async function fill({ manage, receiver, cron, click, settled }: Fillable): Promise<void> {
  await manage('PUT', 'topics', [{ id: TOPIC, name: 'One', slug: 'one', description: '', category: 1 }]);
  await manage('PUT', 'articles', [article(1)]);
  const events = ['service.alarm', 'service.recovered'];
  await manage('POST', 'webhooks', { name: 'On call', url: `${receiver.origin}/alarms`, events });
  await click();
  await settled();
  for (const name of ['daily', 'frequent', 'minute'] as const) await cron(name);
}

export const article = (id: number, publishedAt = '2026-01-01T00:00:00Z') => ({
  ...{ id, url: `https://ledger.example/${id}`, title: `Story ${id}`, introduction: '', publishedAt },
  ...{ contentType: 'article', topics: [TOPIC] },
});
