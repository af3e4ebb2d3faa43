import * as z from 'zod';
import { byName } from '../../content/geography.ts';
import { companies, topics } from '../../db/schema.ts';
import { operations } from '../../http/endpoint.ts';
import { category, companyType, slug, topicId } from '../shapes.ts';

const listedTopic = z
  .object({ id: topicId, name: z.string(), slug, description: z.string(), category })
  .meta({ id: 'ListedTopic' });

export const topicList = operations('Feed').get('/', {
  operationId: 'getTopics',
  summary: 'List all topics',
  description: 'Sorted by name.',
  data: z.object({ topics: z.array(listedTopic) }),
  example: {
    topics: [{ id: 12, name: 'Cyber', slug: 'cyber', description: 'Insurance of digital risks', category: 1 }],
  },
  answer: async ({ var: { db } }) => {
    const { id, name, slug, description, category } = topics;
    return { topics: sortByName(await db.select({ id, name, slug, description, category }).from(topics)) };
  },
});

const listedCompany = z
  .object({ id: z.int().positive().describe('Company identifier'), name: z.string(), organisationType: companyType })
  .meta({ id: 'ListedCompany' });

export const companyList = operations('Feed').get('/', {
  operationId: 'getCompanies',
  summary: 'List all companies',
  description: 'Sorted by name.',
  data: z.object({ companies: z.array(listedCompany) }),
  example: { companies: [{ id: 3, name: 'Varnholt Re', organisationType: 'Carrier' }] },
  answer: async ({ var: { db } }) => {
    const { id, name, organisationType } = companies;
    return { companies: sortByName(await db.select({ id, name, organisationType }).from(companies)) };
  },
});

const sortByName = <T extends { id: number; name: string }>(list: T[]): T[] =>
  list.sort((a, b) => byName(a, b) || a.id - b.id);
