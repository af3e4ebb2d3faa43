import { anchorOf } from './curve.ts';
import { placesPath } from './lines/chart-lines.ts';
import { cutTo, EDGE, EDGES, type Frame, framed, INK, MUTED, SERIES, svgText, TOP } from './picture.ts';

interface Bumps {
  days: readonly { name: string; i: number }[];
  /** Topics in page order. `places` are positions from 0, or `null` on days without readers. */
  topics: readonly { name: string; places: readonly (number | null)[]; words: string }[];
}

const [LEFT, RIGHT, ROW_HEIGHT] = [EDGES + 8, 620, 38] as const;
const MAX_NAME_CHARACTERS = 34;

export function bumpPicture(frame: Frame, { days, topics }: Bumps): string {
  const length = topics[0]?.places.length ?? 0;
  const step = (RIGHT - LEFT) / Math.max(1, length - 1);
  const end = TOP - 14 + ROW_HEIGHT * topics.length;
  const colourOf = (row: number) => (row < 2 ? SERIES[row] : undefined);
  return framed(frame, end + 76, [
    `<g transform="translate(${LEFT} ${TOP - 14})" fill="none" stroke-linejoin="round" stroke-linecap="round">`,
    // SVG draws later elements on top, so highlighted lines come last.
    ...topics
      .map(
        ({ places }, row) =>
          `<path class="line" d="${placesPath(places, step, ROW_HEIGHT)}" stroke="${colourOf(row) ?? EDGE}" stroke-width="${row < 2 ? 3.5 : 2.5}"/>`,
      )
      .toReversed(),
    '</g>',
    ...topics.flatMap(({ name, words }, row) => {
      const middle = TOP - 14 + ROW_HEIGHT * (row + 0.5);
      return [
        svgText(
          RIGHT + 20,
          middle - 1,
          14,
          cutTo(MAX_NAME_CHARACTERS, name),
          `class="name" font-weight="600" fill="${colourOf(row) ?? INK}"`,
        ),
        svgText(RIGHT + 20, middle + 14, 12, words, `class="places" fill="${MUTED}"`),
      ];
    }),
    ...days.map(({ name, i }) =>
      svgText(LEFT + step * i, end + 20, 12, name, `text-anchor="${anchorOf(i, length)}" fill="${MUTED}"`),
    ),
  ]);
}
