import * as z from 'zod';
import { deleteArticle, saveArticles } from '../content/articles.ts';
import { saveCompanies } from '../content/companies.ts';
import { saveGeoGroups } from '../content/geo-groups.ts';
import {
  articleInput,
  companyInput,
  geoGroupInput,
  selectionInput,
  sourceInput,
  topicInput,
} from '../content/input.ts';
import { saveRecommended, unknownArticles } from '../content/recommended.ts';
import { saveSources } from '../content/sources.ts';
import { saveTopics, topicIds } from '../content/topics.ts';
import { authenticated } from '../http/auth.ts';
import { router } from '../http/base.ts';
import { readObject } from '../http/body.ts';
import { notFound, parameterInvalid } from '../http/errors.ts';
import { id, validated } from '../http/params.ts';
import { success } from '../lib/jsend.ts';
import { refreshWindows } from '../windows/tell.ts';
import { manageClicks } from './clicks.ts';
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
  '/sources',
  upsert(sourceInput, async (db, lines, _now, env) => {
    // What articles inherit from a source (name, kind) stands in every topic's rankings.
    if (await saveSources(db, lines)) await refreshWindows(env.TOPIC_WINDOW, await topicIds(db));
    return undefined;
  }),
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

export const datePath = z.object({ date: z.iso.date({ error: 'must be a day as YYYY-MM-DD' }) });

manage.put('/recommended/:date', validated('param', datePath), async (c) => {
  const { date } = c.req.valid('param');
  const { articles } = await readObject(c, selectionInput);
  const unknown = await unknownArticles(c.var.db, articles);
  if (unknown.length > 0)
    throw parameterInvalid({ articles: `names unknown articles: ${unknown.slice(0, 20).join(', ')}` });
  const version = await saveRecommended(c.var.db, date, articles, Math.floor(c.var.now / 1000));
  return c.json(success({ date, articles, version }));
});

manage.route('/', manageClicks);
