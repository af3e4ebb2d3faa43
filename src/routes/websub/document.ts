import { mount } from '../../admission/mount.ts';
import { openDb } from '../../db/client.ts';
import { baseRouter } from '../../http/base.ts';
import { ownRequest } from '../../http/report.ts';
import { feed } from '../api/feed.ts';
import { feedRecommended } from '../api/feed-recommended.ts';
import type { FeedTopic } from '../feed/hub-topics.ts';
import { feeds as savedFeeds } from '../feeds.ts';

/** The feeds, asked inside the Worker: without a key, and without a cache, for a hub fetches right after a change. */
const feeds = baseRouter();
feeds.use(async (c, next) => {
  // Another copy of the database might not have the change yet.
  c.set('db', openDb(c.env.DB.withSession('first-primary')));
  await next();
});
mount(feeds, [
  { at: '/feeds', router: savedFeeds },
  { at: '/api/v2/feed', router: feed },
  { at: '/api/v2/feed-recommended', router: feedRecommended },
]);

/** The document of a topic at this moment; 404 where what is configured is no feed. */
export async function documentOf({ path, address }: FeedTopic, env: Env): Promise<Response> {
  const url = new URL(path, address);
  // A tracked link names the key that the feed was asked with.
  if (url.searchParams.has('tracked')) return new Response(null, { status: 404 });
  return feeds.fetch(ownRequest(url), env);
}
