import * as z from 'zod';
import { router } from '../../../http/base.ts';
import { operations } from '../../../http/endpoint.ts';
import { ids } from '../../../http/params.ts';
import { loadRising } from '../../../rankings/read/read-rising.ts';
import { contentItem, ITEM } from '../../shapes.ts';
import { limit, riskManagement } from './parameters.ts';
import { itemTable } from './tables.ts';

export const risingContent = router();

operations(risingContent, 'Insights').get('/rising-content', {
  operationId: 'getRisingContent',
  summary: 'Content that is gaining readers now',
  description:
    'Engagement of the last 7 days that fades as the site is clicked: what readers have turned to lately comes first. Quiet hours and weekends need no season.',
  query: z.object({ limit, riskManagement, topics: ids.describe('Only content with one of these topics') }),
  data: z.object({ items: z.array(contentItem) }),
  csv: ({ items }) => itemTable(items),
  example: { items: [ITEM] },
  answer: async (c, { query }) => ({ items: await loadRising(c.var.db, query) }),
});
