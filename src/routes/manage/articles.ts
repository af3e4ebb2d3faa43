import * as z from 'zod';
import { ARTICLE, articleIs, storedArticle } from '../../content/articles/article-thing.ts';
import { COUNTRY_NAMES, loadGeography } from '../../content/geography.ts';
import { type Article, articleInput } from '../../content/input.ts';
import { MAX_ARTICLE_ID } from '../../content/position.ts';
import { daysNaming } from '../../content/removal/article.ts';
import { allHostsOf } from '../../content/removal/source.ts';
import { CONTENT_TYPES } from '../../content/types.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { parameterInvalid } from '../../http/errors.ts';
import { choice, choices, day, id, ids, list, orNothing, slugPath } from '../../http/params.ts';
import { host } from '../../lib/host.ts';
import { endOfDay, startOfDay, toSeconds } from '../../lib/time.ts';
import { canonicalUrl } from '../../lib/url.ts';
import { ARTICLE_SORTS, articleListing, needsIndex } from '../../search/article-list.ts';
import { isCostlySearch, searchTerms } from '../search-terms.ts';
import { date, time } from '../shapes.ts';
import { newsroomOf, upsert } from './lines.ts';
import { cursor, flag, limit, loadPage, ON_CLOCK, PAGE_FIELDS, pageFields, sortedBy } from './list-parameters.ts';
import { proposal } from './propose.ts';
import { mountResource } from './resource.ts';
import { whyTagged } from './why.ts';

export const manageArticles = router();

const STORY = {
  url: 'https://premiumledger.example/cyber-premiums-level-off',
  title: 'Cyber premiums level off after three hard years',
  introduction: 'Capacity has returned, and buyers notice.',
  publishedAt: '2026-01-30T08:00:00Z',
  contentType: 'article',
  topics: [12],
  companies: [3],
  countries: ['GB'],
  geoGroups: ['europe'],
  image: {
    url: 'https://premiumledger.example/images/cyber.jpg',
    width: 1200,
    height: 675,
    alt: 'A server room',
  },
};

const articlePath = id
  .refine((value) => value <= MAX_ARTICLE_ID, { error: `must be at most ${MAX_ARTICLE_ID}` })
  .describe('Article id');

const codes = list(
  z
    .string()
    .toUpperCase()
    .refine((code) => COUNTRY_NAMES.has(code), { error: 'must be an ISO 3166-1 alpha-2 code' }),
);
const slugs = list(slugPath);
const hosts = list(host);
const address = orNothing((text) => canonicalUrl(text), 'an absolute http or https URL with a host name');

manageArticles.put(
  '/',
  upsert(
    {
      operationId: 'putArticles',
      summary: 'Publish articles',
      line: articleInput.meta({ id: 'ArticleInput' }),
      example: STORY,
    },
    async (content, lines) => (await content.saveArticles(lines)).refusals,
  ),
);

const article = storedArticle
  .extend({
    publishedAt: time,
    modifiedAt: time.describe('When it was last edited'),
    topicNames: z.array(z.string()).describe('Of `topics`, in their order'),
    companyNames: z.array(z.string()).describe('Of `companies`, in their order'),
    byRules: storedArticle.shape.byRules.describe('The tags that rules have set'),
  })
  .meta({ id: 'ManagedArticle', description: 'What PUT takes, and what else is known of the article' });

const CYBER: z.output<typeof article> = {
  id: 1042,
  ...STORY,
  contentType: 'article',
  organisationType: null,
  client: 'Topic Article',
  paywalled: false,
  registration: false,
  modifiedAt: STORY.publishedAt,
  source: { domain: 'premiumledger.example', name: 'Premium Ledger', icon: null },
  topicNames: ['Cyber'],
  companyNames: ['Varnholt Re'],
  byRules: { topics: [12], companies: [], countries: [], geoGroups: [] },
};

