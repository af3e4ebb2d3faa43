import { useData } from '../../lib/query.ts';
import type { DataOf } from '../../lib/request.ts';
import { dayAndMonth, timeZone } from '../../lib/time.ts';
import { Loaded, Section, Table } from '../../ui/parts.tsx';
import { rankRange, ranksInWords, rankYesterday } from '../stories/article-words.ts';
import type { InsightsSession } from '../view.ts';
import { anchorOf, dayMarksOf, xPercent } from './curve.ts';
import { ranksPath, worstOf } from './lines/chart-lines.ts';
import { SavePicture } from './save-picture.tsx';

type Ranks = DataOf<'/api/v2/insights/trending-topics/ranks/'>;

/** Maximum number of topics, each of which has a row. */
const MAX_ROWS = 8;
/** Number of topics to load. It is the API's limit and must be at least `MAX_ROWS`. */
const MAX_RANKED_TOPICS = 50;
const [WIDTH, HEIGHT] = [600, 40];

interface Props {
  session: InsightsSession;
  risk: boolean;
  ids: readonly number[];
  list: string;
}

export function BumpChart({ session, risk, ids, list }: Props) {
  const query = { days: 28, limit: MAX_RANKED_TOPICS, riskManagement: risk, excluded: risk };
  const found = useData('/api/v2/insights/trending-topics/ranks/', { query, paused: session.paused });
  return (
    <Section id="places" title="Rank by day" note="complete days, up to yesterday" class="before-6">
      {/* Errors are not shown here, because the lists above the chart already show them. */}
      <Loaded of={{ ...found, error: null }} lines={MAX_ROWS}>
        {({ days, topics }) => {
          const first = ids.slice(0, MAX_ROWS);
          const drawn = first.flatMap((id) => topics.find(({ topicId }) => topicId === id) ?? []);
          return drawn.length > 1 ? (
            <Bumps
              days={days}
              topics={drawn}
              first={first.length}
              title={risk ? 'Ranks of topics in risk management' : 'Ranks of topics'}
              list={list}
              href={session.href}
            />
          ) : (
            <p class="hint">A chart appears when two topics have been read on complete days.</p>
          );
        }}
      </Loaded>
    </Section>
  );
}

type BumpsProps = Ranks & {
  title: string;
  list: string;
  /** Number of topics taken from the top of the list. Topics without a rank on any day are not drawn. */
  first: number;
} & Pick<InsightsSession, 'href'>;

/** Draws one row for each topic, with its rank among all topics on each day. */
function Bumps({ days, topics, first, title, list, href }: BumpsProps) {
  const worst = worstOf(topics);
  const marks = dayMarksOf(days.map((date) => ({ date, index: null })));
  const meaning = `Daily ranks of ${topics.length < first ? `${topics.length} of the` : 'the'} first ${first} topics of ${list}, among all topics that are not hidden. Each row reaches from No. 1 at the top to No. ${worst}, on a logarithmic scale. Small moves may be chance.`;
  return (
    <figure class="bumps">
      <figcaption class="hint after-3">{meaning}</figcaption>
      <ol>
        {topics.map(({ topicId, name, ranks }) => (
          <li key={topicId}>
            <a href={href({ topic: String(topicId), content: '' })}>{name}</a>
            <span class="levels" aria-hidden="true">
              <i>1</i>
              <i>{Math.round(Math.sqrt(worst))}</i>
              <i>{worst}</i>
            </span>
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <path class="level" d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
              <path class="line" d={ranksPath(ranks, { width: WIDTH, height: HEIGHT, worst })} />
            </svg>
            <small>
              {rankYesterday(ranks)} <span>{rankRange(ranks)}</span>
            </small>
          </li>
        ))}
        <li class="axis" aria-hidden="true">
          <p class="days">
            {marks.map(({ date, i }) => (
              <span key={date} style={{ left: xPercent(i, days.length) }} class={anchorOf(i, days.length)}>
                {dayAndMonth(date)}
              </span>
            ))}
          </p>
        </li>
      </ol>
      <div class="row chart-tools">
        <SavePicture
          title={`${title}, day by day`}
          caption={`${meaning} The last ${days.length} complete days (${timeZone()}).`}
          draw={async (frame) =>
            (await import('./bump-picture.ts')).bumpPicture(frame, {
              days: marks.map(({ date, i }) => ({ name: dayAndMonth(date), i })),
              topics: topics.map(({ name, ranks }) => ({ name, ranks, words: ranksInWords(ranks) })),
            })
          }
        />
        <details>
          <summary>As a table</summary>
          <Table label="Rank by day" head={['Day', ...topics.map(({ name }) => [name, 'number'] as const)]}>
            {days.map((date, i) => (
              <tr key={date}>
                <th scope="row">{dayAndMonth(date)}</th>
                {topics.map(({ topicId, ranks }) => (
                  <td key={topicId} class="number">
                    {ranks[i] ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </details>
      </div>
    </figure>
  );
}
