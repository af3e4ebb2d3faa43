import * as fc from 'fast-check';
import type { Article, Click, Newsroom, Source, Topic } from './oracle.ts';

/** Generates small random newsrooms, with clicks around the edges of time windows. */

const TOPICS = [1, 2, 3, 12, 46, 47, 48, 1_000_000];
const HOSTS = ['alpha.example', 'www.beta.example', 'gamma.example', 'news.gamma.example', 'www.delta.example'];
const CONTENT_TYPES = ['article', 'video', 'gallery', 'report', 'pressrelease', 'podcast'];
const ORGANISATIONS = ['Carrier', 'Broker', 'Service Provider'];
const CONTINENTS = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'];
const COMPANIES = [5, 12, 100].map((id) => ({ id, name: `Company ${id}`, organisationType: 'Carrier' }));
const LONG_AGO = Date.UTC(2020, 0) / 1000;
const RARE = {
  samples: 500,
  audiences: [1, 0.4, 0.3, 0.2, 0.01, 0.01, 0.1, 0.5, 0.3, 0.05, 0.02, 0.2, 0.2, 0.2, 0.1, 0.1],
  network: Array.from({ length: 32 }, (_, i) => (i === 0 ? 0.01 : 0.033)),
  prefix: Array.from({ length: 32 }, () => 0.03),
  browser: Array.from({ length: 16 }, (_, i) => (i === 9 ? 0.003 : 0.0665)),
};
const SENIORITIES = ['c-suite', 'vice-president', 'director', 'manager', 'individual-contributor'];

/** Hours around the edges of 24 hours, 7 days and 14 days. */
const EDGES = [0, 1, 2, 23, 24, 25, 26, 48, 49, 50, 167, 168, 169, 170, 334, 335, 336, 337];
const anyHour = fc.oneof({ arbitrary: fc.constantFrom(...EDGES), weight: 2 }, fc.nat(337));
/** Hours for which windows store counts per hour, and the first hour beyond. */
const recentHour = fc.nat(2);
const SECONDS = [0, 1, 3598, 3599];
const HOUR = 3600;

const maybe = <T>(values: readonly T[]) => fc.constantFrom(undefined, ...values);

const topics = fc
  .tuple(
    fc.subarray(TOPICS, { minLength: 1 }),
    fc.array(
      fc.record({ category: fc.constantFrom(1, 2), excludedFromTrending: fc.constantFrom(false, false, true) }),
      { minLength: TOPICS.length, maxLength: TOPICS.length },
    ),
  )
  .map(([ids, rest]) =>
    ids.map((id, i): Topic => {
      const { category = 1, excludedFromTrending } = rest[i] ?? {};
      const description = `What concerns ${id}`;
      return { id, name: `Topic ${id}`, slug: `topic-${id}`, description, category, excludedFromTrending };
    }),
  );

/** A host without an entry is named by its domain. Two sources may have the same name. */
const sources = fc
  .uniqueArray(
    fc.record({
      domain: fc.constantFrom(...HOSTS.map((host) => host.replace('www.', ''))),
      name: fc.constantFrom('The Alpha', 'Beta', 'beta', 'Ångström'),
      organisationType: maybe(ORGANISATIONS),
      client: maybe(['Topic Article', 'House']),
    }),
    { maxLength: HOSTS.length, selector: ({ domain }) => domain },
  )
  .map((list) => list as Source[]);

const article = (topicIds: readonly number[]) =>
  fc.record({
    id: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 2 ** 30 - 1 })),
    host: fc.constantFrom(...HOSTS),
    contentType: fc.constantFrom(...CONTENT_TYPES),
    topics: fc.subarray([...topicIds], { maxLength: Math.min(4, topicIds.length) }),
    risk: fc.boolean(),
    organisationType: maybe(ORGANISATIONS),
    client: maybe(['Topic Article', 'House']),
    companies: fc.subarray([5, 12, 100]),
    countries: fc.subarray(['GB', 'DE', 'US']),
    embargo: fc.constantFrom(null, null, null, null, null, 1, 100),
  });

const articles = (topicIds: readonly number[], now: number) =>
  fc
    .uniqueArray(article(topicIds), { minLength: 1, maxLength: 14, size: 'max', selector: ({ id }) => id })
    .map((list) =>
      list.map(
        ({ host, risk, topics, embargo, ...rest }): Article => ({
          ...rest,
          publishedAt: new Date(1000 * (embargo === null ? LONG_AGO : now + embargo * HOUR)).toISOString(),
          url: `https://${host}/story-${rest.id}`,
          title: `Story ${rest.id}`,
          topics: risk && topicIds.includes(47) ? [...new Set([...topics, 47])] : topics,
        }),
      ),
    );

