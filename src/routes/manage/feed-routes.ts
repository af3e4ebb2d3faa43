import * as z from 'zod';
import { notifyRankings } from '../../collections/core/service.ts';
import { feedAddress, feedInput } from '../../content/input.ts';
import { loadTagger } from '../../content/rules/rules.ts';
import { MAX_BODY_BYTES } from '../../http/body.ts';
import { operations } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { parameterInvalid, payloadTooLarge } from '../../http/errors.ts';
import { FeedFault } from '../../syndication/fault.ts';
import { allowedHosts } from '../../syndication/fetch/public-url.ts';
import { readBytes } from '../../syndication/fetch/read-bytes.ts';
import { feedsByUrl } from '../../syndication/poll/claim.ts';
import { addFeeds } from '../../syndication/poll/feed-store.ts';
import { NO_FEED } from '../../syndication/poll/item-keys.ts';
import { pauseFeeds, resumeFeeds } from '../../syndication/poll/pause.ts';
import { loadMoves } from '../../syndication/poll/redirects.ts';
import { pollDue, pollFeeds } from '../../syndication/poll/run.ts';
import { runOptions } from '../../syndication/poll/run-options.ts';
import { takeDocument } from '../../syndication/poll/take.ts';
import { readFeed } from '../../syndication/read/read-feed.ts';
import { count } from '../shapes.ts';
import { authorOf, upsert } from './lines.ts';

const on = operations('Management');
export const manageFeeds = on.router;

const FEED = 'https://premiumledger.example/feed.xml';

manageFeeds.put(
  '/',
  upsert(
    {
      operationId: 'putFeeds',
      summary: 'Add feeds to their sources',
      line: feedInput.meta({ id: 'FeedInput' }),
      example: { url: FEED, domain: 'premiumledger.example', name: 'Premium Ledger' },
    },
    ({ db, env, author }, lines) =>
      addFeeds(db, lines, { now: author.now, author, allowed: allowedHosts(env.FEED_ALLOW_HOSTS) }),
  ),
);

const counts = {
  added: count,
  changed: count,
  unchanged: count,
  refused: count.describe('Number of rejected items'),
  reason: z.string().nullable().describe('Reason of the failure, or of rejected items'),
};
const COUNTS = { added: 3, changed: 1, unchanged: 16, refused: 0, reason: null };

const polled = z
  .object({ url: z.string(), result: z.enum(['taken', 'unchanged', 'failed', 'busy']), ...counts })
  .meta({ id: 'Polled' });

const pollInput = z
  .object({ urls: z.array(feedAddress).max(100).optional().describe('Feeds to poll now (default: all due feeds)') })
  .meta({ id: 'PollInput' });

on.post('/poll', {
  operationId: 'pollFeeds',
  summary: 'Poll feeds now',
  input: { schema: pollInput, example: { urls: [FEED] } },
  data: z.object({ polled: z.array(polled), left: count.describe('Number of feeds that this call did not poll') }),
  example: { polled: [{ url: FEED, result: 'taken', ...COUNTS }], left: 0 },
  answer: async (c, { input: { urls } }) => {
    const options = runOptions(c.env, c.var.now);
    const { topics, ...run } = urls
      ? await pollFeeds(c.var.db, await knownFeeds(c, urls), options)
      : await pollDue(c.var.db, options);
    await notifyRankings(c.env, { topics }, c.var.now);
    return run;
  },
});

const chosen = z.object({ urls: z.array(feedAddress).min(1).max(100) });

on.post('/pause', {
  operationId: 'pauseFeeds',
  summary: 'Pause feeds',
  input: { schema: chosen, example: { urls: [FEED] } },
  data: z.object({ paused: count }),
  example: { paused: 1 },
  answer: async (c, { input: { urls } }) => ({
    paused: await pauseFeeds(c.var.db, await knownFeeds(c, urls), authorOf(c)),
  }),
});

on.post('/resume', {
  operationId: 'resumeFeeds',
  summary: 'Resume feeds that are paused or gone',
  input: { schema: chosen, example: { urls: [FEED] } },
  data: z.object({ resumed: count }),
  example: { resumed: 1 },
  answer: async (c, { input: { urls } }) => ({
    resumed: await resumeFeeds(c.var.db, await knownFeeds(c, urls), authorOf(c)),
  }),
});

async function knownFeeds(c: AppContext, urls: readonly string[]) {
  const moves = await loadMoves(c.var.db);
  const current = urls.map((url) => moves[url] ?? url);
  const feeds = await feedsByUrl(c.var.db, current);
  const unknown = current.filter((url) => !feeds.some((feed) => feed.url === url));
  if (unknown.length > 0) throw parameterInvalid({ urls: `unknown feeds: ${unknown.slice(0, 5).join(', ')}` });
  return feeds;
}

const jsonFeed = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    items: z.array(z.object({ id: z.string(), url: z.string(), title: z.string() })),
  })
  .meta({ description: 'JSON Feed' });

const JSON_FEED = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Premium Ledger: all stories',
  items: [
    { id: '7', url: 'https://premiumledger.example/cyber-premiums-level-off', title: 'Cyber premiums level off' },
  ],
};

on.post('/items', {
  operationId: 'postFeedItems',
  summary: 'Import a feed document',
  description: 'The document is RSS, Atom or JSON Feed, in the encoding that it or the Content-Type declares.',
  query: z.object({
    url: feedAddress.optional().describe('URL of the document, which is a polled feed or the base of relative links'),
  }),
  body: {
    'application/json': { schema: jsonFeed, example: JSON_FEED },
    'application/xml': { schema: z.string().describe('RSS or Atom') },
  },
  data: z.object({ title: z.string(), ...counts }),
  example: { title: 'Premium Ledger: all stories', ...COUNTS },
  answer: async (c, { query: { url } }) => {
    const { db, now } = c.var;
    const bytes = await readBytes(c.req.raw.body, MAX_BODY_BYTES);
    if (!bytes) throw payloadTooLarge('5 MB');
    const document = readBody(bytes, c.req.header('Content-Type'));
    const [feed] = url ? await feedsByUrl(db, [url]) : [];
    const { topics, title, added, changed, unchanged, reason, ...taken } = await takeDocument(db, document, {
      feedId: feed?.id ?? NO_FEED,
      url: url ?? null,
      feedUrl: feed?.url ?? null,
      domain: feed?.domain ?? null,
      known: feed?.title ?? '',
      isNew: feed?.lastNewAt === null,
      writtenToday: 0,
      tagger: () => loadTagger(db),
      allowed: allowedHosts(c.env.FEED_ALLOW_HOSTS),
      now,
    });
    await notifyRankings(c.env, { topics }, c.var.now);
    const refused = Object.values(taken.refused).reduce((sum, count) => sum + count, 0);
    return { title, added, changed, unchanged, refused, reason };
  },
});

function readBody(bytes: Uint8Array, contentType: string | undefined) {
  try {
    return readFeed(bytes, contentType);
  } catch (thrown) {
    throw thrown instanceof FeedFault ? parameterInvalid({ body: thrown.message }) : thrown;
  }
}
