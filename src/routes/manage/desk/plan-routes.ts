import * as z from 'zod';
import { instant, selectionInput } from '../../../content/input.ts';
import { unknownArticles } from '../../../content/recommended.ts';
import { removePlan, savePlan } from '../../../content/selections/planned-selections.ts';
import { notFound, parameterInvalid } from '../../../http/errors.ts';
import { calendarDay } from '../../../lib/faults.ts';
import { endOfDay, rfc3339, toSeconds } from '../../../lib/time.ts';
import { contentId, date as dateOfDay, time } from '../../shapes.ts';
import { authorOf } from '../lines.ts';
import { manageRecommended } from './recommended.ts';

const path = z.object({ date: calendarDay });
const plan = { date: dateOfDay, at: time.describe('Time of the publication'), articles: z.array(contentId) };
const EXAMPLE = { date: '2026-01-30', at: '2026-01-30T14:00:00Z', articles: [1042] };

manageRecommended.put('/:date/plan', {
  operationId: 'planRecommended',
  summary: 'Plan the publication of a selection',
  description:
    'At the given time, the service replaces the selection of the day with these articles, and names you as the author. The time must be in the future and at most at the end of that day. A day has one plan, which a second plan replaces. Until then, readers see the selection as it is.',
  path,
  errors: [],
  input: {
    schema: selectionInput.extend({ at: instant }).meta({ id: 'Plan' }),
    example: { at: EXAMPLE.at, articles: [1042] },
  },
  data: z.object(plan),
  example: EXAMPLE,
  answer: async (c, { path: { date }, input: { articles, at } }) => {
    const { db, now } = c.var;
    if (at <= toSeconds(now) || at > endOfDay(date, c.env.TIME_ZONE))
      throw parameterInvalid({ at: 'must be in the future, and not after the day of the selection' });
    if (articles.length === 0) throw parameterInvalid({ articles: 'must contain at least one value' });
    const unknown = await unknownArticles(db, articles);
    if (unknown.length > 0)
      throw parameterInvalid({ articles: `unknown articles: ${unknown.slice(0, 20).join(', ')}` });
    await savePlan(db, { date, articles, at }, authorOf(c));
    return { date, at: rfc3339(at), articles };
  },
});

manageRecommended.delete('/:date/plan', {
  operationId: 'cancelRecommendedPlan',
  summary: 'Cancel the planned publication of a selection',
  path,
  data: z.object({ deleted: dateOfDay }),
  example: { deleted: EXAMPLE.date },
  answer: async (c, { path: { date } }) => {
    if (!(await removePlan(c.var.db, date, authorOf(c)))) throw notFound({ date: 'has no planned publication' });
    return { deleted: date };
  },
});
