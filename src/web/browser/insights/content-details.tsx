import { typeName } from '../lib/content-types.ts';
import { formatPercent } from '../lib/percent.ts';
import { useQuery } from '../lib/query.ts';
import { type DataOf, request } from '../lib/request.ts';
import { Loaded } from '../ui/states.tsx';
import { Audience } from './audience.tsx';
import { HistoryChart } from './history-chart.tsx';
import { inWords, movementOf } from './movement.ts';
import { loadNotes } from './notes.tsx';
import { type Session, SLOW } from './session.ts';

type About = DataOf<'/api/v2/insights/content/{id}/'>;
type Rank = About['ranks'][number];

const PERIODS: Record<string, string> = { '24h': 'the last 24 hours', '7d': 'the last 7 days' };

/** One article in all analytics: where it ranks, how it is growing, who reads it. */
export function ContentDetails({ id, session }: { id: number; session: Session }) {
  const query = { days: 28, riskManagement: session.view.risk === '1' };
  const about = useQuery((signal) => loadAbout(id, query, signal), {
    queryKey: `content ${JSON.stringify([id, query])}`,
    interval: SLOW,
    paused: session.paused,
  });
  return (
    <div class="details">
      <Loaded of={about} lines={16}>
        {({ title, url, source, contentType, ranks, risingRank, topics, growth, days, notes, audience }) => (
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
              <p class="growing">
                {growth.growthPercent >= 0 ? 'Up' : 'Down'}{' '}
                {formatPercent(Math.abs(growth.growthPercent)).replace('+', '')} on last week
                {growth.confidence === 'low' ? ', uncertain' : ''}.
              </p>
            ) : null}
            <HistoryChart
              lines={[{ name: title ?? String(id), days }]}
              label="Readers over the last 28 days"
              notes={notes}
            />
            <section aria-labelledby="ranks">
              <h3 id="ranks">Where it ranks</h3>
              <ul class="places">
                {ranks.map((rank) => (
                  <Place key={rank.period} where="of all articles" {...rank} />
                ))}
                {risingRank === null ? null : (
                  <li>
                    <b>{risingRank}.</b> among those gaining readers now
                  </li>
                )}
                {topics.flatMap(({ topicId, name, ranks: own }) =>
                  own.map((rank) => <Place key={`${topicId} ${rank.period}`} {...rank} where={`in ${name}`} />),
                )}
              </ul>
              {ranks.length === 0 && topics.every((topic) => topic.ranks.length === 0) ? (
                <p class="hint">It is not among the first 50 of any list.</p>
              ) : null}
            </section>
            <section aria-labelledby="readers">
              <h3 id="readers">Who reads it</h3>
              <Audience audience={audience} />
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}

async function loadAbout(id: number, query: Record<string, number | boolean>, signal: AbortSignal) {
  const [about, notes] = await Promise.all([
    request<About>(`/api/v2/insights/content/${id}/`, { query, signal }),
    loadNotes(signal),
  ]);
  return { ...about, notes };
}

const Place = ({ rank, previousRank, period, where }: Rank & { where: string }) => (
  <li>
    <b>{rank}.</b> {where}, {PERIODS[period]} <small>{inWords(movementOf(rank - 1, previousRank))}</small>
  </li>
);
