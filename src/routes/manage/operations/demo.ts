import * as z from 'zod';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { operations } from '../../../http/endpoint.ts';
import { integer } from '../../../lib/formats/params.ts';
import { count } from '../../shapes.ts';
import { authorOf } from '../lines.ts';

export const manageDemo = operations('Management');
const removal = () => import('../../../content/removal/demo.ts');

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
  description: `Removes what was loaded as the demo within the last ${RETENTION_DAYS.audit} days: its articles, and then its topics, companies and sources that no other article names. Records that someone has changed since stay. The articles leave the selections, too. Clicks on them are in no ranking then: rebuild the rankings at the end. What was removed can be restored, as everything can. Repeat until \`left\` is 0.`,
  query: z.object({ limit: integer(1, 500, 50).describe('Maximum records to remove') }),
  data: z.object({ removed: count.describe('Things'), left: count.describe('Records that remain') }),
  example: { removed: 50, left: 574 },
  answer: async (c, { query: { limit } }) => (await removal()).removeDemo(c.var.db, authorOf(c), { most: limit }),
});
