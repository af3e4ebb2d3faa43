import * as z from 'zod';
import { findTrashEntry } from '../../../content/history/trash.ts';
import { selectionInput } from '../../../content/input.ts';
import {
  listDays,
  loadDay,
  removeRecommended,
  type StoredSelection,
  saveRecommended,
  unknownArticles,
} from '../../../content/recommended.ts';
import { restoreRecommended } from '../../../content/removal/remove-recommended.ts';
import { listPlans, loadPlan } from '../../../content/selections/planned-selections.ts';
import { ConflictError, type Db } from '../../../db/client.ts';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { operations } from '../../../http/endpoint.ts';
import type { AppContext } from '../../../http/env.ts';
import { ClientError, notFound, parameterInvalid } from '../../../http/errors.ts';
import { changedMeanwhile, checkConditions, isConditional } from '../../../http/preconditions.ts';
import { calendarDay } from '../../../lib/faults.ts';
import { day } from '../../../lib/formats/params.ts';
import { DAY, dayIn, rfc3339, rfc3339OrNull, utcDay } from '../../../lib/time.ts';
import { loadFeedItems } from '../../../search/page.ts';
import { publishSelections } from '../../../webhooks/publish.ts';
import { contentId, count, date as dateOfDay, time } from '../../shapes.ts';
import { authorOf } from '../lines.ts';
import { CONFLICTS, inUse } from '../name-in-use.ts';
import { DESK_ARTICLE, deskArticle, toDeskArticles } from './desk-article.ts';

export const manageRecommended = operations('Management');

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

const secondsOf = (date: string) => Date.parse(date) / 1000;

const daysQuery = z
  .object({
    from: day.describe('First day (default: today)'),
    to: day.describe(`Last day (default: ${DEFAULT_DAYS} days after the first)`),
  })
  .check(
    z.refine(({ from, to }) => !from || !to || (from <= to && secondsOf(to) - secondsOf(from) < MAX_DAYS * DAY), {
      path: ['to'],
      error: `must be from 0 to ${MAX_DAYS - 1} days after from`,
    }),
  );

const version = z.int().min(0).describe('Number of changes to the selection of the day; 0 if there is no selection');
const modifiedAt = time.nullable().describe('Time of the last change');

manageRecommended.get('/', {
  operationId: 'getRecommendedDays',
  summary: 'List days with a selection',
  query: daysQuery,
  data: z.object({
    days: z.array(
      z.object({
        date: dateOfDay,
        articles: count.describe('Number of articles in the selection'),
        version,
        modifiedAt: time,
      }),
    ),
    plans: z
      .array(
        z.object({
          date: dateOfDay,
          at: time.describe('Time of the publication'),
          articles: count.describe('Number of articles in the planned selection'),
        }),
      )
      .describe('Planned publications, also those of days without a selection'),
  }),
  example: {
    days: [{ date: '2026-01-30', articles: 6, version: 2, modifiedAt: '2026-01-29T16:20:00Z' }],
    plans: [{ date: '2026-01-31', at: '2026-01-31T07:00:00Z', articles: 6 }],
  },
  answer: async (c, { query }) => {
    const from = query.from ?? dayIn(c.env.TIME_ZONE, c.var.now / 1000);
    const to = query.to ?? utcDay(secondsOf(from) + DEFAULT_DAYS * DAY);
    const [days, plans] = await Promise.all([listDays(c.var.db, from, to), listPlans(c.var.db, from, to)]);
    return {
      days: days.map((one) => ({ ...one, modifiedAt: rfc3339(one.modifiedAt) })),
      plans: plans.map((plan) => ({ ...plan, at: rfc3339(plan.at) })),
    };
  },
});

const datePath = z.object({ date: calendarDay });

manageRecommended.get('/:date', {
  operationId: 'getRecommendedDay',
  summary: 'Get the selection of a day (also a future one)',
  path: datePath,
  errors: [],
  data: z.object({
    date: dateOfDay,
    version,
    modifiedAt,
    articles: z.array(deskArticle).describe('Articles in editorial order'),
    planned: z
      .object({
        at: time.describe('Time of the publication'),
        actor: z.string().describe('Name of the editor who planned it'),
        articles: z.array(deskArticle),
      })
      .nullable()
      .describe('Selection that replaces this one at a set time; null if none is planned'),
  }),
  example: {
    date: '2026-01-30',
    version: 1,
    modifiedAt: '2026-01-29T16:20:00Z',
    articles: [DESK_ARTICLE],
    planned: null,
  },
  answer: async (c, { path: { date } }) => toAnswer(c.var.db, await loadDay(c.var.db, date)),
});

const deskArticlesOf = async (db: Db, ids: readonly number[]) =>
  toDeskArticles(db, ids.length > 0 ? await loadFeedItems(db, ids) : []);

async function toAnswer(db: Db, { articles, ...edited }: StoredSelection) {
  const plan = await loadPlan(db, edited.date);
  const planned = plan && {
    at: rfc3339(plan.at),
    actor: plan.actor,
    articles: await deskArticlesOf(db, plan.articles),
  };
  const modifiedAt = rfc3339OrNull(edited.modifiedAt);
  return { ...edited, modifiedAt, articles: await deskArticlesOf(db, articles), planned };
}

