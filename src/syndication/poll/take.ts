import { plain } from '../../content/input.ts';
import type { Db } from '../../db/client.ts';
import { domainOf } from '../../lib/url.ts';
import type { Tagger } from '../../tagging/compile.ts';
import { readStory, type Story, sharedLinks } from '../read/article.ts';
import { feedOrder } from '../read/date.ts';
import type { FeedDocument } from '../read/entry.ts';
import { cutAtWord, readHtml } from '../read/html.ts';
import { type SavedItems, saveItems } from './items.ts';
import { loadSource, ownershipOf } from './publishers.ts';

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
  /** New or different items of the feed today. */
  writtenToday: number;
  tagger: () => Promise<Tagger>;
  /** `host:port` that feeds and stories may be at although private. */
  allowed: ReadonlySet<string>;
  /** Epoch milliseconds. */
  now: number;
}

/** Stores the items of a document as articles. */
export async function takeDocument(
  db: Db,
  document: FeedDocument,
  { feedId, url, feedUrl, domain, tagger, writtenToday, allowed, now }: Taking,
): Promise<Taken> {
  const base = document.link === null ? url : (URL.parse(document.link, url ?? undefined)?.href ?? url);
  const source = await loadSource(db, domain ?? hostOf(base));
  const shared = sharedLinks(document.entries, document.link);
  const order = feedOrder(
    document.entries.flatMap(({ dates, updates }) => [...dates, ...updates]),
    document.language,
  );
  const origin = { base, source, shared, order, allowed, now: Math.floor(now / 1000) };
  const read = document.entries.map((entry) => readStory(entry, origin));
  const own = [domain ? [domain, ...source.aliases] : [], feedUrl ? domainOf(new URL(feedUrl)) : []].flat();
  const owned = read.filter(isStory).map((story) => ({
    ...story,
    ownership: ownershipOf(story.article.url, { ...source, own }),
  }));
  const foreign = owned.filter(({ ownership }) => ownership === 'foreign');
  const stories = owned.flatMap(({ ownership, ...story }) =>
    ownership === 'foreign' ? [] : [{ ...story, own: ownership === 'own' }],
  );
  const { notes: odd, ...saved } = await saveItems(db, feedId, stories, { tagger, writtenToday, now });
  const refused = { ...saved.refused };
  const undated = document.entries.filter(({ dates }, i) => dates.length > 0 && isUndated(read[i])).length;
  const ambiguous = read.filter((story) => isStory(story) && story.ambiguous).length;
  if (foreign.length > 0) refused[`from ${hostsOf(foreign)}, which its source does not publish`] = foreign.length;
  const notes = [
    ...document.notes,
    ...odd,
    ...(undated > 0 ? [`has ${dates(undated)} that cannot be meant`] : []),
    ...(ambiguous > 0 ? [`has ${dates(ambiguous)} whose day and month may be the other way round`] : []),
  ];
  for (const story of read) if ('refused' in story) refused[story.refused] = (refused[story.refused] ?? 0) + 1;
  return { ...saved, refused, title: titleOf(document), reason: reasonOf(notes, refused) };
}

const dates = (count: number) => `${count} ${count === 1 ? 'date' : 'dates'}`;

/** Converts to plain text. */
const titleOf = ({ title }: FeedDocument) => cutAtWord(plain(10_000).parse(readHtml(title.slice(0, 5000)).text), 300);

const isStory = (story: Story | { refused: string }): story is Story => !('refused' in story);

const isUndated = (story: Story | { refused: string } | undefined) =>
  story !== undefined && isStory(story) && story.dated === null;

const hostOf = (url: string | null) => (url ? domainOf(new URL(url)) : '');

/** Hosts of stories, at most five. */
function hostsOf(stories: readonly Story[]): string {
  const hosts = [...new Set(stories.map(({ article }) => domainOf(new URL(article.url))))];
  return hosts.length > 5 ? `${hosts.slice(0, 5).join(', ')} and others` : hosts.join(', ');
}

function reasonOf(notes: readonly string[], refused: Record<string, number>): string | null {
  const left = Object.entries(refused).map(([reason, count]) => `${count} ${reason}`);
  const all = left.length > 0 ? [...notes, `items left out: ${left.join(', ')}`] : notes;
  return all.length > 0 ? all.join('; ') : null;
}
