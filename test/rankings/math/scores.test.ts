import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MEASURES } from '../../../src/db/click-columns.ts';
import { type ClickCell, NO_CELLS } from '../../../src/engagement/cells.ts';
import { FIRST } from '../../../src/engagement/columns.ts';
import { type TrafficBaseline, UNIFORM_BASELINE } from '../../../src/engagement/discounting.ts';
import { windowsAt } from '../../../src/engagement/hours.ts';
import { type Score, scoreOf, type WindowScore, ZERO_SCORE } from '../../../src/engagement/score.ts';
import { Sums } from '../../../src/engagement/sums.ts';
import { shareThread } from '../../../src/lib/thread/turns.ts';
import { type ArticleFacts, SharedFacts } from '../../../src/rankings/facts.ts';
import { IncrementalTop } from '../../../src/rankings/math/incremental-top.ts';
import { PreviousOrders } from '../../../src/rankings/math/previous-orders.ts';
import { nineDigits, risingClock } from '../../../src/rankings/math/rising.ts';
import { type Engagement, Scores } from '../../../src/rankings/math/scores.ts';
import { SiteRanker } from '../../../src/rankings/math/site-ranker.ts';
import { StoryLists, storyIdOf } from '../../../src/rankings/math/story-lists.ts';
import { RankingWindow } from '../../../src/rankings/object/window.ts';
import { anyBaseline } from '../../engagement/arbitrary.ts';
import { seed } from '../../search/seed.ts';
import { sized } from '../../support/size.ts';
import { ALONE, rankSite, risingOf } from './rank-site.ts';

