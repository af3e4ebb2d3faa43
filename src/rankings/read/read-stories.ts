import { eq, sql } from 'drizzle-orm';
import type { ItemStory } from '../../content/articles/item.ts';
import type { Db } from '../../db/client.ts';
import { topicWindows } from '../../db/schema.ts';
import type { Seconds } from '../../lib/time.ts';
import {
  inPreference,
  type LoadedStory,
  loadShownStories,
  loadStoriesOf,
  type Preference,
  preferenceOf,
  shownStory,
} from '../../search/story-items.ts';
import type { PeriodLists, RankedStories } from '../math/ranking-rows.ts';
import { SITE } from '../site.ts';
import { type ContentItem, loadItems } from './read-rankings.ts';
import { loadRisingStories, type RisingQuestion } from './read-rising.ts';

/** Loads the stories of a stored ranking with their article ids, sorted by engagement. Reads one row. */
export async function loadStories(db: Db, list: keyof PeriodLists): Promise<RankedStories> {
  const { topicId, views } = topicWindows;
  const [row] = await db
    .select({ stories: sql<string | null>`${views} -> ${`$.stories.${JSON.stringify(list)}`}`.as('stories') })
    .from(topicWindows)
    .where(eq(topicId, SITE));
  return JSON.parse(row?.stories ?? '[]');
}

/** Loads stories with article data, by engagement. Reads two rows, one per story, and the cards of the articles. */
export async function loadStoryItems(
  db: Db,
  list: keyof PeriodLists,
  { limit, ...preferences }: { limit: number; preference: Preference; now: Seconds },
) {
  const listed = (await loadStories(db, list)).slice(0, limit);
  const stored = await loadShownStories(
    db,
    listed.map(([id]) => id),
  );
  const rankedStories = listed.map(([id, ids, previousRank]) => ({
    story: stored.get(id),
    ids,
    rest: { previousRank },
  }));
  return bestCopies(db, rankedStories, preferences);
}

/** Loads rising stories with article data. Reads one row, two per story, and a card per article. */
export async function loadRisingStoryItems(
  db: Db,
  question: RisingQuestion,
  preferences: { preference: Preference; now: Seconds },
): Promise<(ContentItem & { story: ItemStory })[]> {
  const listed = await loadRisingStories(db, question);
  const stored = await loadStoriesOf(
    db,
    listed.flatMap(([first = 0]) => first),
  );
  const storyOf = (id: number) => stored.find(({ copies }) => String(id) in copies);
  const rankedStories = listed.map((ids) => ({ story: storyOf(ids[0] ?? 0), ids, rest: {} }));
  return bestCopies(db, rankedStories, preferences);
}

async function bestCopies<Rest extends object>(
  db: Db,
  listed: readonly { story: LoadedStory | undefined; ids: readonly number[]; rest: Rest }[],
  { preference, now }: { preference: Preference; now: Seconds },
): Promise<(ContentItem & Rest & { story: ItemStory })[]> {
  const best = listed.flatMap(({ story, ids, rest }) => {
    if (!story) return [];
    const copies = inPreference(story, { ...preference, engaged: new Map([[story.id, ids]]) }, now);
    const lead = copies.find((copy) => ids.includes(copy.id));
    return lead ? [{ contentId: lead.id, added: { ...rest, story: shownStory(story, now) } }] : [];
  });
  const items = await loadItems(
    db,
    best.map(({ contentId }) => contentId),
  );
  const byId = new Map(items.map((item) => [item.contentId, item]));
  return best.flatMap(({ contentId, added }) => {
    const item = byId.get(contentId);
    return item ? [{ ...item, ...added }] : [];
  });
}

/** Loads the settings by which feeds choose the representative article of a story. Reads one row. */
export const feedPreference = async (db: Db, env: Pick<Env, 'PREFERRED_SOURCES'>): Promise<Preference> => ({
  ...preferenceOf(env),
  engaged: new Map((await loadStories(db, '7d')).map(([id, ids]) => [id, ids])),
});
