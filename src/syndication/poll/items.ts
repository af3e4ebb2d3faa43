import { type SavedArticles, saveArticles } from '../../content/articles/articles.ts';
import { chunks } from '../../content/import-lines.ts';
import type { Article } from '../../content/input.ts';
import { type Db, NO_PRECONDITION } from '../../db/client.ts';
import { sha256 } from '../../lib/hash/hash.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { betterAddress, dedupeKey } from '../../lib/url.ts';
import type { Tagger } from '../../tagging/compile.ts';
import { NO_TAGS } from '../../tagging/tags.ts';
import type { ParsedItem } from '../read/article.ts';
import { type Bringer, loadClaimants } from './claims.ts';
import type { OwnedItem } from './item-keys.ts';
import { type IdentifiedItem, identifyItems, NO_FEED } from './item-keys.ts';
import {
  borrowedAmong,
  endBorrowing,
  forgetItems,
  type KnownItem,
  loadKnown,
  loadStored,
  noteItems,
  type StoredArticle,
  type StoredArticles,
} from './known-items.ts';
import { waitForPages } from './waiting-pages.ts';

export interface SavedItems {
  added: number;
  changed: number;
  unchanged: number;
  written: number;
  waiting: number;
  refused: Record<string, number>;
  notes: string[];
  topics: Set<number>;
}

/** Maximum number of items per query. Even the longest ids then stay below D1's limit of 2 MB per value. */
const ITEMS_PER_QUERY = 200;

/** Maximum number of items per feed and day. A faulty feed could produce items endlessly. */
const MAX_ITEMS_PER_DAY = 2000;
/** Number of written items after which the rows of a feed are counted. Counting reads all rows of the feed. */
const ITEMS_PER_COUNT = 500;

interface Saving {
  tagger: () => Promise<Tagger>;
  writtenToday: number;
  readsFor: string | null;
  isOwn: (url: string) => boolean;
  /** Sources of the feed. `null` if an operator sent the document, which may contain articles of any source. */
  bringers: readonly Bringer[] | null;
  now: Millis;
}

/** Stores new and changed items of a feed. Articles that came from another feed usually stay unchanged. */
export async function saveItems(db: Db, feedId: number, stories: readonly OwnedItem[], saving: Saving) {
  const { items, repeated, ambiguous } = identifyItems(stories, feedId);
  const total: SavedItems = {
    added: 0,
    changed: 0,
    unchanged: 0,
    written: 0,
    waiting: 0,
    topics: new Set<number>(),
    refused: repeated > 0 ? { 'with the URL of another item': repeated } : {},
    notes: ambiguous > 0 ? [`uses ${ambiguous} ${ambiguous === 1 ? 'id' : 'ids'} for several articles each`] : [],
  };
  for (const portion of chunks(items, ITEMS_PER_QUERY)) {
    const room = feedId === NO_FEED ? ITEMS_PER_QUERY : MAX_ITEMS_PER_DAY - saving.writtenToday - total.written;
    const saved = await savePortion(db, feedId, portion, { ...saving, room: Math.max(0, room) });
    add(total, saved);
  }
  if (total.waiting > 0)
    total.notes.push(`has more new or changed items than the limit per day; ${total.waiting} wait until tomorrow`);
  const steps = (written: number) => Math.ceil(written / ITEMS_PER_COUNT);
  if (steps(saving.writtenToday + total.written) > steps(saving.writtenToday)) await forgetItems(db, feedId, items);
  return total;
}

function add(total: SavedItems, { added, changed, unchanged, written, waiting, refused, topics }: SavedPortion): void {
  total.added += added;
  total.changed += changed;
  total.unchanged += unchanged;
  total.written += written;
  total.waiting += waiting;
  for (const [reason, count] of Object.entries(refused)) total.refused[reason] = (total.refused[reason] ?? 0) + count;
  for (const topic of topics) total.topics.add(topic);
}

type SavedPortion = Omit<SavedItems, 'notes'>;

