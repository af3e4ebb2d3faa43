import { formatPercent } from '../../../lib/percent.ts';
import { scaleOf } from './scale.ts';
import type { Session } from './session.ts';
import type { GrowingTopic } from './types.ts';

interface Props extends Pick<Session, 'href'> {
  topics: GrowingTopic[];
}

/** Growth as bars of true lengths; those off the scale are cut, and say so. Every bar is a link, and its number is beside it. */
export function GrowthBars({ topics, href }: Props) {
  const values = topics.map(({ growthPercent }) => growthPercent ?? 0);
  const scale = scaleOf(values);
  const share = (value: number) => (Math.min(Math.abs(value), scale.most) / scale.most) * 100;
  return (
    <>
      <ul class="growth-bars">
        {topics.map(({ topicId, name, category, growthPercent, confidence }) => {
          const value = growthPercent ?? 0;
          const isCut = Math.abs(value) > scale.most;
          return (
            <li key={topicId} class={`category-${category}`}>
              <a href={href({ topic: String(topicId), content: '' })}>{name}</a>
              <span class="track" aria-hidden="true">
                <i
                  class={`${value < 0 ? 'down' : 'up'}${isCut ? ' cut' : ''}${confidence === 'low' ? ' unsure' : ''}`}
                  style={{ width: `${Math.max(share(value), 0.5)}%` }}
                />
              </span>
              <b class={value < 0 ? 'down' : 'up'}>{formatPercent(value)}</b>
              <small>{confidence === 'low' ? 'uncertain' : ''}</small>
            </li>
          );
        })}
      </ul>
      {scale.cut > 0 ? (
        <p class="hint">
          The scale ends at {formatPercent(Math.round(scale.most))}.{' '}
          {scale.cut === 1 ? 'One longer bar is' : `${scale.cut} longer bars are`} cut, with a gap.
        </p>
      ) : null}
    </>
  );
}
