import { causeInWords } from '../../../src/rankings/math/figures/cause.ts';
import {
  engagement,
  expectedRow,
  type OracleArticle,
  type OracleClick,
  type OracleShares,
  ranked,
} from '../../rankings/oracle.ts';

/** Recounts every analytics response from articles and clicks, without code of the service. Times are epoch seconds. */

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
  publishedAt?: string | undefined;
  organisationType?: string | null | undefined;
  client?: string | null | undefined;
  companies?: number[];
  countries?: string[];
}

export interface Source {
  domain: string;
  name: string;
  organisationType?: string | undefined;
  client?: string | undefined;
}

export interface Click {
  contentId: number;
  at: number;
  reader: string;
  signed?: boolean;
  network?: number;
  prefix?: number;
  browser?: number;
  readerClass?: number;
  continent?: string | undefined;
  channel?: string | undefined;
  companyType?: string | undefined;
  seniority?: string | undefined;
}

export interface Newsroom {
  topics: readonly Topic[];
  articles: readonly Article[];
  sources: readonly Source[];
  companies?: readonly { id: number; name: string; organisationType: string }[];
  countries?: ReadonlyMap<string, string>;
  clicks: readonly Click[];
  shares?: OracleShares;
}

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
  | { ask: 'growth'; limit?: number; minContentItems?: number; riskManagement?: boolean; direction?: 'up' | 'down' }
  | { ask: 'rising'; limit?: number; riskManagement?: boolean; topics?: number[] }
  | { ask: 'audience'; topic?: number; period?: '24h' | '7d' }
  | ({ ask: 'topic-history' } & History)
  | ({ ask: 'content-history' } & History)
  | ({ ask: 'content-insights' } & History);

interface History {
  id: number;
  days?: number;
  riskManagement?: boolean;
}

interface Common {
  period?: '24h' | '7d';
  limit?: number;
  riskManagement?: boolean;
}

const RISK_MANAGEMENT = 47;
const GROWTH_THRESHOLD = 10;
const DAY = 86_400;
const COUNTRIES: Record<string, string> = {
  au: 'Australia',
  br: 'Brazil',
  ca: 'Canada',
  de: 'Germany',
  fr: 'France',
  gb: 'United Kingdom',
  is: 'Iceland',
  jp: 'Japan',
  no: 'Norway',
  us: 'United States',
};

const SITE_BREAKDOWNS = 'content-type source-type audience-region seniority channel company source country'.split(' ');

const LABELS = new Map(
  `article=Article video=Video gallery=Gallery report=Report pressrelease=Press_Release podcast=Podcast
  carrier=Carrier broker=Broker service-provider=Service_Provider 3rd-party-publication=3rd_Party_Publication
  africa=Africa antarctica=Antarctica asia=Asia europe=Europe north-america=North_America oceania=Oceania
  south-america=South_America c-suite=C-Suite vice-president=Vice_President director=Director manager=Manager
  individual-contributor=Individual_Contributor site=This_site search=Search social=Social mail=Mail chat=Chat
  assistant=Assistants news=Other_news direct=Direct`
    .split(/\s+/)
    .map((pair) => pair.replaceAll('_', ' ').split('=') as [string, string]),
);

const CHANNELS = 'site search social mail chat assistant news other direct'.split(' ');

const ATTRIBUTES = {
  companyTypes: { first: 1, slugs: ['broker', 'carrier', 'other'] },
  regions: { first: 4, slugs: ['africa', 'antarctica', 'asia', 'europe', 'north-america', 'oceania', 'south-america'] },
  seniorities: { first: 11, slugs: ['c-suite', 'vice-president', 'director', 'manager', 'individual-contributor'] },
  channels: { first: 16, slugs: CHANNELS },
};
const attributes = <T>(each: (of: { first: number; slugs: string[] }) => T) =>
  Object.fromEntries(Object.entries(ATTRIBUTES).map(([name, of]) => [name, each(of)]));

export const classOf = (reader: string): number => [...reader].reduce((sum, c) => sum + c.charCodeAt(0), 0) % 32;

