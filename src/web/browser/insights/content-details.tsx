import { useQuery } from '../lib/request/query.ts';
import { request } from '../lib/request/request.ts';
import { typeName } from '../lib/words.ts';
import { Section } from '../ui/section.tsx';
import { Loaded } from '../ui/states.tsx';
import { Audience } from './charts/audience.tsx';
import { HistoryChart } from './charts/history-chart.tsx';
import { loadNotes } from './charts/notes.tsx';
import { AsOf, changeInWords } from './stories/change.tsx';
import { type About, Ranks } from './stories/items.tsx';
import { type Session, SLOW } from './view.ts';

/** One article in all analytics: where it ranks, how it is growing, who reads it. */
export function ContentDetails({ id, session: { view, paused } }: { id: number; session: Session }) {
  const query = { days: 28, riskManagement: view.risk === '1' };
  const about = useQuery(['content', id, query], (signal) => loadAbout(id, query, signal), { interval: SLOW, paused });
  return (
    <div class="stack gap-5 details">
      <Loaded of={about} lines={16}>
        {({ title, url, source, contentType, publishedAt, growth, days, notes, audience, ...places }) => (
          <>
            <div class="topic">
              <h2 dir="auto">{title ?? `Article ${id}`}</h2>
              <p>
                {[source, typeName(contentType)].filter(Boolean).join(' · ')}
                {url ? (
                  <>
                    {' · '}
                    <a href={url} target="_blank" rel="noopener noreferrer">
                      Read it
                    </a>
                  </>
                ) : null}{' '}
                · <a href={`/content?id=${id}`}>Edit</a>
              </p>
            </div>
            {growth && growth.growthPercent !== null ? (
              <div>
                <p class="growing">{changeInWords(growth)}.</p>
                <AsOf asOf={growth.asOf} />
              </div>
            ) : null}
            <HistoryChart
              lines={[{ name: title ?? String(id), days }]}
              label="Readers over the last 28 days"
              caption="Each day as a share of the highest."
              publishedAt={publishedAt}
              notes={notes}
              scopes={[{ scope: 'article', ref: id, name: 'This article' }]}
            />
            <Ranks {...places} />
            <Section id="readers" title="Who reads it" isInner>
              <Audience audience={audience} />
            </Section>
          </>
        )}
      </Loaded>
    </div>
  );
}

async function loadAbout(id: number, query: Record<string, number | boolean>, signal: AbortSignal) {
  const [about, notes] = await Promise.all([
    request<About>(`/api/v2/insights/content/${id}/`, { query, signal }),
    loadNotes({ content: id }, signal),
  ]);
  return { ...about, notes };
}
