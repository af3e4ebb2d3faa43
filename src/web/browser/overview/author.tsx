import { completeDaysOf } from '../insights/bar/calendar.ts';
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
import { type Dates, dayAndMonth } from '../lib/time.ts';
import { capitalize, formatCount } from '../lib/words.ts';
import { Empty, Loaded, Section, Table } from '../ui/parts.tsx';
import { loadYields, MAX_SOURCES, type SourceYield, USUAL_PERIODS } from './load.ts';
import { isClearYield, Published, timesOf, YieldDot } from './yield-dot.tsx';

const SHOWN_ARTICLES = 10;
const CHART_DAYS = 28;
const SHOWN_NEWEST = 6;
/** Articles of the author that are loaded, the newest first. */
const NEW_ARTICLES = 50;
const MAX_TOPICS = 5;
/** Articles of a topic below which their number among the most read may be chance. */
const MIN_TOPIC_ARTICLES = 2;
const NAMED_ARTICLES = 2;

type Popular = Extract<DataOf<'/api/v2/insights/popular-content/'>, { from: string; items: unknown }>;

/** Returns the last complete days that the page is about. */
const recentDays = (): Dates => completeDaysOf(USUAL_PERIODS.author, { from: '', to: '' }, Date.now());

export function AuthorPage({ id, session }: { id: string; session: InsightsSession }) {
  useBatchedRequests();
  const window = recentDays();
  const risk = session.view.risk === '1';
  const query = { ...window, author: id, limit: SHOWN_ARTICLES, riskManagement: risk };
  const about = useQuery(query, (signal) => loadAuthor(id, risk, signal));
  useTitle(about.value?.name);
  const href: InsightsSession['href'] = (part) => session.href({ ...part, author: '' });
  return (
    <div class="stack gap-5">
      <div class="row tools author">
        <div class="topic">
          <h2 dir="auto">{about.value?.name ?? id}</h2>
          <p>{about.value?.source ?? ' '}</p>
        </div>
        <ViewBar
          of={about}
          session={session}
          before={
            about.value?.name ? (
              <div>
                <Follow kind="author" of={id} name={about.value.name} />
              </div>
            ) : null
          }
          window={window}
          table={about.value && { name: `author-${id}`, rows: tableOf(TABLE_COLUMNS, withRanks(about.value.items)) }}
          share={`insights/popular-content/${queryString(query)}`}
        />
      </div>
      <Loaded of={about} what="the author" lines={SHOWN_ARTICLES}>
        {({ name = id, source, newest, items, siteRanks, yields, topics, ...ranked }) =>
          newest.length === 0 ? (
            <Empty title="No articles by this author yet">
              An author belongs to a source. The address of this page must contain both.
            </Empty>
          ) : (
            <>
              <div class="columns lead">
                <Finding name={name} {...yields} {...ranked} href={href} />
                <Figures name={name} source={source} {...yields} />
              </div>
              <div class="columns lead author-lists">
                <Section
                  id="author-items"
                  title="Most read"
                  note="last 28 days"
                  end={items.length > 0 ? <small class="hint">site rank up to {RANKS}</small> : null}
                >
                  <ItemList
                    isRanked
                    items={items}
                    href={href}
                    none="No article has enough readers yet"
                    more={({ published }) => publishedOn(published)}
                    drawn={{ days: CHART_DAYS, riskManagement: risk }}
                    beside={({ contentId, title }, days) => (
                      <div class="stack gap-2">
                        <Sparkline days={days} name={title ?? ''} />
                        <SiteRank of={siteRanks.get(contentId)} />
                      </div>
                    )}
                  />
                </Section>
                <div class="stack gap-5">
                  <BestTopics of={topics} href={href} />
                  {items.length < newest.length ? (
                    <Section
                      id="author-newest"
                      title="Other articles"
                      note={items.length > 0 ? 'not among the most read' : ''}
                    >
                      <ItemList
                        items={newest
                          .filter(({ contentId }) => !items.some((item) => item.contentId === contentId))
                          .slice(0, SHOWN_NEWEST)}
                        href={href}
                        none=""
                        more={({ published }) => publishedOn(published)}
                      />
                    </Section>
                  ) : null}
                </div>
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** Formats a day without a line break in it. */
const publishedOn = (published: string | null | undefined): string | undefined =>
  published ? dayAndMonth(published).replace(' ', '\u00a0') : undefined;

interface AuthorYields {
  own: SourceYield | undefined;
  ofSource: SourceYield | undefined;
  /** Authors with readers, or `null` if there are more than are loaded. */
  authors: number | null;
  /** Sources with readers, or `null` if there are more than are loaded. */
  sources: number | null;
}

interface FiguresProps extends AuthorYields {
  name: string;
  source: string | undefined;
}

/** Compares the readers per article of an author with those of the source, over the last 28 days. */
const Figures = ({ own, ofSource, authors, sources, name, source = 'The source' }: FiguresProps) => (
  <section aria-label="Readers per article">
    <dl class="figures">
      <div>
        <dt>Readers per article, last 28 days</dt>
        <dd class="of-pair">
          <span />
          <PlacementAxis normal="average" />
          <b>{name}</b>
          <Yield of={own} isCut={authors === null} />
          <span>{source}</span>
          <Yield of={ofSource} isCut={sources === null} />
        </dd>
        {[own, ofSource].some((of) => of && !isClearYield(of)) ? (
          <dd class="hint">Line: 90% range. Hollow dots may be chance.</dd>
        ) : null}
      </div>
      {own ? <Published articles={own.articles} days="last 28 days" /> : null}
    </dl>
  </section>
);

const Yield = ({ of, isCut }: { of: SourceYield | undefined; isCut: boolean }) =>
  of ? <YieldDot of={of} /> : <span class="hint">{isCut ? `after the first ${MAX_SOURCES}` : 'too few readers'}</span>;

const SiteRank = ({ of }: { of: number | undefined }) =>
  of ? (
    <small class="site-rank">
      <b>No. {of}</b>
    </small>
  ) : null;

interface FindingProps extends Pick<InsightsSession, 'href'>, AuthorYields {
  name: string;
  first: { item: RankedItem; rank: number }[];
  isCut: boolean;
}

/** Says why the readers per article of an author cannot be compared. */
export function whyIncomparable({ own, authors }: Pick<AuthorYields, 'own' | 'authors'>): string {
  if (own?.articles === 0) return 'has published nothing in the last 28 days';
  return own || authors !== null
    ? 'has too few readers to compare with the average'
    : `is not among the ${MAX_SOURCES} most read authors of the last 28 days`;
}

/** Says where an author ranks, how the author does against the average, and which articles are among the most read. */
function Finding({ name, own, authors, first, isCut, href }: FindingProps) {
  const list = `the ${isCut ? `${RANKS} most read articles of` : 'articles read in'} the last 28 days`;
  const rank = own && `No. ${own.rank} of ${authors ?? 'the'} authors by readers`;
  const times = own && own.yield !== null && `${timesOf(own.yield)} the average readers per article`;
  const range = own?.interval ? ` (90% range ${own.interval.map((end) => timesOf(Number(end))).join(' to ')})` : '';
  return (
    <p class="answer">
      {times && isClearYield(own)
        ? `${name} gets ${times}.`
        : times
          ? `${name} is ${rank}.`
          : `${name} ${whyIncomparable({ own, authors })}.`}
      <span class="cause">
        {times ? `${capitalize(isClearYield(own) ? `${rank}` : `${times}, which may be chance`)}${range}. ` : ''}
        {first.length === 0 ? 'None' : first.length} of {list} {first.length > 1 ? 'are' : 'is'} by {name}
        {first.length > 0 ? ': ' : '.'}
        {first.slice(0, NAMED_ARTICLES).map(({ item, rank }, i) => (
          <span key={item.contentId}>
            {i > 0 ? ', ' : ''}No. {rank} <Quoted of={item} href={href} />
          </span>
        ))}
        {first.length > NAMED_ARTICLES ? ' and others.' : first.length > 0 ? '.' : ''}
      </span>
    </p>
  );
}

interface BestTopicsProps extends Pick<InsightsSession, 'href'> {
  of: ReturnType<typeof bestTopics>;
}

const BestTopics = ({ of, href }: BestTopicsProps) => (
  <Section id="author-topics" title="Best topics" note="last 28 days">
    {of.length > 0 ? (
      <Table head={['Topic', [`In the ${RANKS} most read`, 'number'], ['Best rank', 'number']]}>
        {of.map(({ id, name, top, count, best }) => (
          <tr key={id}>
            <th scope="row">
              <a href={href({ topic: String(id) })}>{name}</a>
            </th>
            <td class="number">
              {top} of {formatCount(count, 'article')}
            </td>
            <td class="number">No. {best}</td>
          </tr>
        ))}
      </Table>
    ) : (
      <p class="hint">
        No topic has {MIN_TOPIC_ARTICLES} articles of which one is among the {RANKS} most read of the site.
      </p>
    )}
  </Section>
);

async function loadAuthor(author: string, riskManagement: boolean, signal: AbortSignal) {
  const popular = async (more: { author?: string } = {}) =>
    (
      await request<Popular>('/api/v2/insights/popular-content/', {
        query: { ...month, ...more, limit: RANKS, riskManagement },
        signal,
      })
    ).items;
  const month = recentDays();
  const yieldsBy = (by: 'author' | 'source') => loadYields(by, { window: month, risk: riskManagement }, signal);
  const [own, site, feed, authors, sources] = await Promise.all([
    popular({ author }),
    popular(),
    request<Schemas['JsonFeed']>('/api/v2/feed/', { query: { includeAuthors: author, limit: NEW_ARTICLES }, signal }),
    yieldsBy('author'),
    yieldsBy('source'),
  ]);
  const ownIds = new Set(own.map(({ contentId }) => contentId));
  const domain = author.slice(author.lastIndexOf('@') + 1);
  const newest = feed.items.map(itemOf);
  const published = new Map(newest.map((item) => [item.contentId, item.published]));
  return {
    items: own.slice(0, SHOWN_ARTICLES).map((item) => ({ ...item, published: published.get(item.contentId) ?? null })),
    first: site.map((item, i) => ({ item, rank: i + 1 })).filter(({ item }) => ownIds.has(item.contentId)),
    isCut: site.length >= RANKS,
    siteRanks: new Map(site.map(({ contentId }, i) => [contentId, i + 1])),
    yields: {
      own: authors.find(({ id }) => id === author),
      ofSource: sources.find(({ id }) => id === domain),
      authors: authors.length < MAX_SOURCES ? authors.length : null,
      sources: sources.length < MAX_SOURCES ? sources.length : null,
    },
    topics: bestTopics(
      feed.items.filter(({ date_published: at }) => at >= month.from),
      site,
    ),
    newest,
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
