import * as z from 'zod';
import { ARTICLE, storedArticle } from '../content/articles/article-thing.ts';
import { saveArticles } from '../content/articles/articles.ts';
import { loadGeography } from '../content/geography.ts';
import { withLanguages } from '../content/index/newsroom-languages.ts';
import { articleInput, country } from '../content/input.ts';
import { MAX_ARTICLE_ID } from '../content/position.ts';
import { daysNaming, removeArticle } from '../content/removal/remove-article.ts';
import { allHostsOf } from '../content/removal/remove-source.ts';
import { restoreArticle } from '../content/removal/restore-article.ts';
import { CONTENT_TYPES } from '../content/types.ts';
import { articles as table } from '../db/schema.ts';
import { parameterInvalid } from '../http/errors.ts';
import { choice, choices, day, id, ids, list, optionalBool, orNothing, slugPath } from '../lib/formats/params.ts';
import { ADDRESS, HOST_PATTERN, host, likePattern } from '../lib/hosts/host.ts';
import { endOfDay, startOfDay, toSeconds } from '../lib/time.ts';
import { canonicalUrl } from '../lib/url.ts';
import { ARTICLE_SORTS, articleListing, needsIndex } from '../search/article-list.ts';
import { excessOfWords, excludeTerms, isCostlySearch, searchTerms } from '../search/search-terms.ts';
import { TAG_KINDS } from '../tagging/tags.ts';
import { collection } from './core/collection.ts';
import { makeField } from './core/field.ts';
import { ANY_CHOICE, CONTENT_TYPE_WORDS, type FieldType, type Look, ORGANISATIONS } from './core/look.ts';

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
  image: { url: 'https://premiumledger.example/images/cyber.jpg', width: 1200, height: 675, alt: 'A server room' },
  authors: [{ name: 'Dana Whitfield' }],
  section: 'Markets',
  keywords: ['cyber'],
  language: 'en-GB',
  words: 640,
};

const articlePath = id
  .refine((value) => value <= MAX_ARTICLE_ID, { error: `must be at most ${MAX_ARTICLE_ID}` })
  .describe('Article id');

const codes = list(country);
const slugs = list(slugPath);
const hosts = list(host, likePattern(HOST_PATTERN).override);
const address = orNothing(
  (text) => canonicalUrl(text),
  'an absolute http or https URL with a host name',
  likePattern(ADDRESS).override,
);

const article = storedArticle
  .extend({
    publishedAt: z.iso.datetime(),
    modifiedAt: z.iso.datetime().describe('Time of the last edit'),
    topicNames: z.array(z.string()).describe('Names of `topics`, in the same order'),
    companyNames: z.array(z.string()).describe('Names of `companies`, in the same order'),
    byRules: storedArticle.shape.byRules.describe('Tags that rules have set'),
    fromPage: storedArticle.shape.fromPage.describe(
      'Time at which the article’s page was read, and the fields filled in from it; null if the page was not read',
    ),
  })
  .meta({ id: 'ManagedArticle', description: 'Fields of PUT and read-only fields of the article' });

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
  fromPage: { at: '2026-01-30T08:05:00Z', fields: ['authors', 'section'] },
};

const later = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
const earlier = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

const filters = {
  topics: ids.describe('Only articles with these topics (ids)'),
  companies: ids.describe('Only articles with these companies (ids)'),
  countries: codes.describe('Only articles that are tagged directly with these countries'),
  geoGroups: slugs.describe('Only articles with these geo groups (slugs)'),
  sources: hosts.describe('Only articles of these sources (domains)'),
  contentTypes: choices(CONTENT_TYPES).describe('Only articles of these kinds'),
  paywalled: optionalBool,
  registration: optionalBool,
  from: day.describe('Only articles published on this day or later, in the publisher’s time zone (`TIME_ZONE`)'),
  to: day.describe('Only articles published on this day or earlier, in the publisher’s time zone (`TIME_ZONE`)'),
  state: choice(['all', 'published', 'scheduled'], 'all').describe(
    '`scheduled` returns articles that are not published yet',
  ),
  url: address.describe('Only the article with this URL'),
};
const listQuery = z.object({ ...filters, search: searchTerms, excludeTerms, sort: z.enum(ARTICLE_SORTS) });

/** Fields that an import may contain. All other fields are read-only. */
const ARTICLE_INPUT = articleInput.omit({ id: true, modifiedAt: true, byRules: true, source: true }).shape;

/** Creates a form field without a schema. The article schemas already define the values that the field accepts. */
const displayField = (type: FieldType, look: Look) => makeField(type, z.never(), z.never(), look);

