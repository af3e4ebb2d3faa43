import { placementLine } from '../insights/stories/rank-words.ts';
import type { DeskArticle } from './use-day.ts';

/** Clicks of an article relative to its positions. The positions and the range are in the tooltip. */
export const PlacementMark = ({ of }: { of: DeskArticle['placement'] }) =>
  of?.confidence === 'high' ? (
    <small class={of.index > 100 ? 'placement good' : 'placement bad'} title={placementLine(of)}>
      <span aria-hidden="true">
        {of.index / 100}× <span>normal</span>
      </span>
      <span class="quiet">{placementLine(of)}</span>
    </small>
  ) : null;
