import * as z from 'zod';
import { annotation, annotationCollection } from '../collections/annotation-collection.ts';
import { COMPANY_TYPE } from '../content/input.ts';
import { CONTENT_TYPES, ORGANISATION_TYPES } from '../content/types.ts';

export const time = z.iso.datetime();
export const date = z.iso.date();
export const count = z.int().min(0);
export const period = z.enum(['24h', '7d']);

export const topicId = z.int().positive().describe('Topic identifier');
export const contentId = z.int().positive().describe('Content (article) identifier');
export const contentType = z.enum(CONTENT_TYPES).describe('Kind of content');
export const organisationType = z.enum(ORGANISATION_TYPES).nullable().describe('Kind of organisation');
/** The company type is a string instead of an enum, because some companies have a type outside the list. */
export const companyType = z.string().describe(COMPANY_TYPE);
export const slug = z.string().describe('URL-friendly identifier');
export const client = z.string().nullable().describe('Publisher; `Topic Article` is a third-party publication');
export const category = z
  .union([z.literal(1), z.literal(2)])
  .meta({ description: '1 = Specialty Lines, 2 = Interest Areas', override: { type: 'integer', enum: [1, 2] } });
/** Country codes are strings instead of an enum, because later versions may add codes. */
export const countryCode = z.string().describe('Country code (ISO 3166-1 alpha-2)');

export const articleAuthors = z
  .array(z.object({ id: z.string().describe('Id for `includeAuthors`'), name: z.string() }))
  .describe('Authors named by the article; each belongs to a source');

export const contentItem = z
  .object({
    contentId,
    title: z.string().nullable().describe('Headline'),
    url: z.string().nullable().describe('Source article URL'),
    source: z.string().nullable().describe('Source name'),
    contentType: contentType.nullable(),
    organisationType,
    client,
  })
  .meta({ id: 'ContentItem', description: 'Article in analytics' });

export const ITEM = {
  contentId: 1042,
  title: 'Cyber premiums level off after three hard years',
  url: 'https://premiumledger.example/cyber-premiums-level-off',
  source: 'Premium Ledger',
  contentType: 'article',
  organisationType: null,
  client: 'Topic Article',
};

export const insightsTopic = z.object({ topicId, name: z.string(), slug, category }).meta({ id: 'Topic' });

export const EXAMPLE_TOPIC = { topicId: 12, name: 'Cyber', slug: 'cyber', category: 1 };
export const RISK_MANAGEMENT = { topicId: 47, name: 'Risk Management', slug: 'risk-management', category: 2 };

export const previousRank = z
  .int()
  .positive()
  .nullable()
  .describe('Rank in the previous window; null without engagement there');

export const placement = z
  .object({
    index: z
      .int()
      .min(0)
      .multipleOf(10)
      .describe('Index in steps of 10; 100 is usual for the positions of the article'),
    interval: z.tuple([z.int().min(0), z.int().min(0)]).describe('90% interval'),
    confidence: z.enum(['high', 'low']).describe('`high` if the interval is on one side of 100'),
    positions: z
      .object({
        from: z.int().min(1),
        to: z.int().nullable().describe('Last position of the range; null if it is open-ended'),
      })
      .describe('Smallest range of positions at which at least half of the viewers saw the article'),
  })
  .nullable()
  .meta({
    id: 'Placement',
    description:
      'Clicks on an article over 7 days compared with the usual clicks at its positions. Computed hourly; null below 200 viewers.',
  });
export const PLACEMENT = {
  index: 210,
  interval: [170, 260] as [number, number],
  confidence: 'high' as const,
  positions: { from: 7, to: 12 },
};
export const placementItem = contentItem.extend({ placement });

export const readThroughRate = z
  .object({
    percent: z
      .number()
      .min(0)
      .max(100)
      .describe('Rate in percent with two significant digits, or in whole percents with fewer than 500 readers'),
    interval: z.tuple([z.number(), z.number()]).describe('90% interval'),
  })
  .meta({ id: 'ReadThroughRate' })
  .nullable()
  .describe(
    'Percentage of readers who opened an article and read through half of it in at least a quarter of its reading time; null with fewer than 50 readers',
  );

export const rankedItem = z.object({ ...contentItem.shape, previousRank }).meta({ id: 'RankedContentItem' });
export const RANKED_ITEM = { ...ITEM, previousRank: 4 };

export const rankedTopic = z.object({ ...insightsTopic.shape, previousRank }).meta({ id: 'RankedTopic' });
export const RANKED_TOPIC = { ...EXAMPLE_TOPIC, previousRank: 1 };

export { annotation };
export const ANNOTATION = annotationCollection.example;

export const storyShape = z
  .object({
    id: z.int().positive(),
    size: z.int().positive().describe('Number of published articles of the story'),
    sources: z.array(z.string()).max(5).describe('Sources of these articles, earliest report first'),
    firstAt: time,
  })
  .meta({ id: 'ReportedStory' });
