import {
  plainKept,
  plainPart,
  plainTrusted,
  plainVotes,
  plainWeight,
  plainWeightBy,
} from '../engagement/weight-oracle.ts';

/** Recounts rankings from accepted clicks, as a reference. It shares no code with the service. */

export interface OracleClick {
  contentId: number;
  /** Hours since the epoch. */
  hour: number;
  origin: 'unsigned' | 'signed' | 'trusted';
  network: number;
  prefix: number;
  browser: number;
  reader: number;
  companyType: string | null;
  seniority: string | null;
  continent: string | null;
  channel?: string | null | undefined;
}

export interface OracleArticle {
  id: number;
  publishedAt: number;
  topics: number[];
  contentType: string;
  organisationType: string | null;
  client: string | null;
  source: string;
  domain: string;
  companies: number[];
  countries: string[];
  authors?: string[];
  section?: string | null;
  story?: number;
}

export type OracleShares = {
  network: readonly number[];
  prefix: readonly number[];
  browser: readonly number[];
  samples: number;
  audiences: readonly number[] | null;
} | null;
const evenly = (count: number) => Array<number>(count).fill(1 / count);
const FLAT = { network: evenly(32), prefix: evenly(32), browser: evenly(16), samples: 0, audiences: null };

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

const KINDS = ['network', 'prefix', 'browser'] as const;
const countsBy = (kind: (typeof KINDS)[number], clicks: readonly OracleClick[]) =>
  FLAT[kind].map((_, b) => clicks.filter((click) => click[kind] === b).length);
const sumOf = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

export const weight = (unsigned: readonly OracleClick[], shares: OracleShares): number =>
  plainWeight(
    unsigned.length,
    KINDS.map((kind) => countsBy(kind, unsigned)),
    shares ?? FLAT,
  );

function partsOf(clicks: readonly OracleClick[], shares: OracleShares) {
  const unsigned = clicks.filter(isUnsigned);
  const [N, W] = [unsigned.length, weight(unsigned, shares)];
  const placed = unsigned.map((click) => ({ click, hour: click.hour, classes: KINDS.map((kind) => click[kind]) }));
  const trusted = plainTrusted(placed, W, shares ?? FLAT)?.map(({ click }) => click);
  const part = (is: Is, i: number) => {
    const [n, usual] = [unsigned.filter(is).length, shares?.audiences?.[i]];
    if (!trusted) return plainPart(n, N, W, usual ?? null);
    const rate = n && (trusted.filter(is).length + 5 * (usual ?? n / N)) / (trusted.length + 5);
    return Math.min(n, Math.round(rate * W));
  };
  return {
    unsigned: AUDIENCES.map((is, i) => (i === 0 ? W : part(is, i))),
    full: AUDIENCES.map((is) => clicks.filter((click) => !isUnsigned(click) && is(click)).length),
  };
}

