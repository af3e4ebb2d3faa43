import type { Hono } from 'hono';
import * as z from 'zod';
import { ARTICLE, articleIs, storedArticle, tags } from '../../content/articles/article-thing.ts';
import { loadArticleDays } from '../../content/articles/publication-days.ts';
import { COUNTRY_NAMES, loadGeography } from '../../content/geography.ts';
import { feedAddress } from '../../content/input.ts';
import { explainTags, tryRule } from '../../content/rules/explain-tags.ts';
import { type RuleInput, ruleFields } from '../../content/rules/rule-input.ts';
import { loadThing } from '../../content/things.ts';
import { operations } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { notFound, parameterInvalid } from '../../http/errors.ts';
import { id } from '../../lib/formats/params.ts';
import { FeedFault } from '../../syndication/fault.ts';
import { exportOpml } from '../../syndication/opml.ts';
import { propose } from '../../syndication/page/propose.ts';
import { runOptions } from '../../syndication/poll/run-options.ts';
import { TAG_KINDS } from '../../tagging/tags.ts';
import { contentId, count, date, time } from '../shapes.ts';
import { mentionsOf } from './mention-routes.ts';
import { storyHands } from './story-routes.ts';

export const place = z
  .object({
    field: z.enum(['title', 'introduction']),
    from: count.describe('Position of the first character'),
    to: count.describe('Position after the last character'),
    text: z.string().describe('Matched text'),
  })
  .meta({ id: 'Place' });

export const evidence = {
  chance: z
    .number()
    .nullable()
    .describe('Probability from 0 to 1 that an ambiguous name means the company; null for other names'),
  signs: z
    .array(
      z.object({
        sign: z.string(),
        weight: z.number().describe('Weight of the evidence; negative if it speaks against the company'),
      }),
    )
    .describe('Evidence, heaviest first'),
};

const ref = z.union([z.int(), z.string()]).describe('Topic or company id, country code or geo group slug');

const PLACE_EXAMPLE = { field: 'title', from: 0, to: 5, text: 'Cyber' };

const whyTagged = (to: Hono<AppEnv>) =>
  operations('Management', to).get('/:id/tags', {
    operationId: 'getArticleTags',
    summary: 'Explain the tags of an article',
    description: 'Returns the origin of each tag (editor or rule) and the matches of the current rules.',
    path: z.object({ id: id.describe('Article id') }),
    data: z.object({
      tags: z.array(
        z.object({
          kind: z.enum(TAG_KINDS),
          ref,
          name: z.string(),
          by: z.enum(['hand', 'rule']),
          places: z.array(place),
          ...evidence,
        }),
      ),
    }),
    example: {
      tags: [{ kind: 'topics', ref: 12, name: 'Cyber', by: 'rule', places: [PLACE_EXAMPLE], chance: null, signs: [] }],
    },
    answer: async ({ var: { db, now } }, { path: { id } }) => {
      const article = (await loadThing(db, ARTICLE, articleIs(id)))?.value;
      if (!article) throw notFound({ id: 'is not the id of an article' });
      const groups = new Map((await loadGeography(db, now)).map(({ slug, name }) => [slug, name]));
      const named = [
        ...article.topics.map((ref, i) => ({ kind: 'topics' as const, ref, name: article.topicNames[i] ?? '' })),
        ...article.companies.map((ref, i) => ({
          kind: 'companies' as const,
          ref,
          name: article.companyNames[i] ?? '',
        })),
        ...article.countries.map((ref) => ({ kind: 'countries' as const, ref, name: COUNTRY_NAMES.get(ref) ?? ref })),
        ...article.geoGroups.map((ref) => ({ kind: 'geoGroups' as const, ref, name: groups.get(ref) ?? ref })),
      ];
      return { tags: await explainTags(db, article, named, article.byRules) };
    },
  });

const ruleTrial = (to: Hono<AppEnv>) =>
  operations('Management', to).post('/try', {
    operationId: 'tryRule',
    summary: 'Test a rule on the newest 500 articles (stores nothing)',
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
            isTagged: z.boolean().describe('Whether the article already has the tag'),
            isBarred: z.boolean().describe('Whether an editor removed the tag, so that rules do not set it'),
            places: z.array(place),
          }),
        )
        .describe('Matching articles, newest first'),
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
          places: [{ ...PLACE_EXAMPLE, to: 6, text: 'Claims' }],
        },
      ],
    },
    answer: async ({ var: { db } }, { input }) => {
      const rule = input as RuleInput;
      if (rule.words.length === 0) throw parameterInvalid({ words: 'must contain a word or phrase' });
      return tryRule(db, rule.kind === 'country' ? { ...rule, ref: rule.ref.toUpperCase() } : rule);
    },
  });

