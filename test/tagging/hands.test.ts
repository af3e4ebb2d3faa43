import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { saveCompanies } from '../../src/content/rows.ts';
import { answerCompanyMatch, learnAll, listCompanyMatches } from '../../src/content/rules/match-review.ts';
import { loadTagger } from '../../src/content/rules/rules.ts';
import { seed } from '../search/seed.ts';
import { author, openTestDb } from '../support/index.ts';
import { companyInput } from '../support/lines.ts';
import { sized } from '../support/size.ts';
import { emptyNewsroom, indexed, openNewsroom, retagAll, rule, save, stored, story } from './newsroom.ts';

const TOPICS = [1, 2, 3];
const WORDS = ['flood', 'hail', 'fire', 'frost'];

interface Known {
  title: string;
  hand: Set<number>;
  barred: Set<number>;
  shown: Set<number>;
}

type Step =
  | { do: 'publish'; id: number; title: string; topics: number[] }
  | { do: 'poll'; id: number; title: string }
  | { do: 'rule'; topic: number; words: string[] }
  | { do: 'retag' };

const without = (set: Iterable<number>, other: Set<number>) => new Set([...set].filter((each) => !other.has(each)));

const id = fc.integer({ min: 1, max: 2 });
const words = fc.subarray(WORDS);
const title = words.map((list) => `On ${list.join(' ')}`);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('publish' as const), id, title, topics: fc.shuffledSubarray(TOPICS) }),
  fc.record({ do: fc.constant('poll' as const), id, title }),
  fc.record({ do: fc.constant('rule' as const), topic: fc.constantFrom(...TOPICS), words }),
  fc.record({ do: fc.constant('retag' as const) }),
);

beforeAll(openNewsroom);

/** Compares the newsroom with the model after each step. Returns the number of rule tags that editors removed. */
async function live(steps: readonly Step[]): Promise<number> {
  await emptyNewsroom();
  const articles = new Map<number, Known>();
  const rules = new Map(TOPICS.map((topic, i) => [topic, WORDS.slice(i, i + 2)]));
  for (const [topic, list] of rules) await rule('topic', topic, list);
  const matched = (text: string) =>
    TOPICS.filter((topic) => rules.get(topic)?.some((word) => text.split(' ').includes(word)));
  const byRules = ({ title: text, hand, barred }: Known) =>
    new Set([...hand, ...matched(text).filter((topic) => !barred.has(topic))]);
  let taken = 0;
  for (const each of steps) {
    if (each.do === 'publish') {
      await save([story(each.id, each.title, { topics: each.topics })]);
      const before = articles.get(each.id);
      const hand = new Set(each.topics);
      const barred = without([...(before?.barred ?? []), ...(before?.shown ?? [])], hand);
      articles.set(each.id, { title: each.title, hand, barred, shown: hand });
      taken += before ? without(without(before.shown, before.hand), hand).size : 0;
    } else if (each.do === 'poll') {
      const tagger = await loadTagger(openTestDb());
      await save([story(each.id, each.title, tagger.tags({ title: each.title, introduction: '' }))], 'rules');
      const known = articles.get(each.id) ?? { hand: new Set(), barred: new Set(), shown: new Set() };
      const article = { ...known, title: each.title };
      articles.set(each.id, { ...article, shown: byRules(article) });
    } else if (each.do === 'rule') {
      await rule('topic', each.topic, each.words);
      rules.set(each.topic, each.words);
    } else {
      await retagAll();
      for (const [key, article] of articles) articles.set(key, { ...article, shown: byRules(article) });
    }
    for (const [key, { shown, hand }] of articles) {
      const { topics } = (await stored(key)).tags;
      expect([...topics].sort()).toEqual([...shown].sort());
      expect(topics).toEqual(expect.arrayContaining([...hand]));
    }
    for (const topic of TOPICS) {
      const carriers = [...articles].filter(([, { shown }]) => shown.has(topic)).map(([key]) => key);
      expect(await indexed(`t${topic}`)).toEqual(carriers.sort());
    }
  }
  return taken;
}

test('whatever the order of changes, tags added by editors are kept and tags removed by editors do not return', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
      taken += await live(steps);
    }),
    { seed, numRuns: sized(3, 6) },
  );
  console.log(`seed ${seed}: hands took ${taken} tags from rules`);
  expect(taken).toBeGreaterThan(sized(2, 5));
});

test('a decision about a possible company match overrides rules and changes the probability of later matches', async () => {
  await emptyNewsroom();
  const db = openTestDb();
  const companies = ['Zurich', 'Target'].map((name, i) =>
    companyInput.parse({ id: i + 8, name, organisationType: 'Carrier' }),
  );
  await saveCompanies(
    db,
    companies.map((value, i) => ({ line: i + 1, value })),
    author,
  );
  const titles = [1, 2, 3, 4, 5, 6].map((i) => `Zurich sells ${i * 7} tickets an hour`);
  await save(
    [
      ...titles.map((title, i) => story(i + 1, title)),
      story(7, 'Zurich Insurance raises its dividend as premiums and claims rise'),
    ],
    'rules',
  );
  await retagAll();
  const asked = async () =>
    (await listCompanyMatches(db, 50)).doubts.map(({ contentId, chance }) => [contentId, chance] as const);
  const before = await asked();
  expect(before.map(([id]) => id).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  for (const contentId of [1, 2, 3])
    expect(await answerCompanyMatch(db, { contentId, companyId: 8, meant: false }, author)).not.toBeNull();
  const after = await asked();
  expect(
    after
      .map(([id]) => id)
      .filter((id) => id < 7)
      .toSorted(),
  ).toEqual([4, 5, 6]);
  for (const [id, chance] of before.filter(([id]) => id > 3)) expect(new Map(after).get(id)).toBeLessThan(chance);
  await retagAll();
  expect((await stored(1)).tags.companies).toEqual([]);
  expect((await stored(1)).ruleTags?.barred.companies).toEqual([8]);
  expect(
    (await db.all<{ company: number }>(sql`SELECT company FROM company_odds`)).map(({ company }) => company),
  ).toEqual([8]);

  // The answer “yes” turns a tag of a rule into an editor’s tag, which remains when the rule is deleted.
  await answerCompanyMatch(db, { contentId: 4, companyId: 8, meant: true }, author);
  expect(await stored(4)).toMatchObject({ tags: { companies: [8] } });
  expect((await stored(4)).ruleTags?.added.companies ?? []).toEqual([]);
  await retagAll();
  expect((await stored(4)).tags.companies).toEqual([8]);
  expect(await answerCompanyMatch(db, { contentId: 99, companyId: 8, meant: true }, author)).toBeNull();
  expect(await answerCompanyMatch(db, { contentId: 5, companyId: 99, meant: true }, author)).toBeNull();

  // The learnt odds depend only on the tags.
  const odds = () => db.all(sql`SELECT * FROM company_odds`);
  const learnt = await odds();
  await learnAll(db);
  expect(await odds()).toEqual(learnt);
  await emptyNewsroom();
  await learnAll(db);
  expect(await odds()).toEqual([]);
});
