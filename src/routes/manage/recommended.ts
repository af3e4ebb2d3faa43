import type { Context } from 'hono';
import * as z from 'zod';
import { selectionInput } from '../../content/input.ts';
import { type EditedDay, listDays, loadDay, saveRecommended, unknownArticles } from '../../content/recommended.ts';
import { router } from '../../http/base.ts';
import { readObject } from '../../http/body.ts';
import type { AppEnv } from '../../http/env.ts';
import { parameterInvalid } from '../../http/errors.ts';
import { day, validated } from '../../http/params.ts';
import { success } from '../../lib/jsend.ts';
import { rfc3339, utcDay } from '../../lib/time.ts';
import { loadItems } from '../../search/page.ts';
import { toDeskArticle } from './desk-article.ts';

/** The selections of days, which editors make at their desk. */
export const manageRecommended = router();

const DAY = 86_400;
/** Days that are listed where no end is given. */
const AHEAD = 30;
const MAX_DAYS = 366;

const secondsOf = (date: string) => Date.parse(date) / 1000;

export const daysQuery = z
  .object({
    from: day.describe('First day; today where left out'),
    to: day.describe(`Last day; ${AHEAD} days after the first where left out`),
  })
  .check(
    z.refine(({ from, to }) => !from || !to || (from <= to && secondsOf(to) - secondsOf(from) < MAX_DAYS * DAY), {
      path: ['to'],
      error: `must be from 0 to ${MAX_DAYS - 1} days after from`,
    }),
  );

manageRecommended.get('/', validated('query', daysQuery), async (c) => {
  const query = c.req.valid('query');
  const from = query.from ?? utcDay(c.var.now / 1000);
  const to = query.to ?? utcDay(secondsOf(from) + AHEAD * DAY);
  const days = await listDays(c.var.db, from, to);
  return c.json(success({ days: days.map((one) => ({ ...one, modifiedAt: rfc3339(one.modifiedAt) })) }));
});

export const datePath = z.object({ date: z.iso.date({ error: 'must be a day as YYYY-MM-DD' }) });

manageRecommended.get('/:date', validated('param', datePath), async (c) => {
  const { articles, ...edited } = await loadDay(c.var.db, c.req.valid('param').date);
  const items = articles.length > 0 ? await loadItems(c.var.db, articles) : [];
  return c.json(success({ ...edited, modifiedAt: timeOf(edited), articles: items.map(toDeskArticle) }));
});

export const dayInput = selectionInput.extend({
  version: z
    .int({ error: 'must be a whole number' })
    .min(0, { error: 'must be at least 0' })
    .nullish()
    .describe('The version that was seen, 0 where there was none: refused where the day has moved on since'),
});

manageRecommended.put('/:date', validated('param', datePath), async (c) => {
  const { date } = c.req.valid('param');
  const { articles, version } = await readObject(c, dayInput);
  const unknown = await unknownArticles(c.var.db, articles);
  if (unknown.length > 0)
    throw parameterInvalid({ articles: `names unknown articles: ${unknown.slice(0, 20).join(', ')}` });
  const change = { date, articles, seen: version ?? undefined };
  const { isConflict, day } = await saveRecommended(c.var.db, change, Math.floor(c.var.now / 1000));
  if (isConflict) return answerConflict(c, day);
  return c.json(success({ date, articles, version: day.version }));
});

/** Nothing is stored; beside what is wrong stands what somebody else has made of the day. */
function answerConflict(c: Context<AppEnv>, edited: EditedDay) {
  const { date, articles, version } = edited;
  const text = `must be ${version}, the current version: somebody else has changed ${date}; look at it and send it again`;
  const current = { version, modifiedAt: timeOf(edited), articles };
  return c.json({ status: 'fail', code: 409, reason: 'conflict', data: { version: text }, current }, 409);
}

const timeOf = ({ modifiedAt }: Pick<EditedDay, 'modifiedAt'>) => (modifiedAt === null ? null : rfc3339(modifiedAt));
