import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { useTitle } from '../lib/page.ts';
import { useQuery } from '../lib/query.ts';
import { IS_SERVER, may, queryString, request, useSession } from '../lib/request.ts';
import { longDate, timeZone } from '../lib/time.ts';
import { typeName } from '../lib/words.ts';
import { Facts, Loaded, Outside, Section } from '../ui/parts.tsx';
import { ShareButton } from './bar/toolbar.tsx';
import { AudienceChart } from './charts/audience.tsx';
import { NO_AUDIENCE, noneInWords } from './charts/audiences.ts';
import { isCoarse } from './charts/curve.ts';
import { HistoryChart } from './charts/history-chart.tsx';
import { HoursSection, useHours } from './charts/hours.tsx';
import { loadNotes } from './charts/notes.tsx';
import { ReadThrough } from './charts/read-through.tsx';
import { AsOf } from './stories/change.tsx';
import { type ArticleInsights, RankList } from './stories/items.tsx';
import { changeInWords, describePlacement, usualForInWords } from './stories/rank-words.ts';
import { type InsightsSession, SLOW_POLL_MS } from './view.ts';

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
    <div class="stack gap-5 details">
      <Loaded of={isLoaded ? about : { ...about, value: null }} lines={16}>
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
          ...places
        }) => (
          <>
            <div class={IS_SERVER ? '' : 'topic'}>
              {IS_SERVER ? null : <h2 {...languageAttributes(title ?? '')}>{title ?? `Article ${id}`}</h2>}
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
              {IS_SERVER ? null : (
                <p class="row before-2">
                  <ShareButton view={`insights/content/${id}/${queryString(query)}`} />
                  <a class="button" href={`/api/v2/insights/content/${id}/csv/${queryString(query)}`} download>
                    Export CSV
                  </a>
                </p>
              )}
            </div>
            <div class="columns about-article">
              <div class="stack gap-5">
                {growth && growth.growthPercent !== null ? (
                  <div>
                    <p class="growing">{changeInWords(growth)}.</p>
                    <AsOf asOf={growth.asOf} />
                  </div>
                ) : null}
                <HowItDoes placement={placement} readThroughRate={readThroughRate} contentType={contentType} />
                <HistoryChart
                  lines={[{ name: title ?? String(id), days }]}
                  label="Readers over the last 28 days"
                  caption={`Each day relative to the busiest of ${days.length} days.`}
                  publishedAt={publishedAt}
                  notes={notes}
                  scopes={[{ scope: 'article', ref: id, name: 'This article' }]}
                  alsoMissing={missingOf(audience, hours.value)}
                />
                {days.some(({ index }) => index !== null) && missingOf(audience, hours.value) ? (
                  <p class="hint">{missingOf(audience, hours.value)}</p>
                ) : null}
              </div>
              <div class="stack gap-5">
                <Facts
                  of={{
                    Published: longDate(Date.parse(publishedAt), timeZone()),
                    Topics:
                      places.topics.length === 0
                        ? null
                        : places.topics.map(({ topicId, name }, i) => (
                            <span key={topicId}>
                              {i > 0 ? ', ' : ''}
                              <a href={session.href({ topic: String(topicId), content: '' })}>{name}</a>
                            </span>
                          )),
                  }}
                />
                <RankList {...places} />
                {hasAudience(audience) ? (
                  <Section id="readers" title="Who reads it" isInner>
                    <AudienceChart audience={audience} />
                  </Section>
                ) : null}
              </div>
            </div>
            {hasHours(hours.value) ? <HoursSection curve={hours} name={title ?? String(id)} /> : null}
          </>
        )}
      </Loaded>
    </div>
  );
}

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

function HowItDoes({
  placement,
  readThroughRate,
  contentType,
}: Pick<ArticleInsights, 'placement' | 'readThroughRate' | 'contentType'>) {
  return (
    <>
      {readThroughRate ? (
        <ReadThrough
          share={readThroughRate}
          usual={readThroughRate.usual}
          usualFor={usualForInWords(readThroughRate.length, contentType)}
        />
      ) : null}
      {placement ? <p>It {describePlacement(placement)}.</p> : null}
    </>
  );
}

async function loadAbout(id: number, query: Record<string, number | boolean>, signal: AbortSignal) {
  const [about, notes] = await Promise.all([
    request<ArticleInsights>(`/api/v2/insights/content/${id}/`, { query, signal }),
    loadNotes({ content: id }, signal),
  ]);
  return { ...about, notes };
}
