import type { Child } from 'hono/jsx/dom';
import { dateTimeOf } from '../lib/time/time.ts';
import { articleToApi, articleToForm, type Field } from './fields.ts';
import { RefName } from './ref-field.tsx';
import type { StoredArticle, StoredCompany, StoredGroup, StoredRule, StoredSource, StoredTopic } from './types.ts';
import type { ContentView } from './view.ts';

export type Option = readonly [value: string, text: string];

export interface Filter {
  /** As the address of the page has it. */
  name: keyof ContentView;
  /** As the API has it, where it is another. */
  parameter?: string;
  label: string;
  /** Fixed options, or names to choose from. */
  options: readonly Option[] | 'topics' | 'companies' | 'sources' | 'countries' | 'day';
}

interface Column<T> {
  heading: string;
  cell: (row: T) => Child;
  isTight?: boolean;
}

/** One kind of content: where it is, how it is listed and what its form holds. */
export interface Kind<T = Record<string, unknown>> {
  name: string;
  /** As one says it of one, and of several. */
  one: string;
  many: string;
  path: string;
  idOf: (row: T) => string;
  titleOf: (row: T) => string;
  /** Under the title. */
  aboutOf?: (row: T) => Child;
  columns: Column<T>[];
  filters: Filter[];
  sorts: readonly Option[];
  fields: Field[];
  /** The stored thing as the form takes it, and the form as the API does, where they differ. */
  toForm?: (row: T) => Record<string, unknown>;
  toApi?: (body: Record<string, unknown>, stored: T | null) => Record<string, unknown>;
  hasPicture?: boolean;
  search: string;
}

export const TYPES: readonly Option[] = [
  ['article', 'Article'],
  ['video', 'Video'],
  ['gallery', 'Gallery'],
  ['report', 'Report'],
  ['pressrelease', 'Press release'],
  ['podcast', 'Podcast'],
];
const CATEGORIES: readonly Option[] = [
  ['1', 'Specialty line'],
  ['2', 'Interest area'],
];
export const ORGANISATIONS: readonly Option[] = [
  ['Carrier', 'Carrier'],
  ['Broker', 'Broker'],
  ['Service Provider', 'Service provider'],
];
const RULE_KINDS: readonly Option[] = [
  ['topic', 'Topic'],
  ['company', 'Company'],
  ['country', 'Country'],
  ['geoGroup', 'Geo group'],
];
const ANY: Option = ['', 'Any'];
const NAME_SORTS: readonly Option[] = [
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
];
const ID_SORTS: readonly Option[] = [...NAME_SORTS, ['-id', 'Newest first'], ['id', 'Oldest first']];

export const wordOf = (options: readonly Option[], value: string | number | null): string =>
  options.find(([option]) => option === String(value))?.[1] ?? String(value ?? '');

const Tags = ({ names }: { names: string[] }) => (
  <span class="tags">
    {names.slice(0, 4).map((name) => (
      <span key={name} class="badge">
        {name}
      </span>
    ))}
    {names.length > 4 ? <span class="badge">+{names.length - 4}</span> : null}
  </span>
);

const articles: Kind<StoredArticle> = {
  name: 'articles',
  one: 'article',
  many: 'articles',
  path: '/manage/articles',
  search: 'Words of the headline or introduction',
  idOf: ({ id }) => String(id),
  titleOf: ({ title }) => title,
  aboutOf: ({ source, publishedAt }) => (
    <>
      {source.name} · {dateTimeOf(Date.parse(publishedAt))}{' '}
      {Date.parse(publishedAt) > Date.now() ? <span class="badge warn">Scheduled</span> : null}
    </>
  ),
  hasPicture: true,
  columns: [
    { heading: 'Type', cell: ({ contentType }) => wordOf(TYPES, contentType), isTight: true },
    { heading: 'Topics', cell: ({ topicNames }) => <Tags names={topicNames} /> },
  ],
  filters: [
    { name: 'topics', label: 'Topic', options: 'topics' },
    { name: 'companies', label: 'Company', options: 'companies' },
    { name: 'sources', label: 'Source', options: 'sources' },
    { name: 'contentTypes', label: 'Type', options: [ANY, ...TYPES] },
    {
      ...{ name: 'state', label: 'State' },
      options: [ANY, ['published', 'Published'], ['scheduled', 'Scheduled']],
    },
    { name: 'from', label: 'Published from', options: 'day' },
    { name: 'until', parameter: 'to', label: 'Published to', options: 'day' },
  ],
  sorts: [
    ['-published', 'Newest first'],
    ['published', 'Oldest first'],
    ['-id', 'Last added'],
  ],
  fields: [
    { name: 'url', label: 'Address', type: 'url', isRequired: true, isWhole: true },
    { name: 'title', label: 'Headline', type: 'text', isRequired: true, isWhole: true },
    { name: 'introduction', label: 'Introduction', type: 'area', isWhole: true },
    {
      name: 'publishedAt',
      label: 'Published',
      type: 'time',
      isRequired: true,
      hint: 'On the publisher’s clock: see the foot of the page',
    },
    { name: 'contentType', label: 'Type', type: 'select', options: TYPES },
    { name: 'topics', label: 'Topics', type: 'topics' },
    { name: 'companies', label: 'Companies', type: 'companies' },
    { name: 'countries', label: 'Countries', type: 'countries' },
    { name: 'geoGroups', label: 'Regions and groups', type: 'groups' },
    { name: 'imageUrl', label: 'Picture', type: 'url', hint: 'Address of the file' },
    {
      ...{ name: 'imageAlt', label: 'What the picture shows', type: 'text' as const, isPartOf: 'imageUrl' },
      hint: 'Read aloud to those who cannot see it',
    },
    {
      ...{ name: 'organisationType', label: 'Kind of organisation', type: 'select' as const },
      options: [['', 'As its source'], ...ORGANISATIONS],
    },
    { name: 'client', label: 'Client', type: 'text', hint: 'Leave empty for that of its source' },
    { name: 'paywalled', label: 'Needs a subscription', type: 'switch' },
    { name: 'registration', label: 'Needs a free registration', type: 'switch' },
  ],
  toForm: articleToForm,
  toApi: articleToApi,
};

