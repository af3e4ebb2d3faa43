import * as z from 'zod';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { operations } from '../../../http/endpoint.ts';
import { integer } from '../../../lib/formats/params.ts';
import { count } from '../../shapes.ts';
import { authorOf } from '../lines.ts';

export const manageDemo = operations('Management');
const removal = () => import('../../../content/removal/remove-demo.ts');

manageDemo.get('/', {
  operationId: 'getDemo',
  summary: 'Check for the demo newsroom',
  data: z.object({ isHere: z.boolean().describe('Whether demo articles exist') }),
  example: { isHere: true },
  answer: async ({ var: { db } }) => ({ isHere: await (await removal()).hasDemo(db) }),
});

manageDemo.delete('/', {
  operationId: 'deleteDemo',
  summary: 'Remove the demo newsroom',
  description: `Removes the demo that was loaded within the last ${RETENTION_DAYS.audit} days. First it removes the articles, then the topics, companies and sources that no other article names. Records that someone has changed since stay. The articles are also removed from the selections. Their clicks are then in no ranking, so rebuild the rankings at the end. You can restore the removed records like any others. Repeat the request until \`left\` is 0.`,
  query: z.object({ limit: integer(1, 500, 50).describe('Maximum number of records to remove') }),
  data: z.object({
    removed: count.describe('Number of removed records'),
    left: count.describe('Number of records that remain'),
  }),
  example: { removed: 50, left: 574 },
  answer: async (c, { query: { limit } }) => (await removal()).removeDemo(c.var.db, authorOf(c), { most: limit }),
});
