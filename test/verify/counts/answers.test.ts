import { expect, test } from 'vitest';
import { CONTINENTS } from '../../../src/db/audiences.ts';
import { createRandom } from '../../../src/demo/random.ts';
import { FUTURE } from '../../routes/insights/newsroom.ts';
import { type Article, classOf, type Click as ServiceClick } from '../../routes/insights/oracle.ts';
import { askFresh, computeDaysAt, stage } from '../../routes/insights/stage.ts';
import { seed } from '../../search/seed.ts';
import { rowsRead } from '../../support/index.ts';
import * as answers from './answers.ts';
import { Clicks } from './clicks.ts';

/** The responses that the attacks simulate must match those of the running service. */

const HOURS = 336;
const FIRST = Math.floor(FUTURE / 3600) + 24 * 40;
const NOW_HOUR = FIRST + HOURS;
const NOW = NOW_HOUR * 3600 + 1800;
const COMPANY = ['broker', 'carrier', 'other'];
const random = createRandom(seed, 'answers');
const TOPICS = 5;
/** Number of articles with many reads. The two articles after them have so few that some responses omit them. */
const OFTEN_READ = 14;
const TOPICS_OF = Array.from({ length: OFTEN_READ + 2 }, (_, i) => [
  ...new Set([i % TOPICS, random.int(0, TOPICS - 1)]),
]);

const idOf = (index: number) => index + 1;
const clicks = new Clicks({ topicsOf: TOPICS_OF, topics: TOPICS, hours: HOURS + 1 });
const told = Array.from({ length: 2500 }, (_, i): ServiceClick => {
  const often = Math.floor(random.next() ** 2 * OFTEN_READ);
  const article = i < 4 ? OFTEN_READ : i < 13 ? OFTEN_READ + 1 : often;
  const hour = random.int(0, HOURS);
  const continent = random.int(0, CONTINENTS.length - 1);
  const company = random.chance(0.7) ? random.int(0, 2) : null;
  const reader = `reader ${i}`;
  clicks.add({ article, hour, readerClass: classOf(reader), continent, company });
  return {
    contentId: idOf(article),
    at: (FIRST + hour) * 3600 + 5,
    reader,
    signed: true,
    companyType: company === null ? undefined : COMPANY[company],
    continent: CONTINENTS[continent],
  };
});

interface Data {
  topics: { topicId?: number; id?: number; growthPercent: number | null; interval: [number, number] | null }[];
  items: { contentId: number }[];
  companyTypes: { index: number | null }[];
  groups: { items: { contentId: number }[] }[];
  days: { index: number | null }[];
}

const data = async (path: string) => ((await (await askFresh(`/api/v2/${path}`)).json()) as { data: Data }).data;
const indexes = (list: { contentId?: number; topicId?: number; id?: number }[]) =>
  list.map(({ contentId, topicId, id }) => (contentId ?? topicId ?? id ?? 0) - 1);

const shownGrowth = (growth: ReturnType<typeof answers.contentGrowth>) =>
  growth && { ...growth, confidence: expect.stringMatching(/high|low/) };

