import { mount } from '../../admission/mount.ts';
import { openDb } from '../../db/client.ts';
import { baseRouter } from '../../http/base.ts';
import { ownRequest } from '../../http/request-log.ts';
import { feed } from '../api/feed.ts';
import { feedRecommended } from '../api/feed-recommended.ts';
import type { FeedTopic } from '../feed/hub-topics.ts';
import { feedRoutes as savedFeeds } from '../feeds.ts';

/** Feed routes for hubs. They use no cache, because a hub fetches a feed right after a change. */
const feeds = baseRouter();
feeds.use(async (c, next) => {
  // The primary is read, because a replica may lag behind the change.
  c.set('db', openDb(c.env.DB.withSession('first-primary')));
  await next();
});
mount(feeds, [
  { at: '/feeds', router: savedFeeds },
  { at: '/api/v2/feed', router: feed },
  { at: '/api/v2/feed-recommended', router: feedRecommended },
]);

/** Renders the current document of a topic. Responds 404 if the configured path is not a feed. */
export async function documentOf({ path, address }: FeedTopic, env: Env): Promise<Response> {
  const url = new URL(path, address);
  // Rejects feeds with tracked links, because these links would contain the key.
  if (url.searchParams.has('tracked')) return new Response(null, { status: 404 });
  return feeds.fetch(ownRequest(url), env);
}
