/** What rankings must say, counted plainly from the accepted clicks. Shares nothing with the service. */

export interface OracleClick {
  contentId: number;
  /** Hours since the epoch. */
  hour: number;
  companyType: string;
  seniority: string;
  region: string;
}

export interface OracleArticle {
  id: number;
  topics: number[];
  contentType: string;
  organisationType: string | null;
  client: string | null;
  source: string;
}

type Placed = OracleClick & { article: OracleArticle };
type Keys = (click: Placed) => (number | string)[];

const REGIONS = 'AF africa AN antarctica AS asia EU europe NA north-america OC oceania SA south-america'.split(' ');
const SENIORITIES = ['c-suite', 'vice-president', 'director', 'manager', 'individual-contributor'];
const TYPES = ['article', 'video', 'gallery', 'report', 'pressrelease', 'podcast'];
const SOURCES = ['carrier', 'broker', 'service-provider', '3rd-party-publication'];

/** Counters and views of a topic (0: the site) as they must be published at an hour. */
export function expectedRow(
  topicId: number,
  articles: ReadonlyMap<number, OracleArticle>,
  clicks: Iterable<OracleClick>,
  hour: number,
) {
  const mine = Array.from(clicks).flatMap((click): Placed[] => {
    const article = articles.get(click.contentId);
    return article && (topicId === 0 || article.topics.includes(topicId)) ? [{ ...click, article }] : [];
  });
  const between = (from: number, to: number) => mine.filter((c) => c.hour > hour - from && c.hour <= hour - to);
  const [day, week, previous] = [between(24, 0), between(168, 0), between(336, 168)];
  const lists = (keys: Keys) => ({
    '24h': ranked(tally(day, keys), 50),
    '7d': ranked(tally(week, keys), 50),
    '24h-rm': ranked(tally(risk(day), keys), 50),
    '7d-rm': ranked(tally(risk(week), keys), 50),
  });
  const scoped = <T>(view: (week: Placed[], previous: Placed[]) => T) => ({
    all: view(week, previous),
    rm: view(risk(week), risk(previous)),
  });
  const growth = (week: Placed[], previous: Placed[]) => {
    const before = tally(previous, byArticle);
    const increase = Array.from(tally(week, byArticle), ([id, n]) => [id, n - (before.get(id) ?? 0)] as const);
    return {
      content: ranked(increase, 5),
      sources: ranked(
        tally(week, ({ article }) => [article.source]),
        5,
      ),
    };
  };
  const groups = (slugs: string[], slugOf: (click: Placed) => string | undefined) =>
    scoped((week) => {
      const order = tally(week, (click) => slugs.indexOf(slugOf(click) ?? ''));
      const list = (slug: string) =>
        tally(
          week.filter((click) => slugOf(click) === slug),
          byArticle,
        );
      return ranked(order, 50).flatMap((i) =>
        i === -1 ? [] : [[slugs[i as number], ranked(list(slugs[i as number] ?? ''), 50)]],
      );
    });
  const of = (list: Placed[], companyType: string) => list.filter((click) => click.companyType === companyType).length;
  return {
    counters: {
      clicks_24h: day.length,
      clicks_24h_broker: of(day, 'broker'),
      clicks_24h_carrier: of(day, 'carrier'),
      clicks_24h_rm: risk(day).length,
      clicks_7d: week.length,
      clicks_7d_broker: of(week, 'broker'),
      clicks_7d_carrier: of(week, 'carrier'),
      clicks_7d_rm: risk(week).length,
      previous_7d: previous.length,
      previous_7d_rm: risk(previous).length,
      items_7d: tally(week, byArticle).size,
      items_7d_rm: tally(risk(week), byArticle).size,
    },
    views:
      topicId === 0
        ? {
            items: lists(byArticle),
            groups: {
              'content-type': groups(TYPES, ({ article }) => article.contentType),
              'source-type': groups(SOURCES, ({ article }) =>
                article.client === 'Topic Article'
                  ? SOURCES[3]
                  : article.organisationType?.toLowerCase().replace(' ', '-'),
              ),
              'audience-region': groups(
                REGIONS.filter((_, i) => i % 2),
                ({ region }) => REGIONS[REGIONS.indexOf(region) + 1],
              ),
              seniority: groups(SENIORITIES, ({ seniority }) => seniority),
            },
          }
        : {
            items: lists(byArticle),
            coTopics: lists(({ article }) => article.topics.filter((id) => id !== topicId)),
            growth: scoped(growth),
          },
  };
}

const risk = (clicks: Placed[]) => clicks.filter(({ article }) => article.topics.includes(47));
const byArticle: Keys = ({ contentId }) => [contentId];

function tally(clicks: Placed[], keys: (click: Placed) => (number | string)[] | number): Map<number | string, number> {
  const counts = new Map<number | string, number>();
  for (const key of clicks.flatMap(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const ranked = (counts: Iterable<readonly [number | string, number]>, limit: number) =>
  Array.from(counts)
    .filter(([, n]) => n > 0)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([key]) => key);
