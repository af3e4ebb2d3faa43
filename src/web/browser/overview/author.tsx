import { choosable, completeDaysOf } from '../insights/bar/calendar.ts';
import { Follow } from '../insights/bar/follow.tsx';
import { ViewBar } from '../insights/bar/toolbar.tsx';
import { Sparkline } from '../insights/charts/sparkline.tsx';
import { Quoted } from '../insights/stories/change.tsx';
import { ItemList, itemOf, type RankedItem, TABLE_COLUMNS, withRanks } from '../insights/stories/items.tsx';
import { PlacementAxis } from '../insights/stories/placement-dot.tsx';
import { RANKS } from '../insights/stories/rank-words.ts';
import type { InsightsSession } from '../insights/view.ts';
import { tableOf } from '../lib/csv.ts';
import { useTitle } from '../lib/page.ts';
import { useBatchedRequests, useQuery } from '../lib/query.ts';
import { type DataOf, queryString, request, type Schemas } from '../lib/request.ts';
import { type Dates, dayAndMonth, plusDays } from '../lib/time.ts';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import { loadYields, type SourceYield, USUAL_PERIODS } from './load.ts';
import { Published, YieldDot } from './yield-dot.tsx';

const TOP_ARTICLES = 10;
const SHOWN_ARTICLES = 15;
/** Maximum length of the list of new articles. */
const NEW_ARTICLES = 50;
const MAX_TOPICS = 6;
/** Articles of a topic below which their number among the most read may be chance. */
const MIN_TOPIC_ARTICLES = 2;
const WEEK_DAYS = 7;
const CHART_DAYS = 14;
const NAMED_ARTICLES = 2;

type Popular = Extract<DataOf<'/api/v2/insights/popular-content/'>, { from: string; items: unknown }>;

function weeks(): [now: Dates, before: Dates] {
  const [, to] = choosable(Date.now());
  const weekTo = (end: string) => ({ from: plusDays(end, 1 - WEEK_DAYS), to: end });
  return [weekTo(to), weekTo(plusDays(to, -WEEK_DAYS))];
}

