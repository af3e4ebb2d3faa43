import { formatPercent, formatRange } from '../../../../lib/percent.ts';
import { UNCLEAR_HEADING } from '../../../../rankings/math/figures/change-headings.ts';
import type { GrowingTopic } from '../view.ts';
import { round } from './curve.ts';
import { COLOURS, cutTo, EDGE, EDGES, type Frame, framed, INK, MUTED, svgText, TOP, WIDTH } from './picture.ts';
import { type AxisScale, horizontalOf, placeOn, scaleMarksOf } from './scale.ts';

type Changed = Pick<GrowingTopic, 'name' | 'category'> & Parameters<typeof horizontalOf>[1];

interface Changes {
  scale: AxisScale;
  sure: readonly Changed[];
  unclear: readonly Changed[];
  categories: Record<number, string>;
  notes: readonly string[];
}

const [FROM, ROW] = [250, 26] as const;
const [TO, TO_BESIDE_RANGES] = [[850, WIDTH - EDGES] as const, [690, 764] as const];
const MAX_NAME_CHARACTERS = 30;

export function growthPicture(frame: Frame, { scale, sure, unclear, categories, notes }: Changes): string {
  const hasRanges = [...sure, ...unclear].some(({ interval }) => interval);
  const [to, figuresEnd] = hasRanges ? TO_BESIDE_RANGES : TO;
  const x = (place: number) => round(FROM + (place / 100) * (to - FROM));
  const rowOf = (topic: Changed, top: number, isUnclear: boolean) => {
    const { name, category, growthPercent, interval } = topic;
    const { zero, value, range, isCut, isOpen } = horizontalOf(scale, topic);
    // An arrow marks an end that exceeds the scale.
    const start = isOpen[0] ? 'm5 -4l-5 4l5 4m-5 -4' : 'm0 -4v8m0 -4';
    const end = isOpen[1] ? 'm-5 -4l5 4l-5 4' : 'm0 -4v8';
    const [middle, colour] = [top + ROW / 2, COLOURS[category - 1] ?? INK];
    return [
      svgText(EDGES, middle + 5, 14, cutTo(MAX_NAME_CHARACTERS, name), `class="name" fill="${INK}"`),
      `<path class="zero" d="M${x(zero)} ${top}v${ROW}" stroke="${EDGE}"/>`,
      `<path class="stem" d="M${x(zero)} ${middle}H${x(value)}" stroke="${colour}" stroke-width="4"${isCut ? '' : ' stroke-opacity=".4"'}/>`,
      isCut
        ? `<path class="gap" d="M${x(value) + (value < zero ? 16 : -34)} ${middle + 5}l4 -10m10 10l4 -10" stroke="#fff" stroke-width="3"/>`
        : '',
      range
        ? `<path class="range" d="M${x(range[0])} ${middle}${start}H${x(range[1])}${end}" fill="none" stroke="${isUnclear ? MUTED : INK}" stroke-width="1.5"/>`
        : '',
      isCut
        ? ''
        : `<circle class="point" cx="${x(value)}" cy="${middle}" r="5.5" fill="${isUnclear ? '#fff' : colour}" stroke="${isUnclear ? colour : '#fff'}" stroke-width="2"/>`,
      svgText(
        figuresEnd,
        middle + 5,
        14,
        formatPercent(growthPercent ?? 0),
        `class="change" text-anchor="end" fill="${isUnclear ? MUTED : INK}"${isUnclear ? '' : ' font-weight="600"'}`,
      ),
      interval
        ? svgText(
            WIDTH - EDGES,
            middle + 5,
            12,
            formatRange(interval),
            `class="likely" text-anchor="end" fill="${MUTED}"`,
          )
        : '',
    ].join('');
  };
  const first = TOP + 10;
  const second = first + ROW * sure.length + (unclear.length > 0 ? 44 : 0);
  const end = second + ROW * unclear.length;
  const said = notes.flatMap(linesOf);
  const present = [...new Set([...sure, ...unclear].map(({ category }) => category))].toSorted();
  return framed(frame, end + 70 + 18 * said.length, [
    ...present.map((category, i) =>
      svgText(
        EDGES + 104 * i,
        TOP,
        12,
        categories[category] ?? '',
        `font-weight="600" fill="${COLOURS[category - 1]}"`,
      ),
    ),
    ...scaleMarksOf(scale).map((mark) =>
      svgText(x(placeOn(scale, mark)), TOP, 12, formatPercent(mark), `text-anchor="middle" fill="${MUTED}"`),
    ),
    hasRanges ? svgText(WIDTH - EDGES, TOP, 12, '90% range', `text-anchor="end" fill="${MUTED}"`) : '',
    ...sure.map((topic, i) => rowOf(topic, first + ROW * i, false)),
    unclear.length > 0 ? svgText(EDGES, second - 12, 14, UNCLEAR_HEADING, `font-weight="600" fill="${INK}"`) : '',
    ...unclear.map((topic, i) => rowOf(topic, second + ROW * i, true)),
    ...said.map((line, i) => svgText(EDGES, end + 24 + 18 * i, 12, line)),
  ]);
}

const linesOf = (words: string): readonly string[] => words.match(/\S.{0,138}(?=\s|$)|\S+/g) ?? [];