const SLUG_HINT = 'Lower-case words joined by hyphens, for addresses';

const topics: Kind<StoredTopic> = {
  name: 'topics',
  one: 'topic',
  many: 'topics',
  path: '/manage/topics',
  search: 'Name or slug',
  idOf: ({ id }) => String(id),
  titleOf: ({ name }) => name,
  aboutOf: ({ description }) => description,
  columns: [
    { heading: 'Category', cell: ({ category }) => wordOf(CATEGORIES, category), isTight: true },
    { heading: 'No.', cell: ({ id }) => id, isTight: true },
    {
      heading: 'Trending',
      cell: ({ excludedFromTrending }) => (excludedFromTrending ? <span class="badge">Left out</span> : 'Yes'),
      isTight: true,
    },
  ],
  filters: [{ name: 'category', label: 'Category', options: [ANY, ...CATEGORIES] }],
  sorts: ID_SORTS,
  fields: [
    { name: 'name', label: 'Name', type: 'text', isRequired: true },
    { name: 'slug', label: 'Slug', type: 'text', isRequired: true, hint: SLUG_HINT },
    { name: 'category', label: 'Category', type: 'select', options: CATEGORIES },
    { name: 'description', label: 'Description', type: 'area', isWhole: true },
    {
      ...{ name: 'excludedFromTrending', label: 'Leave out of trending topics', type: 'switch' as const },
      hint: 'Unless a request asks for it by its number',
    },
    {
      ...{ name: 'id', label: 'Number', type: 'number' as const, isRequired: true, isIdentity: true },
      hint: 'What the API calls it by; it cannot change later',
    },
  ],
  toApi: (body) => ({ ...body, category: Number(body.category) }),
};

const companies: Kind<StoredCompany> = {
  name: 'companies',
  one: 'company',
  many: 'companies',
  path: '/manage/companies',
  search: 'Name',
  idOf: ({ id }) => String(id),
  titleOf: ({ name }) => name,
  columns: [
    { heading: 'Kind', cell: ({ organisationType }) => wordOf(ORGANISATIONS, organisationType), isTight: true },
    { heading: 'No.', cell: ({ id }) => id, isTight: true },
  ],
  filters: [{ name: 'organisationType', label: 'Kind', options: [ANY, ...ORGANISATIONS] }],
  sorts: ID_SORTS,
  fields: [
    { name: 'name', label: 'Name', type: 'text', isRequired: true },
    { name: 'organisationType', label: 'Kind', type: 'text', options: ORGANISATIONS, isRequired: true },
    {
      ...{ name: 'id', label: 'Number', type: 'number' as const, isRequired: true, isIdentity: true },
      hint: 'What the API calls it by; it cannot change later',
    },
  ],
};

