import { useState } from 'hono/jsx/dom';
import { useData } from '../../lib/query.ts';
import type { DataOf } from '../../lib/request.ts';
import { IS_SERVER } from '../../lib/request.ts';
import { dayAndMonth, timeZone } from '../../lib/time.ts';
import { Loaded, Section, Table } from '../../ui/parts.tsx';
import { rankRange, ranksInWords, rankYesterday } from '../stories/article-words.ts';
import type { InsightsSession } from '../view.ts';
import { anchorOf, xPercent } from './curve.ts';
import { placesPath } from './lines/chart-lines.ts';
import { SavePicture } from './save-picture.tsx';

type Ranks = DataOf<'/api/v2/insights/trending-topics/ranks/'>;

/** Maximum number of topics in the chart. More lines would be hard to tell apart. */
export const MAX_LANES = 8;
/** Number of topics to load. It is the API's limit and must be at least `MAX_LANES`. */
const MAX_RANKED_TOPICS = 50;
const ROW_UNITS = 32;
const DAY_UNITS = 20;
/** Height of a topic's row in rem, the same as in `bumps.css`. */
const ROW_REM = 3;
const WEEK_DAYS = 7;

interface Props {
  session: InsightsSession;
  risk: boolean;
  ids: readonly number[];
  list: string;
  /** Topic of the page’s headline, which the chart highlights. */
  lead: number | undefined;
}

