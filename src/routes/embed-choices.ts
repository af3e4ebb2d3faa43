import * as z from 'zod';
import { router } from '../http/base.ts';
import { endpoint } from '../http/endpoint.ts';
import { choice, ids, integer, shaped } from '../http/params.ts';
import { listSearches } from '../search/saved.ts';
import { searchNames } from '../web/shells/embed-search.ts';
import { CHOICES, loadNames } from './embed-names.ts';

/** Names for choosing the filters of an embedded feed. */
export const embedChoices = router();

embedChoices.get(
  '/',
  endpoint(
    {
      operationId: 'getChoices',
      summary: 'Topics or companies by name, for search boxes',
      description: 'Names that begin as the search does come first.',
      tag: 'Feed',
      query: z.object({
        kind: choice(CHOICES, 'topics').describe('What to choose from'),
        q: shaped(/^[\s\S]{0,100}$/u, 'at most 100 characters').describe(
          'What the name holds; every name where left out',
        ),
        ids: ids.describe('Only these, to learn their names'),
        limit: integer(1, 100, 20).describe('Maximum names'),
      }),
      data: z.object({
        choices: z.array(z.object({ id: z.int().positive(), name: z.string() })),
        more: z.boolean().describe('There are more that fit'),
      }),
      example: { choices: [{ id: 12, name: 'Cyber' }], more: false },
    },
    async (c, { query: { kind, q = '', ids, limit } }) => {
      const names = await loadNames(c.var.db, kind, c.var.now);
      const found = searchNames(ids.length > 0 ? names.filter(({ id }) => ids.includes(id)) : names, q);
      return { choices: found.slice(0, limit), more: found.length > limit };
    },
  ),
);

embedChoices.get(
  '/searches',
  endpoint(
    {
      operationId: 'getSearchChoices',
      summary: 'Saved searches by name, whose feeds can be embedded',
      tag: 'Feed',
      data: z.object({ searches: z.array(z.object({ slug: z.string(), name: z.string() })) }),
      example: { searches: [{ slug: 'floods-in-europe', name: 'Floods in Europe' }] },
    },
    async (c) => ({ searches: await listSearches(c.var.db) }),
  ),
);
