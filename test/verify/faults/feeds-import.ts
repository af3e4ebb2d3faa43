/**
 * `npm run verify -- feeds FOLDER…` imports and polls every feed file. A second poll must write nothing, and documents
 * in which another parser finds an item must be accepted.
 */

import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import FeedParser from 'feedparser';
import { failCommand, run } from '../../../src/command/command.ts';
import {
  type FeedOutcome,
  feedLine,
  importFeeds,
  sendDocument,
  type Target,
} from '../../../src/command/import-feeds.ts';
import { sendValues } from '../../../src/command/send.ts';
import { makeKey } from '../../bench/lib/server.ts';
import { type RunningWorker, startWorker } from '../../support/worker.ts';
import { migrate } from '../../support/workerd/runtime.ts';

/** Whether an independent parser finds an item with a title and a link. */
export async function holdsStory(bytes: Uint8Array): Promise<boolean> {
  const text = new TextDecoder().decode(bytes);
  return /^\s*[[{]/.test(text) ? inJson(text) : inXml(bytes);
}

const isStory = (title: unknown, link: unknown): boolean =>
  typeof title === 'string' && title.trim() !== '' && typeof link === 'string' && /^https?:\/\/[^/]*\./i.test(link);

function inJson(text: string): boolean {
  try {
    const { items } = JSON.parse(text) as { items?: Record<string, unknown>[] };
    return Array.isArray(items) && items.some((item) => isStory(item?.title, item?.url));
  } catch {
    return false;
  }
}

async function inXml(bytes: Uint8Array): Promise<boolean> {
  const parser = new FeedParser({ addmeta: false });
  parser.on('error', () => undefined);
  const stream = Readable.from([Buffer.from(bytes)]).pipe(parser);
  try {
    for await (const { link, ...item } of stream) {
      const { title } = item as { title?: unknown };
      if (isStory(title, link)) return true;
    }
  } catch {
    return false;
  }
  return false;
}

const USAGE = 'npm run verify -- feeds FOLDER…';
const FEED = /\.(rss|atom|rdf|xml|json)$/i;

/** Documents whose items are rejected, with the reason. They are identified by the end of their names. */
const NAMED: Record<string, string> = {};

await run(USAGE, async () => {
  const folders = process.argv.slice(2);
  if (folders.length === 0) failCommand(USAGE);
  const files = folders.flatMap((folder) => feedFiles(folder));
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-feeds-'));
  migrate(state);
  const { host, close } = await serveFiles(files);
  const worker = await startWorker({ state, port: 0, rateLimit: 1_000_000_000, vars: { FEED_ALLOW_HOSTS: host } });
  try {
    process.exitCode = (await verify(worker, files, `http://${host}`)) ? 0 : 1;
  } finally {
    await worker.dispose();
    close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }
});

interface File {
  path: string;
  name: string;
}

function feedFiles(folder: string): File[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => FEED.test(path) && statSync(path).isFile())
    .sort()
    .map((path) => ({ path, name: encodeURI(relative(folder, path)) }));
}

async function serveFiles(files: readonly File[]) {
  const paths = new Map(files.map(({ name, path }) => [`/${name}`, path]));
  const server = createServer(({ url = '' }, response) => {
    const path = paths.get(url);
    if (path) createReadStream(path).pipe(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function verify(worker: RunningWorker, files: readonly File[], origin: string): Promise<boolean> {
  const target: Target = { base: worker.url, key: await makeKey(worker.db, 'operator') };
  const urls = files.map(({ name }) => `${origin}/${name}`);
  // All files are served by one host but contain stories of many.
  const source = { domain: new URL(origin).host, name: 'Files', aggregator: true };
  await sendValues(target, 'sources', [source]);
  const first = await lines((tell) => importFeeds(target, urls, tell));
  for (const line of first) console.log(feedLine({ ...line, name: line.name.replace(`${origin}/`, '') }));
  const before = await stored(worker.db);
  const again = await lines((tell) => importFeeds(target, urls, tell));
  const after = await stored(worker.db);
  const asFiles = await lines(async (tell) => {
    for (const { path, name } of files) tell(await sendDocument(target, name, new Uint8Array(readFileSync(path))));
  });
  const taken = first.filter(({ added }) => added !== undefined);
  const unnamed = first.filter((line) => line.added === undefined && !line.reason);
  const anew = [...again, ...asFiles].filter(({ added = 0 }) => added > 0);
  const figures = `${sum(first, 'added')} new articles, ${sum(first, 'refused')} items left out`;
  console.log(
    `\n${files.length} files: ${taken.length} taken (${figures}), ${first.length - taken.length} refused with a reason`,
  );
  console.log(
    `polled again: ${sum(again, 'added')} new, ${sum(again, 'changed')} changed; ${before === after ? 'nothing' : 'SOMETHING'} is different`,
  );
  // Documents without a URL share a namespace, so each of them changes a story that two of them contain.
  console.log(`as files: ${sum(asFiles, 'added')} new, ${sum(asFiles, 'changed')} changed by another file`);
  for (const line of anew) console.log(`NEW ${feedLine(line)}`);
  const lost = await withStories(files, first, origin);
  return first.length === files.length && unnamed.length + anew.length + lost === 0 && before === after;
}

/**
 * Prints the documents that contain a story but from which no story was accepted. Returns how many are not in `NAMED`.
 */
async function withStories(files: readonly File[], polled: readonly FeedOutcome[], origin: string): Promise<number> {
  const takenOf = new Map(
    polled.map(({ name, added = 0, changed = 0, unchanged = 0 }) => [name, added + changed + unchanged]),
  );
  let lost = 0;
  let holding = 0;
  for (const { path, name } of files) {
    if (!(await holdsStory(new Uint8Array(readFileSync(path))))) continue;
    holding++;
    if (takenOf.get(`${origin}/${name}`)) continue;
    const [, why] = Object.entries(NAMED).find(([end]) => path.endsWith(end)) ?? [];
    if (!why) lost++;
    const said = polled.find((line) => line.name === `${origin}/${name}`)?.reason;
    console.log(`${why ? 'named' : 'LOST'} ${name}: ${why ?? said}`);
  }
  console.log(
    `${holding} documents hold an item with a title and a link; of ${lost} that are not named nothing was taken`,
  );
  return lost;
}

async function lines(import_: (tell: (line: FeedOutcome) => void) => Promise<void>): Promise<FeedOutcome[]> {
  const all: FeedOutcome[] = [];
  await import_((line) => all.push(line));
  return all;
}

function sum(all: readonly FeedOutcome[], key: 'added' | 'changed' | 'refused'): number {
  return all.reduce((total, line) => total + (line[key] ?? 0), 0);
}

async function stored(db: D1Database): Promise<string> {
  const rows = await db.batch([
    db.prepare('SELECT * FROM articles ORDER BY id'),
    db.prepare('SELECT * FROM sources ORDER BY domain'),
    db.prepare('SELECT * FROM feed_items WHERE feed_id > 0 ORDER BY feed_id, guid'),
    db.prepare('SELECT id, url, title, body_hash, failures > 0, reason FROM feeds ORDER BY id'),
  ]);
  return JSON.stringify(rows.map(({ results }) => results));
}
