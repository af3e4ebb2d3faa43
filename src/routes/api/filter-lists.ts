import * as z from 'zod';
import { listCompanies, listTopics } from '../../content/filter-lists.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { category, companyType, slug, topicId } from '../shapes.ts';

/** Lists for building filters. */
export const topicList = router();
export const companyList = router();

const listedTopic = z
  .object({ id: topicId, name: z.string(), slug, description: z.string(), category })
  .meta({ id: 'ListedTopic' });

topicList.get(
  '/',
  endpoint(
    {
      operationId: 'getTopics',
      summary: 'All topics',
      description: 'By name.',
      tag: 'Feed',
      data: z.object({ topics: z.array(listedTopic) }),
      example: {
        topics: [{ id: 12, name: 'Cyber', slug: 'cyber', description: 'Insurance of digital risks', category: 1 }],
      },
    },
    async (c) => ({ topics: await listTopics(c.var.db) }),
  ),
);

const listedCompany = z
  .object({ id: z.int().positive().describe('Company identifier'), name: z.string(), organisationType: companyType })
  .meta({ id: 'ListedCompany' });

companyList.get(
  '/',
  endpoint(
    {
      operationId: 'getCompanies',
      summary: 'All companies',
      description: 'By name.',
      tag: 'Feed',
      data: z.object({ companies: z.array(listedCompany) }),
      example: { companies: [{ id: 3, name: 'Varnholt Re', organisationType: 'Carrier' }] },
    },
    async (c) => ({ companies: await listCompanies(c.var.db) }),
  ),
);