manageArticles.get(
  '/',
  endpoint(
    {
      operationId: 'listArticles',
      summary: 'Articles, page by page, also those to come',
      description: 'Values inside one filter are alternatives; filters among each other all hold.',
      tag: 'Management',
      query: z.object({
        search: searchTerms.describe('Words or phrases to find in headline or introduction; any of them'),
        topics: ids.describe('Topic ids'),
        companies: ids.describe('Company ids'),
        countries: codes.describe('Countries of direct tags'),
        geoGroups: slugs.describe('Slugs'),
        sources: hosts.describe('Domains of sources'),
        contentTypes: choices(CONTENT_TYPES).describe('Kinds of content'),
        paywalled: flag,
        registration: flag,
        from: day.describe(`Published on this day or later, ${ON_CLOCK}`),
        to: day.describe(`Published on this day or earlier, ${ON_CLOCK}`),
        state: choice(['all', 'published', 'scheduled'], 'all').describe('scheduled: not published yet'),
        url: address.describe('The article with this address'),
        ...{ sort: sortedBy(ARTICLE_SORTS), cursor, limit },
      }),
      isCostly: ({ search }) => isCostlySearch(search),
      data: z.object({ articles: z.array(article), ...pageFields }),
      example: { articles: [CYBER], ...PAGE_FIELDS },
    },
    async ({ var: { db, now }, env }, { query: { sort, cursor, limit, from, to, state, ...lists } }) => {
      const seconds = toSeconds(now);
      const filter = {
        ...lists,
        from: later(
          from ? startOfDay(from, env.TIME_ZONE) : undefined,
          state === 'scheduled' ? seconds + 1 : undefined,
        ),
        until: earlier(
          to ? endOfDay(to, env.TIME_ZONE) + 1 : undefined,
          state === 'published' ? seconds + 1 : undefined,
        ),
      };
      if (sort.endsWith('id') && needsIndex(filter))
        throw parameterInvalid({
          sort: 'must be published or -published where a filter but from, to, state or url is given',
        });
      const groups = lists.geoGroups.length > 0 ? await loadGeography(db, now) : [];
      const unknown = lists.geoGroups.filter((slug) => !groups.some((group) => group.slug === slug));
      if (unknown.length > 0) throw parameterInvalid({ geoGroups: `names unknown geo groups: ${unknown.join(', ')}` });
      const hosts = lists.sources.length > 0 ? await allHostsOf(db, lists.sources) : [];
      const listing = articleListing(
        { ...filter, sources: hosts },
        sort,
        new Map(groups.map(({ slug, id }) => [slug, id])),
      );
      const { rows, ...page } = await loadPage(db, listing, { cursor, limit });
      return { articles: rows, ...page };
    },
  ),
);

const later = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
const earlier = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

manageArticles.get('/:id/tags', whyTagged);
manageArticles.post('/propose', proposal);

mountResource(manageArticles, {
  ...{ name: 'Article', words: 'an article', at: '/:id', path: z.object({ id: articlePath }) },
  description:
    'Tags that rules have set and that are sent back stay theirs; a tag that is left out is not set by rules again.',
  shown: article,
  example: CYBER,
  input: articleInput,
  inputExample: STORY,
  kind: ARTICLE,
  where: ({ id }) => articleIs(id),
  keyOf: ({ id }) => ({ id }),
  save: async (c, line, { all }) => {
    const lines = [{ line: 1, value: line as Article }];
    return (await newsroomOf(c).saveArticles(lines, 'edit', all)).refusals;
  },
  removal: {
    loses: { recommendedDays: z.array(date).describe('Days whose selection it is in') },
    example: { recommendedDays: ['2026-01-30'] },
    losing: async (c, { id }) => ({ recommendedDays: await daysNaming(c.var.db, id) }),
    remove: (c, { id, title }, guard) => newsroomOf(c).removeArticle({ id, title }, guard),
    restore: (c, { id }) => newsroomOf(c).restore('article', Number(id)),
  },
});
