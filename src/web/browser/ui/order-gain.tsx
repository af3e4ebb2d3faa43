import { formatPercent, formatRange } from '../../../lib/percent.ts';
import type { Schemas } from '../lib/request.ts';

type Gain = NonNullable<Schemas['OrderGain']>;
type KnownGain = Gain & { gain: number; interval: [number, number] };

const [WIDTH, HEIGHT, MARGIN] = [240, 46, 20];
/** Heights of the gain's label, of its range, and of the label of newest first. */
const [LABEL, MIDDLE, FOOT] = [11, 22, 43];

const isKnown = (of: Gain): of is KnownGain => of.gain !== null && of.interval !== null;

function gainText({ gain, interval }: KnownGain): string {
  const range = `90% range: ${formatRange(interval)}`;
  if (interval[0] <= 0 && interval[1] >= 0) return `Lists that learn: no clear difference yet (${range}).`;
  return `Lists that learn get ${Math.abs(gain)}% ${gain < 0 ? 'fewer' : 'more'} clicks per page view than newest first (${range}).`;
}

const waitText = ({ daysLeft }: Gain): string =>
  `Lists that learn: not enough readers yet${daysLeft === null ? '' : `, about ${daysLeft} more ${daysLeft === 1 ? 'day' : 'days'}`}.`;

/** Compares learned lists of a key with the minutes that keep newest first, in a picture and a sentence. */
export function OrderGain({ of }: { of: Gain | null }) {
  if (!of) return null;
  if (!isKnown(of)) return <p class="hint">{waitText(of)}</p>;
  return (
    <figure class="order-gain">
      <GainPicture of={of} />
      <figcaption>{gainText(of)}</figcaption>
    </figure>
  );
}

/** Draws the gain as a dot with its 90% range on a scale that contains newest first. */
function GainPicture({ of: { gain, interval } }: { of: KnownGain }) {
  const [low, high] = [Math.min(0, interval[0]), Math.max(0, interval[1])];
  const xOf = (percent: number) => MARGIN + ((percent - low) / Math.max(1, high - low)) * (WIDTH - 2 * MARGIN);
  const isClear = interval[0] > 0 || interval[1] < 0;
  const look = isClear ? (gain > 0 ? 'good' : 'bad') : 'unclear';
  const anchor = xOf(0) < WIDTH / 2 ? 'start' : 'end';
  return (
    <svg class={look} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path class="level" d={`M${xOf(0)} 0V${HEIGHT}`} />
      <path d={`M${xOf(interval[0])} ${MIDDLE}H${xOf(interval[1])}`} />
      <circle cx={xOf(gain)} cy={MIDDLE} r="4.5" />
      <text class="gain" x={xOf(gain)} y={LABEL} text-anchor="middle">
        {formatPercent(gain)}
      </text>
      <text x={xOf(0) + (anchor === 'start' ? 4 : -4)} y={FOOT} text-anchor={anchor}>
        newest first
      </text>
    </svg>
  );
}