export function engagement(articles: readonly (readonly OracleClick[])[], shares: OracleShares, audience = 0): number {
  const parts = articles.map((clicks) => partsOf(clicks, shares));
  const summed = weight(articles.flat().filter(isUnsigned), shares);
  const most = Math.min(summed, sumOf(parts.map(({ unsigned }) => unsigned[0] ?? 0)));
  const own = sumOf(parts.map(({ unsigned }) => unsigned[audience] ?? 0));
  return Math.min(most, own) + sumOf(parts.map(({ full }) => full[audience] ?? 0));
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
const byChannel =
  (name: string): Is =>
  ({ channel }) =>
    channel === name;
const CHANNELS = ['site', 'search', 'social', 'mail', 'chat', 'assistant', 'news', 'other', 'direct'];
const AUDIENCES = [
  anybody,
  ...COMPANIES.map(byCompany),
  ...CONTINENTS.map(byContinent),
  ...SENIORITIES.map(bySeniority),
  ...CHANNELS.map(byChannel),
];

interface OracleInput {
  articles: Iterable<OracleArticle>;
  clicks: readonly OracleClick[];
  shares: OracleShares;
  /** Time of the recount, in epoch seconds. */
  now: number;
}

export function expectedRow(topicId: number, { articles, clicks, shares, now }: OracleInput) {
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
      const parts = (name: keyof typeof windows) => {
        const { unsigned, full } = partsOf(windows[name], shares);
        return unsigned.map((own, i) => own + (full[i] ?? 0));
      };
      return {
        article,
        windows,
        day: parts('24h'),
        week: parts('7d'),
        dayBefore: parts('before 24h'),
        weekBefore: parts('before 7d'),
        now: parts('growth')[0] ?? 0,
        was: parts('previous')[0] ?? 0,
        hours: hoursOf(windows['7d'], shares),
      };
    });
  type Entry = (typeof mine)[number];
  const risk = mine.filter(({ article }) => article.topics.includes(47));
  const all = (parts: number[]) => parts[0] ?? 0;
  type Window = keyof Entry['windows'];
  const set = (list: Entry[], name: Window, i = 0) =>
    engagement(
      list.map(({ windows }) => windows[name]),
      shares,
      i,
    );
  const column = (suffix: string, list: Entry[], i: number) => ({
    [`engagement_24h${suffix}`]: set(list, '24h', i),
    [`engagement_7d${suffix}`]: set(list, '7d', i),
    [`before_24h${suffix}`]: set(list, 'before 24h', i),
    [`before_7d${suffix}`]: set(list, 'before 7d', i),
  });
  const growthColumns = (suffix: string, list: Entry[]) => ({
    [`growth_current${suffix}`]: set(list, 'growth'),
    [`growth_previous${suffix}`]: set(list, 'previous'),
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
      const totals = names.map((slug, i) => [i, set(members(slug), '7d')] as const);
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
  const stories = (scope: Entry[], name: Window, before: Window, score: (e: Entry) => number) => {
    const storyOf = (e: Entry) => e.article.story ?? e.article.id;
    const members = (id: number) => scope.filter((e) => storyOf(e) === id);
    const told = [...new Set(scope.map(storyOf))];
    const order = (window: Window, most: number) =>
      ranked(
        told.map((id) => [id, set(members(id), window)] as const),
        most,
      ) as number[];
    const was = order(before, Number.POSITIVE_INFINITY);
    return order(name, 50).map((id) => [id, ids(members(id), score), was.includes(id) ? was.indexOf(id) + 1 : null]);
  };
  const audience = (names: string[], first: number) =>
    scoped((scope) => {
      const part = (i: number, parts: (e: Entry) => number[]) => (e: Entry) => {
        const own = parts(e)[first + i] ?? 0;
        return all(parts(e)) >= 5 && own >= AUDIENCE_MIN_CLICKS ? own : 0;
      };
      const listed = (i: number) => scope.filter(part(i, (e) => e.week));
      const totals = names.map((_, i) => [i, set(listed(i), '7d', first + i)] as const);
      return ranked(totals, 50).map((i) => {
        const [now, before] = [part(Number(i), (e) => e.week), part(Number(i), (e) => e.weekBefore)];
        return [names[Number(i)], ids(scope, now), ranks(scope, now, before)];
      });
    });
  const tally = (scope: Entry[], name: Window, keys: (e: Entry) => (string | number)[], limit: number) => {
    const members = [...new Set(scope.flatMap(keys))].map((key) => [key, scope.filter((e) => keys(e).includes(key))]);
    return ranked(
      members.map(([key, list]) => [key as string | number, set(list as Entry[], name)] as const),
      limit,
    );
  };
  const coTopics = (scope: Entry[], name: Window) =>
    tally(scope, name, (e) => e.article.topics.filter((id) => id !== topicId), 50);
  const growth = (scope: Entry[]) => ({
    gains: ranked(
      pairs(scope, (e) => e.now - e.was),
      5,
    ),
    losses: ranked(
      pairs(scope, (e) => e.was - e.now),
      5,
    ),
    sources: tally(scope, 'growth', (e) => [e.article.source], 5),
    ...sureness(
      scope.map((e) => e.windows.growth),
      scope.map((e) => e.windows.previous),
      shares,
    ),
    cause: causeOf(
      scope.map(({ article, now, was }) => ({ id: article.id, source: article.source, now, was })),
      set(scope, 'growth') < set(scope, 'previous'),
    ),
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
      '24h': AUDIENCES.map((_, i) => set(mine, '24h', i)),
      '7d': AUDIENCES.map((_, i) => set(mine, '7d', i)),
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
              channel: audience(CHANNELS, 16),
              company: groups(null, (e) => e.article.companies.map(String)),
              source: groups(null, (e) => [e.article.domain]),
              country: groups(null, (e) => e.article.countries.map((code) => code.toLowerCase())),
              author: groups(null, (e) => (e.article.authors ?? []).map((name) => `${name}\n${e.article.domain}`)),
              section: groups(null, (e) => (e.article.section ? [`${e.article.section}\n`] : [])),
            },
            rising: rising(mine, hour, mine).map(({ id, topics }) => [id, topics]),
            stories: {
              '24h': stories(mine, '24h', 'before 24h', (e) => all(e.day)),
              '7d': stories(mine, '7d', 'before 7d', (e) => all(e.week)),
              '24h-rm': stories(risk, '24h', 'before 24h', (e) => all(e.day)),
              '7d-rm': stories(risk, '7d', 'before 7d', (e) => all(e.week)),
            },
            risingStories: risingStories(mine, hour, shares),
          }
        : {
            ...items,
            coTopics: {
              '24h': coTopics(mine, '24h'),
              '7d': coTopics(mine, '7d'),
              '24h-rm': coTopics(risk, '24h'),
              '7d-rm': coTopics(risk, '7d'),
            },
            growth: scoped(growth),
          },
  };
}

