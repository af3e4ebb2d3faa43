import { and, eq, notExists, sql } from 'drizzle-orm';
import { newChange } from '../../content/history/audit.ts';
import { type Article, plain } from '../../content/input.ts';
import { languageOf } from '../../content/language.ts';
import { usesOfSource } from '../../content/removal/source.ts';
import { setAliases } from '../../content/sources.ts';
import type { Db } from '../../db/client.ts';
import { feeds, sourceAliases, sources } from '../../db/schema.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { domainOf } from '../../lib/url.ts';
import type { Tagger } from '../../tagging/compile.ts';
import { compileItemRules, type ItemFilter } from '../item-rules.ts';
import { readStory, type Story, sharedLinks } from '../read/article.ts';
import { feedOrder } from '../read/date.ts';
import { type Dating, datesOf } from '../read/dating.ts';
import type { FeedDocument } from '../read/entry.ts';
import { cutAtWord, readHtml } from '../read/html.ts';
import { loadClaimants } from './claims.ts';
import { type SavedItems, saveItems } from './items.ts';
import { formerAddresses } from './moves.ts';
import { isSameSite, type LoadedSource, loadSource, mainHost, ownershipOf } from './publishers.ts';

/** Whom the changes here are recorded as made by. */
const ACTOR = 'newsgauge';

interface Homecoming {
  feedId: number;
  feedUrl: string;
  source: LoadedSource;
  /** The host that most of the feed's items have. */
  host: string;
  /** It is not of the source's site. */
  isElsewhere: boolean;
  /** It is of a source with feeds of its own. */
  isClaimed: boolean;
  /** Name of a source that has none yet. */
  name: string;
  now: Millis;
}

/**
 * Makes the host of most of a new feed's items its source's own: an alias of the source, or, where the feed has been put under nothing
 * but the host that it is fetched from (a service that hands out feeds of many), the feed's source itself. Returns what was done in words;
 * null where the host belongs to somebody already, or the source carries other feeds, whose stories the host's are not.
 */
async function bringHome(db: Db, { feedId, feedUrl, source, host, isElsewhere, isClaimed, name, now }: Homecoming) {
  const { domain, aliases } = source;
  const isUnnamed = domain === domainOf(new URL(feedUrl)) && source.name === domain;
  const underHost = () =>
    db.transaction(
      db.insert(sources).values({ domain: host, name }).onConflictDoNothing(),
      db.update(feeds).set({ domain: host }).where(eq(feeds.id, feedId)),
      // It was made for nothing but this feed.
      db
        .delete(sources)
        .where(
          and(
            eq(sources.domain, domain),
            eq(sources.name, domain),
            notExists(db.select({ id: feeds.id }).from(feeds).where(eq(feeds.domain, domain))),
          ),
        ),
    );
  if (isClaimed) {
    // One owner has registered both hosts.
    if (!isUnnamed || !isSameSite(host, domain)) return null;
    await underHost();
    return `most of its items are of ${host}, which is its source now`;
  }
  if (!isElsewhere) {
    // Articles carry the name that their source had.
    if (isUnnamed && (await usesOfSource(db, domain)).articles === 0)
      await db.update(sources).set({ name }).where(eq(sources.domain, domain));
    return null;
  }
  const [[{ others } = { others: 0 }], [taken], [aliased]] = await Promise.all([
    db
      .select({ others: sql<number>`count(*)` })
      .from(feeds)
      .where(and(eq(feeds.domain, domain), sql`${feeds.id} <> ${feedId}`)),
    db.select({ domain: sources.domain }).from(sources).where(eq(sources.domain, host)),
    db.select({ alias: sourceAliases.alias }).from(sourceAliases).where(eq(sourceAliases.alias, host)),
  ]);
  if (source.aggregator || taken || aliased) return null;
  if (isUnnamed) {
    await underHost();
    return `most of its items are of ${host}, which is its source now`;
  }
  if (others > 0) return null;
  const change = newChange({ actor: ACTOR, now });
  await db.transaction(...setAliases(db, [{ domain, aliases: [...aliases, host] }], { change, owners: [] }));
  return `most of its items are of ${host}, which is an alias of its source now`;
}

/** What a feed has brought. */
export interface Taken extends Omit<SavedItems, 'notes'> {
  title: string;
  /** Which items could not be stored, in words; null: all were. */
  reason: string | null;
}

