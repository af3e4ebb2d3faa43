import { eq } from 'drizzle-orm';
import { authorId, readAuthorId } from '../content/authors.ts';
import { loadGeography } from '../content/geography.ts';
import type { Db } from '../db/client.ts';
import { topics } from '../db/schema.ts';
import type { Followed } from '../db/values.ts';
import { type Millis, toSeconds } from '../lib/time.ts';
import { newest } from '../search/cursor.ts';
import { EVERYTHING } from '../search/feed-filters.ts';
import { loadFeedItems, loadFeedPage } from '../search/page.ts';
import { copiesOf, loadShownStories } from '../search/story-items.ts';

interface Subject {
  ref: string;
  name: string;
}

const SINGLE_SUBJECTS: Partial<Record<Followed, string>> = { week: 'the week', alerts: 'alerts' };

export async function subjectOf(db: Db, kind: Followed, ref: string, now: Millis): Promise<Subject | string> {
  const only = SINGLE_SUBJECTS[kind];
  if (only) return ref === '' ? { ref, name: only } : `must be empty for the kind ${kind}`;
  if (kind === 'author') return authorNamed(db, ref, now);
  const id = /^[1-9]\d{0,14}$/.test(ref) ? Number(ref) : 0;
  if (kind === 'topic') {
    const [topic] = await db.select({ name: topics.name }).from(topics).where(eq(topics.id, id));
    return topic ? { ref, name: topic.name } : 'must be the id of a topic in /api/v2/topics/list/';
  }
  const story = (await loadShownStories(db, [id])).get(id);
  const [first] = story ? copiesOf(story, toSeconds(now)) : [];
  const [item] = first ? await loadFeedItems(db, [first.id]) : [];
  return item ? { ref, name: item.title } : 'must be the id of a story, as in _article.story of a feed';
}

async function authorNamed(db: Db, ref: string, now: Millis): Promise<Subject | string> {
  const { slug, domain } = readAuthorId(ref);
  const filter = { ...EVERYTHING, includeAuthors: [ref] };
  const pageQuery = { filter, geography: await loadGeography(db, now), before: newest(toSeconds(now)), limit: 1 };
  const [item] = ref === '' ? [] : (await loadFeedPage(db, pageQuery)).items;
  const author = item?.authors.find(({ name }) => readAuthorId(authorId(name, '')).slug === slug);
  return author
    ? { ref: domain === '' ? slug : `${slug}@${domain}`, name: author.name }
    : 'must be the id or name of an author, as in _article.authors of a feed';
}
