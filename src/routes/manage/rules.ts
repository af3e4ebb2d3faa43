import * as z from 'zod';
import { type RuleInput, ruleFields, ruleInput } from '../../content/rules/rule-input.ts';
import { ruleIs, storedRule, THINGS } from '../../content/things.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { parameterInvalid } from '../../http/errors.ts';
import { choice, integer } from '../../http/params.ts';
import { RULE_SORTS, ruleListing } from '../../search/thing-lists.ts';
import { RULE_KINDS } from '../../tagging/kinds.ts';
import { newsroomOf, upsert } from './lines.ts';
import { cursor, loadPage, PAGE_FIELDS, pageFields, search, sortedBy } from './list-parameters.ts';
import { mountResource } from './resource.ts';
import { ruleTrial } from './why.ts';

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
    (content, lines) => content.saveRules(lines),
  ),
);

const rule = storedRule.meta({ id: 'Rule' });

manageRules.get(
  '/',
  endpoint(
    {
      operationId: 'getRules',
      summary: 'The rules that tag articles, by kind, page by page',
      tag: 'Management',
      query: z.object({
        search: search.describe('Part of a word, or of what a rule is for'),
        kind: choice(RULE_KINDS, undefined).describe('Only rules for these'),
        ...{ sort: sortedBy(RULE_SORTS), cursor },
        limit: integer(1, 1000, 20).describe('Maximum rules'),
      }),
      data: z.object({ rules: z.array(rule), ...pageFields }),
      example: { rules: [CLAIMS], ...PAGE_FIELDS },
    },
    async ({ var: { db } }, { query }) => {
      const { rows, ...page } = await loadPage(db, ruleListing(query), query);
      return { rules: rows, ...page };
    },
  ),
);

const path = z.object({
  kind: z.enum(RULE_KINDS, { error: `must be one of ${RULE_KINDS.join(', ')}` }),
  ref: z.string().min(1).max(100).describe('Topic or company id, country code, geo group slug'),
});

manageRules.post('/try', ruleTrial);

mountResource(manageRules, {
  ...{ name: 'Rule', words: 'a rule', at: '/:kind/:ref', path },
  shown: rule,
  example: CLAIMS,
  input: ruleFields.partial({ kind: true, ref: true }),
  inputExample: { words: CLAIMS.words, exclusions: CLAIMS.exclusions },
  kind: THINGS.rule,
  where: ({ kind, ref }) => ruleIs(kind, refOf(kind, ref)),
  keyOf: ({ kind, ref }) => ({ kind, ref: refOf(kind, ref) }),
  save: async (c, line, { all }) => {
    const value = line as RuleInput;
    if (value.words.length + value.exclusions.length === 0)
      throw parameterInvalid({ words: 'must hold a word, or exclusions must; DELETE removes a rule' });
    return newsroomOf(c).saveRules([{ line: 1, value }], all);
  },
  removal: {
    loses: {},
    example: {},
    losing: async () => ({}),
    remove: (c, one, guard) => newsroomOf(c).removeRule(one, guard),
    restore: (c, { kind, ref }) => newsroomOf(c).restore('rule', `${kind}/${refOf(String(kind), String(ref))}`),
  },
});

/** Codes of countries are stored in capitals. */
function refOf(kind: string, ref: string): string {
  return kind === 'country' ? ref.toUpperCase() : ref;
}
