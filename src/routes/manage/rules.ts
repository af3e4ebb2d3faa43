import * as z from 'zod';
import { router } from '../../http/base.ts';
import { integer, validated } from '../../http/params.ts';
import { success } from '../../lib/jsend.ts';
import { refreshWindows } from '../../rankings/notify.ts';
import { ruleInput } from '../../tagging/input.ts';
import { retag } from '../../tagging/retag.ts';
import { loadRules, saveRules } from '../../tagging/rules.ts';
import { forgetTagger } from '../../tagging/tagger.ts';
import { upsert } from './upsert.ts';

/** The rules that tag articles, and applying them to what is stored. */
export const manageRules = router();

manageRules.put(
  '/rules',
  upsert(ruleInput, async (db, lines) => {
    const refusals = await saveRules(db, lines);
    forgetTagger();
    return refusals;
  }),
);

manageRules.get('/rules', async (c) => c.json(success({ rules: await loadRules(c.var.db) })));

export const retagQuery = z.object({
  after: integer(0, Number.MAX_SAFE_INTEGER, 0).describe('Id of the last article of the call before'),
  limit: integer(1, 5000, 1000).describe('Maximum articles to examine'),
});

manageRules.post('/retag', validated('query', retagQuery), async (c) => {
  const { report, topics } = await retag(c.var.db, c.req.valid('query'), c.var.now);
  if (topics.size > 0) await refreshWindows(c.env.TOPIC_WINDOW, topics);
  return c.json(success(report));
});