test(`simulated responses equal those of the service (seed ${seed})`, async () => {
  const topics = Array.from({ length: TOPICS }, (_, i) => {
    const id = idOf(i);
    return { id, name: `Topic ${id}`, slug: `topic-${id}`, description: '', category: 1 };
  });
  const articles = TOPICS_OF.map((list, i): Article => {
    const id = idOf(i);
    const url = `https://alpha.example/story-${id}`;
    return { id, url, title: `Story ${id}`, contentType: 'article', topics: list.map(idOf) };
  });
  await stage({ topics, sources: [], articles, clicks: told, shares: null }, NOW);
  await computeDaysAt(NOW);

  const growth = await data('insights/trending-topics/growth/?minContentItems=1&limit=50');
  expect(answers.growth(clicks, HOURS, 'now')).toEqual(
    growth.topics.map(({ topicId = 0, growthPercent, interval }) => ({ topic: topicId - 1, growthPercent, interval })),
  );
  for (const [least, count] of [
    [4, answers.growth(clicks, HOURS, 'now', 4)],
    [7, answers.growth(clicks, HOURS, 'now', 7)],
  ] as const) {
    const { topics: listed } = await data(`insights/trending-topics/growth/?minContentItems=${least}&limit=50`);
    expect(count.map(({ topic }) => topic)).toEqual(indexes(listed));
  }
  for (const period of ['24h', '7d'] as const) {
    const popular = await data(`insights/popular-content/?period=${period}&limit=50`);
    expect(answers.popular(clicks, HOURS, period)).toEqual(indexes(popular.items));
    const within = await data(`insights/topics/2/content/?period=${period}&limit=50`);
    expect(answers.popular(clicks, HOURS, period, 1)).toEqual(indexes(within.items));
    const trending = await data(`topics/trending/?period=${period === '24h' ? 'now' : 'week'}&limit=50`);
    expect(answers.trending(clicks, HOURS, period)).toEqual(indexes(trending.topics));
    const audience = await data(`insights/audience/?topic=1&period=${period}`);
    expect(answers.audience(clicks, HOURS, period, 0)).toEqual(audience.companyTypes.map(({ index }) => index));
  }
  const dateOf = (day: number) => new Date((FIRST + day * 24) * 3_600_000).toISOString().slice(0, 10);
  for (const days of [
    [13, 13],
    [5, 9],
    [7, 13],
  ] as const) {
    const dates = `from=${dateOf(days[0])}&to=${dateOf(days[1])}&limit=50`;
    const list = await data(`insights/popular-content/?${dates}`);
    expect(answers.popularOver(clicks, answers.hoursOf(days), null)).toEqual(indexes(list.items));
    const within = await data(`insights/topics/2/content/?${dates}`);
    expect(answers.popularOver(clicks, answers.hoursOf(days), 1)).toEqual(indexes(within.items));
    if (days[1] - days[0] < 6) continue;
    const { topics: grown } = await data(`insights/trending-topics/growth/?minContentItems=1&${dates}`);
    expect(answers.growthOfDays(clicks, days)).toEqual(
      grown.map(({ topicId = 0, growthPercent, interval }) => ({ topic: topicId - 1, growthPercent, interval })),
    );
  }
  expect(answers.rising(clicks, HOURS, 0)).toEqual(
    indexes((await data('insights/rising-content/?topics=1&limit=50')).items),
  );
  const said = new Map<number, Set<number>>();
  for (const [article, { length }] of TOPICS_OF.entries()) {
    const answer = await askFresh(`/api/v2/insights/content/${idOf(article)}/`);
    const { growth } = ((await answer.json()) as { data: { growth: { asOf?: string } | null } }).data;
    if (growth) delete growth.asOf;
    expect(growth).toEqual(shownGrowth(answers.contentGrowth(clicks, HOURS, article)));
    expect(answers.contentRows(clicks, HOURS, article, 'now')).toBe(0);
    said.set(length, (said.get(length) ?? new Set()).add(rowsRead(answer)));
  }
  // The response reports two rows per topic, whatever was clicked.
  for (const rows of said.values()) expect(rows.size).toBe(1);
  const { groups } = await data('insights/popular-content/?breakdown=audience-region&limit=50');
  const listed = groups.map(({ items }) => indexes(items).join());
  const own = answers.regions(clicks, HOURS, 'now').map((list) => list.join());
  expect(own.filter((list) => list !== '').sort()).toEqual(listed.sort());
  for (const days of [7, 12]) {
    const history = (list: Data) => list.days.map(({ index }) => index);
    const topic = history(await data(`insights/topics/1/history/?days=${days}`));
    expect(answers.history(clicks.topic[0] ?? [], HOURS, days)).toEqual(topic);
    const content = history(await data(`insights/content/1/history/?days=${days}`));
    expect(answers.history(clicks.article[0] ?? [], HOURS, days)).toEqual(content);
  }
});
