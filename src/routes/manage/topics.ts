import * as z from 'zod';
import { type Topic, topicInput } from '../../content/input.ts';
import { hangingOn } from '../../content/removal/tags.ts';
import { storedTopic, THINGS, topicIs } from '../../content/things.ts';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { id, integer } from '../../http/params.ts';
import { TOPIC_SORTS, topicListing } from '../../search/thing-lists.ts';
import { topicId } from '../shapes.ts';
import { newsroomOf, upsert } from './lines.ts';
import { cursor, limit, loadPage, PAGE_FIELDS, pageFields, search, sortedBy } from './list-parameters.ts';
import { lost, mountResource } from './resource.ts';

export const manageTopics = router();

const CYBER = {
  id: 12,
  name: 'Cyber',
  slug: 'cyber',
  description: 'Insurance of digital risks',
  category: 1,
  excludedFromTrending: false,
};

manageTopics.put(
  '/',
  upsert(
    {
      operationId: 'putTopics',
      summary: 'Add or change topics',
      line: topicInput.meta({ id: 'TopicInput' }),
      example: CYBER,
    },
    (content, lines) => content.saveTopics(lines),
  ),
);

const topic = storedTopic.meta({ id: 'ManagedTopic' });

manageTopics.get(
  '/',
  endpoint(
    {
      operationId: 'listTopics',
      summary: 'Topics, page by page',
      tag: 'Management',
      query: z.object({
        search: search.describe('Part of a name or slug'),
        category: integer(1, 2, undefined).describe('1 = Specialty Lines, 2 = Interest Areas'),
        ...{ sort: sortedBy(TOPIC_SORTS), cursor, limit },
      }),
      data: z.object({ topics: z.array(topic), ...pageFields }),
      example: { topics: [CYBER], ...PAGE_FIELDS },
    },
    async ({ var: { db } }, { query: { category, ...query } }) => {
      const listing = topicListing({ ...query, category: category as 1 | 2 | undefined });
      const { rows, ...page } = await loadPage(db, listing, query);
      return { topics: rows, ...page };
    },
  ),
);

mountResource(manageTopics, {
  ...{ name: 'Topic', words: 'a topic', at: '/:id', path: z.object({ id: id.describe('Topic id') }) },
  shown: topic,
  example: CYBER,
  input: topicInput.partial({ id: true }),
  inputExample: { name: 'Parametric cover', slug: 'parametric-cover', category: 1 },
  kind: THINGS.topic,
  where: ({ id }) => topicIs(id),
  keyOf: ({ id }) => ({ id }),
  save: (c, line, { all }) => newsroomOf(c).saveTopics([{ line: 1, value: line as Topic }], all),
  removal: {
    loses: lost,
    example: { articles: 120, rules: 1 },
    losing: async (c, { id }) => ({ ...(await hangingOn(c.var.db, 'topic', id)) }),
    remove: (c, { id, name }, guard) => newsroomOf(c).removeTagThing({ kind: 'topic', ref: id, name }, guard),
    restore: (c, { id }) => newsroomOf(c).restore('topic', Number(id)),
    refuse: ({ id }) =>
      id === RISK_MANAGEMENT_TOPIC
        ? 'is Risk Management, which analytics restrict to; it cannot be deleted or merged'
        : null,
    merge: {
      into: topicId,
      example: 14,
      whereInto: topicIs,
      merge: (c, { id, name }, into: number, guard) =>
        newsroomOf(c).mergeTagThings({ kind: 'topic', ref: id, into, name }, guard),
    },
  },
});
