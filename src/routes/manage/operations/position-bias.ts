import * as z from 'zod';
import { LIST_LAYOUTS } from '../../../db/view-columns.ts';
import { operations } from '../../../http/endpoint.ts';
import { loadPositionBias } from '../../../rankings/read/read-placements.ts';

const index = z.int().min(0);

export const positionBiasRoute = operations('Management').get('/', {
  operationId: 'getPositionBias',
  summary: 'Get the position bias by layout',
  description:
    'Click rate of an average article at each position, in percent of the first position of the layout. Computed hourly from the last 14 days.',
  data: z.object({
    layouts: z
      .array(
        z.object({
          layout: z.enum(LIST_LAYOUTS).describe('Layout; `page` stands for lists on the publisher’s own pages'),
          places: z.array(
            z.object({
              from: z.int().min(1),
              to: z.int().nullable().describe('Last position of the bucket; null if it is open-ended'),
              index: index.describe('Click rate; the first position is 100'),
              interval: z.tuple([index, index]).describe('90% interval'),
            }),
          ),
        }),
      )
      .describe('Layouts with clicks in lists that report impressions'),
  }),
  example: {
    layouts: [
      {
        layout: 'list',
        places: [
          { from: 1, to: 1, index: 100, interval: [100, 100] },
          { from: 2, to: 2, index: 72, interval: [66, 79] },
        ],
      },
    ],
  },
  answer: async ({ var: { db } }) => ({ layouts: await loadPositionBias(db) }),
});