const dayInput = selectionInput
  .extend({
    version: z
      .int()
      .min(0)
      .nullish()
      .describe(
        'Version on which the change is based, 0 for a new selection. The change is rejected if the day has changed since',
      ),
  })
  .meta({ id: 'Selection' });

const conflict = z
  .object({
    status: z.literal('fail'),
    code: z.literal(409).meta({ override: { type: 'integer' } }),
    reason: z.literal('conflict'),
    data: z.object({ version: z.string() }),
    current: z.object({ version, modifiedAt, articles: z.array(contentId) }),
  })
  .meta({ id: 'Conflict', description: 'Someone else has changed the day; nothing was stored' });

const CONFLICT = {
  status: 'fail',
  code: 409,
  reason: 'conflict',
  data: {
    version:
      'must be 3, the current version, because someone else has changed 2026-01-30; read it and send the change again',
  },
  current: { version: 3, modifiedAt: '2026-01-29T16:20:00Z', articles: [1042, 1040] },
};

manageRecommended.put('/:date', {
  operationId: 'putRecommended',
  summary: 'Set the selection of a day',
  description:
    'Articles are in editorial order. With `If-Match` or `version`, the request fails if someone else has changed the selection since.',
  isConditional: true,
  path: datePath,
  errors: [],
  input: { schema: dayInput, example: { articles: [1042], version: 0 } },
  data: z.object({ date: dateOfDay, articles: z.array(contentId), version }),
  example: { date: '2026-01-30', articles: [1042], version: 1 },
  others: {
    409: {
      description: 'Someone else has changed the day since the given version (`conflict`)',
      content: { 'application/json': { schema: conflict, example: CONFLICT } },
    },
  },
  answer: async (c, { path: { date }, input: { articles, version } }) => {
    const unknown = await unknownArticles(c.var.db, articles);
    if (unknown.length > 0)
      throw parameterInvalid({ articles: `unknown articles: ${unknown.slice(0, 20).join(', ')}` });
    const checked = isConditional(c) ? await checkedVersion(c, date) : undefined;
    const seen = version ?? checked;
    const { isConflict, day } = await saveRecommended(c.var.db, { date, articles, seen }, authorOf(c));
    if (isConflict && version == null) throw await changedMeanwhile(c, await toAnswer(c.var.db, day));
    if (isConflict) throw conflictWith(day);
    await publishSelections(c.var.db, c.env, c.var.now);
    return { date, articles: day.articles, version: day.version };
  },
});

manageRecommended.delete('/:date', {
  operationId: 'deleteRecommended',
  summary: 'Delete the selection of a day',
  isConditional: true,
  path: datePath,
  data: z.object({ deleted: dateOfDay }),
  example: { deleted: '2026-01-30' },
  answer: async (c, { path: { date } }) => {
    const seen = isConditional(c) ? await checkedVersion(c, date) : undefined;
    const { isConflict, day } = await removeRecommended(c.var.db, { date, seen }, authorOf(c));
    if (isConflict) throw await changedMeanwhile(c, await toAnswer(c.var.db, day));
    if (day.version === 0) throw notFound({ date: 'has no selection' });
    return { deleted: date };
  },
});

manageRecommended.post('/:date/restore', {
  operationId: 'restoreRecommended',
  summary: 'Restore the selection of a day',
  isConditional: true,
  path: datePath,
  others: CONFLICTS,
  data: z.object({ date: dateOfDay, articles: z.array(contentId), version }),
  example: { date: '2026-01-30', articles: [1042], version: 1 },
  answer: async (c, { path: { date } }) => {
    const { db, now } = c.var;
    if ((await checkedVersion(c, date)) > 0) throw inUse({ date: 'has a selection' });
    const trashEntry = await findTrashEntry(db, 'recommended', date, now);
    if (!trashEntry)
      throw notFound({ date: `has no selection that was deleted within the last ${RETENTION_DAYS.trash} days` });
    await restoreRecommended(db, trashEntry, authorOf(c)).catch((error: unknown) => {
      throw error instanceof ConflictError ? inUse({ date: 'has a selection' }) : error;
    });
    await publishSelections(db, c.env, now);
    const day = await loadDay(db, date);
    return { date, articles: day.articles, version: day.version };
  },
});

async function checkedVersion(c: AppContext, date: string): Promise<number> {
  const edited = await loadDay(c.var.db, date);
  await checkConditions(c, await toAnswer(c.var.db, edited), edited.version > 0);
  return edited.version;
}

/** Builds a 409 error with the current selection, so that the editor can merge the changes. */
function conflictWith(edited: StoredSelection): ClientError {
  const { date, articles, version } = edited;
  const text = `must be ${version}, the current version, because someone else has changed ${date}; read it and send the change again`;
  const current = { version, modifiedAt: rfc3339OrNull(edited.modifiedAt), articles };
  return new ClientError(409, 'conflict', { version: text }, { extra: { current } });
}
