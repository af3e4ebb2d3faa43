import * as z from 'zod';
import { cleanText, feedAddress, flag, httpUrl, optional } from '../content/input.ts';
import { mergeSources, removeSource, restoreSource, usesOfSource } from '../content/removal/remove-source.ts';
import { saveSources } from '../content/sources.ts';
import { type PageState, RESOURCE_ROWS, SOURCE_WITH_FEEDS, type StoredFeedState } from '../content/things.ts';
import { sources as table } from '../db/schema.ts';
import { equals } from '../db/sql.ts';
import { ITEM_IDENTITIES, ORGANISATION_TYPES } from '../db/values.ts';
import { choice, optionalBool } from '../lib/formats/params.ts';
import { host } from '../lib/hosts/host.ts';
import { rfc3339OrNull } from '../lib/time.ts';
import { allowedHosts } from '../syndication/fetch/public-url.ts';
import { itemRuleInput, MAX_ITEM_RULES } from '../syndication/item-rules.ts';
import { settingFeeds } from '../syndication/poll/feed-store.ts';
import { waitFromNowOn } from '../syndication/poll/waiting-pages.ts';
import { collection } from './core/collection.ts';
import { count, makeField, textField } from './core/field.ts';
import { nameSearchOf } from './core/list.ts';
import { ANY_CHOICE, NAME_SORTS, ORGANISATIONS } from './core/look.ts';

const listOf = <S extends z.ZodType>(item: S, most: number) => optional(z.array(item).max(most));

const time = z.iso.datetime();

const fields = {
  domain: makeField('text', z.string(), host, {
    label: 'Domain',
    hint: 'Such as news.example.com',
    isRequired: true,
    isIdentity: true,
  }),
  name: textField(200, { label: 'Name' }),
  icon: makeField('url', z.string().nullable(), optional(httpUrl), { label: 'Icon', hint: 'URL of a small image' }),
  iframeable: makeField('switch', z.boolean(), flag, {
    label: 'Allows framing of its pages',
    column: { off: 'Cannot be framed' },
  }),
  organisationType: makeField('select', z.enum(ORGANISATION_TYPES).nullable(), optional(z.enum(ORGANISATION_TYPES)), {
    label: 'Kind of organisation',
    options: [['', 'None'], ...ORGANISATIONS],
    column: { heading: 'Kind' },
  }),
  client: makeField(
    'text',
    z.string().nullable(),
    optional(cleanText(200)).transform((given) => given || undefined),
    { label: 'Client', hint: '“Topic Article” for a third-party publication', column: { isWide: true } },
  ),
  publishes: makeField(
    'lines',
    z.array(z.string()),
    listOf(host, 1000).describe(
      'Other hosts, including subdomains, whose articles the feeds of the source may contain. Unchanged if omitted',
    ),
    { label: 'Other hosts', hint: 'Hosts whose stories its feeds may include, one per line' },
  ),
  aggregator: makeField(
    'switch',
    z.boolean(),
    flag.describe('Whether the feeds of the source may contain articles of any host. Unchanged if omitted'),
    { label: 'Its feeds may contain articles from any site' },
  ),
  readPages: makeField(
    'switch',
    z.boolean(),
    flag.describe(
      'Whether the service reads the page of each new item, and of items of the last 14 days, to fill in fields that the feed omits. It reads each page once, if robots.txt allows it. Unchanged if omitted',
    ),
    { label: 'Read article pages for fields that its feeds leave out' },
  ),
  itemIdentity: makeField(
    'select',
    z.enum(ITEM_IDENTITIES),
    optional(z.enum(ITEM_IDENTITIES)).describe(
      'Field that identifies items. With `link` (default), items with the same link are one article. With `id`, items with the same id are one article, for feeds whose items share a link. Unchanged if omitted',
    ),
    {
      label: 'Identity of items',
      hint: 'Choose “Id” if the items of a feed share one link',
      options: [
        ['link', 'Link'],
        ['id', 'Id'],
      ],
    },
  ),
  itemRules: makeField(
    'lines',
    z.array(z.string()),
    listOf(itemRuleInput, MAX_ITEM_RULES).describe(
      'Rules for new and changed items of the source’s feeds, such as `drop category: Sport`, `keep words: insur*`, `drop author: Newsroom`, `drop address: example.com/press in https://example.com/feed.xml`. An item is rejected if a rule drops it, or if there are keep rules and none matches. Unchanged if omitted',
    ),
    {
      label: 'Rules for items',
      hint: 'One rule per line: “drop” or “keep”, then “words”, “category”, “author” or “address”, such as “drop category: Sport”',
      isWhole: true,
    },
  ),
  feeds: makeField('lines', z.array(z.string()), listOf(feedAddress, 100), {
    label: 'Feeds',
    hint: 'Addresses of its feeds, one per line',
    isWhole: true,
  }),
  aliases: makeField(
    'lines',
    z.array(z.string()),
    listOf(host, 1000).describe(
      'Other hosts whose articles belong to this source from now on, except hosts that are sources themselves. Unchanged if omitted',
    ),
    {
      label: 'Further domains',
      hint: 'Domains whose articles belong to this source, such as those merged into it, one per line',
    },
  ),
};

