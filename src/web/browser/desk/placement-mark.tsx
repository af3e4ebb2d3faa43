import { placementLine } from '../insights/stories/rank-words.ts';
import type { DeskArticle } from './use-day.ts';

/** Clicks of an article relative to its positions. The positions and the range are in the tooltip. */
export const PlacementMark = ({ of, isNamed }: { of: DeskArticle['placement']; isNamed?: boolean }) =>
  of?.confidence === 'high' ? (
    <small class={of.index > 100 ? 'placement good' : 'placement bad'} title={placementLine(of)}>
      <span aria-hidden="true">
        {of.index / 100}× <span>normal{isNamed ? ' for its positions' : ''}</span>
      </span>
      <span class="quiet">{placementLine(of)}</span>
    </small>
  ) : null;
