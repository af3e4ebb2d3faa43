import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { formatPercent, formatRange } from '../../../lib/percent.ts';
import { useTitle } from '../lib/page.ts';
import { useQuery } from '../lib/query.ts';
import { IS_SERVER, may, queryString, request, type Schemas, useSession } from '../lib/request.ts';
import { dayAndMonth, longDate, timeZone, today } from '../lib/time.ts';
import { typeName } from '../lib/words.ts';
import { Loaded, Outside, Section } from '../ui/parts.tsx';
import { More, ShareButton } from './bar/toolbar.tsx';
import { AudienceChart } from './charts/audience.tsx';
import { NO_AUDIENCE, noneInWords } from './charts/audiences.ts';
import { HistoryChart } from './charts/history-chart.tsx';
import { HoursSection, useHours } from './charts/hours.tsx';
import { croppedToReaders, isCoarse } from './charts/lines/chart-lines.ts';
import { loadNotes } from './charts/notes.tsx';
import { ReadThrough } from './charts/read-through.tsx';
import { highestOf } from './peak.ts';
import { bestRanksInWords, declineInWords, UNPLACED, usualForInWords } from './stories/article-words.ts';
import { AsOf } from './stories/change.tsx';
import { type ArticleInsights, ItemList, itemOf } from './stories/items.tsx';
import { PlacementAxis, PlacementDot } from './stories/placement-dot.tsx';
import { RankTable } from './stories/rank-table.tsx';
import { changeInWords, placeInWords } from './stories/rank-words.ts';
import { type HistoryDay, type InsightsSession, SLOW_POLL_MS } from './view.ts';

/** Fewest days of the chart, which otherwise starts on the first day with readers. */
const MIN_CHART_DAYS = 5;

