import * as z from 'zod';
import { ARTICLE, articleIs } from '../../content/articles/article-thing.ts';
import { COUNTRY_NAMES, loadGeography } from '../../content/geography.ts';
import { type RuleInput, ruleFields } from '../../content/rules/rule-input.ts';
import { explainTags, tryRule } from '../../content/rules/why.ts';
import { loadThing } from '../../content/things.ts';
import { endpoint } from '../../http/endpoint.ts';
import { notFound, parameterInvalid } from '../../http/errors.ts';
import { id } from '../../http/params.ts';
import { TAG_KINDS } from '../../tagging/tags.ts';
import { contentId, count } from '../shapes.ts';

/** Why an article is tagged, and what a rule would tag. */

const place = z
  .object({
    field: z.enum(['title', 'introduction']),
    from: count.describe('First character'),
    to: count.describe('The character after the last one'),
    text: z.string().describe('What is said there'),
  })
  .meta({ id: 'Place' });

const ref = z.union([z.int(), z.string()]).describe('Topic or company id, country code, geo group slug');

const PLACE = { field: 'title', from: 0, to: 5, text: 'Cyber' };

export const whyTagged = endpoint(
  {
    operationId: 'getArticleTags',
    summary: 'Why an article has its tags',
    description: 'Whether a hand or a rule has set each tag, and what the text says of it by the rules as they are.',
    tag: 'Management',
    path: z.object({ id: id.describe('Article id') }),
    errors: [404],
    data: z.object({
      tags: z.array(
        z.object({
          kind: z.enum(TAG_KINDS),
          ref,
          name: z.string(),
          by: z.enum(['hand', 'rule']),
          places: z.array(place),
        }),
      ),
    }),
    example: { tags: [{ kind: 'topics', ref: 12, name: 'Cyber', by: 'rule', places: [PLACE] }] },
  },
  async ({ var: { db, now } }, { path: { id } }) => {
    const article = (await loadThing(db, ARTICLE, articleIs(id)))?.value;
    if (!article) throw notFound({ id: 'is not the id of an article' });
    const groups = new Map((await loadGeography(db, now)).map(({ slug, name }) => [slug, name]));
    const named = [
      ...article.topics.map((ref, i) => ({ kind: 'topics' as const, ref, name: article.topicNames[i] ?? '' })),
      ...article.companies.map((ref, i) => ({ kind: 'companies' as const, ref, name: article.companyNames[i] ?? '' })),
      ...article.countries.map((ref) => ({ kind: 'countries' as const, ref, name: COUNTRY_NAMES.get(ref) ?? ref })),
      ...article.geoGroups.map((ref) => ({ kind: 'geoGroups' as const, ref, name: groups.get(ref) ?? ref })),
    ];
    return { tags: await explainTags(db, article, named, article.byRules) };
  },
);

export const ruleTrial = endpoint(
  {
    operationId: 'tryRule',
    summary: 'Where a rule would match among the newest 500 articles; nothing is stored',
    tag: 'Management',
    input: {
      schema: ruleFields,
      example: { kind: 'topic', ref: '41', words: ['claim', 'loss adjust*'], exclusions: ['claims to fame'] },
    },
    data: z.object({
      examined: count.describe('Articles'),
      matches: z
        .array(
          z.object({
            id: contentId,
            title: z.string(),
            introduction: z.string(),
            isTagged: z.boolean().describe('It has the tag already'),
            isBarred: z.boolean().describe('A hand has taken the tag away: no rule sets it'),
            places: z.array(place),
          }),
        )
        .describe('Newest first'),
    }),
    example: {
      examined: 500,
      matches: [
        {
          id: 1042,
          title: 'Claims rise after the storm',
          introduction: '',
          isTagged: false,
          isBarred: false,
          places: [{ ...PLACE, to: 6, text: 'Claims' }],
        },
      ],
    },
  },
  async ({ var: { db } }, { input }) => {
    const rule = input as RuleInput;
    if (rule.words.length === 0) throw parameterInvalid({ words: 'must hold a word or a phrase' });
    return tryRule(db, rule.kind === 'country' ? { ...rule, ref: rule.ref.toUpperCase() } : rule);
  },
);
