import { sql } from 'drizzle-orm';
import { plain } from '../../content/input.ts';
import type { Db } from '../../db/client.ts';
import { domainOf } from '../../lib/url.ts';
import type { Tagger } from '../../tagging/tagger.ts';
import { readStory, type Story, sharedLinks } from '../read/article.ts';
import type { Carrier } from '../read/content-type.ts';
import type { FeedDocument } from '../read/document.ts';
import { cutAtWord, readHtml } from '../read/html.ts';
import { type SavedItems, saveItems } from './items.ts';

/** What a feed has brought. */
export interface Taken extends Omit<SavedItems, 'notes'> {
  title: string;
  /** What could not be taken, in words; null: nothing. */
  reason: string | null;
}

interface Taking {
  feedId: number;
  /** Where the document is from; null: unknown. */
  url: string | null;
  /** The source that carries the feed. */
  domain: string | null;
  tagger: () => Promise<Tagger>;
  /** Epoch milliseconds. */
  now: number;
}

/** Makes articles of what is in a document. */
export async function takeDocument(
  db: Db,
  document: FeedDocument,
  { feedId, url, domain, tagger, now }: Taking,
): Promise<Taken> {
  const base = document.link === null ? url : (URL.parse(document.link, url ?? undefined)?.href ?? url);
  const carrier = await loadCarrier(db, domain ?? hostOf(base));
  const shared = sharedLinks(document.entries, document.link);
  const origin = { base, carrier, shared, now: Math.floor(now / 1000) };
  const read = document.entries.map((entry) => readStory(entry, origin));
  const { notes: odd, ...saved } = await saveItems(db, feedId, read.filter(isStory), { tagger, now });
  const refused = { ...saved.refused };
  const undated = document.entries.filter(({ dates }, i) => dates.length > 0 && isUndated(read[i])).length;
  const notes = [...document.notes, ...odd, ...(undated > 0 ? [`has ${undated} dates that cannot be meant`] : [])];
  for (const story of read) if ('refused' in story) refused[story.refused] = (refused[story.refused] ?? 0) + 1;
  return { ...saved, refused, title: titleOf(document), reason: reasonOf(notes, refused) };
}

/** Plain, whatever the feed has put there. */
const titleOf = ({ title }: FeedDocument) => cutAtWord(plain(10_000).parse(readHtml(title.slice(0, 5000)).text), 300);

const isStory = (story: Story | { refused: string }): story is Story => !('refused' in story);

const isUndated = (story: Story | { refused: string } | undefined) =>
  story !== undefined && isStory(story) && !story.dated;

const hostOf = (url: string | null) => (url ? domainOf(new URL(url)) : '');

async function loadCarrier(db: Db, domain: string): Promise<Carrier> {
  const [source] = await db.all<Carrier>(sql`SELECT domain, name, client FROM sources WHERE domain = ${domain}`);
  return source ?? { domain, name: '', client: null };
}

function reasonOf(notes: readonly string[], refused: Record<string, number>): string | null {
  const left = Object.entries(refused).map(([reason, count]) => `${count} ${reason}`);
  const all = left.length > 0 ? [...notes, `items left out: ${left.join(', ')}`] : notes;
  return all.length > 0 ? all.join('; ') : null;
}