const topicProposals = (to: Hono<AppEnv>) =>
  operations('Management', to).get('/proposals', {
    operationId: 'proposeTopics',
    summary: 'Propose topics and companies from the newest 500 articles',
    description:
      'Proposes topics from the common themes of the industries that the articles cover, and from distinctive phrases that many articles share. Each topic has the words of a rule and the articles that this rule would tag. Also returns the companies that the articles name, and the countries with which they are already tagged. Nothing is stored. Save the proposals that you like and the rules of the topics, then apply the rules.',
    data: z.object({
      examined: count.describe('Number of articles that were examined'),
      tagged: count.describe('Number of articles that would have at least one of these topics'),
      firstId: z.int().positive().describe('Unused topic id; all higher ids are also unused'),
      topics: z.array(
        z.object({
          name: z.string(),
          words: z.array(z.string()).describe('Words of the rule'),
          language: z.string().nullable().describe('Language of the rule; null for all languages'),
          articles: count.describe('Number of articles that the rule would tag'),
          titles: z.array(z.string()).describe('Newest of these articles'),
        }),
      ),
      firstCompanyId: z.int().positive().describe('Unused company id; all higher ids are also unused'),
      companies: z.array(
        z.object({
          name: z.string(),
          articles: count.describe('Number of articles that name the company'),
          titles: z.array(z.string()).describe('Newest of these articles'),
        }),
      ),
      countries: z.array(
        z.object({ code: z.string(), name: z.string(), articles: count.describe('Number of articles with this tag') }),
      ),
    }),
    example: {
      examined: 120,
      tagged: 96,
      firstId: 48,
      topics: [{ name: 'Cyber', words: ['Cyber'], language: null, articles: 9, titles: ['Cyber premiums level off'] }],
      firstCompanyId: 4,
      companies: [{ name: 'Varnholt Re', articles: 5, titles: ['Varnholt Re buys a broker'] }],
      countries: [{ code: 'DE', name: 'Germany', articles: 11 }],
    },
    answer: async ({ var: { db } }) => (await import('../../content/rules/propose.ts')).proposeFromStories(db),
  });

const proposed = z
  .object({
    ...storedArticle.pick({ url: true, title: true, introduction: true }).shape,
    publishedAt: time.nullable().describe('Publication time; null if the page does not state it'),
    ...storedArticle.pick({ contentType: true, paywalled: true, image: true, authors: true }).shape,
    ...storedArticle.pick({ section: true, keywords: true, language: true, words: true }).shape,
    tags: tags.describe('Tags that the current rules set'),
  })
  .meta({ id: 'ProposedArticle' });

const proposal = (to: Hono<AppEnv>) =>
  operations('Management', to).post('/propose', {
    operationId: 'proposeArticle',
    summary: 'Propose an article, source and feeds from a URL',
    description:
      'Reads JSON-LD, microdata, Open Graph and other metadata, or the page text. Stores nothing. Reads only URLs on the public internet, with limits of 10 MB and 20 seconds.',
    input: {
      schema: z.object({ url: feedAddress }),
      example: { url: 'https://premiumledger.example/cyber-premiums-level-off' },
    },
    data: z.object({
      article: proposed.nullable().describe('Proposed article; null if the URL is a feed or a list of feeds (OPML)'),
      source: z.object({
        domain: z.string(),
        name: z.string(),
        stored: z.boolean().describe('Whether this source already exists'),
      }),
      feeds: z.array(z.string()).describe('First feeds of the page (at most 20) or of the list (at most 200)'),
      feedsLeft: z.int().describe('Number of further feeds'),
      existing: contentId.nullable().describe('Id of the existing article with this URL; null if there is none'),
    }),
    example: {
      article: {
        url: 'https://premiumledger.example/cyber-premiums-level-off',
        title: 'Cyber premiums level off after three hard years',
        introduction: 'Capacity has returned, and buyers notice.',
        publishedAt: '2026-01-30T08:00:00Z',
        contentType: 'article',
        paywalled: false,
        image: null,
        authors: [{ name: 'Dana Whitfield' }],
        section: 'Markets',
        keywords: ['cyber'],
        language: 'en-GB',
        words: 640,
        tags: { topics: [12], companies: [], countries: [], geoGroups: [] },
      },
      source: { domain: 'premiumledger.example', name: 'Premium Ledger', stored: true },
      feeds: ['https://premiumledger.example/feed.xml'],
      feedsLeft: 0,
      existing: null,
    },
    answer: async (c, { input: { url } }) => {
      try {
        return await propose(c.var.db, runOptions(c.env, c.var.now).reach, url, c.var.now);
      } catch (error) {
        if (error instanceof FeedFault) throw parameterInvalid({ url: error.message });
        throw error;
      }
    },
  });

const articleDays = (to: Hono<AppEnv>) =>
  operations('Management', to).get('/days', {
    operationId: 'getArticleDays',
    summary: 'Count published articles of the last 14 days',
    description: 'Counts only the newest 10,000 articles. Earlier days are omitted.',
    data: z.object({
      days: z
        .array(
          z.object({
            date: date.describe('Day in the publisher’s time zone'),
            articles: count,
            tagged: count.describe('Number of articles with a topic'),
          }),
        )
        .describe('Days, oldest first'),
    }),
    example: { days: [{ date: '2026-01-30', articles: 21, tagged: 19 }] },
    answer: async ({ var: { db, now }, env }) => ({ days: await loadArticleDays(db, env.TIME_ZONE, now) }),
  });

const opml = (to: Hono<AppEnv>) =>
  operations('Management', to).text('/opml', {
    operationId: 'getOpml',
    summary: 'Export all feeds as OPML 2.0',
    means: 'OPML 2.0',
    answers: { 'text/x-opml': { schema: z.string() } },
    answer: async (c) => ({
      body: await exportOpml(c.var.db, c.env.PUBLISHER, c.var.now),
      headers: { 'Content-Type': 'text/x-opml; charset=utf-8' },
    }),
  });

export const OWN_ROUTES: Record<string, (to: Hono<AppEnv>) => void> = {
  articles: (to) => {
    articleDays(to);
    whyTagged(to);
    proposal(to);
  },
  topics: (to) => {
    topicProposals(to);
    mentionsOf('topic')(to);
  },
  companies: mentionsOf('company'),
  sources: (to) => {
    opml(to);
    mentionsOf('source')(to);
  },
  rules: ruleTrial,
  stories: storyHands,
};
