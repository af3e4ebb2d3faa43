import * as z from 'zod';
import { router } from '../../../http/base.ts';
import { operations } from '../../../http/endpoint.ts';
import { bool, ids } from '../../../http/params.ts';
import { toSeconds } from '../../../lib/time.ts';
import { LIST } from '../../../rankings/math/views.ts';
import { loadRising } from '../../../rankings/read/read-rising.ts';
import { feedPreference } from '../../../rankings/read/read-stories.ts';
import { oneAStory } from '../../../search/stories.ts';
import { contentItem, ITEM, story } from '../../shapes.ts';
import { limit, riskManagement } from './parameters.ts';
import { itemTable } from './tables.ts';

export const risingContent = router();

operations(risingContent, 'Insights').get('/rising-content', {
  operationId: 'getRisingContent',
  summary: 'Content that is gaining readers now',
  description:
    'Engagement of the last 7 days that fades as the site is clicked: what readers have turned to lately comes first. Quiet hours and weekends need no season.',
  query: z.object({
    limit,
    riskManagement,
    topics: ids.describe('Only content with one of these topics'),
    stories: bool(false).describe(
      'true lists a story once, where the first of its articles is, by the best of those that rise',
    ),
  }),
  data: z.object({
    items: z.array(contentItem.extend({ story: story.optional().describe('Only where `stories` asks') })),
  }),
  csv: ({ items }) => itemTable(items),
  example: { items: [ITEM] },
  answer: async ({ var: { db, now }, env }, { query }) => {
    if (!query.stories) return { items: await loadRising(db, query) };
    // Copies of one story take each other's places: none of the others that rise is lost by them.
    const items = await loadRising(db, { ...query, limit: LIST });
    const asked = { now: toSeconds(now), preference: await feedPreference(db, env) };
    return { items: (await oneAStory(db, items, asked)).slice(0, query.limit) };
  },
});