describe('Scores and SharedFacts', () => {
  const FROM = 500_000;
  const clock = risingClock(FROM + 168, Array(169).fill(3));

  const factsOf = (id: number): ArticleFacts => ({
    id,
    publishedAt: 7,
    topics: [id],
    contentType: 'video',
    sourceType: id % 2 ? 'broker' : null,
    source: `Source ${id % 2}`,
    domain: `s${id % 2}.example`,
    companies: [id % 2, 5],
    countries: id % 2 ? ['GB'] : [],
    authors: id % 3 ? ['Ada Byron'] : [],
    section: id % 2 ? 'Markets' : null,
    ...(id % 2 ? { story: id - (id % 6) + 1 } : {}),
  });

  const some = (most: number) =>
    fc.array(fc.nat(most), { minLength: MEASURES.length, maxLength: MEASURES.length }).map((list) => [
      // The first value counts all readers, so it is the largest.
      Math.max(...list),
      ...list.slice(1),
    ]);
  const counts = fc
    .uniqueArray(
      fc.tuple(fc.nat(111), fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 2 ** 29 }))),
      { selector: ([b]) => b, maxLength: 112 },
    )
    .map((list) => list.sort(([a], [b]) => a - b).flat());
  const none = MEASURES.map(() => 0);
  const made = fc
    .oneof(fc.constant(300), fc.constant(2 ** 31 - 1))
    .chain((most) => fc.record({ weighed: some(most), certain: fc.oneof(fc.constant(none), some(most)), counts }));
  const part = fc.option(made, { nil: ZERO_SCORE });
  const hourly = fc
    .uniqueArray(
      fc.tuple(
        fc.integer({ min: FROM, max: FROM + 168 }),
        fc.oneof(
          fc.nat(500),
          fc.nat(2 ** 26).map((n) => n / 1024),
        ),
      ),
      { selector: ([hour]) => hour, maxLength: 169 },
    )
    .chain((list) =>
      fc.constantFrom<'same' | 'none' | 'own'>('same', 'none', 'own').map((clock) => {
        const cells = list.sort(([a], [b]) => a - b);
        const weights = cells.map(([, weight]) => weight);
        const ticks = {
          same: weights,
          none: weights.map(() => 0),
          own: weights.map((weight) => Math.round(weight * 512) / 1024),
        };
        return { hours: cells.map(([hour]) => hour), weights, ticks: ticks[clock] };
      }),
    );
  const scores: fc.Arbitrary<Score> = fc.record({
    ...{ day: part, week: part, dayBefore: part, weekBefore: part, growth: part, growthBefore: part },
    hourly: fc.option(hourly),
  });
  /** `null` deletes an article. The sequence is long enough for several compactions. */
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.option(scores, { freq: 9 })), {
    minLength: 60,
    maxLength: 60,
  });

  const WINDOWS = ['day', 'week', 'dayBefore', 'weekBefore', 'growth', 'growthBefore'] as const;

  /** Growth windows have no audiences. */
  function numbersOf(article: Engagement) {
    const ticks: [number, number][] = [];
    article.visitTicks((hour, tick) => ticks.push([hour, tick]));
    const { growth, growthBefore, rising } = article;
    return {
      windows: WINDOWS.map((name) => {
        const sums = new Sums();
        article.addTo(sums, name);
        article.addTo(sums, name);
        article.addTo(sums, name, -1);
        return sumsOf(Array.from(sums.weighed), Array.from(sums.certain), Array.from(sums.counts));
      }),
      audiences: [article.day(3), article.week(4), article.dayBefore(1), article.weekBefore(15)],
      all: [article.day(), article.week(), article.dayBefore(), article.weekBefore(), growth, growthBefore],
      ticks: ticks.filter(([, tick]) => tick > 0),
      rising,
      momentum: article.momentum(clock),
    };
  }

  const sumsOf = (weighed: readonly number[], certain: readonly number[], counts: readonly number[]) => ({
    weighed: [...weighed],
    certain: [...certain],
    counts: [...counts],
  });

  function expectedOf(score: Score) {
    const { hours, weights, ticks } = score.hourly ?? { hours: [], weights: [], ticks: [] };
    const whole = ({ weighed, certain }: WindowScore, i = 0) => (weighed[i] ?? 0) + (certain[i] ?? 0);
    const factor = (hour: number) => clock.factors[hour - FROM] ?? 0;
    return {
      windows: WINDOWS.map((name) => {
        const { weighed, certain, counts } = score[name];
        const all = Array<number>(112).fill(0);
        for (let i = 0; i < counts.length; i += 2) all[counts[i] ?? 0] = counts[i + 1] ?? 0;
        const shown = (list: readonly number[]) => list.map((own, i) => (i > 0 && name.startsWith('growth') ? 0 : own));
        return sumsOf(shown(weighed), shown(certain), all);
      }),
      audiences: [whole(score.day, 3), whole(score.week, 4), whole(score.dayBefore, 1), whole(score.weekBefore, 15)],
      all: WINDOWS.map((name) => whole(score[name])),
      ticks: hours.map((hour, i) => [hour, ticks[i] ?? 0]).filter(([, tick]) => (tick ?? 0) > 0),
      rising: weights.reduce((a, b) => a + b, 0),
      momentum: nineDigits(hours.reduce((sum, hour, i) => sum + (weights[i] ?? 0) * factor(hour), 0)),
    };
  }

  test('Scores returns every score as it was set, even after it was replaced or deleted', () => {
    const property = fc.property(steps, (steps) => {
      const kept = new Scores();
      const current = new Map<number, Engagement>();
      const all: { article: Engagement; score: Score }[] = [];
      for (const [id, score] of steps) {
        if (score) {
          const article = kept.set(factsOf(id), score);
          current.set(id, article);
          all.push({ article, score });
        } else {
          kept.delete(id);
          current.delete(id);
        }
        for (let i = 1; i <= 6; i++) expect(kept.get(i)).toBe(current.get(i));
      }
      for (const { article, score } of all) {
        expect(numbersOf(article)).toEqual(expectedOf(score));
        expect(article.facts).toEqual(factsOf(article.id));
      }
      kept.clear();
      expect(kept.get(1)).toBeUndefined();
    });
    fc.assert(property, { seed, numRuns: sized(3, 10), endOnFailure: true });
  });

  test('SharedFacts reuses equal texts and lists without changing the facts of articles', () => {
    const shared = new SharedFacts();
    const given = [1, 2, 3, 4].map(factsOf);
    const kept = given.map((facts) => shared.of(facts));
    expect(kept.map((facts) => JSON.stringify(facts))).toEqual(given.map((facts) => JSON.stringify(facts)));
    const [first, second, third, fourth] = kept;
    expect([third?.companies, third?.countries, fourth?.companies, fourth?.countries]).toEqual([
      [1, 5],
      ['GB'],
      [0, 5],
      [],
    ]);
    expect(third?.companies).toBe(first?.companies);
    expect(third?.countries).toBe(first?.countries);
    expect(fourth?.companies).toBe(second?.companies);
    expect(fourth?.countries).toBe(second?.countries);
  });
});