interface Taking {
  feedId: number;
  /** Address of the document; null: unknown. */
  url: string | null;
  /** The feed's address before redirects; null: the document is not from a polled feed. */
  feedUrl: string | null;
  /** The feed's source. */
  domain: string | null;
  /** How the feed is called so far; empty: not at all. */
  known: string;
  /** It has brought no story yet: the host of most of its items may become its source's own. */
  isNew: boolean;
  /** New or different items of the feed today. */
  writtenToday: number;
  tagger: () => Promise<Tagger>;
  /** `host:port` that feeds and stories may be at although private. */
  allowed: ReadonlySet<string>;
  now: Millis;
}

/** Stores the items of a document as articles. */
export async function takeDocument(
  db: Db,
  document: FeedDocument,
  { feedId, url, feedUrl, domain, known, isNew, tagger, writtenToday, allowed, now }: Taking,
): Promise<Taken> {
  const base = document.link === null ? url : (URL.parse(document.link, url ?? undefined)?.href ?? url);
  const source = await loadSource(db, domain ?? hostOf(base));
  const shared = sharedLinks(document.entries, document.link);
  const order = feedOrder(
    document.entries.flatMap(({ dates, updates }) => [...dates, ...updates]),
    document.language,
  );
  const { authors, language } = document;
  const title = titleOf(document);
  const usual = languageOf(document.entries.map(({ title }) => title?.text ?? '').join(' '));
  const isPolled = feedUrl !== null;
  const hasIds = isPolled && source.itemIdentity === 'id';
  const origin = { base, source, shared, title, authors, language, usual, allowed, hasIds };
  const isTaken = isPolled ? await loadItemRules(db, source, feedUrl) : () => true;
  const datings = datesOf(document.entries, {
    now: toSeconds(now),
    order,
    language: language ?? usual,
    isFirst: isNew,
  });
  const read = document.entries.map((entry, i) =>
    ruled(readStory(entry, datings[i] as Dating, origin), entry.categories, isTaken),
  );
  const found = read.filter(isStory);
  const main = mainHost(found.map(({ article }) => article.url));
  const own = [domain ? [domain, ...source.aliases] : [], feedUrl ? domainOf(new URL(feedUrl)) : []].flat();
  const isElsewhere = main !== null && ownershipOf(`https://${main}/`, { ...source, own }) === 'foreign';
  const claimantOf = domain
    ? await loadClaimants(
        db,
        found.map(({ article }) => sourceHost(article)),
        [domain],
      )
    : () => null;
  const isClaimed = main !== null && claimantOf(main, [source]) !== null;
  const names = { host: main ?? '', name: known || title || main || '' };
  const home =
    isNew && feedUrl && main !== null
      ? await bringHome(db, { ...names, feedId, feedUrl, source, isElsewhere, isClaimed, now })
      : null;
  if (home !== null && main !== null) own.push(main);
  const channel = channelOf(document, url);
  const ownership = (url: string) => ownershipOf(url, { ...source, own, channel, main });
  const bringers = home !== null && main !== null ? [source, { ...source, domain: main }] : [source];
  const owned = found.map((story) => ({
    ...story,
    ownership: ownership(story.article.url),
    claimant: claimantOf(sourceHost(story.article), bringers),
  }));
  const claimed = owned.filter(({ claimant }) => claimant !== null);
  const foreign = owned.filter(({ ownership, claimant }) => ownership === 'foreign' && claimant === null);
  const stories = owned.flatMap(({ ownership, claimant, ...story }) =>
    ownership === 'foreign' || claimant !== null ? [] : [{ ...story, own: ownership === 'own' }],
  );
  const { notes: odd, ...saved } = await saveItems(db, feedId, stories, {
    tagger,
    writtenToday,
    now,
    readsFor: source.readPages ? source.domain : null,
    isOwn: (url) => ownership(url) === 'own',
    bringers: domain ? bringers : null,
  });
  const refused = { ...saved.refused };
  const undated = document.entries.filter(({ dates }, i) => dates.length > 0 && isUndated(read[i])).length;
  const ambiguous = read.filter((story) => isStory(story) && story.ambiguous).length;
  const hosts = hostsOf(foreign);
  const theirs = hostsOf(claimed);
  if (claimed.length > 0) refused[`from ${hostsText(theirs)}, which has a feed of its own`] = claimed.length;
  if (foreign.length > 0) refused[`from ${hostsText(hosts)}, which its source does not publish`] = foreign.length;
  const notes = [
    ...document.notes,
    ...(home ? [home] : []),
    ...odd,
    ...(undated > 0 ? [`has ${dates(undated)} that cannot be meant`] : []),
    ...(ambiguous > 0 ? [`has ${dates(ambiguous)} whose day and month may be the other way round`] : []),
  ];
  for (const story of read) if ('refused' in story) refused[story.refused] = (refused[story.refused] ?? 0) + 1;
  const remedies = [
    ...(claimed.length > 0 ? [remedyForClaimed(source, [...theirs.keys()])] : []),
    ...(foreign.length > 0 && domain ? [remedyFor(source, [...hosts.keys()])] : []),
  ];
  return { ...saved, refused, title, reason: reasonOf(notes, refused, remedies) };
}

