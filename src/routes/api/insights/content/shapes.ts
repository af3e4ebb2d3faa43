import * as z from 'zod';
import { LENGTHS } from '../../../../rankings/how-far/shares.ts';
import { BREAKDOWN_DIMENSIONS } from '../../../../rankings/math/views.ts';
import {
  articleAuthors,
  contentItem,
  insightsTopic,
  period,
  previousRank,
  pull,
  readShare,
  slug,
  time,
} from '../../../shapes.ts';
import { attributes, indexed } from '../audience.ts';
import { sureness } from '../growth.ts';
import { historyDays } from '../history.ts';

/** What an answer says of one article. */

const rank = z.int().min(1).max(50).describe('Place in the list, from 1');
const ranks = z
  .array(z.object({ period, rank, previousRank }).meta({ id: 'PeriodRank' }))
  .describe('Only of the periods in which it is among the first 50');
const listedTopic = z.object({ ...insightsTopic.shape, ranks }).meta({ id: 'TopicRanks' });
const listedGroup = z
  .object({
    breakdown: z.enum(BREAKDOWN_DIMENSIONS),
    group: z.string().describe('Group label'),
    slug,
    rank,
    previousRank,
  })
  .meta({ id: 'GroupRank' });

export const contentData = z
  .object({
    ...contentItem.shape,
    publishedAt: time.describe(
      'Its first complete UTC day, with which a history can begin, ends at or after the next 00:00 UTC',
    ),
    authors: articleAuthors,
    ranks,
    risingRank: rank.nullable().describe('Place among rising content; null: not among the first 50'),
    topics: z.array(listedTopic).describe('Its topics among whose first 50 it is'),
    groups: z.array(listedGroup).describe('Groups of popular content among whose first 50 it is, over the last 7 days'),
    growth: z
      .object({ asOf: time.describe('The full hour up to which was compared'), ...sureness })
      .nullable()
      .describe('The last 168 complete hours against the 168 before; null: too little engagement in both to say'),
    pull,
    readShare: readShare
      .unwrap()
      .extend({
        length: z.enum(LENGTHS).nullable().describe('By its words: below 400, below 1,000, or more; null: unknown'),
        usual: readShare.describe(
          'Of all articles of its content type and length; null: fewer than 50 have opened any',
        ),
      })
      .meta({ id: 'ContentReadShare' })
      .nullable()
      .describe('Of today and the seven days before, made once an hour; null: fewer than 50 have opened it'),
    days: historyDays,
    audience: z.object(attributes(indexed)).describe('Over the last 7 days'),
  })
  .meta({ id: 'ContentInsights' });
export type ContentData = z.input<typeof contentData>;