function hoursOf(week: readonly OracleClick[], shares: OracleShares) {
  const by = shares ?? FLAT;
  const unsigned = week.filter(isUnsigned);
  const [N, W] = [unsigned.length, weight(unsigned, shares)];
  const counts = KINDS.map((kind) => countsBy(kind, unsigned));
  const decides = KINDS.findIndex((kind, i) => plainWeightBy(N, counts[i] ?? [], by[kind], by.samples) === W);
  const kind = KINDS[decides] ?? 'network';
  const kept = W < N ? plainKept(N, counts[decides] ?? [], by[kind], by.samples) : evenly(32).map(() => 1);
  const own = (clicks: readonly OracleClick[]) =>
    sumOf(clicks.filter(isUnsigned).map((click) => kept[click[kind]] ?? 0));
  const samples = plainVotes(W, counts, by);
  const scale = Math.min(1, W / Math.max(1e-9, own(week)));
  const keptOf = (clicks: readonly OracleClick[]) => Math.round(own(clicks) * scale * 1024) / 1024;
  const byHour = Map.groupBy(week, ({ hour }) => hour);
  // In any hour, momentum is at most the number of clicks without those of the largest network or prefix.
  const risen = (from: number) => {
    const later = unsigned.filter(({ hour }) => hour >= from);
    const without = (['network', 'prefix'] as const).map((name) => later.length - Math.max(...countsBy(name, later)));
    const kept = sumOf([...byHour].map(([hour, clicks]) => (hour >= from ? keptOf(clicks) : 0)));
    return Math.min(kept, ...without);
  };
  return [...byHour].map(([hour, clicks]) => {
    const full = clicks.filter((click) => !isUnsigned(click)).length;
    return { hour, weight: full + risen(hour) - risen(hour + 1), ticks: full + (samples ? keptOf(clicks) : 0) };
  });
}

interface Risen {
  article: OracleArticle;
  hours: ReturnType<typeof hoursOf>;
}

/** Each story is ranked like one article with all its clicks. */
function risingStories(mine: (Risen & { windows: { '7d': OracleClick[] } })[], hour: number, shares: OracleShares) {
  const told = [...Map.groupBy(mine, ({ article }) => article.story ?? article.id).values()].map((members) => {
    const [first] = members as [(typeof members)[number]];
    if (members.length === 1) return { ...first, members };
    const topics = [...new Set(members.flatMap(({ article }) => article.topics))].sort((a, b) => a - b);
    const hours = hoursOf(
      members.flatMap(({ windows }) => windows['7d']),
      shares,
    );
    return { article: { ...first.article, topics }, hours, members };
  });
  return rising(told, hour, mine).map(({ id, topics }) => {
    const { members = [] } = told.find(({ article }) => article.id === id) ?? {};
    return [rising(members, hour, mine, 0).map((article) => article.id), topics];
  });
}

/** Returns all rising articles that could be among the first 50 of a request. */
function rising(articles: Risen[], hour: number, site: Risen[], floor = 2) {
  const ticks = (at: number) =>
    sumOf(
      site
        .flatMap(({ hours }) => hours)
        .filter((h) => h.hour === at)
        .map((h) => h.ticks),
    );
  const moved = Array.from({ length: 169 }, (_, ago) => ticks(hour - ago));
  const HALF = Math.max(45, 0.15 * sumOf(moved.slice(1, 25)));
  const age = (at: number) => (moved[hour - at] ?? 0) / 2 + sumOf(moved.slice(0, hour - at));
  const momentum = ({ hours }: (typeof articles)[number]) =>
    sumOf(hours.map((h) => h.weight * 2 ** (-age(h.hour) / HALF)));
  const ranked = articles
    .filter(({ hours }) => sumOf(hours.map((h) => h.weight)) >= floor)
    .map((entry) => ({ entry, m: Number(momentum(entry).toPrecision(8)) }))
    .sort((a, b) => b.m - a.m || a.entry.article.id - b.entry.article.id)
    .map(({ entry }) => entry.article);
  const ofTopic = ranked.flatMap(({ topics }) => topics).map((id) => ranked.filter((a) => a.topics.includes(id)));
  const lists = [ranked, ...ofTopic].flatMap((list) => [list, list.filter((a) => a.topics.includes(47))]);
  const shown = new Set(lists.flatMap((list) => list.slice(0, 50)));
  return floor === 0 ? ranked : ranked.filter((article) => shown.has(article));
}

