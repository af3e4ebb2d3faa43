import * as z from 'zod';
import { loadAnnotations } from '../../../content/annotations.ts';
import { router } from '../../../http/base.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { integer } from '../../../http/params.ts';
import { utcDay } from '../../../lib/time.ts';
import { ANNOTATION, annotation } from '../../shapes.ts';

/** What happened on the days of histories. */
export const annotations = router();

const DAY = 86_400;

annotations.get(
  '/annotations',
  endpoint(
    {
      operationId: 'getAnnotations',
      summary: 'What happened on days, as editors have noted it',
      description: 'For the days that histories have, and for the running day.',
      tag: 'Insights',
      query: z.object({ days: integer(7, 90, 28).describe('The last so many complete UTC days, and the running one') }),
      data: z.object({ annotations: z.array(annotation).describe('Oldest first') }),
      csv: (data) => ({
        columns: ['date', 'text'],
        rows: data.annotations.map(({ date, text }) => [date, text]),
      }),
      example: { annotations: [ANNOTATION] },
    },
    async ({ var: { db, now } }, { query: { days } }) => {
      const today = Math.floor(now / 1000);
      return { annotations: await loadAnnotations(db, utcDay(today - days * DAY), utcDay(today)) };
    },
  ),
);
