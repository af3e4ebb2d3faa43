import * as z from 'zod';
import { toSeconds } from '../../../lib/time.ts';
import { loadMisplacedArticles } from '../../../rankings/read/read-placements.ts';
import { ITEM, PLACEMENT, placementItem } from '../../shapes.ts';
import { insightsOperations, limit } from './parameters.ts';
import { itemTable, placementTable } from './tables.ts';

export const placementRoutes = insightsOperations();

const sides = [
  {
    path: '/underplayed-content',
    side: 'above',
    operationId: 'getUnderplayedContent',
    summary: 'List underplayed content',
    description:
      'Returns articles with a placement index above 100 and `high` confidence over 7 days, highest first. Articles that readers mostly see at position 1 are excluded.',
    example: { items: [{ ...ITEM, placement: PLACEMENT }] },
  },
  {
    path: '/overplayed-content',
    side: 'below',
    operationId: 'getOverplayedContent',
    summary: 'List overplayed content',
    description: 'Returns articles with a placement index below 100 and `high` confidence over 7 days, lowest first.',
    example: {
      items: [
        {
          ...ITEM,
          placement: { ...PLACEMENT, index: 40, interval: [30, 60] as [number, number], positions: { from: 1, to: 1 } },
        },
      ],
    },
  },
] as const;

for (const { path, side, ...said } of sides)
  placementRoutes.get(path, {
    ...said,
    query: z.object({ limit }),
    data: z.object({ items: z.array(placementItem) }),
    csv: ({ items }) => placementTable(itemTable(items), items),
    answer: async ({ var: { db, now } }, { query }) => ({
      items: await loadMisplacedArticles(db, { side, limit: query.limit, now: toSeconds(now) }),
    }),
  });