export const articleCollection = collection({
  name: 'articles',
  one: 'article',
  many: 'articles',
  kind: 'article',
  schemas: { line: 'ArticleInput', shown: 'ManagedArticle' },
  table,
  key: 'id',
  // The form shows an image as two fields.
  fields: {
    title: displayField('text', { label: 'Headline', isRequired: true, isWhole: true }),
    introduction: displayField('area', { label: 'Introduction', isWhole: true }),
    url: displayField('url', { label: 'Address', isRequired: true, isWhole: true }),
    publishedAt: displayField('time', { label: 'Published', isRequired: true, hint: 'Time zone: {zone}' }),
    contentType: displayField('select', { label: 'Type', options: CONTENT_TYPE_WORDS }),
    topics: displayField('topics', { label: 'Topics', column: { isWide: true } }),
    companies: displayField('companies', { label: 'Companies' }),
    countries: displayField('countries', { label: 'Countries' }),
    geoGroups: displayField('groups', { label: 'Regions and groups' }),
    imageUrl: displayField('url', { label: 'Picture', hint: 'URL of the image' }),
    imageAlt: displayField('text', {
      label: 'Alternative text',
      isPartOf: 'imageUrl',
      hint: 'Screen readers announce this text',
    }),
    authors: displayField('authors', {
      label: 'Authors',
      hint: 'One per line, optionally with the address of the author’s page in < >',
    }),
    section: displayField('text', { label: 'Section', hint: 'The publisher’s name for the section' }),
    keywords: displayField('lines', { label: 'Keywords', hint: 'One per line' }),
    language: displayField('text', { label: 'Language', hint: 'Such as en or pt-BR' }),
    words: displayField('number', { label: 'Words', hint: 'Number of words in the text' }),
    organisationType: displayField('select', {
      label: 'Kind of organisation',
      options: [['', 'As its source'], ...ORGANISATIONS],
    }),
    client: displayField('text', { label: 'Client', hint: 'Leave empty to use the source’s client' }),
    paywalled: displayField('switch', { label: 'Needs a subscription' }),
    registration: displayField('switch', { label: 'Requires free registration' }),
  },
  stored: ARTICLE,
  line: articleInput,
  input: articleInput,
  shown: article,
  addresses: [
    {
      name: 'Article',
      words: 'an article',
      description:
        'Tags set by rules remain rule tags if you send them back. If you omit one, rules do not set it again.',
      path: z.object({ id: articlePath }),
      example: CYBER,
    },
  ],
  example: STORY,
  put: { summary: 'Publish articles' },
  list: {
    summary: 'List articles, including scheduled ones',
    description: 'Values of one filter are alternatives (OR). All filters must match (AND).',
    filters: { search: searchTerms, excludeTerms, ...filters },
    sorts: ARTICLE_SORTS,
    item: { schema: article, example: CYBER },
    isCostly: ({ search, excludeTerms }) =>
      isCostlySearch({ searchTerms: search as string[], excludeTerms: excludeTerms as string[] }),
    async listing({ db, env, now }, query) {
      const { sort, from, to, state, ...lists } = query as z.output<typeof listQuery>;
      const terms = { searchTerms: lists.search, excludeTerms: lists.excludeTerms };
      const excess = excessOfWords(terms, 'search');
      if (excess) throw parameterInvalid({ excludeTerms: excess });
      const seconds = toSeconds(now);
      const filter = {
        ...lists,
        languages: (await withLanguages(db, terms, now)).languages,
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
          sort: 'must be published or -published if a filter other than from, to, state or url is given',
        });
      const groups = lists.geoGroups.length > 0 ? await loadGeography(db, now) : [];
      const unknown = lists.geoGroups.filter((slug) => !groups.some((group) => group.slug === slug));
      if (unknown.length > 0) throw parameterInvalid({ geoGroups: `unknown geo groups: ${unknown.join(', ')}` });
      const hosts = lists.sources.length > 0 ? await allHostsOf(db, lists.sources) : [];
      return articleListing({ ...filter, sources: hosts }, sort, new Map(groups.map(({ slug, id }) => [slug, id])));
    },
  },
  toLine: ({ topicNames: _, companyNames: __, ...article }) => article,
  page: {
    tab: 'Articles',
    search: 'Words of the headline or introduction; -word excludes',
    title: 'title',
    columns: ['topics'],
    filters: [
      { name: 'topics', label: 'Topic', options: 'topics' },
      { name: 'companies', label: 'Company', options: 'companies' },
      { name: 'sources', label: 'Source', options: 'sources' },
      { name: 'contentTypes', label: 'Type', options: [ANY_CHOICE, ...CONTENT_TYPE_WORDS] },
      { name: 'state', label: 'State', options: [ANY_CHOICE, ['published', 'Published'], ['scheduled', 'Scheduled']] },
      { name: 'from', label: 'Published from', options: 'day' },
      { name: 'until', parameter: 'to', label: 'Published to', options: 'day' },
    ],
    sorts: [
      ['-published', 'Newest first'],
      ['published', 'Oldest first'],
      ['-id', 'Last added'],
    ],
    groups: [
      {
        title: 'Article',
        fields: [
          'title',
          'introduction',
          'url',
          'publishedAt',
          'contentType',
          'imageUrl',
          'imageAlt',
          'authors',
          'section',
        ],
      },
      { title: 'Tags', fields: ['topics', 'companies', 'countries', 'geoGroups'] },
      { title: 'Rights', fields: ['client', 'organisationType', 'paywalled', 'registration'] },
      { title: 'Advanced', fields: ['language', 'words', 'keywords'], isClosed: true },
    ],
    importable: [...Object.keys(ARTICLE_INPUT), 'id'],
  },
  printed: ['id', 'publishedAt', 'title', 'topicNames', 'url'],

  save: ({ db, author }, lines, guard) => saveArticles(db, lines, author.now, 'hand', author, guard),
  edit: ({ db, author }, value, guard) => saveArticles(db, [{ line: 1, value }], author.now, 'edit', author, guard),
  uses: {
    shape: { recommendedDays: z.array(z.iso.date()).describe('Days whose selection contains the article') },
    example: { recommendedDays: ['2026-01-30'] },
  },
  usesOf: async (db, { id }) => ({ recommendedDays: await daysNaming(db, id) }),
  remove: ({ db, author }, article, guard) => removeArticle(db, article, author, guard),
  restore: ({ db, author }, trashEntry) => restoreArticle(db, trashEntry, author),
  trail: {
    facts: Object.keys(ARTICLE_INPUT).filter((name) => !TAG_KINDS.some((kind) => kind === name)),
    // The audit trail stores publication times as numbers.
    shown: (article) => ({ ...article, publishedAt: Date.parse(article.publishedAt) / 1000 }),
  },
});
