import type { Child } from 'hono/jsx/dom';
import { formatPercent, formatRange } from '../../../../lib/percent.ts';
import type { GrowingTopic, InsightsSession } from '../view.ts';
import { type AxisScale, horizontalOf, placeOn, scaleMarksOf } from './scale.ts';

type Change = Pick<GrowingTopic, 'growthPercent' | 'interval'>;

interface Props extends Pick<InsightsSession, 'href'> {
  topics: GrowingTopic[];
  scale: AxisScale;
  isUnclear?: boolean;
  isPast?: boolean;
  /** Id of the topic that is open next to the list. */
  open?: string;
  /** Returns the colour class of a topic (default: that of its category). */
  colourOf?: (topic: GrowingTopic) => string;
  /** Returns the text at the end of a topic's row. Causes over past days are unknown. */
  causeOf?: ((topic: GrowingTopic) => Child) | undefined;
}

const categoryColour = ({ category }: GrowingTopic): string => `data-${category}`;

const at = (left: number, right: number) => ({ left: `${left}%`, width: `${Math.max(right - left, 0.25)}%` });

interface TrackProps {
  /** Undefined if the change is unknown. Only the zero line is drawn then. */
  of: Change | undefined;
  scale: AxisScale;
  isUnclear?: boolean;
}

/** Draws a change as a dot with its 90% range. Hollow dots may be chance. A gap marks a bar that exceeds the scale. */
export function ChangeTrack({ of, scale, isUnclear = false }: TrackProps) {
  const { zero, value, isCut, range, isOpen } = horizontalOf(scale, of ?? { growthPercent: 0, interval: null });
  const ends = `${isOpen[0] ? ' open-left' : ''}${isOpen[1] ? ' open-right' : ''}`;
  const look = (of?.growthPercent ?? 0) < 0 ? 'down' : 'up';
  return (
    <span class={`track change${isUnclear ? ' unclear' : ''}`} aria-hidden="true">
      <i class="zero" style={{ left: `${zero}%` }} />
      {of ? (
        <>
          <i class={`bar ${look}${isCut ? ' cut' : ''}`} style={at(Math.min(zero, value), Math.max(zero, value))} />
          {isCut ? null : <i class={`point ${look}`} style={{ left: `${value}%` }} />}
          {range ? <i class={`range${ends}`} style={at(...range)} /> : null}
        </>
      ) : null}
    </span>
  );
}

export const GrowthBars = ({
  topics,
  scale,
  href,
  isUnclear = false,
  isPast = false,
  open = '',
  colourOf = categoryColour,
  causeOf,
}: Props) => (
  <ul class={`growth-bars${isUnclear ? ' unclear' : ''}${causeOf ? ' caused' : ''}`}>
    {topics.map((topic) => {
      const { topicId, name, growthPercent, interval } = topic;
      const look = (growthPercent ?? 0) < 0 ? 'down' : 'up';
      return (
        <li key={topicId} class={colourOf(topic)}>
          <a
            href={href({ topic: String(topicId), content: '' })}
            aria-current={open === String(topicId) ? 'true' : undefined}
          >
            {name}
          </a>
          <ChangeTrack of={growthPercent === null ? undefined : topic} scale={scale} isUnclear={isUnclear} />
          <b class={isUnclear ? '' : look}>{growthPercent === null ? 'new' : formatPercent(growthPercent)}</b>
          <small>
            {interval
              ? formatRange(interval)
              : growthPercent === null
                ? 'no readers before'
                : isPast
                  ? 'unknown'
                  : 'too few readers'}
          </small>
          {causeOf ? <p class="cause">{causeOf(topic)}</p> : null}
        </li>
      );
    })}
  </ul>
);

const anchorOf = (place: number) => (place < EDGE_PERCENT ? 'start' : place > 100 - EDGE_PERCENT ? 'end' : 'middle');
const EDGE_PERCENT = 3;
/** Room that a label needs on a phone. */
const LABEL_PERCENT = 12;

/** Labels the scale of the changes below it. Phones have room only for zero and the first and last mark. */
export const ChangeAxis = ({ scale, maxMarks }: Pick<Props, 'scale'> & { maxMarks?: number | undefined }) => {
  const marks = scaleMarksOf(scale, maxMarks);
  const zero = placeOn(scale, 0);
  const isMinor = (mark: number, i: number) =>
    mark !== 0 && ((i > 0 && i < marks.length - 1) || Math.abs(placeOn(scale, mark) - zero) < LABEL_PERCENT);
  return (
    <span class="track" aria-hidden="true">
      {marks.map((mark, i) => (
        <span
          key={mark}
          class={`${anchorOf(placeOn(scale, mark))}${isMinor(mark, i) ? ' minor' : ''}`}
          style={{ left: `${placeOn(scale, mark)}%` }}
        >
          {formatPercent(mark)}
        </span>
      ))}
    </span>
  );
};

export const Axis = ({ scale, maxMarks, hasCauses }: Parameters<typeof ChangeAxis>[0] & { hasCauses?: boolean }) => (
  <div class={`growth-axis before-3${hasCauses ? ' caused' : ''}`} aria-hidden="true">
    <span />
    <ChangeAxis scale={scale} maxMarks={maxMarks} />
    <span />
    <small>90% range</small>
    {hasCauses ? <small class="cause-head">Cause</small> : null}
  </div>
);
