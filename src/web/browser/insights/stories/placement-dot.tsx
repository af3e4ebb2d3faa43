import { type PlacedArticle, placementLine } from './rank-words.ts';

/** Scale of ratios: half and twice the normal rate are equally far from it. */
const [MIN_INDEX, NORMAL_INDEX, FULL_INDEX] = [30, 100, 600];
const [HEIGHT, MIDDLE] = [20, 10];

const shareOf = (index: number): number =>
  Math.log(Math.min(Math.max(index, MIN_INDEX), FULL_INDEX) / MIN_INDEX) / Math.log(FULL_INDEX / MIN_INDEX);
const xOf = (index: number): string => `${Math.round(shareOf(index) * 1000) / 10}%`;

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
      <svg role="img" aria-label={label}>
        <line class="level" x1={xOf(NORMAL_INDEX)} x2={xOf(NORMAL_INDEX)} y1="0" y2={HEIGHT} />
        <line x1={xOf(low)} x2={xOf(high)} y1={MIDDLE} y2={MIDDLE} />
        {low < MIN_INDEX && index >= MIN_INDEX ? <path class="beyond" d="M0 10h-8m4 -4l-4 4 4 4" /> : null}
        {high > FULL_INDEX && index <= FULL_INDEX ? <AtEnd d="M0 10h8m-4 -4l4 4-4 4" /> : null}
        {index > FULL_INDEX ? (
          <AtEnd d="M-11 5l6 5-6 5M-4 5l6 5-6 5" />
        ) : index < MIN_INDEX ? (
          <path class="beyond" d="M11 5l-6 5 6 5M4 5l-6 5 6 5" />
        ) : (
          <circle cx={xOf(index)} cy={MIDDLE} r="4" />
        )}
      </svg>
      <b aria-hidden="true">{index / 100}×</b>
    </span>
  );
}

/** Draws a path from the right end of the scale. */
const AtEnd = ({ d }: { d: string }) => (
  <svg x="100%" aria-hidden="true">
    <path class="beyond" d={d} />
  </svg>
);

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
          [MIN_INDEX, '0.3×'],
          [NORMAL_INDEX, normal],
          [FULL_INDEX, '6×+'],
        ] as const
      ).map(([index, text]) => (
        <i key={index} style={{ left: `${shareOf(index) * 100}%` }}>
          {text}
        </i>
      ))}
    </span>
  </span>
);