async function savePortion(
  db: Db,
  feedId: number,
  all: readonly IdentifiedItem[],
  { tagger, room, now, readsFor, isOwn, bringers }: Saving & { room: number },
): Promise<SavedPortion> {
  const hashes = new Map(
    await Promise.all(all.map(async (story): Promise<[string, string]> => [story.key, await hashOf(story)])),
  );
  const known = await loadKnown(db, feedId, all);
  const different = all.filter(({ key }) => known.get(key)?.hash !== hashes.get(key));
  const taken = different.slice(0, room);
  const result: SavedPortion = {
    added: 0,
    changed: 0,
    unchanged: all.length - different.length,
    written: taken.length,
    waiting: different.length - taken.length,
    refused: {},
    topics: new Set<number>(),
  };
  if (taken.length === 0) return result;

  const seconds = toSeconds(now);
  const stored = await loadStored(db, taken, known);
  const { sourceById } = stored;
  const own = bringers?.map(({ domain }) => domain) ?? [];
  const claimantOf = bringers && (await loadClaimants(db, sourceById.values(), own));
  const claimantOn = (article: StoredArticle | undefined) =>
    (article && claimantOf?.(sourceById.get(article.id) ?? '', bringers ?? [])) ?? null;
  const borrowed = await borrowedAmong(db, ownersOfOthers(taken, known, stored));
  const notes: KnownItem[] = [];
  const itemOf = ({ key }: IdentifiedItem, articleId: number, isBorrowed = false): KnownItem => ({
    guid: key,
    articleId,
    hash: hashes.get(key) ?? '',
    borrowed: isBorrowed,
  });
  const lines: { line: number; value: Article }[] = [];
  const takenOver: number[] = [];
  for (const [line, story] of taken.entries()) {
    const before = known.get(story.key);
    const remembered = before && stored.byId.get(before.articleId);
    // The known article belongs to another site, so the item becomes a new article.
    const isLeft =
      claimantOn(remembered) !== null || (remembered && story.own && !before?.borrowed && !isOwn(remembered.url));
    const owner = ownerOf(story.article.url, stored) ?? (isLeft ? undefined : remembered);
    const claimant = claimantOn(owner);
    const isDeleted = before && !remembered && !owner;
    const isTakenOver = owner && story.own && borrowed.has(owner.id);
    const isOthers = owner && !isTakenOver && (before ? !story.own && !before.borrowed : true);
    if (claimant !== null) {
      const reason = `that belong to ${claimant}, which has a feed of its own`;
      result.refused[reason] = (result.refused[reason] ?? 0) + 1;
    } else if (isDeleted) notes.push(itemOf(story, before.articleId));
    else if (isOthers && !hasBetterAddress(story, owner, stored)) notes.push(itemOf(story, owner.id));
    else {
      const value = isOthers ? withAddress(owner, story.article.url) : merge(story, owner, stored);
      if (isTakenOver) takenOver.push(owner.id);
      lines.push({ line, value: { ...value, ...(await tagger()).tags(value) } });
    }
  }
  result.unchanged += notes.length;

  const along = (saved: Pick<SavedArticles, 'ids' | 'created'>) => {
    const storedItems = [...saved.ids].flatMap(([line, id]) => {
      const story = taken[line];
      return story ? { story, id, isNew: saved.created.has(id) } : [];
    });
    const items = storedItems.map(({ story, id, isNew }) =>
      itemOf(story, id, !story.own && (isNew || known.get(story.key)?.borrowed)),
    );
    const pages = storedItems
      .filter(({ isNew }) => isNew && readsFor !== null)
      .map(({ story: { article }, id }) => ({ id, at: article.publishedAt, url: article.url, tries: 0 }))
      .sort((a, b) => b.at - a.at);
    return [noteItems(feedId, items, seconds), ...waitForPages(pages, readsFor ?? '')];
  };
  const { refusals, ids, created, topics } = await saveArticles(db, lines, now, 'rules', null, NO_PRECONDITION, along);
  for (const errors of refusals.values()) {
    const reason = `with an invalid ${Object.keys(errors).join(' and ')}`;
    result.refused[reason] = (result.refused[reason] ?? 0) + 1;
  }
  await endBorrowing(db, takenOver);
  if (notes.length > 0) await db.run(noteItems(feedId, notes, seconds));
  return { ...result, added: created.size, changed: ids.size - created.size, topics };
}

const ownersOfOthers = (
  stories: readonly IdentifiedItem[],
  known: ReadonlyMap<string, KnownItem>,
  stored: StoredArticles,
): number[] =>
  stories.flatMap(({ key, own, article }) => (own && !known.has(key) ? (ownerOf(article.url, stored)?.id ?? []) : []));

const ownerOf = (url: string, { byKey, byFormer }: StoredArticles): StoredArticle | undefined =>
  byKey.get(dedupeKey(url)) ?? byFormer.get(url);

/** Returns true if the feed states a former URL of the article. The URL that the page states takes precedence. */
const isMoved = ({ article: { url } }: ParsedItem, owner: StoredArticle, { byFormer }: StoredArticles): boolean =>
  byFormer.get(url)?.id === owner.id;

const hasBetterAddress = (story: ParsedItem, owner: StoredArticle, all: StoredArticles): boolean =>
  !isMoved(story, owner, all) && betterAddress(owner.url, story.article.url) !== owner.url;

const hashOf = async ({ article: { publishedAt, ...article }, dated }: ParsedItem) =>
  (await sha256(JSON.stringify([article, dated === 'published' ? publishedAt : null]))).slice(0, 32);

const withAddress = (stored: StoredArticle, url: string): Article => ({ ...stored, ...NO_TAGS, url });

/** Merges the feed's version into the stored article. Fields that feeds do not contain stay unchanged. */
function merge(story: ParsedItem, stored: StoredArticle | undefined, all: StoredArticles): Article {
  const { article, dated } = story;
  if (!stored) return article;
  const isSame = dedupeKey(article.url) === dedupeKey(stored.url);
  const url = isSame ? betterAddress(stored.url, article.url) : article.url;
  return {
    ...article,
    id: stored.id,
    url: isMoved(story, stored, all) ? stored.url : url,
    introduction: article.introduction || stored.introduction,
    // Only a publication date is accepted. The date of a change or a fetch would move an old article to the top.
    publishedAt: dated === 'published' ? article.publishedAt : stored.publishedAt,
    organisationType: stored.organisationType,
    client: stored.client,
    paywalled: article.paywalled || stored.paywalled,
    registration: stored.registration,
    image: article.image ?? stored.image,
    authors: article.authors?.length ? article.authors : stored.authors,
    section: stored.section,
    keywords: article.keywords?.length ? article.keywords : stored.keywords,
    language: article.language ?? stored.language,
    words: article.words ?? stored.words,
  };
}
