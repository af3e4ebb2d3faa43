import * as z from 'zod';
import { notifyRankings } from '../../../collections/core/service.ts';
import { retag } from '../../../content/rules/retag.ts';
import { operations } from '../../../http/endpoint.ts';
import { contentId, count, topicId } from '../../shapes.ts';
import { batch, nextAfter } from '../list-parameters.ts';

const tags = z
  .object({
    topics: z.array(topicId),
    companies: z.array(z.int().positive()),
    countries: z.array(z.string()),
    geoGroups: z.array(z.string()),
  })
  .meta({ id: 'Tags' });

const change = z.object({ added: count, removed: count });

const report = z
  .object({
    examined: count.describe('Articles'),
    changed: count.describe('Articles'),
    tags: z
      .object({ topics: change, companies: change, countries: change, geoGroups: change })
      .describe('Added and removed tags'),
    sample: z
      .array(z.object({ contentId, title: z.string(), added: tags, removed: tags }))
      .describe('First changed articles'),
    after: nextAfter,
  })
  .meta({ id: 'Retagged' });

const NO_CHANGE = { added: 0, removed: 0 };

export const manageRetag = operations('Management').post('/', {
  operationId: 'retag',
  summary: 'Apply the rules to stored articles',
  description:
    'Adds matching tags and removes rule tags that no longer match. Tags set or removed by editors stay unchanged. Repeat with `after` until it is null.',
  query: batch,
  data: report,
  example: {
    examined: 560,
    changed: 1,
    tags: { topics: { added: 1, removed: 0 }, companies: NO_CHANGE, countries: NO_CHANGE, geoGroups: NO_CHANGE },
    sample: [
      {
        contentId: 1042,
        title: 'Singapore insolvencies reach a ten-year high',
        added: { topics: [41], companies: [], countries: [], geoGroups: [] },
        removed: { topics: [], companies: [], countries: [], geoGroups: [] },
      },
    ],
    after: null,
  },
  answer: async (c, { query }) => {
    const { report, ...changed } = await retag(c.var.db, query, c.var.now);
    await notifyRankings(c.env, changed, c.var.now);
    return report;
  },
});
