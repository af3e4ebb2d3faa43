import * as z from 'zod';
import { bool, ids } from '../../../http/params.ts';
import { upToDate } from '../../../http/up-to-date.ts';
import { toSeconds } from '../../../lib/time.ts';
import { withPlacements } from '../../../rankings/read/read-placements.ts';
import { loadRising } from '../../../rankings/read/read-rising.ts';
import { loadRisingStoryItems } from '../../../rankings/read/read-stories.ts';
import { SITE } from '../../../rankings/site.ts';
import { preferenceOf } from '../../../search/story-items.ts';
import { contentItem, ITEM, placement, storyShape } from '../../shapes.ts';
import { insightsOperations, limit, riskManagement, withPlacement } from './parameters.ts';
import { itemTable, placementTable } from './tables.ts';

export const risingContent = insightsOperations().get('/rising-content', {
  operationId: 'getRisingContent',
  summary: 'Content that is gaining readers now',
  description:
    'Engagement of the last 7 days that fades as the site is clicked: what readers have turned to lately comes first. Quiet hours and weekends need no season.',
  query: z.object({
    limit,
    riskManagement,
    placement: withPlacement,
    topics: ids.describe('Only content with one of these topics'),
    stories: bool(false).describe(
      'true ranks stories as if all clicks on their articles were on one, each shown by the best of those that are read',
    ),
  }),
  data: z.object({
    items: z.array(
      contentItem.extend({
        story: storyShape.optional().describe('Only where `stories` asks'),
        placement: placement.optional().describe('Only where `placement` asks'),
      }),
    ),
  }),
  csv: ({ items }) => placementTable(itemTable(items), items),
  example: { items: [ITEM] },
  answer: async (c, { query }) => {
    const { db, now } = c.var;
    await upToDate(c, [SITE]);
    const asked = { now: toSeconds(now), preference: preferenceOf(c.env) };
    const items = query.stories ? await loadRisingStoryItems(db, query, asked) : await loadRising(db, query);
    return { items: query.placement ? await withPlacements(db, items) : items };
  },
});