export function AuthorPage({ id, session }: { id: string; session: InsightsSession }) {
  useBatchedRequests();
  const [window] = weeks();
  const risk = session.view.risk === '1';
  const query = { ...window, author: id, limit: TOP_ARTICLES, riskManagement: risk };
  const about = useQuery(query, (signal) => loadAuthor(id, risk, signal));
  useTitle(about.value?.name);
  const href: InsightsSession['href'] = (part) => session.href({ ...part, author: '' });
  return (
    <div class="stack gap-5">
      <div class="row tools">
        <div class="topic">
          <h2 dir="auto">{about.value?.name ?? id}</h2>
          <p>{about.value?.source ?? ' '}</p>
        </div>
        {about.value?.name ? <Follow kind="author" of={id} name={about.value.name} /> : null}
        <ViewBar
          of={about}
          session={session}
          window={window}
          table={about.value && { name: `author-${id}`, rows: tableOf(TABLE_COLUMNS, withRanks(about.value.items)) }}
          share={`insights/popular-content/${queryString(query)}`}
        />
      </div>
      <Loaded of={about} what="the author" lines={TOP_ARTICLES}>
        {({ newest, first, before, isCut, yields, topics, ranks }) => {
          const others = newest.filter(({ contentId }) => !ranks.has(contentId));
          const leading = first.map(({ item }) => item);
          const articles = [...leading, ...others].slice(0, SHOWN_ARTICLES);
          const published = new Map(newest.map((item) => [item.contentId, dayAndMonth(item.published)]));
          return (
            <>
              <div class="columns lead">
                <Finding
                  name={about.value?.name ?? 'this author'}
                  first={first}
                  before={before}
                  isCut={isCut}
                  href={href}
                />
                <Section id="author-topics" title="Best topics" note="last 28 days">
                  {topics.length > 0 ? (
                    <ul class="plain-list">
                      {topics.map((topic) => (
                        <li key={topic.id} class="row between">
                          <a href={href({ topic: String(topic.id) })}>{topic.name}</a>
                          <span class="hint">
                            {topic.top} of {topic.count} among the {RANKS} most read, best No. {topic.best}
                          </span>
                        </li>
                      ))}
                    </ul>
                  ) : (
                    <p class="hint">
                      No topic has {MIN_TOPIC_ARTICLES} articles of which one is among the {RANKS} most read of the
                      site.
                    </p>
                  )}
                </Section>
              </div>
              {newest.length > 0 ? (
                <Figures {...yields} name={about.value?.name ?? id} source={about.value?.source} />
              ) : null}
              <Section
                id="author-items"
                class="two-columns"
                title="Articles"
                note={`those among the ${RANKS} most read of the last 7 days first, then the newest`}
              >
                {articles.length > 0 ? (
                  <ItemList
                    items={articles}
                    href={href}
                    none=""
                    more={({ contentId }) => published.get(contentId)}
                    drawn={{ days: CHART_DAYS, riskManagement: risk }}
                    beside={({ contentId, title }, days) => (
                      <span class="row trend">
                        <Sparkline days={days} name={title ?? ''} />
                        <SiteRank of={ranks.get(contentId)} />
                      </span>
                    )}
                  />
                ) : (
                  <Empty title="No articles by this author yet">
                    An author belongs to a source. The address of this page must contain both.
                  </Empty>
                )}
              </Section>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

interface FiguresProps {
  own: SourceYield | undefined;
  ofSource: SourceYield | undefined;
  name: string;
  source: string | undefined;
}

/** Compares the readers per article of an author with those of the source, over the last 28 days. */
const Figures = ({ own, ofSource, name, source = 'The source' }: FiguresProps) => (
  <dl class="figures">
    <div>
      <dt>Readers per article, last 28 days</dt>
      <dd class="of-pair">
        <span />
        <PlacementAxis normal="average" />
        <span>{name}</span>
        <Yield of={own} />
        <span>{source}</span>
        <Yield of={ofSource} />
      </dd>
    </div>
    {own ? (
      <>
        <div>
          <dt>By readers</dt>
          <dd>
            <b>No. {own.rank}</b>
            <small>of the authors</small>
          </dd>
        </div>
        <Published articles={own.articles} days="last 28 days" />
      </>
    ) : null}
  </dl>
);

const Yield = ({ of }: { of: SourceYield | undefined }) =>
  of ? <YieldDot of={of} /> : <span class="hint">too few readers</span>;

/** Rank of an article on the site. Nothing if it is not among the first. */
const SiteRank = ({ of }: { of: number | undefined }) => <small class="site-rank">{of ? `No. ${of}` : ''}</small>;

interface FindingProps extends Pick<InsightsSession, 'href'> {
  name: string;
  first: { item: RankedItem; rank: number }[];
  before: number;
  isCut: boolean;
}

function Finding({ name, first, before, isCut, href }: FindingProps) {
  const change = first.length - before;
  const than = 'the 7 days before';
  const list = `the ${isCut ? `${RANKS} most read articles of` : 'articles read in'} the last 7 days`;
  if (first.length === 0)
    return (
      <p class="answer">
        None of {list} is by {name}
        {before > 0 ? `; ${before} of ${than} ${before === 1 ? 'was' : 'were'}` : ''}.
      </p>
    );
  return (
    <p class="answer">
      {first.length === 1 ? 'One' : first.length} of {list} {first.length === 1 ? 'is' : 'are'} by {name},{' '}
      {change === 0 ? `as many as in ${than}` : `${Math.abs(change)} ${change > 0 ? 'more' : 'fewer'} than in ${than}`}.
      <span class="cause">
        {' '}
        {first.slice(0, NAMED_ARTICLES).map(({ item, rank }, i) => (
          <span key={item.contentId}>
            {i > 0 ? '; ' : ''}No. {rank} of the site: <Quoted of={item} href={href} />
          </span>
        ))}
        .
      </span>
    </p>
  );
}

async function loadAuthor(author: string, riskManagement: boolean, signal: AbortSignal) {
  const [now, then] = weeks();
  const popular = async (days: Dates, more: { author?: string } = {}) =>
    (
      await request<Popular>('/api/v2/insights/popular-content/', {
        query: { ...days, ...more, limit: RANKS, riskManagement },
        signal,
      })
    ).items;
  const month = completeDaysOf(USUAL_PERIODS.author, { from: '', to: '' }, Date.now());
  const yieldsBy = (by: 'author' | 'source') => loadYields(by, { window: month, risk: riskManagement }, signal);
  const [own, site, siteOfMonth, ownThen, siteThen, feed, authors, sources] = await Promise.all([
    popular(now, { author }),
    popular(now),
    popular(month),
    popular(then, { author }),
    popular(then),
    request<Schemas['JsonFeed']>('/api/v2/feed/', { query: { includeAuthors: author, limit: NEW_ARTICLES }, signal }),
    yieldsBy('author'),
    yieldsBy('source'),
  ]);
  const among = (list: readonly RankedItem[], all: readonly RankedItem[]) => {
    const ids = new Set(list.map(({ contentId }) => contentId));
    return all.map((item, i) => ({ item, rank: i + 1 })).filter(({ item }) => ids.has(item.contentId));
  };
  const first = among(own, site);
  const domain = author.slice(author.lastIndexOf('@') + 1);
  return {
    items: own.slice(0, TOP_ARTICLES),
    first,
    ranks: new Map(first.map(({ item, rank }) => [item.contentId, rank])),
    isCut: site.length >= RANKS,
    before: among(ownThen, siteThen).length,
    yields: { own: authors.find(({ id }) => id === author), ofSource: sources.find(({ id }) => id === domain) },
    topics: bestTopics(
      feed.items.filter(({ date_published: at }) => at >= month.from),
      siteOfMonth,
    ),
    newest: feed.items.map(itemOf),
    name: feed.items.flatMap(({ _article }) => _article.authors).find(({ id }) => id === author)?.name,
    source: feed.items[0]?._article.source.name,
  };
}

/** Returns the topics of which most articles are among the site’s most read, best first. */
function bestTopics(written: Schemas['JsonFeed']['items'], site: readonly RankedItem[]) {
  const ranks = new Map(site.map(({ contentId }, i) => [contentId, i + 1]));
  const topics = new Map<number, { id: number; name: string; count: number; top: number; best: number }>();
  for (const { id, _article } of written)
    for (const topic of _article.topics) {
      const { count, top, best } = topics.get(topic.id) ?? { count: 0, top: 0, best: RANKS };
      const rank = ranks.get(Number(id));
      topics.set(topic.id, {
        id: topic.id,
        name: topic.name,
        count: count + 1,
        top: top + (rank ? 1 : 0),
        best: Math.min(best, rank ?? RANKS),
      });
    }
  return [...topics.values()]
    .filter(({ count, top }) => count >= MIN_TOPIC_ARTICLES && top > 0)
    .toSorted((a, b) => b.top / b.count - a.top / a.count || b.top - a.top || a.best - b.best)
    .slice(0, MAX_TOPICS);
}
