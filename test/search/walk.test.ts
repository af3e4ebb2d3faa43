import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../support/index.ts';
import { sized } from '../support/size.ts';
import { asInput, makeStories, publishNewsroom, type Story } from './newsroom.ts';
import { answer, type Question } from './oracle.ts';
import { toQuery } from './question.ts';
import { seed } from './seed.ts';
import { makeKeys, walk } from './walk.ts';

const now = Math.floor(Date.now() / 1000);
/** Current articles by id. */
const stories = new Map(makeStories(120, seed, now).map((story) => [story.id, story]));
let operator = '';
let keys: string[] = [];

beforeAll(async () => {
  operator = await makeKey('operator');
  await publishNewsroom(operator, [...stories.values()]);
  keys = await makeKeys();
});

const KINDS = ['new', 'moved up', 'retitled', 'deleted'] as const;
type Event = { kind: (typeof KINDS)[number]; pick: number };

const events = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat(1000) }), { maxLength: 3 });
const question: fc.Arbitrary<Question> = fc.record({
  includePaywalled: fc.constantFrom('0', undefined),
  excludeNonHttpsSources: fc.constantFrom('1', undefined),
});

test('paging through a feed repeats and skips no article that existed at the start', async () => {
  let walks = 0;
  let changes = 0;
  const property = fc.asyncProperty(
    question,
    fc.integer({ min: 5, max: 30 }),
    events,
    async (question, limit, plan) => {
      // A unique colour separates the pages of each walk in the edge cache.
      const colour = (walks++).toString(16).padStart(6, '0');
      const start = answer([...stories.values()], question, now);
      const met: number[] = [];
      for await (const { ids } of walk(keys, `${toQuery({ ...question, limit })}&accent=${colour}`)) {
        met.push(...ids);
        for (const event of plan) changes += await happen(event, met);
      }
      expect(met.length).toBe(new Set(met).size);
      expect(met.filter((id) => start.includes(id))).toEqual(start);
    },
  );
  await fc.assert(property, { seed, numRuns: sized(8, 20), endOnFailure: true });
  console.log(`${walks} walks, seed ${seed}: ${changes} changes meanwhile`);
  expect(changes).toBeGreaterThan(sized(8, 20));
}, 60_000);

let nextId = 900_000_000;

/** Changes the newsroom at or above an article that the walk has returned. Returns the number of changed articles. */
async function happen({ kind, pick }: Event, met: readonly number[]): Promise<number> {
  const story = stories.get(met[pick % met.length] ?? 0);
  if (!story) return 0;
  if (kind === 'deleted') {
    stories.delete(story.id);
    await askWith(operator, `/manage/articles/${story.id}`, { method: 'DELETE' });
    return 1;
  }
  const newer = Math.min(now, story.publishedAt + 1 + pick);
  const changed: Record<typeof kind, () => Story> = {
    new: () => ({ ...story, id: nextId, url: `https://new.example/${nextId++}`, publishedAt: newer }),
    'moved up': () => ({ ...story, publishedAt: newer }),
    retitled: () => ({ ...story, title: `${story.title} claim ${pick}` }),
  };
  const result = changed[kind]();
  // A moved article is stored after those with the same new time.
  if (kind !== 'retitled') stories.delete(result.id);
  stories.set(result.id, result);
  await publish(operator, 'articles', [asInput(result)]);
  return 1;
}
