import * as z from 'zod';
import { LIST_LAYOUTS } from '../../../db/view-columns.ts';
import { operations } from '../../../http/endpoint.ts';
import { loadCurve } from '../../../rankings/read/read-pull.ts';

const index = z.int().min(0).multipleOf(5);

export const manageCurve = operations('Management').get('/', {
  operationId: 'getCurve',
  summary: 'How much each place of a list is clicked, by layout',
  description:
    'What an article of average appeal is clicked at a place, in percent of the first place of the layout: what pulls are measured by. Of the last two weeks, made once an hour.',
  data: z.object({
    layouts: z
      .array(
        z.object({
          layout: z.enum(LIST_LAYOUTS).describe('`page`: lists on pages of the publisher’s own'),
          places: z.array(
            z.object({
              from: z.int().min(1),
              to: z.int().nullable().describe('null: and all after it'),
              index: index.describe('In steps of 5; the first place is 100'),
              interval: z.tuple([index, index]).describe('90 %'),
            }),
          ),
        }),
      )
      .describe('Only those in which reporting lists were clicked'),
  }),
  example: {
    layouts: [
      {
        layout: 'list',
        places: [
          { from: 1, to: 1, index: 100, interval: [100, 100] },
          { from: 2, to: 2, index: 70, interval: [65, 80] },
        ],
      },
    ],
  },
  answer: async ({ var: { db } }) => ({ layouts: await loadCurve(db) }),
});
