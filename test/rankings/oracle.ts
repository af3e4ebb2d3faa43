/** What rankings must say, recounted plainly from the accepted clicks as the rules have it. Shares nothing with the service. */

export interface OracleClick {
  contentId: number;
  /** Hours since the epoch. */
  hour: number;
  origin: 'unsigned' | 'signed' | 'trusted';
  /** Classes of unsigned clicks. */
  network: number;
  prefix: number;
  browser: number;
  /** Class of the others. */
  reader: number;
  companyType: string | null;
  seniority: string | null;
  continent: string | null;
}

export interface OracleArticle {
  id: number;
  /** Epoch seconds. */
  publishedAt: number;
  topics: number[];
  contentType: string;
  organisationType: string | null;
  client: string | null;
  /** Name of the source, and its host. */
  source: string;
  domain: string;
  companies: number[];
  countries: string[];
}

export type OracleShares = { network: number[]; prefix: number[]; browser: number[] } | null;

const REGIONS = 'AF africa AN antarctica AS asia EU europe NA north-america OC oceania SA south-america'.split(' ');
const CONTINENTS = REGIONS.filter((_, i) => i % 2 === 0);
const COMPANIES = ['broker', 'carrier', 'other'];
const SENIORITIES = ['c-suite', 'vice-president', 'director', 'manager', 'individual-contributor'];
const TYPES = ['article', 'video', 'gallery', 'report', 'pressrelease', 'podcast'];
const SOURCES = ['carrier', 'broker', 'service-provider', '3rd-party-publication'];
const AUDIENCE_MIN_CLICKS = 3;

type Is = (click: OracleClick) => boolean;
const anybody: Is = () => true;
const isUnsigned: Is = ({ origin }) => origin === 'unsigned';

/** The weight of unsigned clicks of one article. */
export function weight(unsigned: readonly OracleClick[], shares: OracleShares): number {
  const by = (shareOf: number[], classOf: (click: OracleClick) => number) => {
    const counts = shareOf.map((_, b) => unsigned.filter((click) => classOf(click) === b).length);
    for (let w = unsigned.length; ; ) {
      const allowed = (b: number) => Math.max(6, (shareOf[b] ?? 0) * w + 6 * Math.sqrt((shareOf[b] ?? 0) * w));
      const next = Math.floor(counts.reduce((sum, n, b) => sum + Math.min(n, allowed(b)), 0) + 1e-9);
      if (next >= w) return w;
      w = next;
    }
  };
  if (!shares) return unsigned.length;
  return Math.min(
    by(shares.network, ({ network }) => network),
    by(shares.prefix, ({ prefix }) => prefix),
    by(shares.browser, ({ browser }) => browser),
  );
}

/** Engagement of one article's clicks, of everybody or of an audience. */
export function engagement(clicks: readonly OracleClick[], shares: OracleShares, is: Is = anybody): number {
  const unsigned = clicks.filter(isUnsigned);
  return (
    Math.min(unsigned.filter(is).length, weight(unsigned, shares)) +
    clicks.filter((c) => !isUnsigned(c) && is(c)).length
  );
}

const byCompany =
  (name: string): Is =>
  ({ companyType }) =>
    companyType === name;
const byContinent =
  (name: string): Is =>
  ({ continent }) =>
    continent === name;
const bySeniority =
  (name: string): Is =>
  ({ seniority }) =>
    seniority === name;
const AUDIENCES = [
  anybody,
  ...COMPANIES.map(byCompany),
  ...CONTINENTS.map(byContinent),
  ...SENIORITIES.map(bySeniority),
];

interface Asked {
  articles: Iterable<OracleArticle>;
  clicks: readonly OracleClick[];
  shares: OracleShares;
  /** Epoch seconds. */
  now: number;
}

