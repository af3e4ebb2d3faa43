import { formatPercent, formatRange } from '../../../../lib/percent.ts';
import type { GrowingTopic, InsightsSession } from '../view.ts';
import { type AxisScale, horizontalOf, placeOn, scaleMarksOf } from './scale.ts';

interface Props extends Pick<InsightsSession, 'href'> {
  topics: GrowingTopic[];
  scale: AxisScale;
  isUnclear?: boolean;
  isPast?: boolean;
}

const at = (left: number, right: number) => ({ left: `${left}%`, width: `${Math.max(right - left, 0.25)}%` });

export const GrowthBars = ({ topics, scale, href, isUnclear = false, isPast = false }: Props) => (
  <ul class={`growth-bars${isUnclear ? ' unclear' : ''}`}>
    {topics.map((topic) => {
      const { topicId, name, category, growthPercent, interval } = topic;
      const { zero, value, isCut, range, isOpen } = horizontalOf(scale, topic);
      const ends = `${isOpen[0] ? ' open-left' : ''}${isOpen[1] ? ' open-right' : ''}`;
      const look = (growthPercent ?? 0) < 0 ? 'down' : 'up';
      return (
        <li key={topicId} class={`data-${category}`}>
          <a href={href({ topic: String(topicId), content: '' })}>{name}</a>
          <span class="track" aria-hidden="true">
            <i class="zero" style={{ left: `${zero}%` }} />
            <i class={`bar ${look}${isCut ? ' cut' : ''}`} style={at(Math.min(zero, value), Math.max(zero, value))} />
            {isCut ? null : <i class={`point ${look}`} style={{ left: `${value}%` }} />}
            {range ? <i class={`range${ends}`} style={at(...range)} /> : null}
          </span>
          <b class={isUnclear ? '' : look}>{formatPercent(growthPercent ?? 0)}</b>
          <small>{interval ? formatRange(interval) : isPast ? 'unknown' : 'too few readers'}</small>
        </li>
      );
    })}
  </ul>
);

const anchorOf = (place: number) => (place < EDGE_PERCENT ? 'start' : place > 100 - EDGE_PERCENT ? 'end' : 'middle');
const EDGE_PERCENT = 3;

export const Axis = ({ scale }: Pick<Props, 'scale'>) => (
  <div class="growth-axis before-3" aria-hidden="true">
    <span />
    <span class="track">
      {scaleMarksOf(scale).map((mark) => (
        <span key={mark} class={anchorOf(placeOn(scale, mark))} style={{ left: `${placeOn(scale, mark)}%` }}>
          {formatPercent(mark)}
        </span>
      ))}
    </span>
    <span />
    <small>90% range</small>
  </div>
);
