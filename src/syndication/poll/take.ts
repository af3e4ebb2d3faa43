import { and, eq, notExists, sql } from 'drizzle-orm';
import { newAuditChange } from '../../content/history/audit.ts';
import { type Article, cleanText } from '../../content/input.ts';
import { languageOf } from '../../content/language.ts';
import { usesOfSource } from '../../content/removal/remove-source.ts';
import { setAliases } from '../../content/sources.ts';
import type { Db } from '../../db/client.ts';
import { feeds, sourceAliases, sources } from '../../db/schema.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { domainOf } from '../../lib/url.ts';
import type { Tagger } from '../../tagging/compile.ts';
import { compileItemRules, type ItemFilter } from '../item-rules.ts';
import { type ParsedItem, parseItem, sharedLinks } from '../read/article.ts';
import { feedOrder } from '../read/date.ts';
import { type Dating, datesOf } from '../read/dating.ts';
import type { FeedDocument } from '../read/entry.ts';
import { cutAtWord, readHtml } from '../read/html.ts';
import { loadClaimants } from './claims.ts';
import { type SavedItems, saveItems } from './items.ts';
import { isSameSite, type LoadedSource, loadSource, mainHost, ownershipOf } from './publishers.ts';
import { formerAddresses } from './redirects.ts';

const ACTOR = 'newsgauge';

interface Homecoming {
  feedId: number;
  feedUrl: string;
  source: LoadedSource;
  host: string;
  isElsewhere: boolean;
  isClaimed: boolean;
  name: string;
  now: Millis;
}

/** Makes the host of most items the source of a new feed, or an alias of its source. Returns a note, or `null`. */
async function bringHome(db: Db, { feedId, feedUrl, source, host, isElsewhere, isClaimed, name, now }: Homecoming) {
  const { domain, aliases } = source;
  const isUnnamed = domain === domainOf(new URL(feedUrl)) && source.name === domain;
  const underHost = () =>
    db.transaction(
      db.insert(sources).values({ domain: host, name }).onConflictDoNothing(),
      db.update(feeds).set({ domain: host }).where(eq(feeds.id, feedId)),
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
    // A source with its own feeds has this host. This feed moves there only if the registered domain is the same.
    if (!isUnnamed || !isSameSite(host, domain)) return null;
    await underHost();
    return `most of its items are from ${host}, which is now its source`;
  }
  if (!isElsewhere) {
    // Only sources without articles are renamed, because articles store the name.
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
    return `most of its items are from ${host}, which is now its source`;
  }
  if (others > 0) return null;
  const change = newAuditChange({ actor: ACTOR, now });
  await db.transaction(...setAliases(db, [{ domain, aliases: [...aliases, host] }], { change, owners: [] }));
  return `most of its items are from ${host}, which is now an alias of its source`;
}

export interface SavedDocument extends Omit<SavedItems, 'notes'> {
  title: string;
  reason: string | null;
}

interface Taking {
  feedId: number;
  url: string | null;
  feedUrl: string | null;
  domain: string | null;
  known: string;
  /** Whether the feed has not provided any article yet. The host of most items may then become the source. */
  isNew: boolean;
  writtenToday: number;
  tagger: () => Promise<Tagger>;
  allowed: ReadonlySet<string>;
  now: Millis;
}

export async function takeDocument(
  db: Db,
  document: FeedDocument,
  { feedId, url, feedUrl, domain, known, isNew, tagger, writtenToday, allowed, now }: Taking,
): Promise<SavedDocument> {
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
    applyRules(parseItem(entry, datings[i] as Dating, origin), entry.categories, isTaken),
  );
  const found = read.filter(isParsed);
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
  const ambiguous = read.filter((story) => isParsed(story) && story.ambiguous).length;
  const hosts = hostsOf(foreign);
  const theirs = hostsOf(claimed);
  if (claimed.length > 0) refused[`from ${hostsText(theirs)}, which has a feed of its own`] = claimed.length;
  if (foreign.length > 0) refused[`from ${hostsText(hosts)}, which its source does not publish`] = foreign.length;
  const notes = [
    ...document.notes,
    ...(home ? [home] : []),
    ...odd,
    ...(undated > 0 ? [`has ${dates(undated)} that cannot be right`] : []),
    ...(ambiguous > 0 ? [`has ${dates(ambiguous)} whose day and month may be swapped`] : []),
  ];
  for (const story of read) if ('refused' in story) refused[story.refused] = (refused[story.refused] ?? 0) + 1;
  const remedies = [
    ...(claimed.length > 0 ? [remedyForClaimed(source, [...theirs.keys()])] : []),
    ...(foreign.length > 0 && domain ? [remedyFor(source, [...hosts.keys()])] : []),
  ];
  return { ...saved, refused, title, reason: reasonOf(notes, refused, remedies) };
}