/** Everything that is published of a topic (0: the site). */
export function expectedRow(topicId: number, { articles, clicks, shares, now }: Asked) {
  const hour = Math.floor(now / 3600);
  const byArticle = Map.groupBy(clicks, ({ contentId }) => contentId);
  const mine = [...articles]
    .filter((a) => a.publishedAt <= now && (topicId === 0 || a.topics.includes(topicId)) && byArticle.has(a.id))
    .sort((a, b) => a.id - b.id)
    .map((article) => {
      const own = byArticle.get(article.id) ?? [];
      const within = (from: number, to: number) => own.filter((c) => c.hour >= from && c.hour <= to);
      const windows = {
        '24h': within(hour - 24, hour),
        '7d': within(hour - 168, hour),
        'before 24h': within(hour - 49, hour - 25),
        'before 7d': within(hour - 337, hour - 169),
        growth: within(hour - 168, hour - 1),
        previous: within(hour - 336, hour - 169),
      };
      const parts = (name: keyof typeof windows) => AUDIENCES.map((is) => engagement(windows[name], shares, is));
      return {
        article,
        windows,
        day: parts('24h'),
        week: parts('7d'),
        dayBefore: parts('before 24h'),
        weekBefore: parts('before 7d'),
        now: engagement(windows.growth, shares),
        was: engagement(windows.previous, shares),
        hours: [...Map.groupBy(windows['7d'], (c) => c.hour)].map(
          ([at, list]) => [at, engagement(list, shares)] as const,
        ),
      };
    });
  type Entry = (typeof mine)[number];
  const risk = mine.filter(({ article }) => article.topics.includes(47));
  const sum = (list: Entry[], score: (entry: Entry) => number) => list.reduce((total, e) => total + score(e), 0);
  const all = (parts: number[]) => parts[0] ?? 0;
  const column = (suffix: string, list: Entry[], i: number) => ({
    [`engagement_24h${suffix}`]: sum(list, (e) => e.day[i] ?? 0),
    [`engagement_7d${suffix}`]: sum(list, (e) => e.week[i] ?? 0),
    [`before_24h${suffix}`]: sum(list, (e) => e.dayBefore[i] ?? 0),
    [`before_7d${suffix}`]: sum(list, (e) => e.weekBefore[i] ?? 0),
  });
  const growthColumns = (suffix: string, list: Entry[]) => ({
    [`growth_current${suffix}`]: sum(list, (e) => e.now),
    [`growth_previous${suffix}`]: sum(list, (e) => e.was),
    [`growth_items${suffix}`]: list.filter((e) => e.now > 0).length,
    [`growth_items_before${suffix}`]: list.filter((e) => e.was > 0).length,
  });
  const perPeriod = <T>(list: (scope: Entry[], now: (e: Entry) => number, before: (e: Entry) => number) => T) => ({
    '24h': list(
      mine,
      (e) => all(e.day),
      (e) => all(e.dayBefore),
    ),
    '7d': list(
      mine,
      (e) => all(e.week),
      (e) => all(e.weekBefore),
    ),
    '24h-rm': list(
      risk,
      (e) => all(e.day),
      (e) => all(e.dayBefore),
    ),
    '7d-rm': list(
      risk,
      (e) => all(e.week),
      (e) => all(e.weekBefore),
    ),
  });
  const scoped = <T>(view: (scope: Entry[]) => T) => ({ all: view(mine), rm: view(risk) });
  const pairs = (scope: Entry[], score: (e: Entry) => number) => scope.map((e) => [e.article.id, score(e)] as const);
  const ids = (scope: Entry[], score: (e: Entry) => number) => ranked(pairs(scope, score), 50) as number[];
  const ranks = (scope: Entry[], now: (e: Entry) => number, before: (e: Entry) => number) => {
    const order = ranked(pairs(scope, before), Number.POSITIVE_INFINITY);
    return ids(scope, now).map((id) => (order.includes(id) ? order.indexOf(id) + 1 : null));
  };
  const groups = (slugs: string[] | null, keys: (e: Entry) => string[], limit = 50) =>
    scoped((scope) => {
      const names =
        slugs ?? [...new Set(scope.flatMap(keys))].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
      const members = (slug: string) => scope.filter((e) => keys(e).includes(slug));
      const totals = names.map((slug, i) => [i, sum(members(slug), (e) => all(e.week))] as const);
      return ranked(totals, limit).map((i) => {
        const slug = names[Number(i)] ?? '';
        const list = members(slug);
        return [
          slug,
          ids(list, (e) => all(e.week)),
          ranks(
            list,
            (e) => all(e.week),
            (e) => all(e.weekBefore),
          ),
        ];
      });
    });
  const audience = (names: string[], first: number) =>
    scoped((scope) => {
      const part = (i: number, parts: (e: Entry) => number[]) => (e: Entry) => {
        const own = parts(e)[first + i] ?? 0;
        return all(parts(e)) >= 5 && own >= AUDIENCE_MIN_CLICKS ? own : 0;
      };
      const totals = names.map(
        (_, i) =>
          [
            i,
            sum(
              scope,
              part(i, (e) => e.week),
            ),
          ] as const,
      );
      return ranked(totals, 50).map((i) => {
        const [now, before] = [part(Number(i), (e) => e.week), part(Number(i), (e) => e.weekBefore)];
        return [names[Number(i)], ids(scope, now), ranks(scope, now, before)];
      });
    });
  const tally = (
    scope: Entry[],
    score: (e: Entry) => number,
    keys: (e: Entry) => (string | number)[],
    limit: number,
  ) => {
    const totals = new Map<string | number, number>();
    for (const e of scope) for (const key of keys(e)) totals.set(key, (totals.get(key) ?? 0) + score(e));
    return ranked(totals, limit);
  };
  const growth = (scope: Entry[]) => ({
    gains: ranked(
      pairs(scope, (e) => e.now - e.was),
      5,
    ),
    losses: ranked(
      pairs(scope, (e) => e.was - e.now),
      5,
    ),
    sources: tally(
      scope,
      (e) => e.now,
      (e) => [e.article.source],
      5,
    ),
    ...sureness(
      scope.map((e) => e.windows.growth),
      scope.map((e) => e.windows.previous),
      shares,
    ),
    ...drivers(scope.map((e) => ({ source: e.article.source, change: e.now - e.was }))),
  });
  const items = { items: perPeriod(ids), previous: perPeriod(ranks) };
  return {
    counters: {
      ...column('', mine, 0),
      ...column('_broker', mine, 1),
      ...column('_carrier', mine, 2),
      ...column('_rm', risk, 0),
      ...growthColumns('', mine),
      ...growthColumns('_rm', risk),
    },
    audience: {
      '24h': AUDIENCES.map((_, i) => sum(mine, (e) => e.day[i] ?? 0)),
      '7d': AUDIENCES.map((_, i) => sum(mine, (e) => e.week[i] ?? 0)),
    },
    views:
      topicId === 0
        ? {
            ...items,
            groups: {
              'content-type': groups(TYPES, (e) => [e.article.contentType]),
              'source-type': groups(SOURCES, ({ article: { client, organisationType } }) => [
                client === 'Topic Article'
                  ? '3rd-party-publication'
                  : (organisationType ?? '').toLowerCase().replaceAll(' ', '-'),
              ]),
              'audience-region': audience(
                REGIONS.filter((_, i) => i % 2),
                4,
              ),
              seniority: audience(SENIORITIES, 11),
              company: groups(null, (e) => e.article.companies.map(String)),
              source: groups(null, (e) => [e.article.domain]),
              country: groups(null, (e) => e.article.countries.map((code) => code.toLowerCase())),
            },
            rising: rising(mine, hour),
          }
        : {
            ...items,
            coTopics: perPeriod((scope, now) =>
              tally(scope, now, (e) => e.article.topics.filter((id) => id !== topicId), 50),
            ),
            growth: scoped(growth),
          },
  };
}