describe('IncrementalTop', () => {
  const LIMIT = 5;

  test('the incremental list equals a full sort after any changes', () => {
    const change = fc.record({ id: fc.nat(12), score: fc.option(fc.integer({ min: -1, max: 6 }), { nil: null }) });
    const changes = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 20 });
    const property = fc.property(changes, (rounds) => {
      const all = new Map<number, { id: number; score: number }>();
      const list = new IncrementalTop<{ id: number; score: number }>(({ score }) => score, LIMIT);
      for (const round of rounds) {
        for (const { id, score } of round) {
          const after = score === null ? null : { id, score };
          list.change(all.get(id) ?? null, after);
          if (after) all.set(id, after);
          else all.delete(id);
        }
        const plain = [...all.values()]
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || a.id - b.id)
          .slice(0, LIMIT);
        expect(list.items(() => all.values())).toEqual(plain);
      }
    });
    fc.assert(property, { seed, numRuns: sized(60, 200) });
  });
});

describe('PreviousOrders', () => {
  test('a previous rank is one more than the number of preceding candidates, even with a cached order', () => {
    const candidate = fc.record({ id: fc.nat(40), before: fc.nat(6) });
    const candidates = fc.uniqueArray(candidate, { selector: ({ id }) => id });
    const picks = fc.array(fc.nat(), { maxLength: 10 });
    const property = fc.property(candidates, picks, picks, (candidates, ...asked) => {
      const orders = new PreviousOrders();
      for (const picks of asked) {
        const listed =
          candidates.length === 0 ? [] : picks.map((n) => candidates[n % candidates.length] ?? { id: 0, before: 0 });
        const plain = listed.map(({ id, before: own }) => {
          const ahead = candidates.filter(({ id: other, before }) => before > own || (before === own && other < id));
          return own === 0 ? null : ahead.length + 1;
        });
        expect(
          orders.ranks(
            'list',
            listed,
            () => candidates,
            ({ before }) => before,
          ),
        ).toEqual(plain);
      }
    });
    fc.assert(property, { seed, numRuns: sized(60, 200) });
  });
});

