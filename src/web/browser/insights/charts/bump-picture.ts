import { anchorOf } from './curve.ts';
import { ranksPath, worstOf } from './lines/chart-lines.ts';
import { cutTo, EDGE, EDGES, type Frame, framed, INK, MUTED, svgText, TOP } from './picture.ts';

interface Bumps {
  days: readonly { name: string; i: number }[];
  /** Topics in page order. `ranks` are `null` on days without readers. */
  topics: readonly { name: string; ranks: readonly (number | null)[]; words: string }[];
}

const [LEFT, RIGHT, ROW_HEIGHT, LINE_HEIGHT] = [EDGES + 8, 620, 44, 30] as const;
const MAX_NAME_CHARACTERS = 34;

export function bumpPicture(frame: Frame, { days, topics }: Bumps): string {
  const length = topics[0]?.ranks.length ?? 0;
  const step = (RIGHT - LEFT) / Math.max(1, length - 1);
  const end = TOP - 14 + ROW_HEIGHT * topics.length;
  const size = { width: RIGHT - LEFT, height: LINE_HEIGHT, worst: worstOf(topics) };
  return framed(frame, end + 76, [
    ...topics.flatMap(({ name, ranks, words }, row) => {
      const top = TOP - 14 + ROW_HEIGHT * row;
      return [
        `<g transform="translate(${LEFT} ${top})" fill="none" stroke-linejoin="round" stroke-linecap="round">`,
        `<path d="M0 0H${size.width}M0 ${LINE_HEIGHT}H${size.width}" stroke="${EDGE}" stroke-width="0.5"/>`,
        `<path class="line" d="${ranksPath(ranks, size)}" stroke="${INK}" stroke-width="2"/>`,
        '</g>',
        svgText(
          RIGHT + 20,
          top + 13,
          14,
          cutTo(MAX_NAME_CHARACTERS, name),
          `class="name" font-weight="600" fill="${INK}"`,
        ),
        svgText(RIGHT + 20, top + 28, 12, words, `class="ranks" fill="${MUTED}"`),
      ];
    }),
    ...days.map(({ name, i }) =>
      svgText(LEFT + step * i, end + 12, 12, name, `text-anchor="${anchorOf(i, length)}" fill="${MUTED}"`),
    ),
  ]);
}
