import * as z from 'zod';
import { authenticated } from '../http/auth.ts';
import { readsOnly, router } from '../http/base.ts';
import { cached, json } from '../http/cache.ts';
import { choice, ids, integer, shaped, validated } from '../http/params.ts';
import { success } from '../lib/jsend.ts';
import { searchNames } from '../web/shells/embed-search.ts';
import { KINDS, loadNames } from './embed-names.ts';

export const choicesQuery = z.object({
  kind: choice(KINDS, 'topics').describe('What to choose from'),
  q: shaped(/^[\s\S]{0,100}$/, 'at most 100 characters').describe('What the name holds; every name where left out'),
  ids: ids.describe('Only these, to learn their names'),
  limit: integer(1, 100, 20).describe('Maximum names'),
});

/** Names to choose filters by. Operators' keys choose nothing, and no key stands in an address. */
export const embedChoices = router();
embedChoices.use(readsOnly, authenticated({ kinds: () => ['publishable', 'secret'], headerOnly: true }));

embedChoices.get('/', validated('query', choicesQuery), async (c) => {
  const query = c.req.valid('query');
  return cached(c, { ttl: 60, parameters: query }, async () => {
    const { kind, q = '', ids, limit } = query;
    const names = await loadNames(c.var.db, kind, c.var.now);
    const found = searchNames(ids.length > 0 ? names.filter(({ id }) => ids.includes(id)) : names, q);
    return json(success({ choices: found.slice(0, limit), more: found.length > limit }));
  });
});
