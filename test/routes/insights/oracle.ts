/**
 * A plain recount of every analytics answer from lists of what was published and clicked. It shares nothing with the
 * service, so that the two can only agree by both being right. Times are epoch seconds.
 */

export interface Topic {
  id: number;
  name: string;
  slug: string;
  description: string;
  category: number;
  excludedFromTrending?: boolean | undefined;
}

export interface Article {
  id: number;
  url: string;
  title: string;
  contentType: string;
  topics: number[];
  organisationType?: string | null | undefined;
  client?: string | null | undefined;
}

export interface Source {
  domain: string;
  name: string;
  organisationType?: string | undefined;
  client?: string | undefined;
}

/** Clicks stand in the order in which they came. */
export interface Click {
  contentId: number;
  at: number;
  reader: string;
  continent?: string | undefined;
  companyType?: string | undefined;
  seniority?: string | undefined;
}

export interface Newsroom {
  topics: readonly Topic[];
  articles: readonly Article[];
  sources: readonly Source[];
  clicks: readonly Click[];
}

/** An endpoint with the parameters that are given; what is left out has its default. */
export type Question =
  | {
      ask: 'trending';
      period?: 'now' | 'week';
      companyType?: 'broker' | 'carrier';
      includeTopics?: number[];
      excludeTopics?: number[];
      limit?: number;
    }
  | ({ ask: 'popular'; breakdown?: string } & Common)
  | ({ ask: 'trending-topics' } & Common)
  | ({ ask: 'content' | 'co-topics'; topicId: number } & Common)
  | { ask: 'growth'; limit?: number; minContentItems?: number; riskManagement?: boolean };

interface Common {
  period?: '24h' | '7d';
  limit?: number;
  riskManagement?: boolean;
}

const RISK_MANAGEMENT = 47;
const GROWTH_THRESHOLD = 10;

const CONTENT_TYPES = ['article', 'video', 'gallery', 'report', 'pressrelease', 'podcast'];
const SOURCE_TYPES = ['carrier', 'broker', 'service-provider', '3rd-party-publication'];
const REGIONS = [
  'AF africa',
  'AN antarctica',
  'AS asia',
  'EU europe',
  'NA north-america',
  'OC oceania',
  'SA south-america',
];
const SENIORITIES = ['c-suite', 'vice-president', 'director', 'manager', 'individual-contributor'];
const LABELS = new Map(
  `article=Article video=Video gallery=Gallery report=Report pressrelease=Press_Release podcast=Podcast
  carrier=Carrier broker=Broker service-provider=Service_Provider 3rd-party-publication=3rd_Party_Publication
  africa=Africa antarctica=Antarctica asia=Asia europe=Europe north-america=North_America oceania=Oceania
  south-america=South_America c-suite=C-Suite vice-president=Vice_President director=Director manager=Manager
  individual-contributor=Individual_Contributor`
    .split(/\s+/)
    .map((pair) => pair.replaceAll('_', ' ').split('=') as [string, string]),
);

