import * as z from 'zod';
import { upToDate } from '../../../http/update-rankings.ts';
import { bool, ids } from '../../../lib/formats/params.ts';
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
  summary: 'List rising content',
  description:
    'Ranks content by the engagement of the last 7 days, in which older clicks count less with each click on the site. Quiet hours and weekends therefore need no correction.',
  query: z.object({
    limit,
    riskManagement,
    placement: withPlacement,
    topics: ids.describe('Only content with one of these topics'),
    stories: bool(false).describe(
      'true ranks stories by the clicks on all their articles, each represented by its most-read article',
    ),
  }),
  data: z.object({
    items: z.array(
      contentItem.extend({
        story: storyShape.optional().describe('Present only with `stories`'),
        placement: placement.optional().describe('Present only with `placement`'),
      }),
    ),
  }),
  csv: ({ items }) => placementTable(itemTable(items), items),
  example: { items: [ITEM] },
  answer: async (c, { query }) => {
    const { db, now } = c.var;
    await upToDate(c, [SITE]);
    const storyOptions = { now: toSeconds(now), preference: preferenceOf(c.env) };
    const items = query.stories ? await loadRisingStoryItems(db, query, storyOptions) : await loadRising(db, query);
    return { items: query.placement ? await withPlacements(db, items) : items };
  },
});