export function recount(newsroom: Newsroom, now: number) {
  const hourStart = now - (now % 3600);
  const { topics, articles, sources, companies = [], countries = new Map(), shares = null } = newsroom;
  const topicOf = new Map(topics.map((topic) => [topic.id, topic]));
  const described = new Map(articles.map((article) => [article.id, describe(article, sources)]));
  const isPublished = (id: number) => (described.get(id)?.facts.publishedAt ?? Number.POSITIVE_INFINITY) <= now;
  const counted = countedOf(newsroom, now);
  const byArticle = Map.groupBy(counted, ({ contentId }) => contentId);
  const clicksOf = (id: number) => byArticle.get(id) ?? [];
  const facts = [...described.values()].map((article) => article.facts);
  const asked = { articles: facts, clicks: counted, shares, now };
  const rows = new Map<number, ReturnType<typeof expectedRow>>();
  const rowOf = (id: number) => {
    const row = rows.get(id) ?? expectedRow(id, asked);
    rows.set(id, row);
    return row;
  };
  const item = (id: number) => described.get(id)?.item;
  const short = (id: number) => {
    const { name, slug, category } = topicOf.get(id) as Topic;
    return { topicId: id, name, slug, category };
  };
  const listOf = (period: '24h' | '7d', risk: boolean) => (risk ? (`${period}-rm` as const) : period);
  const topicIds = topics.map(({ id }) => id);
  const counter = (id: number, name: string) => (rowOf(id).counters as Record<string, number>)[name] ?? 0;
  const order = (ids: readonly number[], name: string) =>
    ranked(
      ids.map((id) => [id, counter(id, name)] as const),
      Number.POSITIVE_INFINITY,
    );
  const placeIn = <T>(list: readonly T[], one: T) => (list.includes(one) ? list.indexOf(one) + 1 : null);
  const popular = (topicId: number, period: '24h' | '7d', risk: boolean, limit: number) => {
    const { items, previous } = rowOf(topicId).views;
    return items[listOf(period, risk)]
      .slice(0, limit)
      .map((id, i) => ({ ...item(id), previousRank: previous[listOf(period, risk)][i] ?? null }));
  };

  function groups(breakdown: string, risk: boolean, limit: number) {
    const category = { 'specialty-line': 1, 'interest-area': 2 }[breakdown];
    if (category) {
      return order(topicIds, `engagement_7d${risk ? '_rm' : ''}`)
        .filter((id) => topicOf.get(id)?.category === category)
        .map((id) => {
          const { name, slug } = topicOf.get(id) as Topic;
          return { group: name, slug, items: popular(id, '7d', risk, limit) };
        });
    }
    const { views } = rowOf(0);
    const found = 'groups' in views ? views.groups[breakdown as keyof typeof views.groups] : null;
    const list = (risk ? found?.rm : found?.all) as [string, number[], (number | null)[]][];
    return list.map(([slug, ids, previous]) => ({
      group: labelOf(breakdown, slug),
      slug,
      items: ids.slice(0, limit).map((id, i) => ({ ...item(id), previousRank: previous[i] ?? null })),
    }));
  }

  function labelOf(breakdown: string, slug: string): string | undefined {
    if (breakdown === 'company') return companies.find(({ id }) => String(id) === slug)?.name;
    if (breakdown === 'source') return sources.find(({ domain }) => domain === slug)?.name ?? slug;
    if (breakdown === 'country') return COUNTRIES[slug] ?? countries.get(slug);
    return LABELS.get(slug);
  }

  function growth(risk: boolean, minContentItems: number, limit: number, direction?: 'up' | 'down') {
    const suffix = risk ? '_rm' : '';
    const isDown = direction === 'down';
    return topicIds
      .map((id) => ({
        id,
        now: counter(id, `growth_current${suffix}`),
        before: counter(id, `growth_previous${suffix}`),
        items: counter(id, `growth_items${isDown ? '_before' : ''}${suffix}`),
      }))
      .filter(({ now, before }) => direction === undefined || (isDown ? now < before : now > before))
      .filter(({ now, before, items }) => (isDown ? before : now) >= GROWTH_THRESHOLD && items >= minContentItems)
      .sort((a, b) =>
        isDown ? -byGrowth(a, b) || b.before - a.before || a.id - b.id : byGrowth(a, b) || b.now - a.now || a.id - b.id,
      )
      .slice(0, limit)
      .map(({ id, now, before }) => {
        const { views } = rowOf(id);
        const view = 'growth' in views ? views.growth[risk ? 'rm' : 'all'] : null;
        const growthPercent = percentage(now, before);
        const isCertain = growthPercent === null || (growthPercent !== 0 && view?.confidence === 'high');
        const told = isCertain ? (view?.cause ?? null) : null;
        const cause = told && { ...told, articles: told.articles.map((id) => item(id)) };
        return {
          ...short(id),
          growthPercent,
          interval: view?.interval,
          confidence: view?.confidence,
          cause,
          why:
            causeInWords({ growthPercent, confidence: view?.confidence, cause } as Parameters<
              typeof causeInWords
            >[0]) || null,
          topContent: (isDown ? view?.losses : view?.gains)?.map(item),
          topSources: view?.sources,
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
    const suffix = `${period === 'now' ? '24h' : '7d'}${companyType ? `_${companyType}` : ''}`;
    const forced = (id: number) => includeTopics.includes(id);
    const isAsked = (id: number) =>
      forced(id) || !(topicOf.get(id)?.excludedFromTrending || excludeTopics.includes(id));
    const ask = (name: string) => {
      const engaged = order(topicIds, name);
      const silent = topicIds.filter((id) => !engaged.includes(id) && forced(id)).sort((a, b) => a - b);
      return { engaged, all: [...engaged.filter(isAsked), ...silent] };
    };
    const chosen = ask(`engagement_${suffix}`).all;
    while (chosen.length > limit) {
      const lowest = chosen.findLastIndex((id) => !forced(id));
      chosen.splice(lowest === -1 ? chosen.length - 1 : lowest, 1);
    }
    const before = ask(`before_${suffix}`);
    return chosen.map((id) => {
      const { name, slug, description, category } = topicOf.get(id) as Topic;
      const previousRank = before.engaged.includes(id) ? placeIn(before.all, id) : null;
      return { id, name, slug, description, category, previousRank };
    });
  }

  function audience(
    row: ReturnType<typeof expectedRow>,
    period: '24h' | '7d',
    first: number,
    slugs: string[],
    i: number,
  ) {
    const known = (sums: number[]) => slugs.reduce((sum, _, k) => sum + (sums[first + k] ?? 0), 0);
    const [own, site] = [row.audience[period], rowOf(0).audience[period]];
    const [a, s] = [own[first + i] ?? 0, site[first + i] ?? 0];
    if (a < 50) return null;
    return Math.floor((a * known(site) * 100) / (known(own) * s) / 10 + 0.5 + 1e-9) * 10;
  }

  function audiences(topic: number | undefined, period: '24h' | '7d') {
    const each = ({ first, slugs }: { first: number; slugs: string[] }) =>
      slugs.map((slug, i) => {
        if (topic !== undefined) return { slug, index: audience(rowOf(topic), period, first, slugs, i) };
        const listed = topicIds
          .flatMap((id) => {
            const index = audience(rowOf(id), period, first, slugs, i);
            return index === null ? [] : [{ ...short(id), index }];
          })
          .sort((a, b) => b.index - a.index || a.topicId - b.topicId);
        return { slug, topics: listed.slice(0, 10) };
      });
    return attributes(each);
  }

  function history(is: (article: OracleArticle) => boolean, days: number) {
    const today = Math.floor(now / DAY);
    const own = facts.filter((article) => isPublished(article.id) && is(article)).map(({ id }) => id);
    const on = (day: number) =>
      engagement(
        own.map((id) => clicksOf(id).filter((c) => Math.floor(c.hour / 24) === day)),
        shares,
      );
    const first = own.flatMap((id) => clicksOf(id).map((c) => Math.floor(c.hour / 24)));
    const list = Array.from({ length: days }, (_, i) => today - days + i);
    const highest = Math.max(...list.map(on));
    const step = highest >= 50 ? 5 : highest >= 15 ? 20 : null;
    return list.map((day) => ({
      date: new Date(day * DAY * 1000).toISOString().slice(0, 10),
      index:
        step === null || day < Math.min(...first)
          ? null
          : Math.floor((100 * on(day)) / highest / step + 0.5 + 1e-9) * step,
    }));
  }

  function content(id: number, days: number, risk: boolean) {
    const { facts, item } = described.get(id) as Described;
    const isAsked = (topics: readonly number[]) => !risk || topics.includes(RISK_MANAGEMENT);
    const only = isAsked(facts.topics) ? [{ ...facts, topics: [-1] }] : [];
    const alone = expectedRow(-1, { ...asked, articles: only, clicks: clicksOf(id) });
    const places = ({ views: { items, previous } }: ReturnType<typeof expectedRow>) =>
      (['24h', '7d'] as const)
        .map((period) => ({ period, list: listOf(period, risk) }))
        .filter(({ list }) => items[list].includes(id))
        .map(({ period, list }) => {
          const at = items[list].indexOf(id);
          return { period, rank: at + 1, previousRank: previous[list][at] ?? null };
        });
    const { views } = rowOf(0);
    const rising = ('rising' in views ? views.rising : []) as [number, number[]][];
    const { growth_current: now = 0, growth_previous: before = 0 } = alone.counters as Record<string, number>;
    const sure = 'growth' in alone.views ? alone.views.growth.all : null;
    const indexes = ({ first, slugs }: { first: number; slugs: string[] }) =>
      slugs.map((slug, i) => ({ slug, index: audience(alone, '7d', first, slugs, i) }));
    return {
      ...item,
      publishedAt: rfc(facts.publishedAt),
      authors: [],
      placement: null,
      readThroughRate: null,
      ranks: places(rowOf(0)),
      risingRank: placeIn(
        rising
          .filter(([, topics]) => isAsked(topics))
          .map(([other]) => other)
          .slice(0, 50),
        id,
      ),
      topics: facts.topics
        .filter((topic) => topicOf.has(topic))
        .map((topic) => ({ ...short(topic), ranks: places(rowOf(topic)) }))
        .filter(({ ranks }) => ranks.length > 0),
      groups: SITE_BREAKDOWNS.flatMap((breakdown) =>
        groups(breakdown, risk, 50).flatMap(({ group, slug, items }) =>
          items.flatMap((one, i) =>
            one.contentId === id ? [{ breakdown, group, slug, rank: i + 1, previousRank: one.previousRank }] : [],
          ),
        ),
      ),
      growth:
        Math.max(now, before) < GROWTH_THRESHOLD
          ? null
          : {
              asOf: rfc(hourStart),
              growthPercent: percentage(now, before),
              interval: sure?.interval,
              confidence: sure?.confidence,
            },
      days: history((article) => article.id === id && isAsked(article.topics), days),
      audience: attributes(indexes),
    };
  }

  return function answer(question: Question): object | undefined {
    if (question.ask === 'trending') return { topics: trending(question) };
    if (question.ask === 'audience') {
      const { topic, period = '7d' } = question;
      if (topic !== undefined && !topicOf.has(topic)) return undefined;
      return { ...(topic === undefined ? {} : { topicId: topic }), period, ...audiences(topic, period) };
    }
    if (question.ask === 'topic-history' || question.ask === 'content-history') {
      const { id, days = 28, riskManagement: risk = false } = question;
      const isTopic = question.ask === 'topic-history';
      if (isTopic ? !topicOf.has(id) : !isPublished(id)) return undefined;
      const is = (article: OracleArticle) =>
        (isTopic ? article.topics.includes(id) : article.id === id) &&
        (!risk || article.topics.includes(RISK_MANAGEMENT));
      return { [isTopic ? 'topicId' : 'contentId']: id, days: history(is, days) };
    }
    if (question.ask === 'content-insights') {
      const { id, days = 28, riskManagement: risk = false } = question;
      return isPublished(id) ? content(id, days, risk) : undefined;
    }
    const { riskManagement: risk = false, limit = 10 } = question;
    if (question.ask === 'rising') {
      const { views } = rowOf(0);
      const list = ('rising' in views ? views.rising : []) as [number, number[]][];
      const { topics: wanted = [] } = question;
      return {
        items: list
          .filter(([, own]) => wanted.length === 0 || own.some((id) => wanted.includes(id)))
          .filter(([, own]) => !risk || own.includes(RISK_MANAGEMENT))
          .slice(0, limit)
          .map(([id]) => item(id)),
      };
    }
    if (question.ask === 'growth') {
      const { minContentItems = 5, direction } = question;
      const topics = growth(risk, minContentItems, limit, direction);
      return { period: '7d', asOf: topics.length > 0 ? rfc(hourStart) : null, minContentItems, topics };
    }
    const { period = '7d' } = question;
    if (question.ask === 'popular' && question.breakdown) {
      const { breakdown } = question;
      return { breakdown, period: '7d', groups: groups(breakdown, risk, limit) };
    }
    if (question.ask === 'popular') return { period, items: popular(0, period, risk, limit) };
    if (question.ask === 'trending-topics') {
      const before = order(topicIds, `before_${period}${risk ? '_rm' : ''}`);
      const list = order(topicIds, `engagement_${period}${risk ? '_rm' : ''}`).slice(0, limit);
      return { period, topics: list.map((id) => ({ ...short(id), previousRank: placeIn(before, id) })) };
    }
    const { topicId } = question;
    if (!topicOf.has(topicId)) return undefined;
    const { views } = rowOf(topicId);
    if (question.ask === 'content') {
      return { topicId, period, items: views.items[listOf(period, risk)].slice(0, limit).map(item) };
    }
    const others = 'coTopics' in views ? views.coTopics[listOf(period, risk)] : [];
    return { topicId, period, coTopics: others.slice(0, limit).map((id) => short(Number(id))) };
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
  facts: OracleArticle;
}

function describe(article: Article, sources: readonly Source[]): Described {
  const domain = new URL(article.url).host.replace(/^www\./, '');
  const found = sources.find((each) => each.domain === domain);
  const organisationType = article.organisationType ?? found?.organisationType ?? null;
  const client = article.client ?? found?.client ?? null;
  const { id, title, url, contentType, topics, companies = [], countries = [] } = article;
  const source = found?.name ?? domain;
  const publishedAt = article.publishedAt ? Date.parse(article.publishedAt) / 1000 : 0;
  return {
    item: { contentId: id, title, url, source, contentType, organisationType, client },
    facts: { id, publishedAt, topics, contentType, organisationType, client, source, domain, companies, countries },
  };
}

export const articlesOf = ({ articles, sources }: Newsroom): OracleArticle[] =>
  articles.map((article) => describe(article, sources).facts);

export function countedOf({ articles, clicks }: Newsroom, now: number): OracleClick[] {
  const published = new Set(
    articles.filter(({ publishedAt }) => (publishedAt ? Date.parse(publishedAt) / 1000 : 0) <= now).map(({ id }) => id),
  );
  return countOnce(clicks.filter(({ contentId, at }) => published.has(contentId) && at <= now));
}

function countOnce(clicks: readonly Click[]): OracleClick[] {
  const seen = new Set<string>();
  return clicks
    .filter(({ reader, contentId, at }) => {
      const day = JSON.stringify([reader, contentId, Math.floor(at / DAY)]);
      return !seen.has(day) && seen.add(day);
    })
    .map((click) => ({
      contentId: click.contentId,
      hour: Math.floor(click.at / 3600),
      origin: click.signed ? 'signed' : 'unsigned',
      network: click.network ?? 0,
      prefix: click.prefix ?? classOf(click.reader),
      browser: click.browser ?? 0,
      reader: click.readerClass ?? classOf(click.reader),
      companyType: click.companyType ?? null,
      seniority: click.seniority ?? null,
      continent: click.continent ?? null,
      channel: click.channel ?? null,
    }));
}

export interface Change {
  now: number;
  before: number;
}

/** Orders new topics first, as ties, then by the exact ratio of growth. */
export function byGrowth(a: Change, b: Change): number {
  if (a.before === 0 || b.before === 0) return Number(a.before !== 0) - Number(b.before !== 0);
  return Number(BigInt(b.now) * BigInt(a.before) - BigInt(a.now) * BigInt(b.before));
}

/** Returns a percentage with two significant digits, half away from zero. `null` if the previous value is zero. */
export function percentage(now: number, before: number): number | null {
  if (before === 0) return null;
  if (now === before) return 0;
  // The decimal fraction is long enough to detect an exact half of small counts.
  const scale = 10n ** 30n;
  const change = BigInt(now) - BigInt(before);
  const size = ((change < 0n ? -change : change) * 100n * scale) / BigInt(before);
  const text = size.toString();
  const unit = 10n ** BigInt(text.length - 2);
  const rounded = ((2n * size + unit) / (2n * unit)) * unit;
  return Number(`${rounded}e-30`) * (change < 0n ? -1 : 1);
}

const rfc = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
