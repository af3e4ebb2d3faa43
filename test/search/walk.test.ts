import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../support/index.ts';
import { sized } from '../support/size.ts';
import { asInput, makeStories, publishNewsroom, type Story } from './newsroom.ts';
import { answer, type Question } from './oracle.ts';
import { searchTerm, toQuery } from './question.ts';
import { seed } from './seed.ts';
import { makeKeys, walk } from './walk.ts';

const RUNS = sized(5, 20);

const now = Math.floor(Date.now() / 1000);
const stories = new Map(makeStories(120, seed, now).map((story) => [story.id, story]));
let operator = '';
let keys: string[] = [];

beforeAll(async () => {
  operator = await makeKey('operator');
  await publishNewsroom(operator, [...stories.values()]);
  keys = await makeKeys();
});

const KINDS = ['new', 'moved up', 'retitled', 'deleted', 'late', 'crowd'] as const;
type Event = { kind: (typeof KINDS)[number]; pick: number };

const events = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat(1000) }), { maxLength: 3 });
const terms = (most: number) =>
  fc.option(fc.uniqueArray(searchTerm([...stories.values()]), { minLength: 1, maxLength: most }), { nil: undefined });
const question: fc.Arbitrary<Question> = fc.record({
  includePaywalled: fc.constantFrom('0', undefined),
  excludeNonHttpsSources: fc.constantFrom('1', undefined),
  searchTerms: fc.constantFrom(
    undefined,
    undefined,
    undefined,
    undefined,
    ['claim*', 'risk', 'not and'],
    ['flood claims', 'risk*'],
  ),
  excludeTerms: terms(4),
});

/** Returns a question whose first pages are short, because it excludes a phrase of recent articles. */
function shortened(): Question {
  const recent = answer([...stories.values()], {}, now).slice(0, stories.size / 2);
  const phrases = recent.flatMap((id) => /^[a-z]{3,} [a-z]{3,}/.exec(stories.get(id)?.title ?? '')?.[0] ?? []);
  return { excludeTerms: phrases.slice(0, 1) };
}

test('paging through a feed neither repeats nor skips any article that existed at the start', async () => {
  let walks = 0;
  let changes = 0;
  let short = 0;
  const property = fc.asyncProperty(
    question,
    fc.integer({ min: 5, max: 30 }),
    events,
    async (question, limit, plan) => {
      // A unique colour gives each walk its own pages in the edge cache.
      const colour = (walks++).toString(16).padStart(6, '0');
      const start = answer([...stories.values()], question, now);
      const met: number[] = [];
      let last = limit;
      for await (const { ids } of walk(keys, `${toQuery({ ...question, limit })}&accent=${colour}`)) {
        if (last < limit) short++;
        last = ids.length;
        met.push(...ids);
        for (const event of plan) changes += await happen(event, met);
      }
      expect(met.length).toBe(new Set(met).size);
      expect(met.filter((id) => start.includes(id))).toEqual(start);
    },
  );
  // Whether random questions lead to short pages depends on the seed.
  const examples: [Question, number, Event[]][] = [[shortened(), 5, []]];
  await fc.assert(property, { seed, numRuns: RUNS + 1, endOnFailure: true, examples });
  console.log(`${walks} walks, seed ${seed}: ${changes} changes meanwhile, ${short} short pages before others`);
  expect(changes).toBeGreaterThan(RUNS);
  expect(short).toBeGreaterThan(0);
}, 600_000);

let nextId = 900_000_000;

const CROWD = 20;

/** Changes or publishes articles, many of them in one second. Returns the number of changed articles. */
async function happen({ kind, pick }: Event, met: readonly number[]): Promise<number> {
  if (kind === 'late' || kind === 'crowd') {
    const all = [...stories.values()];
    const published = Array.from({ length: kind === 'crowd' ? CROWD : 1 }, (_, i): Story => {
      const [story, { publishedAt }] = [all[(pick + i) % all.length] as Story, all[pick % all.length] as Story];
      return { ...story, id: nextId, url: `https://new.example/${nextId++}`, publishedAt };
    });
    for (const story of published) stories.set(story.id, story);
    await publish(operator, 'articles', published.map(asInput));
    return published.length;
  }
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
    retitled: () => ({ ...story, title: `${story.title} claim 2026` }),
  };
  const result = changed[kind]();
  // An article that moves to another time is stored after those that already have this time.
  if (kind !== 'retitled') stories.delete(result.id);
  stories.set(result.id, result);
  await publish(operator, 'articles', [asInput(result)]);
  return 1;
}
