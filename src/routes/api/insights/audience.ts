import * as z from 'zod';
import { notFound } from '../../../http/errors.ts';
import { upToDate } from '../../../http/update-rankings.ts';
import { choice, optionalId } from '../../../lib/formats/params.ts';
import { byAttribute } from '../../../rankings/dimensions.ts';
import { loadAudience, loadAudienceTopics } from '../../../rankings/read/read-audience.ts';
import { SITE } from '../../../rankings/site.ts';
import { EXAMPLE_TOPIC, insightsTopic, period, slug, topicId } from '../../shapes.ts';
import { insightsOperations } from './parameters.ts';
import { audienceTable } from './tables.ts';

const index = z
  .int()
  .min(0)
  .describe("The audience's share of the topic relative to its share of the site, in steps of 10; 100 means equal");
export const indexedSlug = z.object({
  slug,
  index: index.nullable().describe('Index of the audience; null if there is too little engagement'),
});
const listed = z.object({ slug, topics: z.array(z.object({ ...insightsTopic.shape, index })).max(10) });
export const attributes = <T extends z.ZodType>(of: T) => byAttribute(() => z.array(of));

export const audience = insightsOperations().get('/audience', {
  operationId: 'getAudience',
  summary: 'Compare the audiences of topics with the site',
  description:
    'With `topic`, returns the index of every audience of that topic. Without it, returns the ten topics with the highest index for each audience.',
  query: z.object({
    topic: optionalId.describe('Topic id'),
    period: choice(['24h', '7d'], '7d').describe('`24h` is the last 24 hours, `7d` the last 7 days'),
  }),
  errors: [404],
  data: z.union([
    z.object({ topicId, period, ...attributes(indexedSlug) }).meta({ id: 'TopicAudience' }),
    z.object({ period, ...attributes(listed) }).meta({ id: 'AudienceTopics' }),
  ]),
  csv: audienceTable,
  example: {
    period: '7d',
    companyTypes: [{ slug: 'broker', topics: [{ ...EXAMPLE_TOPIC, index: 140 }] }],
    regions: [],
    seniorities: [],
    channels: [],
  },
  answer: async (c, { query: { topic, period } }) => {
    const { db } = c.var;
    await upToDate(c, topic === undefined ? 'all' : [SITE, topic]);
    return topic === undefined
      ? { period, ...(await loadAudienceTopics(db, period)) }
      : { topicId: topic, period, ...((await loadAudience(db, topic, period)) ?? unknownTopic()) };
  },
});

function unknownTopic(): never {
  throw notFound({ topic: 'is not the id of a topic' });
}