/** The rules of a source that hold for one of its feeds, which may have had other addresses. */
async function loadItemRules(db: Db, { itemRules }: LoadedSource, feedUrl: string): Promise<ItemFilter> {
  const former = itemRules.length > 0 ? await formerAddresses(db, feedUrl) : [];
  return compileItemRules(itemRules, [feedUrl, ...former]);
}

/** An item that the rules of its source take; otherwise why it is left out. */
function ruled(story: Story | { refused: string }, categories: readonly string[], isTaken: ItemFilter) {
  if (!isStory(story)) return story;
  const { title, introduction, authors = [], url } = story.article;
  const item = { title, introduction, categories, authors: authors.map(({ name }) => name), url };
  return isTaken(item) ? story : { refused: 'by the rules of its source' };
}

const dates = (count: number) => `${count} ${count === 1 ? 'date' : 'dates'}`;

/** Converts to plain text. */
const titleOf = ({ title }: FeedDocument) => cutAtWord(plain(10_000).parse(readHtml(title.slice(0, 5000)).text), 300);

const isStory = (story: Story | { refused: string }): story is Story => !('refused' in story);

const isUndated = (story: Story | { refused: string } | undefined) =>
  story !== undefined && isStory(story) && story.dated === null;

const hostOf = (url: string | null) => (url ? domainOf(new URL(url)) : '');

/** The host that the feed says it is of; null: it says none. `url`: of the document. */
function channelOf({ site }: FeedDocument, url: string | null): string | null {
  const address = site === null ? null : URL.parse(site, url ?? undefined);
  return address && /^https?:$/.test(address.protocol) && address.host ? domainOf(address) : null;
}

/** The host whose source a story is of. */
const sourceHost = ({ url, publisher }: Article) => publisher?.domain ?? domainOf(new URL(url));

/** How many stories each host has, most first. */
function hostsOf(stories: readonly Story[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { article } of stories) {
    const host = sourceHost(article);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

const MOST_NAMED = 5;
/** Hosts of a list beyond which only the switch for all hosts is of use. */
const MOST_LISTED = 20;

function hostsText(hosts: ReadonlyMap<string, number>): string {
  const named = [...hosts].slice(0, MOST_NAMED).map(([host, count]) => `${host} (${count})`);
  const others = hosts.size - named.length;
  return others > 0 ? `${named.join(', ')} and ${others} other ${others === 1 ? 'host' : 'hosts'}` : named.join(', ');
}

/** What lets the stories of these hosts in: in the browser, and by a command. */
function remedyFor({ domain, publishes }: LoadedSource, hosts: readonly string[]): string {
  const list = [...new Set([...publishes, ...hosts])];
  const [click, option] =
    hosts.length > MOST_NAMED || list.length > MOST_LISTED
      ? ['switch on “Its feeds may include stories from any site”', '--aggregator true']
      : ['add them to “Other hosts”', `--publishes ${list.join(',')}`];
  return `To allow them, ${click} of ${domain} under Content, Sources, or run: npx newsgauge sources put ${domain} ${option}`;
}

/** The two remedies for stories of hosts with feeds of their own. */
function remedyForClaimed({ domain, publishes }: LoadedSource, hosts: readonly string[]): string {
  const list = [...new Set([...publishes, ...hosts.slice(0, MOST_NAMED)])];
  return `If the feed is theirs, move it to that source under Content, Sources; to allow them all the same, add them to “Other hosts” of ${domain} there, or run: npx newsgauge sources put ${domain} --publishes ${list.join(',')}`;
}

function reasonOf(notes: readonly string[], refused: Record<string, number>, remedies: readonly string[]) {
  const left = Object.entries(refused).map(([reason, count]) => `${count} ${reason}`);
  const all = left.length > 0 ? [...notes, `items left out: ${left.join(', ')}`] : notes;
  return all.length > 0 ? [all.join('; '), ...remedies].join('. ') : null;
}