/** Rising articles with their topics, by momentum on the site's clock: those that are among the first 50 of some question. */
function rising(
  articles: { article: OracleArticle; week: number[]; hours: (readonly [number, number])[] }[],
  hour: number,
) {
  const site = (at: number) =>
    articles.flatMap(({ hours }) => hours.filter(([h]) => h === at)).reduce((sum, [, w]) => sum + w, 0);
  const half = Math.max(75, site(hour - 1));
  const age = (at: number) => {
    let a = site(at) / 2;
    for (let later = at + 1; later <= hour; later++) a += site(later);
    return a;
  };
  const momentum = ({ week, hours }: (typeof articles)[number]) => {
    const total = hours.reduce((sum, [, w]) => sum + w, 0);
    return hours.reduce((sum, [at, w]) => sum + w * Math.min(1, (week[0] ?? 0) / total) * 2 ** (-age(at) / half), 0);
  };
  const ranked = articles
    .filter(({ week }) => (week[0] ?? 0) >= 8)
    .map((entry) => ({ entry, m: Number(momentum(entry).toPrecision(8)) }))
    .sort((a, b) => b.m - a.m || a.entry.article.id - b.entry.article.id)
    .map(({ entry }) => entry.article);
  const ofTopic = ranked.flatMap(({ topics }) => topics).map((id) => ranked.filter((a) => a.topics.includes(id)));
  const lists = [ranked, ...ofTopic].flatMap((list) => [list, list.filter((a) => a.topics.includes(47))]);
  const shown = new Set(lists.flatMap((list) => list.slice(0, 50)));
  return ranked.filter((article) => shown.has(article)).map(({ id, topics }) => [id, topics]);
}

