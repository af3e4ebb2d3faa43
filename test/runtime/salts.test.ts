import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { importedReader, signedReader, unsignedReader } from '../../src/clicks/accept/reader.ts';
import { makeKey } from '../bench/lib/server.ts';
import { newWorkerdState } from '../support/built.ts';
import { bundleWorker } from '../support/bundle-worker.ts';
import { type RunningWorker, startWorker } from '../support/worker.ts';
import { useEveryOutlet } from './salts/outlets.ts';
import { bytesOf, filesWith } from './salts/service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/**
 * Number of hours after which all data of a day must be deleted. The promise is 48 hours after the start of the day,
 * and the test allows one more.
 */
const HOURS = 49;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const READERS_PER_ADDRESS = 16;
/** Interval in hours at which the queue gives up a click, which becomes a dead letter. */
const GIVEN_UP = 8;
const ORIGIN = 'https://reader.example';

const state = mkdtempSync(join(tmpdir(), 'newsgauge-salts-'));
const copy = mkdtempSync(join(tmpdir(), 'newsgauge-copy-'));
after(() => {
  for (const folder of [state, copy]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Halves {
  kind: string;
  day: number;
  half: string;
  other: string;
}

async function halves(server: RunningWorker): Promise<Halves[]> {
  const kv = await server.mf.getKVNamespace('SALTS');
  const found: Halves[] = [];
  for (const kind of ['reader_salts', 'import_salts']) {
    const { results } = await server.db
      .prepare(`SELECT day, name, half FROM ${kind}`)
      .all<{ day: number; name: string; half: string }>();
    for (const { day, name, half } of results) {
      const other = await kv.get(name, 'text');
      if (other) found.push({ kind, day, half, other });
    }
  }
  return found;
}

test('after 49 hours, the files contain neither both halves of a salt nor a reader', { timeout: 900_000 }, async () => {
  newWorkerdState(state);
  const server = await startWorker({
    state,
    port: 0,
    script: await bundleWorker('test/runtime/salts/worker.ts'),
    vars: { FAULTS_AHEAD: '0' },
  });
  after(() => server.dispose().catch(() => {}));
  const key = await makeKey(server.db, 'publishable');
  const operator = await makeKey(server.db, 'operator');
  const ask = (path: string, init: RequestInit) => fetch(new URL(path, server.url), init);
  const manage = async (path: string, body: object, method = 'PUT') => {
    const answer = await ask(`/manage/${path}`, {
      method,
      headers: { Authorization: `Bearer ${operator}` },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, await answer.text());
  };
  await manage('articles', [
    {
      id: 1,
      url: 'https://alpha.example/1',
      title: 'One',
      introduction: '',
      publishedAt: '2026-01-01T00:00:00Z',
      contentType: 'article',
      topics: [],
      companies: [],
      countries: [],
      geoGroups: [],
    },
  ]);
  const began = Date.now();
  const salts = new Map<string, Halves>();
  const readers = new Set<string>();
  const addresses: string[] = [];
  const tokens: string[] = [];
  for (let hour = 0; hour <= HOURS; hour++) {
    const now = began + hour * HOUR;
    await ask('/ahead', { method: 'PUT', body: String(now - Date.now()) });
    await server.cron('*/5 * * * *', new Date(now));
    const address = `198.51.100.${hour + 1}`;
    addresses.push(address);
    const headers = { 'CF-Connecting-IP': address, 'User-Agent': AGENT, 'Accept-Language': 'en', Origin: ORIGIN };
    const click = await ask('/clicks', { method: 'POST', headers, body: JSON.stringify({ key, contentId: 1 }) });
    assert.equal(click.headers.get('X-Click'), 'accepted');
    if (hour % GIVEN_UP === 0) {
      const lost = { ...headers, 'User-Agent': `${AGENT} Given-Up`, 'X-Given-Up': '1' };
      const given = await ask('/clicks', {
        method: 'POST',
        headers: lost,
        body: JSON.stringify({ key, contentId: 1 }),
      });
      assert.equal(given.headers.get('X-Click'), 'accepted');
    }
    // Signing in, saving, sharing and MCP requests leave traces of different kinds.
    const day = new Date(now).toISOString().slice(0, 10);
    if (hour % GIVEN_UP === 0) tokens.push(...(await useEveryOutlet(server.url, { operator, address, day })));
    // Article 99 does not exist, so the click is counted as ignored.
    await ask('/clicks', { method: 'POST', headers, body: JSON.stringify({ key, contentId: 99 }) });
    const at = new Date(now - 60_000);
    await manage('clicks', [{ contentId: 1, at: at.toISOString(), reader: `reader ${hour}`, signed: true }], 'POST');
    for (const each of await halves(server)) salts.set(`${each.kind} ${each.day}`, each);
    const saltOf = (kind: string, time: number) => {
      const found = salts.get(`${kind} ${Math.floor(time / DAY)}`);
      assert.ok(found, `no ${kind} at hour ${hour}`);
      return found.half + found.other;
    };
    const traits = { address, acceptLanguage: 'en', hint: '' };
    for (const userAgent of [AGENT, `${AGENT} Given-Up`])
      readers.add(await unsignedReader(saltOf('reader_salts', now), { ...traits, userAgent }, READERS_PER_ADDRESS));
    readers.add(await signedReader(saltOf('reader_salts', now), 'bench publishable', address));
    readers.add(await importedReader(saltOf('import_salts', at.getTime()), `reader ${hour}`));
    if (hour === 10) cpSync(state, copy, { recursive: true });
  }
  const now = began + HOURS * HOUR;
  await server.cron('*/5 * * * *', new Date(now));
  for (let i = 0; i < 1200 && Object.values(await server.waiting()).some((count) => count > 0); i++) await sleep(100);
  for (const table of ['audit', 'sessions', 'saved_searches', 'shares', 'webhook_deliveries']) {
    const row = await server.db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).first();
    assert.ok(row, `nothing in ${table}`);
  }
  const letters = await server.db.prepare(`SELECT body FROM dead_letters WHERE reason = 'failed'`).all();
  assert.ok(letters.results.length > 0, 'no click became a dead letter');
  const running = bytesOf(state);
  await server.dispose();
  const stopped = bytesOf(state);
  // A copy of the key-value store would contain both halves, so only the database of the copy is searched.
  const copied = new Map(
    [...bytesOf(copy)].filter(([path]) => !path.includes('/kv/')).map(([path, bytes]) => [`copy/${path}`, bytes]),
  );
  assert.ok(copied.size > 0 && [...running.keys()].some((path) => path.endsWith('-wal')));

  for (const files of [running, stopped]) {
    const all = new Map([...files, ...copied]);
    const gone = [...salts.values()].filter(({ kind, day }) => kind === 'reader_salts' && (day + 2) * DAY <= now);
    assert.ok(gone.length > 0);
    for (const { day, half, other } of gone) {
      const places = [filesWith(all, half), filesWith(all, other)];
      assert.ok(
        places.some((list) => list.length === 0),
        `day ${day}: ${JSON.stringify(places)}`,
      );
    }
    // Confirms that the search works, because it finds each half of the current salt in a separate store.
    const today = salts.get(`reader_salts ${Math.floor(now / DAY)}`);
    const [first, second] = [filesWith(files, today?.half ?? ''), filesWith(files, today?.other ?? '')];
    assert.ok(first.length > 0 && second.length > 0);
    assert.ok(first.every((path) => path.includes('/d1/')) && second.every((path) => path.includes('/kv/')));
    for (const reader of readers) assert.deepEqual(filesWith(all, reader), []);
    for (const token of tokens) for (const [path, bytes] of all) assert.ok(!bytes.includes(token), path);
    for (const address of addresses) for (const [path, bytes] of all) assert.ok(!bytes.includes(address), path);
  }
});

test('isolates in two locations agree on a day’s salt, or report that none exists yet', {
  timeout: 600_000,
}, async () => {
  const script = await bundleWorker('test/runtime/salts/place.ts');
  const place = (name: string, late: number) => ({
    name,
    modules: true,
    script,
    compatibilityDate: '2026-01-01',
    d1Databases: { DB: 'salts' },
    kvNamespaces: { SALTS: 'salts' },
    bindings: { LATE: String(late) },
  });
  const workers = [place('near', 0), place('far', 3), place('farther', 6)];
  const mf = new Miniflare(convertV4MiniflareOptions({ workers } as never));
  try {
    const db = await mf.getD1Database('DB');
    await db.exec(
      'CREATE TABLE reader_salts (day INTEGER PRIMARY KEY, name TEXT NOT NULL, half TEXT NOT NULL, made_at INTEGER NOT NULL)',
    );
    const places = await Promise.all(['near', 'far', 'farther'].map((name) => mf.getWorker(name)));
    const answers = async (now: number) =>
      Promise.all(
        places.map(async (each) => {
          const answer = await each.fetch('http://place/', { method: 'POST', body: String(now) });
          return (await answer.json()) as string | null;
        }),
      );
    let late = 0;
    for (let day = 0; day < 20; day++) {
      const said = new Set<string>();
      for (let look = 0; look < 8; look++) {
        // The last four requests are at 02:00. A salt half that arrives more than an hour late must not cause a second
        // salt.
        const all = await answers(Date.UTC(2026, 5, 1 + day, look >= 4 ? 2 : 0));
        late += all.filter((salt) => salt === null).length;
        for (const salt of all) if (salt) said.add(salt);
      }
      assert.equal(said.size, 1, `day ${day} has ${said.size} salts`);
      assert.deepEqual(await answers(Date.UTC(2026, 5, 1 + day, 23)), Array(3).fill([...said][0]));
    }
    assert.ok(late > 0, 'no place was late');
  } finally {
    await mf.dispose();
  }
});