async function loadItemRules(db: Db, { itemRules }: LoadedSource, feedUrl: string): Promise<ItemFilter> {
  const former = itemRules.length > 0 ? await formerAddresses(db, feedUrl) : [];
  return compileItemRules(itemRules, [feedUrl, ...former]);
}

function applyRules(story: ParsedItem | { refused: string }, categories: readonly string[], isTaken: ItemFilter) {
  if (!isParsed(story)) return story;
  const { title, introduction, authors = [], url } = story.article;
  const item = { title, introduction, categories, authors: authors.map(({ name }) => name), url };
  return isTaken(item) ? story : { refused: 'because of the rules of its source' };
}

const dates = (count: number) => `${count} ${count === 1 ? 'date' : 'dates'}`;

const titleOf = ({ title }: FeedDocument) =>
  cutAtWord(cleanText(10_000).parse(readHtml(title.slice(0, 5000)).text), 300);

const isParsed = (story: ParsedItem | { refused: string }): story is ParsedItem => !('refused' in story);

const isUndated = (story: ParsedItem | { refused: string } | undefined) =>
  story !== undefined && isParsed(story) && story.dated === null;

const hostOf = (url: string | null) => (url ? domainOf(new URL(url)) : '');

function channelOf({ site }: FeedDocument, url: string | null): string | null {
  const address = site === null ? null : URL.parse(site, url ?? undefined);
  return address && /^https?:$/.test(address.protocol) && address.host ? domainOf(address) : null;
}

const sourceHost = ({ url, publisher }: Article) => publisher?.domain ?? domainOf(new URL(url));

function hostsOf(stories: readonly ParsedItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { article } of stories) {
    const host = sourceHost(article);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

const MAX_NAMED_HOSTS = 5;
const MAX_LISTED_HOSTS = 20;

function hostsText(hosts: ReadonlyMap<string, number>): string {
  const named = [...hosts].slice(0, MAX_NAMED_HOSTS).map(([host, count]) => `${host} (${count})`);
  const others = hosts.size - named.length;
  return others > 0 ? `${named.join(', ')} and ${others} other ${others === 1 ? 'host' : 'hosts'}` : named.join(', ');
}

function remedyFor({ domain, publishes }: LoadedSource, hosts: readonly string[]): string {
  const list = [...new Set([...publishes, ...hosts])];
  const [click, option] =
    hosts.length > MAX_NAMED_HOSTS || list.length > MAX_LISTED_HOSTS
      ? ['switch on “Its feeds may contain articles from any site”', '--aggregator true']
      : ['add them to “Other hosts”', `--publishes ${list.join(',')}`];
  return `To allow them, ${click} of ${domain} under Content, Sources, or run: npx newsgauge sources put ${domain} ${option}`;
}

function remedyForClaimed({ domain, publishes }: LoadedSource, hosts: readonly string[]): string {
  const list = [...new Set([...publishes, ...hosts.slice(0, MAX_NAMED_HOSTS)])];
  return `If the feed belongs to such a host, move it to that source under Content, Sources. To allow the items anyway, add the hosts to “Other hosts” of ${domain} there, or run: npx newsgauge sources put ${domain} --publishes ${list.join(',')}`;
}

function reasonOf(notes: readonly string[], refused: Record<string, number>, remedies: readonly string[]) {
  const left = Object.entries(refused).map(([reason, count]) => `${count} ${reason}`);
  const all = left.length > 0 ? [...notes, `items rejected: ${left.join(', ')}`] : notes;
  return all.length > 0 ? [all.join('; '), ...remedies].join('. ') : null;
}