const sources: Kind<StoredSource> = {
  name: 'sources',
  one: 'source',
  many: 'sources',
  path: '/manage/sources',
  search: 'Name or domain',
  idOf: ({ domain }) => domain,
  titleOf: ({ name }) => name,
  aboutOf: ({ domain }) => domain,
  columns: [
    { heading: 'Kind', cell: ({ organisationType }) => wordOf(ORGANISATIONS, organisationType), isTight: true },
    { heading: 'Client', cell: ({ client }) => client ?? '' },
    {
      heading: 'In frames',
      cell: ({ iframeable }) => (iframeable ? 'Allowed' : <span class="badge">Forbidden</span>),
      isTight: true,
    },
  ],
  filters: [
    { name: 'organisationType', label: 'Kind', options: [ANY, ...ORGANISATIONS] },
    {
      ...{ name: 'withFeeds', label: 'Feeds' },
      options: [ANY, ['true', 'With feeds'], ['false', 'Without feeds']],
    },
  ],
  sorts: [['domain', 'Domain, A to Z'], ...NAME_SORTS],
  fields: [
    {
      ...{ name: 'domain', label: 'Domain', type: 'text' as const, isRequired: true, isIdentity: true },
      hint: 'Such as news.example.com',
    },
    { name: 'name', label: 'Name', type: 'text', isRequired: true },
    { name: 'feeds', label: 'Feeds', type: 'lines', hint: 'Addresses of its feeds, one per line', isWhole: true },
    { name: 'icon', label: 'Icon', type: 'url', hint: 'Address of a small picture' },
    {
      ...{ name: 'organisationType', label: 'Kind of organisation', type: 'select' as const },
      options: [['', 'None'], ...ORGANISATIONS],
    },
    { name: 'client', label: 'Client', type: 'text', hint: '“Topic Article” for a third-party publication' },
    {
      ...{ name: 'publishes', label: 'Other hosts', type: 'lines' as const },
      hint: 'Whose stories its feeds may bring; one per line',
    },
    {
      ...{ name: 'aliases', label: 'Further domains', type: 'lines' as const },
      hint: 'Whose articles are of this source, such as those merged into it; one per line',
    },
    { name: 'iframeable', label: 'Its pages may be shown in frames', type: 'switch' },
    { name: 'aggregator', label: 'Its feeds may include stories from any site', type: 'switch' },
  ],
};

const groups: Kind<StoredGroup> = {
  name: 'geo-groups',
  one: 'geo group',
  many: 'geo groups',
  path: '/manage/geo-groups',
  search: 'Name or slug',
  idOf: ({ slug }) => slug,
  titleOf: ({ name }) => name,
  aboutOf: ({ slug }) => slug,
  columns: [{ heading: 'Countries', cell: ({ countries }) => countries.length, isTight: true }],
  filters: [{ name: 'country', label: 'With country', options: 'countries' }],
  sorts: [...NAME_SORTS, ['slug', 'Slug, A to Z']],
  fields: [
    { name: 'name', label: 'Name', type: 'text', isRequired: true },
    { name: 'slug', label: 'Slug', type: 'text', isRequired: true, isIdentity: true, hint: SLUG_HINT },
    { name: 'countries', label: 'Countries', type: 'countries', isWhole: true },
  ],
};

const rules: Kind<StoredRule> = {
  name: 'rules',
  one: 'rule',
  many: 'rules',
  path: '/manage/rules',
  search: 'A word, or what it tags',
  idOf: ({ kind, ref }) => `${kind}/${ref}`,
  titleOf: ({ words, ref }) => words.slice(0, 3).join(', ') || ref,
  aboutOf: ({ words }) => (words.length > 3 ? `and ${words.length - 3} more words` : null),
  columns: [
    {
      heading: 'Tag',
      cell: ({ kind, ref }) => (
        <>
          {wordOf(RULE_KINDS, kind)}: <RefName kind={kind} of={ref} />
        </>
      ),
    },
    { heading: 'Exceptions', cell: ({ exclusions }) => exclusions.slice(0, 3).join(', ') },
  ],
  filters: [{ name: 'of', parameter: 'kind', label: 'Kind of tag', options: [ANY, ...RULE_KINDS] }],
  sorts: [
    ['kind', 'By tag'],
    ['-kind', 'Reverse order'],
  ],
  fields: [
    { name: 'kind', label: 'Kind of tag', type: 'select', options: RULE_KINDS, isIdentity: true },
    {
      ...{ name: 'ref', label: 'Tag', type: 'ref' as const, isRequired: true, isIdentity: true },
    },
    {
      ...{ name: 'words', label: 'Words', type: 'lines' as const },
      hint: 'Words or phrases, one per line; any of them tags. A * at the end matches any ending',
    },
    {
      ...{ name: 'exclusions', label: 'Exceptions', type: 'lines' as const },
      hint: 'Phrases that keep an article from being tagged, one per line',
    },
  ],
};

/** In the order of the page's tabs. */
export const KINDS = [articles, sources, topics, companies, groups, rules] as unknown as readonly Kind[];

export const TAB_NAMES: Record<string, string> = {
  articles: 'Articles',
  sources: 'Sources',
  topics: 'Topics',
  companies: 'Companies',
  'geo-groups': 'Geo groups',
  rules: 'Rules',
  import: 'Import',
  history: 'History',
};

export const kindOf = (name: string): Kind | undefined => KINDS.find((kind) => kind.name === name);