/** The answers of the service at `now`, as a function from a question to `data`; undefined where it is 404. */
export function recount({ topics, articles, sources, clicks }: Newsroom, now: number) {
  const topicOf = new Map(topics.map((topic) => [topic.id, topic]));
  const articleOf = new Map(articles.map((article) => [article.id, described(article, sources)]));
  const counted = countOnce(clicks.filter(({ contentId, at }) => articleOf.has(contentId) && at <= now));
  const hoursAgo = (at: number) => Math.floor(now / 3600) - Math.floor(at / 3600);
  const between = (from: number, to: number) => counted.filter(({ at }) => hoursAgo(at) >= from && hoursAgo(at) < to);
  const windows = { '24h': between(0, 24), '7d': between(0, 168), previous: between(168, 336) };
  const page = (click: Click) => articleOf.get(click.contentId) as Described;
  const tagged = (id: number) => (click: Click) => page(click).topics.includes(id);
  const within = (window: keyof typeof windows, risk = false) =>
    risk ? windows[window].filter(tagged(RISK_MANAGEMENT)) : windows[window];

  const items = (list: readonly Click[], limit: number) =>
    ranked(tally(list, ({ contentId }) => [contentId]))
      .slice(0, limit)
      .map((id) => articleOf.get(id)?.item);
  const topicsIn = (list: readonly Click[]) => ranked(tally(list, (click) => page(click).topics));
  const short = (id: number) => {
    const { name, slug, category } = topicOf.get(id) as Topic;
    return { topicId: id, name, slug, category };
  };

  const keysOf: Record<string, (click: Click) => string[]> = {
    'content-type': (click) => [page(click).contentType],
    'source-type': (click) => page(click).sourceType,
    'audience-region': ({ continent }) =>
      REGIONS.filter((region) => region.slice(0, 2) === continent).map((region) => region.slice(3)),
    seniority: ({ seniority = '' }) => [seniority],
  };
  const orders: Record<string, string[]> = {
    'content-type': CONTENT_TYPES,
    'source-type': SOURCE_TYPES,
    'audience-region': REGIONS.map((region) => region.slice(3)),
    seniority: SENIORITIES,
  };

  function groups(breakdown: string, list: readonly Click[], limit: number) {
    const category = { 'specialty-line': 1, 'interest-area': 2 }[breakdown];
    if (category) {
      const ids = topicsIn(list).filter((id) => topicOf.get(id)?.category === category);
      return ids.map((id) => {
        const { name, slug } = topicOf.get(id) as Topic;
        return { group: name, slug, items: items(list.filter(tagged(id)), limit) };
      });
    }
    const keys = keysOf[breakdown] as (click: Click) => string[];
    const order = orders[breakdown] as string[];
    const places = ranked(
      tally(list, (click) => keys(click).flatMap((slug) => (order.includes(slug) ? [order.indexOf(slug)] : []))),
    );
    return places.map((place) => {
      const slug = order[place] as string;
      return {
        group: LABELS.get(slug),
        slug,
        items: items(
          list.filter((click) => keys(click).includes(slug)),
          limit,
        ),
      };
    });
  }

  function growth(risk: boolean, minContentItems: number, limit: number) {
    const measured = topics.map(({ id }) => {
      const [current, previous] = [within('7d', risk).filter(tagged(id)), within('previous', risk).filter(tagged(id))];
      return { id, current, previous, now: current.length, before: previous.length };
    });
    return measured
      .filter(
        ({ now, current }) =>
          now >= GROWTH_THRESHOLD && tally(current, ({ contentId }) => [contentId]).size >= minContentItems,
      )
      .sort((a, b) => byGrowth(a, b) || b.now - a.now || a.id - b.id)
      .slice(0, limit)
      .map(({ id, current, previous, now, before }) => {
        const rise = tally(current, ({ contentId }) => [contentId]);
        for (const { contentId } of previous) rise.set(contentId, (rise.get(contentId) ?? 0) - 1);
        const names = tally(current, (click) => [page(click).item.source]);
        return {
          ...short(id),
          growthPercent: percentage(now, before),
          topContent: ranked(rise)
            .slice(0, 5)
            .map((contentId) => articleOf.get(contentId)?.item),
          topSources: ranked(names).slice(0, 5),
        };
      });
  }

  function trending({
    period,
    companyType,
    includeTopics = [],
    excludeTopics = [],
    limit = 20,
  }: Extract<Question, { ask: 'trending' }>) {
    const list = within(period === 'now' ? '24h' : '7d').filter(
      (click) => !companyType || click.companyType === companyType,
    );
    const engaged = topicsIn(list);
    const silent = topics
      .map(({ id }) => id)
      .filter((id) => !engaged.includes(id))
      .sort((a, b) => a - b);
    const forced = (id: number) => includeTopics.includes(id);
    const chosen = [
      ...engaged.filter((id) => forced(id) || !(topicOf.get(id)?.excludedFromTrending || excludeTopics.includes(id))),
      ...silent.filter(forced),
    ];
    while (chosen.length > limit) {
      const lowest = chosen.findLastIndex((id) => !forced(id));
      chosen.splice(lowest === -1 ? chosen.length - 1 : lowest, 1);
    }
    return chosen.map((id) => {
      const { name, slug, description, category } = topicOf.get(id) as Topic;
      return { id, name, slug, description, category };
    });
  }

  return function answer(question: Question): object | undefined {
    if (question.ask === 'trending') return { topics: trending(question) };
    const { riskManagement: risk = false, limit = 10 } = question;
    if (question.ask === 'growth') {
      const { minContentItems = 5 } = question;
      return { period: '7d', minContentItems, topics: growth(risk, minContentItems, limit) };
    }
    const { period = '7d' } = question;
    if (question.ask === 'popular' && question.breakdown) {
      const { breakdown } = question;
      return { breakdown, period: '7d', groups: groups(breakdown, within('7d', risk), limit) };
    }
    const list = within(period, risk);
    if (question.ask === 'popular') return { period, items: items(list, limit) };
    if (question.ask === 'trending-topics') return { period, topics: topicsIn(list).slice(0, limit).map(short) };
    const { topicId } = question;
    if (!topicOf.has(topicId)) return undefined;
    const own = list.filter(tagged(topicId));
    if (question.ask === 'content') return { topicId, period, items: items(own, limit) };
    const others = topicsIn(own).filter((id) => id !== topicId);
    return { topicId, period, coTopics: others.slice(0, limit).map(short) };
  };
}

