import type { Hono } from 'hono';
import * as z from 'zod';
import { notifyRankings } from '../../collections/core/service.ts';
import { someArticles, storySchema } from '../../collections/story-collection.ts';
import type { Changed } from '../../content/changed.ts';
import type { Refusals } from '../../content/import-lines.ts';
import {
  STORY,
  type Story,
  saveStories,
  splitStory,
  storiesOf,
  storyIs,
} from '../../content/removal/stories-by-hand.ts';
import { rebuildStories } from '../../content/stories/rebuild.ts';
import { guardOf, loadThing } from '../../content/things.ts';
import { ConflictError, type Precondition } from '../../db/client.ts';
import { operations } from '../../http/endpoint.ts';
import type { AppContext, AppEnv } from '../../http/env.ts';
import { notFound, parameterInvalid } from '../../http/errors.ts';
import { retry } from '../../lib/async-control.ts';
import { id } from '../../lib/formats/params.ts';
import { contentId, count } from '../shapes.ts';
import { authorOf } from './lines.ts';
import { batch, nextAfter } from './list-parameters.ts';

/** Routes for editors' changes to stories. Each change is one audit entry and can be reverted. */

const STORY_EXAMPLE = { id: 1042, articles: [1042, 1057, 1061], lead: null, decided: true };
const MAX_ATTEMPTS = 5;

/** Applies `change` to the current story and responds with the story whose id it returns. */
const changeStory = (
  c: AppContext,
  id: number,
  change: (story: Story, guard: Precondition) => Promise<Changed & { id: number; refusals?: Refusals }>,
) =>
  retry(
    MAX_ATTEMPTS,
    (error) => error instanceof ConflictError,
    async () => {
      const found = await loadThing(c.var.db, STORY, storyIs(id));
      if (!found) throw notFound({ id: 'is not the id of a story' });
      const done = await change(found.value, guardOf(STORY, storyIs(id), found.seen));
      const faults = done.refusals?.get(1);
      if (faults) throw parameterInvalid(faults);
      await notifyRankings(c.env, done, c.var.now);
      return (await loadThing(c.var.db, STORY, storyIs(done.id)))?.value ?? found.value;
    },
  );

export const storyHands = (to: Hono<AppEnv>) => {
  const on = operations('Management', to);
  const described = { path: z.object({ id: id.describe('Story id') }), data: storySchema };
  const several = z.object({ articles: someArticles });

  on.post('/rebuild', {
    operationId: 'rebuildStories',
    summary: 'Rebuild stories',
    description:
      'Assigns stored articles to stories again, in the order of their ids. Stories stay unchanged if editors have joined or split them, or chosen their representative article. Repeat with `after` until it is null.',
    query: batch,
    data: z
      .object({
        examined: count.describe('Articles'),
        changed: count.describe('Articles that moved to another story'),
        after: nextAfter,
      })
      .meta({ id: 'StoriesRebuilt' }),
    example: { examined: 560, changed: 3, after: null },
    answer: (c, { query }) => rebuildStories(c.var.db, query, c.var.now),
  });

  on.post('/:id/join', {
    ...described,
    operationId: 'joinStories',
    summary: 'Merge the stories of other articles into a story',
    input: { schema: several, example: { articles: [1057, 1061] } },
    example: STORY_EXAMPLE,
    answer: (c, { path, input }) =>
      changeStory(c, path.id, async ({ id, articles, lead }, guard) => {
        const others = (await storiesOf(c.var.db, input.articles)).flatMap((other) => other.articles);
        const value = { id, articles: [...new Set([...articles, ...others, ...input.articles])], lead };
        return { ...(await saveStories(c.var.db, [{ line: 1, value }], authorOf(c), guard)), id };
      }),
  });

  on.post('/:id/split', {
    ...described,
    operationId: 'splitStory',
    summary: 'Move articles of a story into a new story',
    input: { schema: several, example: { articles: [1061] } },
    example: { ...STORY_EXAMPLE, id: 1061, articles: [1061] },
    answer: (c, { path, input }) =>
      changeStory(c, path.id, (found, guard) => {
        if (input.articles.some((one) => !found.articles.includes(one)))
          throw parameterInvalid({ articles: 'must be articles of this story' });
        if (input.articles.length === found.articles.length)
          throw parameterInvalid({ articles: 'must leave at least one article in this story' });
        return splitStory(c.var.db, found, input.articles, authorOf(c), guard);
      }),
  });

  on.post('/:id/lead', {
    ...described,
    operationId: 'leadStory',
    summary: 'Set the representative article of a story (null resets it)',
    input: { schema: z.object({ article: contentId.nullable() }), example: { article: 1057 } },
    example: { ...STORY_EXAMPLE, lead: 1057 },
    answer: (c, { path, input: { article: lead } }) =>
      changeStory(c, path.id, async ({ id, articles }, guard) => {
        if (lead !== null && !articles.includes(lead))
          throw parameterInvalid({ article: 'must be an article of this story' });
        return {
          ...(await saveStories(c.var.db, [{ line: 1, value: { id, articles, lead } }], authorOf(c), guard)),
          id,
        };
      }),
  });
};
