import * as z from 'zod';
import { type AnnotationSubject, loadAnnotations } from '../../../content/annotations.ts';
import { dayIndex } from '../../../engagement/days.ts';
import { id, integer } from '../../../lib/formats/params.ts';
import { DAY, toSeconds, utcDay } from '../../../lib/time.ts';
import { ANNOTATION, annotation } from '../../shapes.ts';
import { clockOf, insightsOperations } from './parameters.ts';

export const annotationRoute = insightsOperations().get('/annotations', {
  operationId: 'getAnnotations',
  summary: 'List editors’ notes on days',
  description:
    'Returns the notes on the days of histories and on the current day. Notes on an article appear once it is published.',
  query: z.object({
    days: integer(7, 90, 28).describe('Number of complete days before the current day, which is also included'),
    topic: id.optional().describe('Only notes on the whole site and on this topic'),
    content: id.optional().describe('Only notes on the whole site and on this article'),
  }),
  data: z.object({ annotations: z.array(annotation).describe('Notes, oldest first') }),
  csv: (data) => ({
    columns: ['date', 'scope', 'ref', 'text'],
    rows: data.annotations.map(({ date, scope, ref, text }) => [date, scope, ref, text]),
  }),
  example: { annotations: [ANNOTATION] },
  answer: async (c, { query: { days, topic, content } }) => {
    const { now, zone } = clockOf(c);
    const today = dayIndex(now, zone) * DAY;
    const about: AnnotationSubject[] = [
      ...(topic === undefined ? [] : [{ scope: 'topic' as const, ref: topic }]),
      ...(content === undefined ? [] : [{ scope: 'article' as const, ref: content }]),
    ];
    const range = { from: utcDay(today - days * DAY), to: utcDay(today) };
    return { annotations: await loadAnnotations(c.var.db, { ...range, about, now: toSeconds(now) }) };
  },
});