const feedHealth = z
  .object({
    url: z.string(),
    title: z.string(),
    lastFetch: time.nullable(),
    lastNew: time.nullable().describe('Time of the last new article of the feed'),
    nextPoll: time.nullable().describe('Time of the next poll; null if the feed is no longer polled'),
    intervalSeconds: count,
    pushedUntil: time
      .nullable()
      .describe('Time until which a hub has promised to report changes; null without such a promise'),
    failures: count.describe('Number of consecutive failed polls'),
    reason: z.string().nullable().describe('Reason of the failure, or of rejected items'),
  })
  .meta({ id: 'FeedHealth' });

const pageReading = z
  .object({
    waiting: count.describe('Number of pages waiting to be read'),
    lastRead: time.nullable(),
    lastFailure: time.nullable(),
    reason: z.string().nullable().describe('Reason of the last failure to read a page'),
  })
  .meta({ id: 'PageReading' })
  .nullable();

const storedShape = Object.fromEntries(Object.entries(fields).map(([name, { stored }]) => [name, stored]));

const withHealth = z
  .object({
    ...storedShape,
    publishes: z.array(z.string()).describe('Other hosts, including subdomains, whose articles the feeds may contain'),
    aggregator: z.boolean().describe('Whether the feeds may contain articles of any host'),
    readPages: z.boolean().describe('Whether the pages of new items are read to fill in fields that the feeds omit'),
    itemIdentity: z.enum(ITEM_IDENTITIES).describe('Field that identifies items of the feeds'),
    itemRules: z.array(z.string()).describe('Rules for dropping or keeping items of the feeds'),
    pages: pageReading.describe('Progress of reading the pages of feed items; null if pages are not read'),
    aliases: z.array(z.string()).describe('Other hosts whose articles belong to this source, such as merged sources'),
    feeds: z.array(feedHealth),
  })
  .meta({ id: 'SourceHealth' });

const FEED = 'https://premiumledger.example/feed.xml';
const LEDGER = {
  domain: 'premiumledger.example',
  name: 'Premium Ledger',
  icon: null,
  iframeable: true,
  organisationType: null,
  client: 'Topic Article',
  publishes: ['ledger-magazine.example'],
  aggregator: false,
  readPages: true,
  itemIdentity: 'link',
  itemRules: ['drop category: Sport'],
  aliases: ['premium-ledger.example'],
};
const HEALTH = {
  url: FEED,
  title: 'Premium Ledger: all stories',
  lastFetch: '2026-01-30T08:00:00Z',
  lastNew: '2026-01-30T07:30:00Z',
  nextPoll: '2026-01-30T08:15:00Z',
  intervalSeconds: 900,
  pushedUntil: null,
  failures: 0,
  reason: null,
};

const PAGES_EXAMPLE = { waiting: 2, lastRead: '2026-01-30T08:01:00Z', lastFailure: null, reason: null };

const healthOf = ({ lastFetchAt, lastNewAt, nextAt, interval, pushedUntil, ...said }: StoredFeedState) => ({
  ...said,
  lastFetch: rfc3339OrNull(lastFetchAt),
  lastNew: rfc3339OrNull(lastNewAt),
  nextPoll: rfc3339OrNull(nextAt),
  intervalSeconds: interval,
  pushedUntil: rfc3339OrNull(pushedUntil),
});

const pagesOf = (state: PageState) =>
  state && { ...state, lastRead: rfc3339OrNull(state.lastRead), lastFailure: rfc3339OrNull(state.lastFailure) };