/** How sure a growth is: 32 classes, unsigned clicks by prefix and the others by reader, each left out once. */
function sureness(current: OracleClick[][], previous: OracleClick[][], shares: OracleShares) {
  const classes = Array.from({ length: 32 }, (_, k) => k);
  const sums = (articles: OracleClick[][]) =>
    classes.map((k) =>
      articles.reduce((sum, clicks) => {
        const unsigned = clicks.filter(isUnsigned);
        const factor = unsigned.length === 0 ? 0 : weight(unsigned, shares) / unsigned.length;
        const full = clicks.filter((c) => !isUnsigned(c) && c.reader === k).length;
        return sum + unsigned.filter(({ prefix }) => prefix === k).length * factor + full;
      }, 0),
    );
  const [c, p] = [sums(current), sums(previous)];
  const total = (list: number[], without = -1) => list.reduce((sum, n, k) => sum + (k === without ? 0 : n), 0);
  const theta = (without = -1) => Math.log(total(c, without) / total(p, without));
  const each = classes.map(theta);
  if (![theta(), ...each].every(Number.isFinite)) return { interval: null, confidence: 'low' };
  const mean = each.reduce((a, b) => a + b) / 32;
  const margin = 1.696 * Math.sqrt((31 / 32) * each.reduce((sum, t) => sum + (t - mean) ** 2, 0));
  const percent = (t: number) => twoDigits((Math.exp(t) - 1) * 100);
  const interval = [percent(theta() - margin), percent(theta() + margin)];
  const [low = 0, high = 0] = interval;
  return { interval, confidence: low > 0 || high < 0 ? 'high' : 'low' };
}

/** Noise of the last bits does not decide a half. */
const twoDigits = (value: number) => Number(Number(value.toPrecision(11)).toPrecision(2));

function drivers(articles: { source: string; change: number }[]): { drivenBy: string; carrier: string | null } {
  const isLoss = articles.reduce((sum, { change }) => sum + change, 0) < 0;
  const gains = articles.map(({ source, change }) => ({ source, gain: Math.max(0, isLoss ? -change : change) }));
  const total = gains.reduce((sum, { gain }) => sum + gain, 0);
  const sources = [...Map.groupBy(gains, ({ source }) => source)].map(
    ([source, list]) => [source, list.reduce((sum, { gain }) => sum + gain, 0)] as const,
  );
  const carrier = sources.find(([, gain]) => 2 * gain > total)?.[0] ?? null;
  const isOne = gains.some(({ gain }) => 2 * gain > total);
  return { drivenBy: isOne ? 'article' : carrier === null ? 'many' : 'source', carrier };
}

export const ranked = <K extends string | number>(counts: Iterable<readonly [K, number]>, limit: number): K[] =>
  Array.from(counts)
    .filter(([, n]) => n > 0)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([key]) => key);

/** The counters of an article's hour: name and count, zeros left out. */
export function countersOf(clicks: readonly OracleClick[]): Record<string, number> {
  const columns: Record<string, number> = {};
  const count = (name: string) => {
    columns[name] = (columns[name] ?? 0) + 1;
  };
  for (const { origin, network, prefix, browser, reader, companyType, seniority, continent } of clicks) {
    for (const value of ['all', companyType, seniority, continent]) {
      if (value) count(`${origin}_${value.toLowerCase().replaceAll('-', '_')}`);
    }
    const classes = origin === 'unsigned' ? { network, prefix, browser } : { reader };
    for (const [kind, found] of Object.entries(classes)) count(`${kind}_${found}`);
  }
  return columns;
}

/** The counters of a stored row: a column `a__b` holds a in its low 29 bits and b above them. */
export const unpacked = (row: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const [low = name, high] = name.split('__');
      return high === undefined
        ? [[name, value]]
        : [
            [low, value % 2 ** 29],
            [high, Math.floor(value / 2 ** 29)],
          ];
    }),
  );

/** Rows of aggregates, stored or counted, as sorted JSON, zeros left out, to be compared. */
export const rowOf = (row: Record<string, number>): string =>
  JSON.stringify(
    Object.entries(unpacked(row))
      .filter(([name, count]) => count !== 0 || name === 'hour')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The rows that clicks make, sorted. */
export const rowsOf = (clicks: readonly OracleClick[]): string[] =>
  [...Map.groupBy(clicks, ({ contentId, hour }) => `${contentId} ${hour}`)]
    .map(([key, list]) => {
      const [contentId = 0, hour = 0] = key.split(' ').map(Number);
      return rowOf({ content_id: contentId, hour, ...countersOf(list) });
    })
    .sort();