export function BumpChart({ session, risk, ids, list, lead }: Props) {
  const query = { days: 28, limit: MAX_RANKED_TOPICS, riskManagement: risk, excluded: risk };
  const found = useData('/api/v2/insights/trending-topics/ranks/', { query, paused: session.paused });
  return (
    <Section id="places" title="Rank by day" note="complete days, up to yesterday" class="before-6">
      {/* Errors are not shown here, because the lists above the chart already show them. */}
      <Loaded of={{ ...found, error: null }} lines={MAX_LANES}>
        {({ days, topics }) => {
          const drawn = topics.filter(({ topicId }) => ids.slice(0, MAX_LANES).includes(topicId));
          return drawn.length > 1 ? (
            <Bumps
              days={days}
              topics={drawn}
              first={Math.min(MAX_LANES, ids.length)}
              title={risk ? 'Ranks of topics in risk management' : 'Ranks of topics'}
              list={list}
              lead={lead}
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
  lead: number | undefined;
  /** Number of topics taken from the top of the list. Topics without a rank on any day are not drawn. */
  first: number;
} & Pick<InsightsSession, 'href'>;

function Bumps({ days, topics, first, title, list, lead, href }: BumpsProps) {
  const [pointed, point] = useState<number | null>(null);
  const last = days.length - 1;
  const placed = topics.map((topic) => ({ ...topic, places: days.map((_, day) => placeAmong(topics, topic, day)) }));
  const listed = placed.toSorted(
    (a, b) => (a.places[last] ?? MAX_LANES) - (b.places[last] ?? MAX_LANES) || a.topicId - b.topicId,
  );
  const [width, height] = [DAY_UNITS * last, ROW_UNITS * topics.length];
  const priorityOf = (topic: (typeof placed)[number]) => (topic.topicId === lead ? topics.length : spreadOf(topic));
  const moved = placed
    .toSorted((a, b) => priorityOf(b) - priorityOf(a) || a.topicId - b.topicId)
    .slice(0, MAX_COLOURED)
    .map(({ topicId }) => topicId);
  const colourOf = (topicId: number) => (moved.includes(topicId) ? `data-${moved.indexOf(topicId) + 1}` : '');
  const lookOf = (topicId: number) =>
    pointed === topicId ? 'line pointed' : pointed === null ? `line ${colourOf(topicId)}` : 'line';
  const marks = days.map((date, i) => ({ date, i })).filter(({ i }) => (last - i) % WEEK_DAYS === 0);
  const hasLead = topics.some(({ topicId }) => topicId === lead);
  const meaning = `Daily ranks of ${topics.length < first ? `${topics.length} of the` : 'the'} first ${first} topics of ${list}. The rank on the left is among these topics. The rank on the right is among all topics that are not hidden, with the best and worst of ${days.length} days. Small moves may be chance. The coloured lines are ${hasLead ? 'the topic of the headline and the topic' : 'the two topics'} whose rank changed most.`;
  return (
    <figure class="bumps">
      <figcaption class="hint after-3">
        {meaning}
        {IS_SERVER ? null : ' Point at a line to highlight it.'}
      </figcaption>
      <div class="plot">
        <ol class="lanes" aria-hidden="true">
          {listed.map(({ topicId }, row) => (
            <li key={topicId}>{row + 1}</li>
          ))}
        </ol>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          style={{ height: `${ROW_REM * topics.length}rem` }}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {listed.map(({ topicId, places }) => (
            <path key={topicId} class={lookOf(topicId)} d={placesPath(places, DAY_UNITS, ROW_UNITS)} />
          ))}
          {listed.map(({ topicId, places }) => (
            <path
              key={`${topicId} wide`}
              class="wide"
              d={placesPath(places, DAY_UNITS, ROW_UNITS)}
              onPointerEnter={() => point(topicId)}
              onPointerLeave={() => point(null)}
            />
          ))}
        </svg>
        <p class="days" aria-hidden="true">
          {marks.map(({ date, i }) => (
            <span
              key={date}
              style={{ left: xPercent(i, days.length) }}
              class={`${anchorOf(i, days.length)}${2 * i < days.length ? ' early' : ''}`}
            >
              {dayAndMonth(date)}
            </span>
          ))}
        </p>
      </div>
      <ol>
        {listed.map(({ topicId, name, ranks }) => (
          <li
            key={topicId}
            class={pointed === null ? undefined : pointed === topicId ? 'pointed' : 'others'}
            onPointerEnter={() => point(topicId)}
            onPointerLeave={() => point(null)}
          >
            <a
              href={href({ topic: String(topicId), content: '' })}
              class={colourOf(topicId) || undefined}
              onFocus={() => point(topicId)}
              onBlur={() => point(null)}
            >
              {name}
            </a>{' '}
            <small>
              {rankYesterday(ranks)} <span>{rankRange(ranks)}</span>
            </small>
          </li>
        ))}
      </ol>
      <SavePicture
        title={`${title}, day by day`}
        caption={`${meaning} The last ${days.length} complete days (${timeZone()}).`}
        draw={async (frame) =>
          (await import('./bump-picture.ts')).bumpPicture(frame, {
            days: marks.map(({ date, i }) => ({ name: dayAndMonth(date), i })),
            topics: listed.map(({ name, places, ranks }) => ({ name, places, words: ranksInWords(ranks) })),
          })
        }
      />
      <details>
        <summary>As a table</summary>
        <Table label="Rank by day" head={['Day', ...listed.map(({ name }) => [name, 'number'] as const)]}>
          {days.map((date, i) => (
            <tr key={date}>
              <th scope="row">{dayAndMonth(date)}</th>
              {listed.map(({ topicId, ranks }) => (
                <td key={topicId} class="number">
                  {ranks[i] ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}

const MAX_COLOURED = 2;

/** Returns how far a topic moved among the drawn topics, from its best to its worst day. */
function spreadOf({ places }: { places: readonly (number | null)[] }): number {
  const known = places.filter((place) => place !== null);
  return known.length === 0 ? 0 : Math.max(...known) - Math.min(...known);
}

type Ranked = Ranks['topics'][number];

/** Returns a topic's position (from 0) among the drawn topics, or `null` on a day without readers. */
function placeAmong(topics: readonly Ranked[], { ranks }: Ranked, day: number): number | null {
  const own = ranks[day] ?? null;
  return own === null ? null : topics.filter((other) => (other.ranks[day] ?? Number.POSITIVE_INFINITY) < own).length;
}
