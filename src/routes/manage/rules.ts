import * as z from 'zod';
import { ruleInput } from '../../content/rule-input.ts';
import { loadRules, saveRules } from '../../content/rules.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { RULE_KINDS } from '../../tagging/kinds.ts';
import { upsert } from './lines.ts';

/** The rules that tag articles. */
export const manageRules = router();

const CLAIMS = { kind: 'topic', ref: '41', words: ['claim', 'loss adjust*'], exclusions: ['claims to fame'] };

const SYNTAX = `Words and phrases are found as whole words in title and introduction. Accents never matter, capitals only in abbreviations of up to
four letters (\`US\`, \`D&O\`). The last word also matches its English plural; with a \`*\` at its end it matches every word that begins with it.

An exclusion that overlaps a word of its rule cancels it there (*New Mexico* is not Mexico); one elsewhere in the text keeps
the rule from tagging that text at all. What lies inside a longer name of a company, country or geo group does not count.

Companies, countries and geo groups are known by their names without any rule, countries by their demonyms, too; a rule adds to that. Topics
are known by their rules alone. A rule without words and exclusions is removed.`;

manageRules.put(
  '/',
  upsert(
    {
      operationId: 'putRules',
      summary: 'Add, change or remove rules that tag articles',
      description: SYNTAX,
      line: ruleInput.meta({ id: 'RuleInput' }),
      example: CLAIMS,
    },
    async (_, lines, { db }) => {
      const refusals = await saveRules(db, lines);
      return refusals;
    },
  ),
);

const rule = z
  .object({
    kind: z.enum(RULE_KINDS),
    ref: z.string().describe('Topic or company id, country code, geo group slug'),
    words: z.array(z.string()),
    exclusions: z.array(z.string()),
  })
  .meta({ id: 'Rule' });

manageRules.get(
  '/',
  endpoint(
    {
      operationId: 'getRules',
      summary: 'The rules that tag articles',
      tag: 'Management',
      data: z.object({ rules: z.array(rule) }),
      example: { rules: [CLAIMS] },
    },
    async (c) => ({ rules: await loadRules(c.var.db) }),
  ),
);
