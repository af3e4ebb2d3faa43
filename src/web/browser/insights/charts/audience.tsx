import { formatCount } from '../../lib/words.ts';
import { ALIKE, type Audiences, namedLevels, noneInWords, timesInWords } from './audiences.ts';

/** Scale of ratios around the site’s average: half and twice are equally far from it. */
const [AVERAGE_INDEX, MAX_RATIO] = [100, 4];
/** Smallest difference from the average that has a bar, in percent. Smaller ones may be chance. */
const MIN_DIFFERENCE = 20;

const placeOf = (index: number): number => {
  const ratio = Math.min(Math.max(index / AVERAGE_INDEX, 1 / MAX_RATIO), MAX_RATIO);
  return 50 + (50 * Math.log(ratio)) / Math.log(MAX_RATIO);
};

/**
 * Draws a ratio as a bar from the line of the average: to the right if above, to the left if below. The bar is grey if
 * the difference may be chance.
 */
export function Ratio({ index, isUnclear = false }: { index: number | null; isUnclear?: boolean }) {
  const place = placeOf(index ?? AVERAGE_INDEX);
  const [left, right] = [Math.min(50, place), Math.max(50, place)];
  return (
    <>
      <span class="ratio" aria-hidden="true">
        {index === null ? null : (
          <i
            class={isUnclear ? 'unclear' : index < AVERAGE_INDEX ? 'down' : 'up'}
            style={{ left: `${left}%`, width: `${Math.max(right - left, 0.5)}%` }}
          />
        )}
      </span>
      <b>{timesInWords(index)}</b>
    </>
  );
}

/** Draws the ratios of several topics on one scale, as dots in the colours of the topics. */
export const RatioDots = ({ indices }: { indices: readonly (number | null)[] }) => (
  <span class="ratio dots" aria-hidden="true">
    {indices.map((index, i) =>
      index === null ? null : (
        // Each topic has its own height, so that equal ratios do not cover each other.
        <i
          key={i}
          class={`data-${i + 1}`}
          style={{ left: `${placeOf(index)}%`, top: `${((i + 0.5) / indices.length) * 100}%` }}
        />
      ),
    )}
  </span>
);

export const RatioMarks = ({ average = 'average' }: { average?: string }) => (
  <span class="ratio-axis" aria-hidden="true">
    <i>0.25×</i>
    <i>{average}</i>
    <i>4×+</i>
  </span>
);

/** Labels the scale of the bars below it. */
export const RatioAxis = () => (
  <li class="axis" aria-hidden="true">
    <span />
    <RatioMarks />
  </li>
);

interface Props {
  audience: Audiences;
  /** Maximum number of groups. Those that differ most from the average come first. */
  limit?: number;
  /** Returns the address that selects an audience. Names are no links without it. */
  hrefOf?: (audience: { by: string; is: string }) => string | undefined;
}

/** Audiences that differ from the site’s average, the highest first. */
export function AudienceChart({ audience, limit, hrefOf }: Props) {
  const none = noneInWords(audience);
  if (none) return <p class="hint">{none}</p>;
  const distance = (index: number) => Math.abs(placeOf(index) - 50);
  const known = namedLevels(audience).flatMap(({ index, ...group }) => (index === null ? [] : [{ ...group, index }]));
  const isNormal = ({ index }: (typeof known)[number]) => Math.abs(index - AVERAGE_INDEX) < MIN_DIFFERENCE;
  const normal = limit ? [] : known.filter(isNormal);
  const shownLevels = known
    .filter((level) => !isNormal(level))
    .toSorted((a, b) => distance(b.index) - distance(a.index))
    .slice(0, limit)
    .toSorted((a, b) => b.index - a.index);
  if (shownLevels.length === 0) return <p class="hint">{ALIKE}</p>;
  return (
    <>
      <ul class="ratios">
        <RatioAxis />
        {shownLevels.map(({ name, index, ...group }) => (
          <li key={name}>
            {hrefOf ? <a href={hrefOf(group)}>{name}</a> : <span>{name}</span>}
            <Ratio index={index} />
          </li>
        ))}
      </ul>
      {normal.length > 0 ? (
        <details>
          <summary>{formatCount(normal.length, 'group')} near the average</summary>
          <p class="hint">{normal.map(({ name }) => name).join(', ')}</p>
        </details>
      ) : null}
    </>
  );
}
