import * as z from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { Tags } from '../../content/tags.ts';
import { ruleInput } from '../../tagging/input.ts';
import type { RetagReport } from '../../tagging/retag.ts';
import { RULE_KINDS, type StoredRule } from '../../tagging/rules.ts';
import { retagQuery } from '../manage/rules.ts';
import { contentId, topicId } from './items.ts';
import { count, operation, upsert } from './management.ts';

const rule = z
  .object({
    kind: z.enum(RULE_KINDS),
    ref: z.string().describe('Topic or company id, country code, geo group slug'),
    words: z.array(z.string()),
    exclusions: z.array(z.string()),
  })
  .meta({ id: 'Rule' }) satisfies z.ZodType<StoredRule>;

const tags = z
  .object({
    topics: z.array(topicId),
    companies: z.array(z.int().positive()),
    countries: z.array(z.string()),
    geoGroups: z.array(z.string()),
  })
  .meta({ id: 'Tags' }) satisfies z.ZodType<Tags>;

const change = z.object({ added: count, removed: count });

const report = z
  .object({
    examined: count.describe('Articles'),
    changed: count.describe('Articles'),
    tags: z
      .object({ topics: change, companies: change, countries: change, geoGroups: change })
      .describe('Tags given and taken'),
    sample: z
      .array(z.object({ contentId, title: z.string(), added: tags, removed: tags }))
      .describe('The first that have changed'),
    after: contentId.nullable().describe('Where to go on; null: all have been examined'),
  })
  .meta({ id: 'Retagged' }) satisfies z.ZodType<RetagReport>;

const CLAIMS = { kind: 'topic' as const, ref: '41', words: ['claim', 'loss adjust*'], exclusions: ['claims to fame'] };
const NO_CHANGE = { added: 0, removed: 0 };

const SYNTAX = `Words and phrases are found as whole words in title and introduction. Accents never matter, capitals only in abbreviations of up to
four letters (\`US\`, \`D&O\`). The last word stands for its English plural, too; with a \`*\` at its end it stands for every word that begins like it.

An exclusion that overlaps a word of its rule takes it away there (*New Mexico* is not Mexico); one that stands elsewhere in the text keeps
the rule from tagging that text at all. What lies inside a longer name of a company, country or geo group does not count.

Companies, countries and geo groups are known by their names without any rule, countries by their demonyms, too; a rule adds to that. Topics
are known by their rules alone. A rule without words and exclusions is removed.`;

/** Tagging by rules. */
export const rulePaths: ZodOpenApiPathsObject = {
  '/manage/rules': {
    get: operation({
      operationId: 'getRules',
      summary: 'The rules that tag articles',
      reads: true,
      data: z.object({ rules: z.array(rule) }),
      example: { rules: [CLAIMS] },
    }),
    put: {
      ...upsert(
        'putRules',
        'Add, change or remove rules that tag articles',
        ruleInput.meta({ id: 'RuleInput' }),
        CLAIMS,
      ),
      description: SYNTAX,
    },
  },
  '/manage/retag': {
    post: operation({
      operationId: 'retag',
      summary: 'Apply the rules to stored articles',
      description:
        'Adds what matches now and takes away what rules added and matches no longer. Tags set by hand stay, tags taken away by hand do not come back. Repeat with `after` until it is null.',
      requestParams: { query: retagQuery },
      faulty: [400],
      data: report,
      example: {
        examined: 560,
        changed: 1,
        tags: { topics: { added: 1, removed: 0 }, companies: NO_CHANGE, countries: NO_CHANGE, geoGroups: NO_CHANGE },
        sample: [
          {
            contentId: 1042,
            title: 'Singapore insolvencies reach a ten-year high',
            added: { topics: [41], companies: [], countries: [], geoGroups: [] },
            removed: { topics: [], companies: [], countries: [], geoGroups: [] },
          },
        ],
        after: null,
      },
    }),
  },
};
