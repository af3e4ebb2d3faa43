import * as z from 'zod';
import { deleteArticle, saveArticles } from '../../content/articles.ts';
import { saveCompanies } from '../../content/companies.ts';
import { saveGeoGroups } from '../../content/geo-groups.ts';
import { articleInput, companyInput, geoGroupInput, topicInput } from '../../content/input.ts';
import { saveTopics } from '../../content/topics.ts';
import { authenticated } from '../../http/auth.ts';
import { router } from '../../http/base.ts';
import { notFound } from '../../http/errors.ts';
import { id, validated } from '../../http/params.ts';
import { success } from '../../lib/jsend.ts';
import { refreshWindows } from '../../rankings/notify.ts';
import { manageClicks } from './clicks.ts';
import { manageDesk } from './desk.ts';
import { manageFeeds } from './feeds.ts';
import { manageKeys } from './keys.ts';
import { manageRecommended } from './recommended.ts';
import { manageRules } from './rules.ts';
import { manageSources } from './sources.ts';
import { upsert } from './upsert.ts';

/** Publishing and operations; operator keys only, from the Authorization header only. */
export const manage = router();
manage.use(authenticated({ kinds: () => ['operator'], headerOnly: true }));

manage.put(
  '/articles',
  upsert(articleInput, async (db, lines, now, env) => {
    const { refusals, topics } = await saveArticles(db, lines, now);
    if (topics.size > 0) await refreshWindows(env.TOPIC_WINDOW, topics);
    return refusals;
  }),
);
manage.put('/topics', upsert(topicInput, saveTopics));
manage.put(
  '/companies',
  upsert(companyInput, async (db, lines) => void (await saveCompanies(db, lines))),
);
manage.put(
  '/geo-groups',
  upsert(geoGroupInput, async (db, lines) => void (await saveGeoGroups(db, lines))),
);

export const articlePath = z.object({ id: id.describe('Article id') });

manage.delete('/articles/:id', validated('param', articlePath), async (c) => {
  const { id } = c.req.valid('param');
  const topics = await deleteArticle(c.var.db, id);
  if (!topics) throw notFound({ id: 'is not the id of an article' });
  await refreshWindows(c.env.TOPIC_WINDOW, topics);
  return c.json(success({ deleted: id }));
});

manage.route('/recommended', manageRecommended);
manage.route('/', manageDesk);
manage.route('/keys', manageKeys);
manage.route('/', manageSources);
manage.route('/', manageFeeds);
manage.route('/', manageRules);
manage.route('/', manageClicks);