export function ContentDetails({ id, session }: { id: number; session: InsightsSession }) {
  const { view, paused } = session;
  const { session: signedIn } = useSession();
  const query = { days: 28, riskManagement: view.risk === '1' };
  const about = useQuery(['content', id, query], (signal) => loadAbout(id, query, signal), {
    interval: SLOW_POLL_MS,
    paused,
  });
  const hours = useHours({ of: { content: id }, name: String(id), session });
  useTitle(about.value?.title);
  const isLoaded = Boolean(hours.value ?? hours.error);
  return (
    <div class="stack gap-5 details article">
      <Loaded of={isLoaded ? about : { ...about, value: null }} what="the article" lines={16}>
        {({
          title,
          url,
          source,
          contentType,
          publishedAt,
          authors,
          growth,
          placement,
          readThroughRate,
          days,
          notes,
          audience,
          instead,
          ...places
        }) => {
          const hasChart = days.some(({ index }) => index !== null);
          const busiest = highestOf(days);
          const chart = (
            <HistoryChart
              lines={croppedToReaders([{ name: title ?? String(id), days }], MIN_CHART_DAYS)}
              label="Readers over the last 28 days"
              caption={`Each day relative to the busiest of ${days.length} days.`}
              publishedAt={publishedAt}
              notes={notes}
              scopes={[{ scope: 'article', ref: id, name: 'This article' }]}
              alsoMissing={missingOf(audience, hours.value)}
            />
          );
          return (
            <>
              <div class="stack gap-2 article-head">
                {IS_SERVER ? null : (
                  <div class="row">
                    <h2 {...languageAttributes(title ?? '')}>{title ?? `Article ${id}`}</h2>
                    <div class="row bar">
                      <More>
                        <a class="button" href={`/api/v2/insights/content/${id}/csv/${queryString(query)}`} download>
                          Export CSV
                        </a>
                      </More>
                      <ShareButton view={`insights/content/${id}/${queryString(query)}`} />
                    </div>
                  </div>
                )}
                <p>
                  {source && !IS_SERVER ? (
                    <a href={session.href({ source, content: '', topic: '' })}>{source}</a>
                  ) : (
                    source
                  )}
                  {contentType ? ` · ${typeName(contentType)}` : ''}
                  {authors.map((author) => (
                    <>
                      {' · '}
                      <a key={author.id} href={session.href({ author: author.id, content: '', topic: '' })}>
                        {author.name}
                      </a>
                    </>
                  ))}
                  {` · ${longDate(Date.parse(publishedAt), timeZone())}`}
                  {url ? (
                    <>
                      {' · '}
                      <Outside href={url}>Read it</Outside>
                    </>
                  ) : null}{' '}
                  {may(signedIn, 'edit') ? (
                    <>
                      · <a href={`/content?id=${id}`}>Edit</a>
                    </>
                  ) : null}
                </p>
                {places.topics.length > 0 ? (
                  <ul class="row chips">
                    {places.topics.map(({ topicId, name }) => (
                      <li key={topicId}>
                        <a href={session.href({ topic: String(topicId), content: '' })}>{name}</a>
                      </li>
                    ))}
                  </ul>
                ) : null}
              </div>
              <div>
                <p class="answer">
                  {[findingOf(growth, places), declineInWords({ publishedAt, days })].filter(Boolean).join(' ')}
                </p>
                {growth ? <AsOf asOf={growth.asOf} /> : null}
              </div>
              <dl class="figures">
                <div>
                  <dt>Clicks for its position</dt>
                  <dd>
                    {placement ? (
                      <>
                        <b class={placement.confidence === 'high' ? (placement.index < 100 ? 'down' : 'up') : ''}>
                          {placement.index / 100}× normal
                        </b>
                        <div class="large-dot">
                          <PlacementAxis />
                          <PlacementDot of={placement} />
                        </div>
                        <small>
                          for {placeInWords(placement.positions)}
                          {placement.confidence === 'high' ? '' : ', may be chance'}
                          {may(signedIn, 'edit') && placement.confidence === 'high' ? (
                            <>
                              {' · '}
                              <a href="/desk">Open the desk</a>
                            </>
                          ) : null}
                        </small>
                      </>
                    ) : (
                      <>
                        <b>–</b>
                        <small>too few readers in lists</small>
                      </>
                    )}
                  </dd>
                </div>
                <div>
                  <dt>Change on last week</dt>
                  <dd>
                    <b class={isClear(growth) ? ((growth?.growthPercent ?? 0) < 0 ? 'down' : 'up') : ''}>
                      {isClear(growth)
                        ? formatPercent(growth?.growthPercent ?? 0)
                        : isNew(growth)
                          ? 'new'
                          : 'not clear'}
                    </b>
                    <small>
                      {growth?.interval
                        ? `90% range ${formatRange(growth.interval)}`
                        : isNew(growth)
                          ? 'not read the week before'
                          : 'too few readers'}
                    </small>
                  </dd>
                </div>
                {places.risingRank === null ? null : (
                  <div>
                    <dt>Now</dt>
                    <dd>
                      <b>No. {places.risingRank}</b>
                      <small>of articles gaining readers</small>
                    </dd>
                  </div>
                )}
                {busiest ? (
                  <div>
                    <dt>Busiest day</dt>
                    <dd>
                      <b>{dayAndMonth(busiest)}</b>
                      <small>of the last {days.length} days</small>
                    </dd>
                  </div>
                ) : null}
                {readThroughRate ? (
                  <div>
                    <dt>Read past the middle</dt>
                    <dd>
                      <ReadThrough
                        share={readThroughRate}
                        usual={readThroughRate.usual}
                        usualFor={usualForInWords(readThroughRate.length, contentType)}
                      />
                    </dd>
                  </div>
                ) : null}
              </dl>
              <div class="columns about-article">
                {hasChart ? chart : null}
                {instead?.topic ? <TopicCurve {...instead.topic} publishedAt={publishedAt} /> : null}
                <RankTable {...places} />
                {instead && instead.related.length > 0 ? (
                  <Section id="related" title="Related articles" isInner>
                    <ItemList items={instead.related} href={session.href} none="" />
                  </Section>
                ) : null}
                {hasAudience(audience) || hasChart ? (
                  <Section id="readers" title="Who reads it" isInner>
                    <AudienceChart audience={audience} />
                  </Section>
                ) : null}
              </div>
              {hasHours(hours.value) ? <HoursSection curve={hours} name={title ?? String(id)} /> : null}
              {hasChart ? null : chart}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

interface TopicCurveProps {
  topicId: number;
  name: string;
  days: HistoryDay[];
  publishedAt: string;
}

/** Readers of the article’s topic, for an article that has too few readers for a chart of its own. */
const TopicCurve = ({ topicId, name, days, publishedAt }: TopicCurveProps) => (
  <HistoryChart
    lines={[{ name, days }]}
    label={`Readers of ${name} over the last ${days.length} days`}
    caption={`Readers of its topic ${name}, as the article has too few for a chart. Each day relative to the busiest; marked: the day of publication.`}
    day={today(Date.parse(publishedAt), timeZone())}
    notes={[]}
    scopes={[{ scope: 'topic', ref: topicId, name }]}
  />
);

type Hours = ReturnType<typeof useHours>['value'];

const hasAudience = (audience: ArticleInsights['audience']): boolean => noneInWords(audience) !== NO_AUDIENCE;
const hasHours = (hours: Hours): boolean => hours === null || !isCoarse(hours.line.days);

/** Names the parts that an article with few readers lacks, so that each needs no section of its own. */
function missingOf(audience: ArticleInsights['audience'], hours: Hours): string {
  const parts = [
    ...(hasAudience(audience) ? [] : ['the audience']),
    ...(hasHours(hours) ? [] : ['a chart by the hour']),
  ];
  return parts.length === 0 ? '' : `Too few readers to show ${parts.join(' or ')}.`;
}

type Growth = ArticleInsights['growth'];

const isNew = (growth: Growth): boolean => growth?.growthPercent === null;

const isClear = (growth: Growth): boolean => growth?.confidence === 'high' && growth.growthPercent !== null;

/** Returns the most certain finding: a clear change, or the best ranks. */
function findingOf(growth: Growth, places: Pick<ArticleInsights, 'ranks' | 'risingRank' | 'topics'>): string {
  if (growth && isClear(growth)) return `${changeInWords(growth, { hasRange: false })}.`;
  const ranks = bestRanksInWords(places);
  return ranks ? `${isNew(growth) ? 'New this week: ' : ''}${ranks}.` : UNPLACED;
}

async function loadAbout(id: number, query: Record<string, number | boolean>, signal: AbortSignal) {
  const [about, notes] = await Promise.all([
    request<ArticleInsights>(`/api/v2/insights/content/${id}/`, { query, signal }),
    loadNotes({ content: id }, signal),
  ]);
  const hasDays = about.days.some(({ index }) => index !== null);
  return { ...about, notes, instead: hasDays ? null : await loadInstead(id, about, query, signal) };
}

const MAX_RELATED = 5;

/** Loads what the page of an article with few readers shows: the days of its topic, and related articles. */
async function loadInstead(
  id: number,
  { topics: [topic] }: ArticleInsights,
  query: Record<string, number | boolean>,
  signal: AbortSignal,
) {
  const ofTopic = async ({ topicId, name }: NonNullable<typeof topic>) => {
    const path = `/api/v2/insights/topics/${topicId}/history/`;
    const { days } = await request<{ days: HistoryDay[] }>(path, { query, signal });
    return days.some(({ index }) => index !== null) ? { topicId, name, days } : null;
  };
  const [days, related] = await Promise.all([
    topic ? ofTopic(topic) : null,
    // Shared views have no links to other articles.
    IS_SERVER
      ? []
      : request<Schemas['JsonFeed']>('/api/v2/feed/related', { query: { id, limit: MAX_RELATED }, signal }).then(
          ({ items }) => items.map(itemOf),
        ),
  ]);
  return { topic: days, related };
}