describe('rising content', () => {
  const NOW = 500_000;
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

  type Hours = Record<number, readonly [weight: number, tick: number]>;

  function article(id: number, hours: Hours): Engagement {
    const agos = Object.keys(hours)
      .map(Number)
      .sort((a, b) => b - a);
    const of = (i: 0 | 1) => agos.map((ago) => hours[ago]?.[i] ?? 0);
    const facts = { id, publishedAt: 0, topics: [1], contentType: 'article', sourceType: null, source: '', domain: '' };
    const week = { ...ZERO_SCORE, certain: MEASURES.map(() => sum(of(0))) };
    return new Scores().set(
      { ...facts, companies: [], countries: [], authors: [], section: null },
      {
        ...{
          day: ZERO_SCORE,
          week,
          dayBefore: ZERO_SCORE,
          weekBefore: ZERO_SCORE,
          growth: ZERO_SCORE,
          growthBefore: ZERO_SCORE,
        },
        hourly: { hours: agos.map((ago) => NOW - ago), weights: of(0), ticks: of(1) },
      },
    );
  }

  const listed = (articles: readonly Engagement[]): number[] => risingOf(articles, NOW);

  const hours = fc
    .uniqueArray(
      fc.tuple(
        fc.nat(168),
        fc.nat({ max: 30 * 1024 }).map((n) => n / 1024),
        fc.boolean(),
      ),
      { selector: ([ago]) => ago, maxLength: 12 },
    )
    .map(
      (list): Hours => Object.fromEntries(list.map(([ago, weight, samples]) => [ago, [weight, samples ? weight : 0]])),
    );

  test('the order of rising articles equals that of a plain implementation', () => {
    const property = fc.property(fc.array(hours, { maxLength: 14 }), (all) => {
      const site = Array.from({ length: 169 }, (_, ago) => sum(all.map((one) => one[ago]?.[1] ?? 0)));
      const half = Math.max(45, 0.15 * sum(site.slice(1, 25)));
      const age = (ago: number) => (site[ago] ?? 0) / 2 + sum(site.slice(0, ago));
      const momentum = (one: Hours) =>
        sum(Object.entries(one).map(([ago, [weight]]) => weight * 2 ** (-age(Number(ago)) / half)));
      const plain = all
        .map((one, i) => ({ id: (i * 7) % 15, one, momentum: Number(momentum(one).toPrecision(8)) }))
        .filter(({ one }) => sum(Object.values(one).map(([weight]) => weight)) >= 2)
        .sort((a, b) => b.momentum - a.momentum || a.id - b.id);
      expect(listed(all.map((one, i) => article((i * 7) % 15, one)).sort((a, b) => a.id - b.id))).toEqual(
        plain.map(({ id }) => id),
      );
    });
    fc.assert(property, { seed, numRuns: sized(60, 200) });
  });

  test('recent clicks outrank many early ones, and two weighted clicks suffice to be listed', () => {
    const early = article(1, { 20: [60, 60] });
    const late = article(2, { 0: [30, 30], 1: [20, 20] });
    const few = article(3, { 0: [1.9, 0] });
    const enough = article(4, { 0: [2, 0] });
    expect(listed([early, late, few, enough])).toEqual([2, 1, 4]);
  });

  test('a night without clicks does not change the order of rising articles', () => {
    const evening = [article(1, { 10: [9, 9] }), article(2, { 11: [11, 11] })];
    const morning = [article(1, { 2: [9, 9] }), article(2, { 3: [11, 11] })];
    expect(listed(morning)).toEqual(listed(evening));
  });

  test('clicks without ticks do not make the momentum of other articles decay', () => {
    const rising = article(1, { 5: [10, 10] });
    const archive = Array.from({ length: 400 }, (_, i) => article(10 + i, { 1: [3, 0] }));
    const momentum = (ticks: number[]) => rising.momentum(risingClock(NOW, ticks));
    const site = Array.from({ length: 169 }, (_, i) => (i === 163 ? 10 : 0));
    expect(listed([rising, ...archive])[0]).toBe(1);
    expect(momentum(site)).toBeCloseTo(10 * 2 ** (-5 / 45), 6);
  });

  test('fully decayed articles of a busy site come last', () => {
    const articles = [
      article(1, { 0: [10, 10], 100: [60_000, 60_000] }),
      article(4, { 160: [9, 9] }),
      article(5, { 150: [9, 9] }),
    ];
    expect(listed(articles)).toEqual([1, 4, 5]);
  });

  type Click = Record<'ago' | 'network' | 'prefix' | 'browser', number>;
  const click = fc.record({ ago: fc.nat(168), network: fc.nat(31), prefix: fc.nat(31), browser: fc.nat(15) });

  /** Contribution of each of the 169 hours to the momentum, current hour first. */
  function weightsOf(clicks: readonly Click[], by: Parameters<typeof scoreOf>[1]['baseline']): number[] {
    const { hourly } = scoreOf(
      (visit) => {
        for (let ago = 168; ago >= 0; ago--) {
          const columns = clicks
            .filter((one) => one.ago === ago)
            .flatMap(({ network, prefix, browser }) => [
              FIRST.unsigned,
              FIRST.network + network,
              FIRST.prefix + prefix,
              FIRST.browser + browser,
            ]);
          const pairs = [...new Set(columns)]
            .sort((a, b) => a - b)
            .flatMap((at) => [at, columns.filter((x) => x === at).length]);
          if (pairs.length > 0) visit(NOW - ago, Int32Array.from(pairs), pairs.length);
        }
      },
      { windows: windowsAt(NOW), baseline: by, wants: 'hourly' },
    );
    const weights = Array.from({ length: 169 }, () => 0);
    for (const [i, hour] of (hourly?.hours ?? []).entries()) weights[NOW - hour] = hourly?.weights[i] ?? 0;
    return weights;
  }

  const fakes = fc
    .tuple(fc.array(click, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 25 }))
    .map(([own, times]) => own.flatMap((one) => Array.from({ length: times }, () => one)));

  test('clicks from one network or prefix add no more momentum than the clicks of all others', () => {
    const kind = fc.constantFrom('network' as const, 'prefix' as const);
    const property = fc.property(
      fc.array(click, { maxLength: 30 }),
      fakes,
      kind,
      anyBaseline,
      (others, own, same, by) => {
        const attacked = weightsOf([...others, ...own.map((one) => ({ ...one, [same]: 7 }))], by);
        for (let ago = 0; ago <= 168; ago++)
          expect(sum(attacked.slice(0, ago + 1))).toBeLessThanOrEqual(others.filter((one) => one.ago <= ago).length);
      },
    );
    fc.assert(property, { seed, numRuns: sized(60, 200) });
  });

  test('one sender lowers the momentum of an article by at most a tenth plus half a click', () => {
    const property = fc.property(fc.array(click, { maxLength: 30 }), fakes, anyBaseline, (others, own, by) => {
      const without = weightsOf(others, by);
      const attacked = weightsOf([...others, ...own.map((one) => ({ ...one, network: 7, prefix: 9 }))], by);
      for (let ago = 0; ago <= 168; ago++)
        expect(sum(attacked.slice(0, ago + 1))).toBeGreaterThanOrEqual(0.9 * sum(without.slice(0, ago + 1)) - 0.5);
    });
    fc.assert(property, { seed, numRuns: sized(60, 200) });
  });
});

