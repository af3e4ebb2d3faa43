import * as z from 'zod';
import { sourceInput } from '../../content/input.ts';
import { saveSources } from '../../content/sources.ts';
import { topicIds } from '../../content/topics.ts';
import { router } from '../../http/base.ts';
import { bool, integer, validated } from '../../http/params.ts';
import { success } from '../../lib/jsend.ts';
import { refreshWindows } from '../../rankings/notify.ts';
import { allowedHosts } from '../../syndication/fetch/public-url.ts';
import { listSources } from '../../syndication/poll/health.ts';
import { setFeeds } from '../../syndication/poll/store.ts';
import { upsert } from './upsert.ts';

/** Sources and the feeds that they carry. */
export const manageSources = router();

manageSources.put(
  '/sources',
  upsert(sourceInput, async (db, lines, now, env) => {
    const refusals = await setFeeds(db, lines, { now, allowed: allowedHosts(env.FEED_ALLOW_HOSTS) });
    const accepted = lines.filter(({ line }) => !refusals.has(line));
    // What articles inherit from a source (name, kind) stands in every topic's rankings.
    if (await saveSources(db, accepted)) await refreshWindows(env.TOPIC_WINDOW, await topicIds(db));
    return refusals;
  }),
);

export const sourcesQuery = z.object({
  after: z.string().optional().describe('Domain of the last source of the page before'),
  limit: integer(1, 1000, 100).describe('Maximum sources'),
  withFeeds: bool(false).describe('true leaves out sources without feeds'),
});

manageSources.get('/sources', validated('query', sourcesQuery), async (c) => {
  const { after = '', ...page } = c.req.valid('query');
  return c.json(success({ sources: await listSources(c.var.db, { after, ...page }) }));
});
