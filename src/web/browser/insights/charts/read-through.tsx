import type { Schemas } from '../../lib/request.ts';
import { capitalize } from '../../lib/words.ts';
import { howFarInWords } from '../stories/article-words.ts';

type Share = Schemas['ReadThroughRate'];

interface Props {
  share: Share;
  usual: Share | null;
  usualFor: string;
}

export const ReadThrough = ({ share, usual, usualFor }: Props) => {
  const [low, high] = share.interval;
  return (
    <figure class="read-depth">
      <figcaption>{capitalize(howFarInWords(share, usual, usualFor))}.</figcaption>
      <div class="track" aria-hidden="true">
        <i class="bar" style={{ width: `${share.percent}%` }} />
        <i class="range" style={{ left: `${low}%`, width: `${high - low}%` }} />
        {usual ? <i class="mark" style={{ left: `${usual.percent}%` }} /> : null}
      </div>
      {usual ? (
        <p class="days" aria-hidden="true">
          <span
            class={usual.percent > 80 ? 'end' : usual.percent < 20 ? 'start' : ''}
            style={{ left: `${usual.percent}%` }}
          >
            usual {usual.percent}%
          </span>
        </p>
      ) : null}
      <small>
        {share.percent}% of readers who opened it (likely {low} to {high}%)
      </small>
    </figure>
  );
};