const burst = (hoursAgo: fc.Arbitrary<number>) =>
  fc.record({
    article: fc.nat(13),
    hoursAgo,
    second: fc.oneof(fc.constantFrom(...SECONDS), fc.nat(HOUR - 1)),
    firstReader: fc.nat(19),
    readers: fc.integer({ min: 1, max: 30 }),
    times: fc.constantFrom(1, 1, 2),
    signed: fc.constantFrom(true, false, false),
    network: fc.constantFrom(0, 0, 9),
    browser: fc.constantFrom(0, 9, 15),
    continent: maybe(CONTINENTS),
    companyType: maybe(['broker', 'carrier', 'other']),
    seniority: maybe(SENIORITIES),
    channel: maybe(['site', 'search', 'direct']),
  });

export const clicksAround = (list: readonly Article[], now: number, hour = anyHour): fc.Arbitrary<Click[]> =>
  fc.array(burst(hour), { minLength: 1, maxLength: 22, size: 'max' }).map((bursts) =>
    bursts.flatMap(({ article, hoursAgo, second, firstReader, readers, times, ...attributes }): Click[] => {
      const at = (Math.floor(now / HOUR) - hoursAgo) * HOUR + second;
      const { id: contentId } = list[article % list.length] as Article;
      return Array.from({ length: readers * times }, (_, i) => ({
        contentId,
        at,
        reader: `reader ${firstReader + (i % readers)}`,
        ...attributes,
      }));
    }),
  );

export interface Delivery {
  now: number;
  clicks: Click[];
}

export interface Scene {
  newsroom: Newsroom;
  deliveries: [Delivery, Delivery];
}

/** Seconds between two deliveries: within an hour, across hours, or over a day. */
const GAPS = [5, 5, 60, HOUR, 3 * HOUR, 30 * HOUR];

/** Time so far in the future that no window alarm fires during a test. */
export const FUTURE = Date.UTC(2031, 0, 1) / 1000;

const instant = fc
  .tuple(fc.nat(1000), fc.oneof(fc.constantFrom(...SECONDS), fc.nat(HOUR - 1)))
  .map(([hours, second]) => FUTURE + hours * HOUR + second);

const again = (clicks: readonly Click[]): Click[] =>
  clicks.filter((_, i) => i % 5 === 0).map((click) => ({ ...click, reader: `${click.reader}, later` }));

/**
 * Places the second delivery anywhere in the windows or in the last hours. At most 500 clicks fit in one transaction.
 */
const deliveries = (list: readonly Article[], now: number, gap: number): fc.Arbitrary<[Delivery, Delivery]> =>
  fc
    .tuple(
      clicksAround(list, now),
      clicksAround(list, now, recentHour),
      fc.oneof(clicksAround(list, now), fc.constant(null)),
    )
    .map(([early, recent, older]) => [
      { now: now - gap, clicks: [...early, ...again(recent)] },
      { now, clicks: older ? [...older, ...again(early)] : recent },
    ]);

export const scene: fc.Arbitrary<Scene> = fc
  .tuple(instant, fc.constantFrom(...GAPS), topics, sources, fc.constantFrom(null, RARE))
  .chain(([now, gap, topics, sources, shares]) =>
    articles(
      topics.map(({ id }) => id),
      now,
    ).chain((articles) =>
      deliveries(articles, now, gap).map(
        (deliveries): Scene => ({
          newsroom: { topics, sources, companies: COMPANIES, articles, clicks: [], shares },
          deliveries,
        }),
      ),
    ),
  );

/** Sorts clicks by hour, because a transaction counts each reader's earliest click of the day. */
export const byHour = (clicks: readonly Click[]): Click[] =>
  clicks.toSorted((a, b) => Math.floor(a.at / HOUR) - Math.floor(b.at / HOUR));

/** Sorts clicks in the order in which the service counts them, and drops future clicks. */
export const accepted = (deliveries: readonly Delivery[]): Click[] =>
  deliveries.flatMap(({ now, clicks }) => byHour(clicks.filter(({ at }) => at <= now)));

/** Repeats each click with different readers. The ranking must stay the same at the larger scale. */
export const multiplied = (clicks: readonly Click[], times: number): Click[] =>
  clicks.flatMap((click) =>
    Array.from({ length: times }, (_, i) => ({ ...click, reader: `${click.reader}, ${i + 1} of many` })),
  );
