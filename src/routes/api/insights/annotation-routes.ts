import * as z from 'zod';
import { type AnnotationSubject, loadAnnotations } from '../../../content/annotations.ts';
import { id, integer } from '../../../http/params.ts';
import { DAY, toSeconds, utcDay } from '../../../lib/time.ts';
import { ANNOTATION, annotation } from '../../shapes.ts';
import { insightsOperations } from './parameters.ts';

export const annotationRoute = insightsOperations().get('/annotations', {
  operationId: 'getAnnotations',
  summary: 'What happened on days, as editors have noted it',
  description: 'For the days that histories have, and for the running day; of an article as soon as it is published.',
  query: z.object({
    days: integer(7, 90, 28).describe('The last so many complete UTC days, and the running one'),
    topic: id.optional().describe('Only those of the whole site and of this topic'),
    content: id.optional().describe('Only those of the whole site and of this article'),
  }),
  data: z.object({ annotations: z.array(annotation).describe('Oldest first') }),
  csv: (data) => ({
    columns: ['date', 'scope', 'ref', 'text'],
    rows: data.annotations.map(({ date, scope, ref, text }) => [date, scope, ref, text]),
  }),
  example: { annotations: [ANNOTATION] },
  answer: async ({ var: { db, now } }, { query: { days, topic, content } }) => {
    const today = toSeconds(now);
    const about: AnnotationSubject[] = [
      ...(topic === undefined ? [] : [{ scope: 'topic' as const, ref: topic }]),
      ...(content === undefined ? [] : [{ scope: 'article' as const, ref: content }]),
    ];
    const range = { from: utcDay(today - days * DAY), to: utcDay(today) };
    return { annotations: await loadAnnotations(db, { ...range, about, now: today }) };
  },
});
