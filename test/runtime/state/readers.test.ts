/**
 * Searches every byte of the state folder for addresses, their hashes and reader hashes. With `WHOLE=1`, after 10,000
 * clicks and 1,000 links.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { type Dispatcher, request } from 'undici';
import { addressNetwork, addressPrefix } from '../../../src/clicks/accept/address.ts';
import { limitedAddress, type Traits, unsignedReader } from '../../../src/clicks/accept/reader.ts';
import { clickId } from '../../../src/clicks/message.ts';
import { readerSalt, saltDayOf } from '../../../src/clicks/salts/salts.ts';
import { openDb } from '../../../src/db/client.ts';
import { parseAsIpv6 } from '../../../src/lib/hosts/ip-address.ts';
import { filesOf } from '../../../src/node/state/files.ts';
import { withStores } from '../../../src/node/state/stores.ts';
import { ended, killAll, type Process, stillRunning } from '../../support/processes.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';
import { drained, makeState, publish, type StateKeys } from '../../verify/crash/newsroom.ts';
import { Needles } from './readers/needles.ts';

const [CLICKS, LINKS] = process.env.WHOLE ? [10_000, 1000] : [400, 60];
const ARTICLES = 5;
const SENDERS = 16;
const STOP_MS = 60_000;
const TEST_MS = 600_000;
const READERS_PER_ADDRESS = 16;

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-readers-'));
const state = join(folder, 'state');
let server: Server;
let processes: Process[] = [];
let keys: StateKeys;

interface Reader extends Traits {
  contentId: number;
  isLink: boolean;
}

const readers = Array.from({ length: CLICKS + LINKS }, (_, i): Reader => {
  const [high, low] = [i >> 8, i & 255];
  return {
    address:
      i % 2
        ? `198.18.${high}.${low}`
        : `2001:db8:${high.toString(16)}:${low.toString(16)}:a1b2:c3d4:e5f6:${i.toString(16)}`,
    userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + (i % 50)}.0) Gecko/20100101 Firefox/${100 + (i % 50)}.0`,
    acceptLanguage: 'en',
    hint: '',
    contentId: 1 + (i % ARTICLES),
    isLink: i >= CLICKS,
  };
});

before(async () => {
  keys = await makeState(state);
  server = await Server.start({ state, port: await freePort(), log: join(folder, 'log') });
  processes = server.processes();
  await publish(server.url, keys.operator, ARTICLES);
});
after(() => {
  killAll(stillRunning(processes));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function send({ address, userAgent, acceptLanguage, contentId, isLink }: Reader) {
  const headers = { 'X-Forwarded-For': address, 'User-Agent': userAgent, 'Accept-Language': acceptLanguage };
  const path = isLink ? `/go/${contentId}?key=${keys.publishable}` : '/clicks';
  const body = JSON.stringify({ key: keys.publishable, contentId });
  const more = isLink ? {} : { method: 'POST' as Dispatcher.HttpMethod, body };
  // `fetch` identifies itself as a script, whose followed links do not count.
  const response = await request(new URL(path, server.url), { ...more, headers });
  await response.body.dump();
  assert.equal(response.headers['x-click'], 'accepted', `${path}: ${response.statusCode}`);
}

const HASHES = ['md5', 'sha1', 'sha256', 'sha512'];

/** Adds all forms in which a file could contain a text: the text itself, and the beginnings of its unsalted hashes. */
function addForms(needles: Needles, name: string, text: string): void {
  needles.add(name, text);
  for (const algorithm of HASHES)
    addHash(needles, `${algorithm} of ${name}`, createHash(algorithm).update(text).digest());
}

/** Adds the beginning of a hash as bytes, digits and Base64, each long enough to rule out chance. */
function addHash(needles: Needles, name: string, hash: Buffer): void {
  needles.add(`${name}, bytes`, hash.subarray(0, 8));
  for (const digits of [hash.toString('hex').slice(0, 16), hash.toString('hex').slice(0, 16).toUpperCase()])
    needles.add(`${name}, digits`, digits);
  needles.add(`${name}, base64`, hash.toString('base64').slice(0, 11));
  needles.add(`${name}, base64url`, hash.toString('base64url').slice(0, 11));
}

async function needlesOf(day: number): Promise<{ forbidden: Needles; ids: Set<string> }> {
  const salt = await withStores(state, ({ db, kv }) => readerSalt({ db: openDb(db), kv }, Date.now()));
  const forbidden = new Needles();
  const ids = new Set<string>();
  for (const reader of readers) {
    const { address } = reader;
    addForms(forbidden, 'an address', address);
    if (address.includes(':')) {
      addForms(forbidden, 'a network', addressNetwork(address));
      forbidden.add('the bytes of an address', Buffer.from(parseAsIpv6(address)?.toByteArray() ?? []));
    }
    const hash = await unsignedReader(salt, reader, READERS_PER_ADDRESS);
    addHash(forbidden, 'a reader’s hash', Buffer.from(hash, 'hex'));
    addHash(forbidden, 'a limited address', Buffer.from(await limitedAddress(salt, address), 'hex'));
    ids.add(await clickId(hash, reader.contentId, day));
  }
  for (const prefix of new Set(readers.map(({ address }) => addressPrefix(address))))
    addForms(forbidden, 'a prefix', prefix);
  return { forbidden, ids };
}

const filesBelow = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

const findings = (needles: Needles): string[] =>
  filesBelow(folder).flatMap((file) => {
    const found = needles.foundIn(readFileSync(file));
    return Array.from(found, (name) => `${relative(folder, file)} holds ${name}`);
  });

function storedIds(): Set<string> {
  const database = new DatabaseSync(filesOf(state).database, { readOnly: true });
  const query = [0, 1, 2, 3, 4].map((n) => `SELECT id FROM click_ids_${n}`).join(' UNION ALL ');
  const ids = database
    .prepare(query)
    .all()
    .map(({ id }) => String(id));
  database.close();
  return new Set(ids);
}

test('no file contains an address, a hash of an address or a reader hash', { timeout: TEST_MS }, async (t) => {
  const day = saltDayOf(Date.now());
  const left = readers.values();
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (const reader of left) await send(reader);
    }),
  );
  if (saltDayOf(Date.now()) !== day) return t.skip('midnight has passed meanwhile');
  const { forbidden, ids } = await needlesOf(day);
  console.log(`${forbidden.size} forms of ${readers.length} readers`);
  // The bytes of messages in the queue are overwritten once they are processed.
  assert.deepEqual(findings(forbidden), []);
  await drained(server, keys.operator);
  assert.deepEqual(findings(forbidden), []);
  // Confirms that the reader hashes are correct, because the ledger contains the ids derived from them.
  const stored = storedIds();
  assert.deepEqual(
    [...ids].filter((id) => !stored.has(id)),
    [],
  );
  server.stop();
  assert.notEqual(await ended(processes, STOP_MS), null);
  assert.deepEqual(findings(forbidden), []);
  const [reader] = readers;
  const planted = join(state, 'planted');
  writeFileSync(
    planted,
    Buffer.concat([
      Buffer.alloc(4097),
      createHash('sha256')
        .update(reader?.address ?? '')
        .digest(),
    ]),
  );
  assert.deepEqual(findings(forbidden), ['state/planted holds sha256 of an address, bytes']);
});