interface Described {
  item: {
    contentId: number;
    title: string;
    url: string;
    source: string;
    contentType: string;
    organisationType: string | null;
    client: string | null;
  };
  topics: number[];
  contentType: string;
  /** Empty where the article is in no group. */
  sourceType: string[];
}

function described(article: Article, sources: readonly Source[]): Described {
  const host = new URL(article.url).host.replace(/^www\./, '');
  const source = sources.find(({ domain }) => domain === host);
  const organisationType = article.organisationType ?? source?.organisationType ?? null;
  const client = article.client ?? source?.client ?? null;
  const { id: contentId, title, url, contentType, topics } = article;
  const sourceType =
    client === 'Topic Article'
      ? ['3rd-party-publication']
      : organisationType
        ? [organisationType.toLowerCase().replace(' ', '-')]
        : [];
  return {
    item: { contentId, title, url, source: source?.name ?? host, contentType, organisationType, client },
    topics,
    contentType,
    sourceType,
  };
}

/** One click for each reader, article and clock hour: the first. */
function countOnce(clicks: readonly Click[]): Click[] {
  const seen = new Set<string>();
  return clicks.filter(({ reader, contentId, at }) => {
    const session = JSON.stringify([reader, contentId, Math.floor(at / 3600)]);
    return !seen.has(session) && seen.add(session);
  });
}

function tally<K>(clicks: readonly Click[], keys: (click: Click) => K[]): Map<K, number> {
  const counts = new Map<K, number>();
  for (const click of clicks) for (const key of keys(click)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Keys with a positive count, the highest first, ties by ascending key. */
const ranked = <K extends number | string>(counts: Map<K, number>): K[] =>
  [...counts]
    .filter(([, count]) => count > 0)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([key]) => key);

export interface Change {
  now: number;
  before: number;
}

/** Out of nothing first, among themselves equal; then by the exact ratio of now to before. */
export function byGrowth(a: Change, b: Change): number {
  if (a.before === 0 || b.before === 0) return Number(a.before !== 0) - Number(b.before !== 0);
  return Number(BigInt(b.now) * BigInt(a.before) - BigInt(a.now) * BigInt(b.before));
}

/** Per cent to one decimal, half away from zero; null from nothing. */
export function percentage(now: number, before: number): number | null {
  if (before === 0) return null;
  const [change, base] = [1000n * (BigInt(now) - BigInt(before)), BigInt(before)];
  const size = change < 0n ? -change : change;
  const tenths = (2n * size + base) / (2n * base);
  return Number(change < 0n ? -tenths : tenths) / 10;
}
