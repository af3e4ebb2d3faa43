import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { indexPending } from '../../src/content/articles/store/pending.ts';
import { makePending } from '../../src/content/index/entries.ts';
import { askWith, makeKey, openTestDb, publish } from '../support/index.ts';
import { asInput, COMPANIES, makeStories, type Story, TOPICS } from './newsroom.ts';

/** Makes random changes to a newsroom through the API, and to the stories of the reference model. */

const KINDS = [
  'written',
  'rewritten',
  'moved',
  'retagged',
  'merged topic',
  'merged company',
  'deleted',
  'restored',
  'deleted topic',
  'pending',
  'indexed',
] as const;
type Kind = (typeof KINDS)[number];

export interface Change {
  kind: Kind;
  pick: number;
  size: number;
}

export const anyChange: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat(1_000_000),
  size: fc.integer({ min: 1, max: 5 }),
});

/** Number of spare articles. Changed articles take their texts and tags from these. */
const SPARE = 997;

/** `stories` must be in the order in which they were stored. Returns a function that makes a change. */
export async function startChanges(stories: Map<number, Story>, seed: number, now: number) {
  const operators = await Promise.all(Array.from({ length: 10 }, () => makeKey('operator')));
  const db = openTestDb();
  const spare = makeStories(SPARE, seed + 1, now);
  const deleted: Story[] = [];
  let topicGone: { id: number; from: Set<number> } | null = null;
  let requests = 0;
  let lastId = 900_000_000;
  let lastTag = 5000;
  const operator = () => operators[requests++ % operators.length] ?? '';

  async function send(method: string, path: string, body?: object): Promise<void> {
    const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await askWith(operator(), `/manage/${path}`, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }

  /** An article that gets a new time is listed after the other articles with that time. */
  async function save(changed: readonly Story[]): Promise<void> {
    for (const story of changed) {
      if (stories.get(story.id)?.publishedAt !== story.publishedAt) stories.delete(story.id);
      stories.set(story.id, story);
    }
    const { rejected } = await publish(operator(), 'articles', changed.map(asInput));
    if (rejected.length > 0) throw new Error(JSON.stringify(rejected));
  }

  const spareAt = (pick: number) => spare[pick % spare.length] as Story;
  function picked({ pick, size }: Change): Story[] {
    const all = [...stories.values()];
    const some = Array.from({ length: size }, (_, i) => all[(pick + 37 * i) % all.length] as Story);
    return [...new Map(some.map((story) => [story.id, story])).values()];
  }

  function retag(name: 'topics' | 'companies', from: number, into: number | null): Set<number> {
    const changed = new Set<number>();
    for (const [id, story] of stories) {
      if (!story[name].includes(from)) continue;
      const others = story[name].filter((tag) => tag !== from);
      stories.set(id, { ...story, [name]: into === null ? others : [...new Set([...others, into])] });
      changed.add(id);
    }
    return changed;
  }

  async function merge(name: 'topics' | 'companies', change: Change): Promise<void> {
    const id = ++lastTag;
    const into = (name === 'topics' ? TOPICS : COMPANIES)[change.pick % 5] ?? 1;
    const tag = {
      id,
      name: `Tag ${id}`,
      ...(name === 'topics' ? { slug: `tag-${id}`, category: 1 } : { organisationType: 'Broker' }),
    };
    await publish(operator(), name, [tag]);
    await save(picked(change).map((story) => ({ ...story, [name]: [...story[name], id] })));
    await send('POST', `${name}/${id}/merge`, { into });
    retag(name, id, into);
  }

  async function restoreTopic(): Promise<void> {
    if (!topicGone) return;
    const { id, from } = topicGone;
    topicGone = null;
    await send('POST', `topics/${id}/restore`);
    for (const [key, story] of stories)
      if (from.has(key)) stories.set(key, { ...story, topics: [...story.topics, id] });
  }

  const make: Record<Kind, (change: Change) => Promise<void>> = {
    written: (change) =>
      save(
        picked(change).map(({ publishedAt }, i) => {
          const { url, ...story } = spareAt(change.pick + i);
          const id = ++lastId;
          return { ...story, id, url: `${url}-${id}`, publishedAt: i % 2 ? publishedAt : story.publishedAt };
        }),
      ),
    rewritten: (change) =>
      save(
        picked(change).map((story, i) => {
          const { title, introduction } = spareAt(change.pick + i);
          return { ...story, title, introduction };
        }),
      ),
    moved: (change) =>
      save(picked(change).map((story, i) => ({ ...story, publishedAt: spareAt(change.pick + i).publishedAt }))),
    retagged: (change) =>
      save(
        picked(change).map((story, i) => {
          const { topics, companies, countries, geoGroups, paywalled, contentType } = spareAt(change.pick + i);
          return { ...story, topics, companies, countries, geoGroups, paywalled, contentType };
        }),
      ),
    'merged topic': (change) => merge('topics', change),
    'merged company': (change) => merge('companies', change),
    async deleted(change) {
      for (const story of picked(change)) {
        stories.delete(story.id);
        deleted.push(story);
        await send('DELETE', `articles/${story.id}`);
      }
    },
    async restored({ size }) {
      for (const story of deleted.splice(0, size)) {
        await send('POST', `articles/${story.id}/restore`);
        stories.set(story.id, story);
      }
    },
    async 'deleted topic'({ pick }) {
      const id = TOPICS.filter((topic) => topic !== 47)[pick % 5] ?? 1;
      await send('DELETE', `topics/${id}`);
      topicGone = { id, from: retag('topics', id, null) };
    },
    async pending({ pick }) {
      await db.run(makePending(sql`id % 3 = ${pick % 3}`));
    },
    async indexed() {
      await indexPending(db, Date.now(), 1000);
    },
  };

  return async (change: Change): Promise<void> => {
    await restoreTopic();
    await make[change.kind](change);
  };
}
