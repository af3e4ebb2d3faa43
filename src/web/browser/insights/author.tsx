import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { headline } from '../../../rankings/math/figures/cause.ts';
import { tableOf } from '../lib/csv.ts';
import { useTitle } from '../lib/page.ts';
import { useQuery } from '../lib/query.ts';
import { type DataOf, queryString, request, type Schemas } from '../lib/request.ts';
import { type Dates, dayAndMonth, plusDays } from '../lib/time.ts';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import { choosable } from './bar/calendar.ts';
import { Follow } from './bar/follow.tsx';
import { ViewBar, windowInWords } from './bar/toolbar.tsx';
import { Sparkline } from './charts/sparkline.tsx';
import { ItemList, type RankedItem, TABLE_COLUMNS, withRanks } from './stories/items.tsx';
import { RANKS } from './stories/rank-words.ts';
import type { InsightsSession } from './view.ts';

const TOP_ARTICLES = 10;
const NEWEST_ARTICLES = 10;
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
          {about.value?.name ? (
            <p class="row before-2">
              <Follow kind="author" of={id} name={about.value.name} />
            </p>
          ) : null}
        </div>
        <ViewBar
          of={about}
          session={session}
          window={window}
          table={about.value && { name: `author-${id}`, rows: tableOf(TABLE_COLUMNS, withRanks(about.value.items)) }}
          share={`insights/popular-content/${queryString(query)}`}
        />
      </div>
      <Loaded of={about} lines={TOP_ARTICLES}>
        {({ items, newest, first, before, isCut }) => {
          const others = newest
            .filter(({ contentId }) => !items.some((item) => item.contentId === contentId))
            .slice(0, NEWEST_ARTICLES);
          return (
            <>
              <Finding
                name={about.value?.name ?? 'this author'}
                first={first}
                before={before}
                isCut={isCut}
                href={href}
              />
              <div class="columns">
                <Section id="author-items" title="Most read" note={windowInWords(window)}>
                  <ItemList
                    items={items}
                    href={href}
                    none="Nothing by this author has been read in this period"
                    drawn={{ days: CHART_DAYS, riskManagement: risk }}
                    beside={({ contentId, title }, days) => (
                      <span class="row trend">
                        <Sparkline days={days} name={title ?? ''} />
                        <SiteRank of={first.find(({ item }) => item.contentId === contentId)?.rank} />
                      </span>
                    )}
                  />
                </Section>
                <Section id="author-newest" title={items.length > 0 ? 'Other new articles' : 'Newest'}>
                  {others.length > 0 ? (
                    <ItemList
                      items={others}
                      href={href}
                      none=""
                      beside={({ contentId }) => (
                        <small>{dayAndMonth(others.find((one) => one.contentId === contentId)?.published ?? '')}</small>
                      )}
                    />
                  ) : newest.length > 0 ? (
                    <p class="hint">All new articles are among the most read.</p>
                  ) : (
                    <Empty title="No articles by this author">
                      An author belongs to a source. The address of this page must contain both.
                    </Empty>
                  )}
                </Section>
              </div>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

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
            {i > 0 ? '; ' : ''}No. {rank} of the site:{' '}
            <a href={href({ content: String(item.contentId) })} {...languageAttributes(headline(item))}>
              {headline(item)}
            </a>
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
  const [own, site, ownThen, siteThen, feed] = await Promise.all([
    popular(now, { author }),
    popular(now),
    popular(then, { author }),
    popular(then),
    request<Schemas['JsonFeed']>('/api/v2/feed/', {
      query: { includeAuthors: author, limit: TOP_ARTICLES + NEWEST_ARTICLES },
      signal,
    }),
  ]);
  const among = (list: readonly RankedItem[], all: readonly RankedItem[]) => {
    const ids = new Set(list.map(({ contentId }) => contentId));
    return all.map((item, i) => ({ item, rank: i + 1 })).filter(({ item }) => ids.has(item.contentId));
  };
  return {
    items: own.slice(0, TOP_ARTICLES),
    first: among(own, site),
    isCut: site.length >= RANKS,
    before: among(ownThen, siteThen).length,
    newest: feed.items.map(({ id, url, title, date_published: published, _article }) => ({
      contentId: Number(id),
      url,
      title,
      published,
      source: _article.source.name,
      contentType: _article.contentType,
      organisationType: _article.organisationType,
      client: _article.client,
    })),
    name: feed.items.flatMap(({ _article }) => _article.authors).find(({ id }) => id === author)?.name,
    source: feed.items[0]?._article.source.name,
  };
}
