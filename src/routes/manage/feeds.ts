import type { Context } from 'hono';
import * as z from 'zod';
import { feedAddress, feedInput } from '../../content/input.ts';
import { router } from '../../http/base.ts';
import { MAX_BODY, readObject } from '../../http/body.ts';
import type { AppEnv } from '../../http/env.ts';
import { parameterInvalid, payloadTooLarge } from '../../http/errors.ts';
import { validated } from '../../http/params.ts';
import { success } from '../../lib/jsend.ts';
import { refreshWindows } from '../../rankings/notify.ts';
import { FeedFault } from '../../syndication/fault.ts';
import { allowedHosts } from '../../syndication/fetch/public-url.ts';
import { readBytes } from '../../syndication/fetch/read-bytes.ts';
import { exportOpml } from '../../syndication/opml.ts';
import { NO_FEED } from '../../syndication/poll/keys.ts';
import { loadMoves } from '../../syndication/poll/moves.ts';
import { pollDue, pollFeeds } from '../../syndication/poll/run.ts';
import { runningIn } from '../../syndication/poll/running.ts';
import { feedsByUrl } from '../../syndication/poll/schedule.ts';
import { addFeeds } from '../../syndication/poll/store.ts';
import { takeDocument } from '../../syndication/poll/take.ts';
import { readFeed } from '../../syndication/read/read.ts';
import { loadTagger } from '../../tagging/tagger.ts';
import { upsert } from './upsert.ts';

/** Feeds that fill the newsroom. */
export const manageFeeds = router();

manageFeeds.put(
  '/feeds',
  upsert(feedInput, (db, lines, now, env) => addFeeds(db, lines, { now, allowed: allowedHosts(env.FEED_ALLOW_HOSTS) })),
);

export const pollInput = z.object({
  urls: z
    .array(feedAddress, { error: 'must be a list' })
    .max(100, { error: 'must hold at most 100 values' })
    .optional()
    .describe('Feeds to poll, due or not; left out: those that are due'),
});

manageFeeds.post('/feeds/poll', async (c) => {
  const { urls } = await readObject(c, pollInput);
  const running = runningIn(c.env, c.var.now);
  const { topics, ...run } = urls
    ? await pollFeeds(c.var.db, await knownFeeds(c, urls), running)
    : await pollDue(c.var.db, running);
  if (topics.size > 0) await refreshWindows(c.env.TOPIC_WINDOW, topics);
  return c.json(success(run));
});

async function knownFeeds(c: Context<AppEnv>, urls: readonly string[]) {
  const moves = await loadMoves(c.var.db);
  const current = urls.map((url) => moves[url] ?? url);
  const feeds = await feedsByUrl(c.var.db, current);
  const unknown = current.filter((url) => !feeds.some((feed) => feed.url === url));
  if (unknown.length > 0)
    throw parameterInvalid({ urls: `names what is no feed here: ${unknown.slice(0, 5).join(', ')}` });
  return feeds;
}

export const itemsQuery = z.object({
  url: feedAddress
    .optional()
    .describe('Where the document is from: a feed that is polled, or what its links are relative to'),
});

manageFeeds.post('/feeds/items', validated('query', itemsQuery), async (c) => {
  const { url } = c.req.valid('query');
  const { db, now } = c.var;
  const bytes = await readBytes(c.req.raw.body, MAX_BODY);
  if (!bytes) throw payloadTooLarge('5 MB');
  const document = readBody(bytes, c.req.header('Content-Type'));
  const [feed] = url ? await feedsByUrl(db, [url]) : [];
  const tagger = () => loadTagger(db, now);
  const { topics, title, ...taken } = await takeDocument(db, document, {
    ...{ feedId: feed?.id ?? NO_FEED, url: url ?? null, domain: feed?.domain ?? null, tagger, now },
  });
  if (topics.size > 0) await refreshWindows(c.env.TOPIC_WINDOW, topics);
  const refused = Object.values(taken.refused).reduce((sum, count) => sum + count, 0);
  return c.json(success({ title, ...taken, refused }));
});

function readBody(bytes: Uint8Array, contentType: string | undefined) {
  try {
    return readFeed(bytes, contentType);
  } catch (thrown) {
    throw thrown instanceof FeedFault ? parameterInvalid({ body: thrown.message }) : thrown;
  }
}

manageFeeds.get('/sources/opml', async (c) =>
  c.body(await exportOpml(c.var.db, c.env.PUBLISHER, c.var.now), 200, { 'Content-Type': 'text/x-opml; charset=utf-8' }),
);
