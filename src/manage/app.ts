import type { Context } from 'hono';
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
import type { Numbered, Refusals } from '../content/saved.ts';
import { saveSources } from '../content/sources.ts';
import { saveTopics } from '../content/topics.ts';
import type { Db } from '../db/client.ts';
import { authenticated } from '../http/auth.ts';
import { router } from '../http/base.ts';
import type { AppEnv } from '../http/env.ts';
import { notFound, parameterInvalid } from '../http/errors.ts';
import { id, validated } from '../http/params.ts';
import { success } from '../lib/jsend.ts';
import { readLines, readObject } from './body.ts';

/** Upserts a JSON array or NDJSON: good lines are stored, bad ones named, in the order of their lines. */
function upsert<S extends z.ZodType>(
  schema: S,
  save: (db: Db, lines: Numbered<z.output<S>>[], now: number) => Promise<Refusals | undefined>,
) {
  return async (c: Context<AppEnv>) => {
    const { lines, rejected } = await readLines(c, schema);
    const refusals = (await save(c.var.db, lines, c.var.now)) ?? new Map();
    for (const [line, errors] of refusals) rejected.push({ line, errors });
    rejected.sort((a, b) => a.line - b.line);
    return c.json(success({ accepted: lines.length - refusals.size, rejected }));
  };
}

/** Publishing and operations; operator keys only, from the Authorization header only. */
export const manage = router();
manage.use(authenticated({ kinds: () => ['operator'], headerOnly: true }));

manage.put(
  '/articles',
  upsert(articleInput, async (db, lines, now) => (await saveArticles(db, lines, now)).refusals),
);
manage.put('/topics', upsert(topicInput, saveTopics));
manage.put(
  '/companies',
  upsert(companyInput, async (db, lines) => void (await saveCompanies(db, lines))),
);
manage.put(
  '/sources',
  upsert(sourceInput, async (db, lines) => void (await saveSources(db, lines))),
);
manage.put(
  '/geo-groups',
  upsert(geoGroupInput, async (db, lines) => void (await saveGeoGroups(db, lines))),
);

manage.delete('/articles/:id', validated('param', z.object({ id })), async (c) => {
  const { id } = c.req.valid('param');
  if (!(await deleteArticle(c.var.db, id))) throw notFound({ id: 'is not the id of an article' });
  return c.json(success({ deleted: id }));
});

const date = z.object({ date: z.iso.date({ error: 'must be a day as YYYY-MM-DD' }) });

manage.put('/recommended/:date', validated('param', date), async (c) => {
  const { date } = c.req.valid('param');
  const { articles } = await readObject(c, selectionInput);
  const unknown = await unknownArticles(c.var.db, articles);
  if (unknown.length > 0)
    throw parameterInvalid({ articles: `names unknown articles: ${unknown.slice(0, 20).join(', ')}` });
  const version = await saveRecommended(c.var.db, date, articles, Math.floor(c.var.now / 1000));
  return c.json(success({ date, articles, version }));
});
