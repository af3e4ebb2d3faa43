import { type PlacedArticle, placementLine } from './rank-words.ts';

/** Scale of ratios: half and twice the normal rate are equally far from it. */
const [MIN_INDEX, NORMAL_INDEX, FULL_INDEX] = [30, 100, 300];
const [SCALE_WIDTH, HEIGHT] = [144, 20];

const shareOf = (index: number): number =>
  Math.log(Math.min(Math.max(index, MIN_INDEX), FULL_INDEX) / MIN_INDEX) / Math.log(FULL_INDEX / MIN_INDEX);
const xOf = (index: number): number => Math.round(shareOf(index) * SCALE_WIDTH * 10) / 10;

type Placed = Pick<PlacedArticle, 'index' | 'interval' | 'confidence'> & Partial<Pick<PlacedArticle, 'positions'>>;

interface RatioProps {
  /** Ratio to the normal rate, in percent. */
  index: number;
  interval: readonly number[];
  isClear: boolean;
  label: string;
}

/** Draws a ratio as a dot with its 90% range. Hollow dots may be chance. Arrows exceed the scale. */
export function RatioDot({ index, interval: [low = index, high = index], isClear, label }: RatioProps) {
  return (
    <span class={`placement-dot ${isClear ? (index > NORMAL_INDEX ? 'good' : 'bad') : 'unclear'}`}>
      <svg viewBox={`-4 0 ${SCALE_WIDTH + 8} ${HEIGHT}`} role="img" aria-label={label}>
        <path class="level" d={`M${xOf(NORMAL_INDEX)} 0V${HEIGHT}`} />
        <path d={`M${xOf(low)} ${HEIGHT / 2}H${xOf(high)}`} />
        {low < MIN_INDEX && index >= MIN_INDEX ? <path class="beyond" d="M4 6l-4 4 4 4" /> : null}
        {high > FULL_INDEX && index <= FULL_INDEX ? <path class="beyond" d={`M${SCALE_WIDTH - 4} 6l4 4-4 4`} /> : null}
        {index > FULL_INDEX ? (
          <path class="beyond" d={`M${SCALE_WIDTH - 11} 5l6 5-6 5M${SCALE_WIDTH - 4} 5l6 5-6 5`} />
        ) : index < MIN_INDEX ? (
          <path class="beyond" d="M11 5l-6 5 6 5M4 5l-6 5 6 5" />
        ) : (
          <circle cx={xOf(index)} cy={HEIGHT / 2} r="4" />
        )}
      </svg>
      <b aria-hidden="true">{index / 100}×</b>
    </span>
  );
}

/** Draws a placement index. */
export function PlacementDot({ of }: { of: Placed | null | undefined }) {
  if (!of)
    return (
      <span class="placement-dot unclear">
        <span />
        <b aria-hidden="true">–</b>
      </span>
    );
  const { index, interval = [index, index], confidence = 'high' } = of;
  return <RatioDot index={index} interval={interval} isClear={confidence === 'high'} label={placementLine(of)} />;
}

/** Labels the scale of the dots below it. */
export const PlacementAxis = ({ normal = 'normal' }: { normal?: string }) => (
  <span class="placement-dot placement-axis" aria-hidden="true">
    <span>
      {(
        [
          [50, '0.5×'],
          [NORMAL_INDEX, normal],
          [FULL_INDEX, '3×+'],
        ] as const
      ).map(([index, text]) => (
        <i key={index} style={{ left: `${shareOf(index) * 100}%` }}>
          {text}
        </i>
      ))}
    </span>
  </span>
);