/** Computes the confidence of growth by a jackknife over 32 buckets. */
function sureness(current: OracleClick[][], previous: OracleClick[][], shares: OracleShares) {
  const classes = Array.from({ length: 32 }, (_, k) => k);
  const by = shares ?? FLAT;
  const sums = (articles: OracleClick[][]) => {
    const unsigned = articles.flat().filter(isUnsigned);
    const n = countsBy('prefix', unsigned);
    const kept = plainKept(unsigned.length, n, by.prefix, by.samples).map((part, k) =>
      unsigned.length <= 3 ? (n[k] ?? 0) : part * (n[k] ?? 0),
    );
    const full = articles.flat().filter((click) => !isUnsigned(click));
    const W = engagement(articles, shares) - full.length;
    const scale = unsigned.length === 0 ? 0 : W / sumOf(kept);
    return classes.map((k) => (kept[k] ?? 0) * scale + full.filter(({ reader }) => reader === k).length);
  };
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
  const isSure = (low > 0 && each.every((t) => t > 0)) || (high < 0 && each.every((t) => t < 0));
  return { interval, confidence: isSure ? 'high' : 'low' };
}

/** The first rounding removes floating-point noise, which must not decide a tie. */
const twoDigits = (value: number) => Number(Number(value.toPrecision(11)).toPrecision(2));

interface Changed {
  id: number;
  source: string;
  now: number;
  was: number;
}

function causeOf(articles: Changed[], isLoss: boolean) {
  const gainOf = ({ now, was }: Changed) => (isLoss ? was - now : now - was);
  const gains = articles.filter((one) => gainOf(one) > 0).sort((a, b) => gainOf(b) - gainOf(a) || a.id - b.id);
  const sum = (list: Changed[]) => list.reduce((total, one) => total + gainOf(one), 0);
  const sources = [...Map.groupBy(gains, ({ source }) => source).values()];
  const isChance = (list: Changed[]) =>
    sum(list) <= 1.645 * Math.sqrt(list.reduce((total, { now, was }) => total + now + was, 0));
  const step = sum(gains) >= 50 ? 10 : 20;
  const shareOf = (list: Changed[]) =>
    sum(gains) < 15 ? null : step * Math.round((100 * sum(list)) / sum(gains) / step);
  const set = [gains.slice(0, 1), gains.slice(0, 2), ...sources].find(
    (list) => 2 * sum(list) > sum(gains) && (shareOf(list) ?? 100) > 50,
  );
  if (gains.length === 0) return null;
  if (!set) {
    const named = [2, 1].map((n) => gains.slice(0, n)).find((list) => !isChance(list) && shareOf(list) !== 0);
    const articles = named?.map(({ id }) => id) ?? [];
    return { kind: 'many', articles, source: null, share: named ? shareOf(named) : null };
  }
  if (isChance(set)) return null;
  const share = shareOf(set);
  return sources.includes(set)
    ? { kind: 'source', articles: [], source: set[0]?.source, share }
    : { kind: 'articles', articles: set.map(({ id }) => id), source: null, share };
}

export const ranked = <K extends string | number>(counts: Iterable<readonly [K, number]>, limit: number): K[] =>
  Array.from(counts)
    .filter(([, n]) => n > 0)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([key]) => key);

export function countersOf(clicks: readonly OracleClick[]): Record<string, number> {
  const columns: Record<string, number> = {};
  const count = (name: string) => {
    columns[name] = (columns[name] ?? 0) + 1;
  };
  for (const { origin, network, prefix, browser, reader, companyType, seniority, continent, channel } of clicks) {
    for (const value of ['all', companyType, seniority, continent, channel && `from-${channel}`]) {
      if (value) count(`${origin}_${value.toLowerCase().replaceAll('-', '_')}`);
    }
    const classes = origin === 'unsigned' ? { network, prefix, browser } : { reader };
    for (const [kind, found] of Object.entries(classes)) count(`${kind}_${found}`);
  }
  return columns;
}

/** A packed column `a__b` contains `a` in its lower 29 bits and `b` above them. */
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

/** Returns JSON with sorted names and without zeros, so that rows can be compared. */
export const rowOf = (row: Record<string, number>): string =>
  JSON.stringify(
    Object.entries(unpacked(row))
      .filter(([name, count]) => count !== 0 || name === 'hour')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

export const rowsOf = (clicks: readonly OracleClick[]): string[] =>
  [...Map.groupBy(clicks, ({ contentId, hour }) => `${contentId} ${hour}`)]
    .map(([key, list]) => {
      const [contentId = 0, hour = 0] = key.split(' ').map(Number);
      return rowOf({ content_id: contentId, hour, ...countersOf(list) });
    })
    .sort();
