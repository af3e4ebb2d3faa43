import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiAt } from '../../../src/command/api.ts';
import { sendValues } from '../../../src/command/send.ts';
import { openDb } from '../../../src/db/client.ts';
import type { KeyKind } from '../../../src/keys/key.ts';
import { createKey } from '../../../src/keys/key-store.ts';
import type { Newsroom } from '../../../src/node/first-start/newsroom.ts';
import { builtSettings, builtWorker, newWorkerdState } from '../../support/built.ts';
import { type RunningWorker, startWorker } from '../../support/worker.ts';

export interface Site extends RunningWorker, Newsroom {
  state: string;
  makeKey(kind: KeyKind, origins?: string[]): Promise<string>;
  /** Publishes the collections in this order. Throws if a line is rejected. */
  publish(collections: Record<string, object[]>): Promise<void>;
  /** Throws if a line is rejected. */
  importClicks(clicks: object[]): Promise<void>;
  page(key: string, query?: string): string;
}

/** Starts the Worker with an empty state. `vars` replace those of wrangler.toml. `rateLimit` is per minute per key. */
export async function startSite(vars: Record<string, string> = {}, rateLimit = 100_000): Promise<Site> {
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-browser-'));
  newWorkerdState(state);
  const [script, settings] = [builtWorker(), builtSettings()];
  const running = await startWorker({ state, port: 0, rateLimit, vars, script, settings });
  const makeKey = (kind: KeyKind, origins: string[] = []) =>
    createKey(openDb(running.db), { kind, name: kind, origins, expiresAt: null }, Math.floor(Date.now() / 1000));
  const operator = await makeKey('operator');
  return {
    ...running,
    api: apiAt(running.url, operator, true),
    state,
    makeKey,
    async publish(collections) {
      for (const [collection, values] of Object.entries(collections)) {
        const { rejected } = await sendValues({ base: running.url, key: operator }, collection, values);
        if (rejected.length > 0) throw new Error(`${collection}: ${JSON.stringify(rejected.slice(0, 3))}`);
      }
    },
    async importClicks(clicks) {
      const { rejected } = await sendValues({ base: running.url, key: operator, method: 'POST' }, 'clicks', clicks);
      if (rejected.length > 0) throw new Error(`clicks: ${JSON.stringify(rejected.slice(0, 3))}`);
    },
    page: (key, query = '') => `${running.url.origin}/api/v2/feed?output=html&apiKey=${key}&${query}`,
    async dispose() {
      await running.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

export interface Publisher {
  origin: string;
  body: string;
  close(): void;
}

export async function startPublisher(): Promise<Publisher> {
  const server: Server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Publisher</title><body>${publisher.body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const publisher: Publisher = {
    // Another host name makes the publisher another site.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    body: '',
    close: () => server.close(),
  };
  return publisher;
}

export const storiesAt = (origin: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    url: `${origin}/story/${i + 1}`,
    title: `Story ${i + 1}`,
    publishedAt: new Date(Date.now() - (i + 1) * 3_600_000).toISOString(),
    contentType: 'article',
  }));

/**
 * Returns the numbers of readers who opened an article, stayed, reached the middle and finished. `of` is a column
 * prefix.
 */
export async function readLevels(site: Site, id: number, of: 'unsigned' | 'trusted'): Promise<number[]> {
  const low = 2 ** 29;
  const parts = [0, 1, 2, 3, 4].map(
    (n) =>
      `SELECT ${of}_opened__${of}_stayed AS a, ${of}_half__${of}_read AS b FROM read_days_${n} WHERE content_id = ${id}`,
  );
  const row = await site.db
    .prepare(`SELECT sum(a) AS a, sum(b) AS b FROM (${parts.join(' UNION ALL ')})`)
    .first<{ a: number; b: number }>();
  return [row?.a ?? 0, row?.b ?? 0].flatMap((pair) => [pair % low, Math.floor(pair / low)]);
}