describe('SiteRanker', () => {
  /** There are more articles and groups than a list can contain. */
  const ARTICLES = 90;
  const KNOWN = 70;
  const HOUR = 500_000;
  const RARE: TrafficBaseline = { ...UNIFORM_BASELINE, samples: 500, network: Array(32).fill(0.001) };

  const factsOf = (id: number): ArticleFacts => ({
    id,
    publishedAt: id % 17 === 0 ? HOUR * 3600 + id * 20 : 0,
    topics: id % 3 === 0 ? [47, id % 5] : [1 + (id % 4)],
    contentType: id % 2 === 0 ? 'video' : 'podcast',
    sourceType: id % 7 === 0 ? null : 'broker',
    source: `Source ${id % 70}`,
    domain: `s${id % 70}.example`,
    companies: id % 6 === 0 ? [] : [id % 60, 100],
    countries: id % 4 === 0 ? ['GB', 'DE'] : [],
    authors: id % 3 ? ['Ada Byron'] : [],
    section: id % 2 ? 'Markets' : null,
    ...(id % 2 ? { story: id - (id % 6) + 1 } : {}),
  });

  const REGION = MEASURES.indexOf('EU');

  function cellOf(contentId: number, hour: number, signed: number, unsigned: number): ClickCell {
    const counts = new Map<number, number>();
    const { network, prefix, browser, reader } = FIRST;
    // Clicks on some groups are more concentrated than clicks on their articles.
    const classes = [network + (contentId % 5 ? 3 : contentId % 32), prefix + (contentId % 7), browser + 4];
    if (unsigned > 0)
      for (const place of [FIRST.unsigned, FIRST.unsigned + REGION, ...classes]) counts.set(place, unsigned);
    if (signed > 0) for (const place of [FIRST.signed, FIRST.signed + REGION, reader]) counts.set(place, signed);
    return { contentId, hour, counts: [...counts].sort(([a], [b]) => a - b).flat() };
  }

  const cells = fc.array(
    fc
      .tuple(
        fc.integer({ min: 1, max: ARTICLES + 5 }),
        fc.constantFrom(0, 0, 0, 1, 5, 24, 26, 168, 170, 300),
        fc.nat(9),
        fc.nat(30),
      )
      .map(([id, ago, signed, unsigned]) => ({ id, ago, signed, unsigned })),
    { maxLength: 12 },
  );
  const steps = fc.array(
    fc.record({
      cells,
      minutes: fc.constantFrom(1, 1, 1, 5, 30),
      isEarly: fc.boolean(),
      isPacked: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      isDiscounted: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
    }),
    { minLength: 3, maxLength: 12 },
  );

  function freshWindow(cells: readonly ClickCell[]): RankingWindow {
    const window = new RankingWindow(NO_CELLS, [], 'hourly');
    for (const cell of cells) window.note(cell);
    learnFacts(window);
    return window;
  }

  function learnFacts(window: RankingWindow): void {
    const asked = window.unknown();
    window.learn(asked, asked.filter((id) => id <= ARTICLES).map(factsOf));
  }

  test('incremental rankings of the site equal full rankings, also if clicks arrive during the computation', async () => {
    const property = fc.asyncProperty(steps, async (steps) => {
      const noted = Array.from({ length: KNOWN }, (_, i) => cellOf(i + 1, HOUR - (i % 30), i % 11, i % 5));
      const window = freshWindow(noted);
      const ranker = new SiteRanker();
      let now = HOUR * 3600;
      for (const { cells, minutes, isEarly, isPacked, isDiscounted } of steps) {
        now += minutes * 60;
        const hour = Math.floor(now / 3600);
        const more = cells.map(({ id, ago, signed, unsigned }) => cellOf(id, hour - ago, signed, unsigned));
        noted.push(...more);
        if (isEarly) {
          window.roll(hour, isDiscounted ? RARE : null);
          const half = more.length >> 1;
          await withArriving(more.slice(0, half), window, () => window.score(now));
          const articles = window.engagement(now);
          const rank = () =>
            ranker.rank(articles, window.orders, {
              hour,
              minClicks: 3,
              baseline: window.baseline,
              together: window.together,
            });
          await withArriving(more.slice(half), window, rank);
        }
        for (const cell of more) window.note(cell);
        learnFacts(window);
        const fresh = freshWindow(noted);
        for (const each of [window, fresh]) each.roll(hour, isDiscounted ? RARE : null);
        const question = { hour, minClicks: 3, baseline: isDiscounted ? RARE : null };
        await window.score(now);
        const ranking = await ranker.rank(window.engagement(now), window.orders, {
          ...question,
          together: window.together,
        });
        const again = { ...question, together: fresh.together };
        expect(ranking).toEqual(rankSite(fresh.engagement(now), fresh.orders, again));
        expect([window.dueAt, window.isEmpty]).toEqual([fresh.dueAt, fresh.isEmpty]);
        if (isPacked) window.pack();
      }
    });
    await fc.assert(property, { seed, numRuns: sized(3, 15) });
  });

  /** Runs a task that pauses after every step, and notes a cell in each pause. Resolves to the number of pauses. */
  async function withArriving(cells: readonly ClickCell[], window: RankingWindow, task: () => Promise<unknown>) {
    const arriving = [...cells];
    let pauses = 0;
    const next = async () => {
      pauses++;
      for (const cell of arriving.splice(0, 1)) window.note(cell);
    };
    shareThread({ hasTaken: () => true, next });
    await task().finally(() => shareThread(null));
    for (const cell of arriving) window.note(cell);
    return pauses;
  }

  test('articles are scored and ranked in steps', async () => {
    const window = freshWindow(Array.from({ length: KNOWN }, (_, i) => cellOf(i + 1, HOUR, 1, 0)));
    window.roll(HOUR, null);
    const now = (HOUR + 1) * 3600;
    expect(await withArriving([], window, () => window.score(now))).toBe(KNOWN);
    const question = { hour: HOUR, minClicks: 3, baseline: null, together: window.together };
    const rank = () => new SiteRanker().rank(window.engagement(now), window.orders, question);
    expect(await withArriving([], window, rank)).toBe(KNOWN);
  });

  test('stories are ordered by engagement and then by id, however many have equal engagement', () => {
    // The engagement of many stories is far below the sum of their articles, because their clicks are concentrated.
    const count = fc.integer({ min: 1, max: 4 });
    const kinds = fc.record({
      groups: fc.integer({ min: 0, max: 130 }),
      unsigned: count,
      singles: fc.nat(150),
      signed: count,
    });
    const property = fc.property(kinds, fc.boolean(), ({ groups, unsigned, singles, signed }, isDiscounted) => {
      const baseline = isDiscounted ? RARE : null;
      const ids = Array.from({ length: 3 * groups + singles }, (_, i) => i + 1);
      const isGrouped = (id: number) => id > singles;
      const facts = ids.map((id) => ({
        ...factsOf(id),
        publishedAt: 0,
        story: isGrouped(id) ? id - ((id - singles - 1) % 3) : id,
      }));
      const cells = ids.map((id) =>
        isGrouped(id) ? cellOf(id, HOUR, 0, unsigned) : cellOf(id, HOUR, signed + (id % 2), 0),
      );
      const window = new RankingWindow(NO_CELLS, facts, 'hourly');
      for (const cell of cells) window.note(cell);
      window.roll(HOUR, baseline);
      const [lists, stories] = [new StoryLists(), new Map<number, Engagement[]>()];
      for (const article of window.engagement(HOUR * 3600)) {
        lists.change(null, article);
        stories.set(storyIdOf(article), [...(stories.get(storyIdOf(article)) ?? []), article]);
      }
      const worth = (articles: readonly Engagement[]) => {
        const sums = new Sums();
        for (const article of articles) article.addTo(sums, 'week');
        return sums.engagement(baseline);
      };
      const expected = Array.from(stories, ([id, articles]) => ({ id, worth: worth(articles) }))
        .filter(({ worth }) => worth > 0)
        .toSorted((a, b) => b.worth - a.worth || a.id - b.id)
        .slice(0, 50);
      expect(lists.lists(baseline, new PreviousOrders())['7d'].map(([id]) => id)).toEqual(expected.map(({ id }) => id));
    });
    fc.assert(property, { seed, numRuns: sized(20, 200) });
  });

  test('packing keeps the clicks of an article whose facts have not been loaded yet', () => {
    const window = new RankingWindow(NO_CELLS, [factsOf(1)], 'sets');
    window.roll(HOUR, null);
    for (const contentId of [1, 2]) window.note({ contentId, hour: HOUR, counts: [FIRST.signed, contentId] });
    window.pack();
    expect(window.unknown()).toEqual([2]);
    expect(window.recentNumbers).toBe(4);
    window.learn([2], [factsOf(2)]);
    expect(window.engagement(HOUR * 3600).map(({ id }) => id)).toEqual([1, 2]);
    expect(window.recent().cells).toEqual([{ contentId: 2, hour: HOUR, counts: [FIRST.signed, 2] }]);
  });

  test('a retagged article is listed as rising in its new topics', async () => {
    const question = { hour: HOUR, minClicks: 3, baseline: null, together: ALONE };
    const scores = new Scores();
    const scored = (id: number, clicks: number, topics: number[]) => {
      const week = { ...ZERO_SCORE, certain: MEASURES.map(() => clicks) };
      const hourly = { hours: [HOUR - 1], weights: [clicks], ticks: [clicks] };
      const others = { day: week, dayBefore: week, weekBefore: week, growth: week, growthBefore: week };
      return scores.set({ ...factsOf(id), topics, story: id }, { week, ...others, hourly });
    };
    // Because of sixty other articles, the last one is in no list of rising content.
    const before = Array.from({ length: 60 }, (_, i) => scored(i + 1, 100 - i, [1]));
    const ranker = new SiteRanker();
    expect((await ranker.rank(before, new PreviousOrders(), question)).views.rising).toHaveLength(50);
    const after = before.with(-1, scored(60, 41, [9, 47]));
    const ranking = await ranker.rank(after, new PreviousOrders(), question);
    expect(ranking).toEqual(rankSite(after, new PreviousOrders(), question));
    expect(ranking.views.rising.at(-1)).toEqual([60, [9, 47]]);
  });
});
