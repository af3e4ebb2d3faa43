import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../search/seed.ts';
import { rowsRead } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { FUTURE, multiplied } from './newsroom.ts';
import type { Click, Newsroom, Question } from './oracle.ts';
import { everyQuestion, pathOf } from './questions.ts';
import { askFresh, showKeys, stage } from './stage.ts';

/** In this newsroom, every list has more items than its maximum length. */
const TOPICS = 60;
const ARTICLES = 60;
const now = FUTURE + 1800;
const pick = <T>(values: readonly T[], i: number) => values[i % values.length] as T;

const topics = Array.from({ length: TOPICS }, (_, i) => ({
  id: i + 1,
  name: `Topic ${i + 1}`,
  slug: `topic-${i + 1}`,
  description: 'Text',
  category: 1 + (i % 2),
}));

const articles = Array.from({ length: ARTICLES }, (_, i) => ({
  id: i + 1,
  url: `https://source-${i % 7}.example/${i + 1}`,
  title: `Story ${i + 1}`,
  contentType: pick(['article', 'video', 'gallery', 'report', 'pressrelease', 'podcast'], i),
  organisationType: pick(['Carrier', 'Broker', 'Service Provider', undefined], i),
  client: pick([undefined, undefined, 'Topic Article'], i),
  topics: [...new Set([1, 47, 1 + (i % TOPICS), 1 + ((i * 7) % TOPICS)])],
}));

const HOURS = 338;

/** At any scale, the clicks exceed the growth threshold. */
const clicks = articles.flatMap(({ id }): Click[] =>
  Array.from({ length: 18 + (id % 5) }, (_, i) => ({
    contentId: id,
    at: now - (i < 18 ? pick([0, 3600, 30 * 3600], i) : 200 * 3600),
    reader: `reader ${i}`,
    continent: pick(['EU', 'NA', 'AS', 'AF'], id),
    companyType: pick(['broker', 'carrier'], i),
    seniority: pick(['c-suite', 'director', 'manager'], id),
  })),
);

const newsroom: Newsroom = { topics, sources: [], articles, clicks };

const ALL = everyQuestion({
  topicIds: sized([47], [1, 47]),
  contentIds: sized([8], [1, 8]),
  limits: sized([undefined, 50], [undefined, 1, 50]),
  minContentItems: sized([1], [1, 5]),
  lists: [{}, { includeTopics: [3, 4], excludeTopics: [5] }],
});

const partsOf = (question: Question): string[] => [
  question.ask,
  ...Object.keys(Object.assign({}, ...ALL.filter(({ ask }) => ask === question.ask))).map(
    (name) => `${question.ask}: ${name}=${question[name as keyof Question]}`,
  ),
];

function chosen(): Question[] {
  const [drawn = []] = fc.sample(fc.shuffledSubarray(ALL, { minLength: ALL.length }), { seed, numRuns: 1 });
  const shown = new Set<string>();
  const showing = drawn.filter((question) => {
    const before = shown.size;
    for (const part of partsOf(question)) shown.add(part);
    return shown.size > before;
  });
  return [...new Set([...showing, ...drawn])].slice(0, ALL.length / sized(2, 1));
}

const QUESTIONS = chosen();

type Kind = 'flat list' | 'ranking of topics' | 'breakdown of the site' | 'article';

function kindOf(question: Question): Kind {
  if (question.ask === 'content' || question.ask === 'co-topics') return 'flat list';
  if (question.ask === 'content-insights') return 'article';
  if (question.ask === 'rising' || question.ask.endsWith('history')) return 'flat list';
  if (question.ask !== 'popular') return 'ranking of topics';
  if (!question.breakdown) return 'flat list';
  return /line|area/.test(question.breakdown) ? 'ranking of topics' : 'breakdown of the site';
}

const bound = (question: Question, items: number): number =>
  ({
    'flat list': 2 * ('limit' in question ? (question.limit ?? 10) : items) + 5,
    'ranking of topics': TOPICS + 2 * items + 5,
    'breakdown of the site': 2 * items + 5,
    article: 2 * 4 + HOURS + ('days' in question ? (question.days ?? 28) : 28) + 22,
  })[kindOf(question)];

interface Cost {
  question: Question;
  rows: number;
  items: number;
}

async function costs(times: number): Promise<Cost[]> {
  await stage({ ...newsroom, clicks: multiplied(clicks, times) }, now);
  await showKeys();
  const list: Cost[] = [];
  for (const question of QUESTIONS) {
    const response = await askFresh(pathOf(question));
    // The number of items depends on clicks, because small audiences are hidden.
    const items =
      question.ask === 'audience' ? 0 : (await response.text()).split(/"contentId"|"slug"|"date"/).length - 1;
    list.push({ question, rows: rowsRead(response), items });
  }
  return list;
}

let once: Cost[] = [];
let often: Cost[] = [];
beforeAll(async () => {
  once = await costs(1);
  often = await costs(5);
});

test('the sampled analytics queries contain every kind of query and every value of its parameters', () => {
  expect(new Set(QUESTIONS.flatMap(partsOf))).toEqual(new Set(ALL.flatMap(partsOf)));
});

describe.each<Kind>(['flat list', 'ranking of topics', 'breakdown of the site', 'article'])(
  'row reads of a %s',
  (kind) => {
    const of = (list: Cost[]) => list.filter(({ question }) => kindOf(question) === kind);

    test(`a ${kind} reads at most as many rows as the bound for its items`, () => {
      const dear = of(once).filter(({ question, rows, items }) => rows > bound(question, items));
      expect(dear).toEqual([]);
      const most = of(once).reduce((a, b) => (b.rows > a.rows ? b : a));
      console.log(`${kind}: at most ${most.rows} rows for ${most.items} items: ${pathOf(most.question)}`);
      expect(most.rows).toBeGreaterThan(kind === 'article' ? 8 : 40);
    });

    test(`a ${kind} reads the same rows regardless of the number of clicks`, () => {
      expect(of(often)).toEqual(of(once));
    });
  },
);