export const sourceCollection = collection({
  name: 'sources',
  one: 'source',
  many: 'sources',
  kind: 'source',
  schemas: { line: 'SourceInput', shown: 'ManagedSource' },
  table,
  key: 'domain',
  fields,
  stored: RESOURCE_ROWS.source,
  addresses: [
    { name: 'Source', words: 'a source', path: z.object({ domain: host }), example: { ...LEDGER, feeds: [FEED] } },
  ],
  example: {
    domain: 'premiumledger.example',
    name: 'Premium Ledger',
    iframeable: true,
    client: 'Topic Article',
    publishes: ['ledger-magazine.example'],
  },
  inputExample: { name: 'Premium Ledger', client: 'Topic Article', feeds: [FEED] },
  list: {
    operationId: 'getSources',
    summary: 'List sources with the health of their feeds',
    search: 'Text that the name or domain must contain',
    filters: {
      organisationType: choice(ORGANISATION_TYPES, undefined).describe('Kind of organisation'),
      withFeeds: optionalBool.describe('`true` returns only sources with feeds, `false` only sources without feeds'),
    },
    sorts: ['domain', '-domain', 'name', '-name'],
    most: 1000,
    item: { schema: withHealth, example: { ...LEDGER, pages: PAGES_EXAMPLE, feeds: [HEALTH] } },
    async listing(_, { organisationType, withFeeds, search }, usual) {
      const filters = [organisationType, withFeeds];
      return {
        ...usual,
        ...SOURCE_WITH_FEEDS,
        shape: z.object({ ...storedShape, feeds: z.array(z.custom<StoredFeedState>()), pages: z.custom<PageState>() }),
        where: equals([table.organisationType, table.hasFeeds], filters),
        search: nameSearchOf({ search, sort: usual.sort }, { kind: 'source', key: table.domain, filters }),
      };
    },
    show: ({ feeds, ...row }) => ({
      ...row,
      pages: pagesOf((row as unknown as { pages: PageState }).pages),
      feeds: (feeds as unknown as StoredFeedState[]).map(healthOf),
    }),
  },
  toLine: ({ feeds, ...source }) => ({ ...source, feeds: (feeds as { url: string }[]).map(({ url }) => url) }),
  page: {
    tab: 'Sources',
    search: 'Name or domain',
    title: 'name',
    about: 'domain',
    columns: [],
    exceptions: ['iframeable'],
    filters: [
      { name: 'organisationType', label: 'Kind', options: [ANY_CHOICE, ...ORGANISATIONS] },
      { name: 'withFeeds', label: 'Feeds', options: [ANY_CHOICE, ['true', 'With feeds'], ['false', 'Without feeds']] },
    ],
    sorts: [['domain', 'Domain, A to Z'], ...NAME_SORTS],
    // Feeds are omitted, because they are imported separately.
    importable: Object.keys(fields).filter((name) => name !== 'feeds'),
    form: [
      'domain',
      'name',
      'feeds',
      'icon',
      'organisationType',
      'client',
      'publishes',
      'aliases',
      'iframeable',
      'aggregator',
      'readPages',
      'itemIdentity',
      'itemRules',
    ],
  },
  printed: ['domain', 'name', 'organisationType', 'client'],

  // Sources and their feeds are saved in one transaction, so that concurrent changes cannot separate them.
  async save({ db, env, author }, lines, guard) {
    const adding = { now: author.now, author, allowed: allowedHosts(env.FEED_ALLOW_HOSTS) };
    const { refusals, statements } = await settingFeeds(db, lines, adding);
    const accepted = lines.filter(({ line }) => !refusals.has(line));
    const waiting = await waitFromNowOn(
      db,
      accepted.map(({ value }) => value),
      author.now,
    );
    return { ...(await saveSources(db, accepted, author, guard, [...statements, ...waiting])), refusals };
  },
  uses: {
    shape: {
      articles: count.describe('Number of articles of this source'),
      feeds: count.describe('Number of feeds of this source'),
    },
    example: { articles: 120, feeds: 1 },
  },
  usesOf: (db, { domain }) => usesOfSource(db, domain),
  remove: ({ db, author }, source, guard) => removeSource(db, source, author, guard),
  into: { schema: host, example: 'ledger-magazine.example' },
  merge: ({ db, author }, { domain, name }, into, guard) =>
    mergeSources(db, { domain, into: String(into), name }, author, guard),
  restore: ({ db, author }, trashEntry) => restoreSource(db, trashEntry, author),
  // A source created automatically for an article may be replaced. Its articles return to the source of their host.
  trail: { isStopgap: ({ name, domain }) => name === domain, counted: [] },
});
