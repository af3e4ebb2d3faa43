import type { Dates } from '../../lib/time.ts';
import { anchorOf, bandOf, chosenPath, dayMarksOf, pathOf, round } from './curve.ts';
import { type ChartLine, levelsOf, shadedIn, shadedRangesIn } from './lines/chart-lines.ts';

/** This module also runs on the server, so it must not access the DOM. */

interface Curves {
  lines: readonly ChartLine[];
  nameOf: (date: string) => string;
  chosen?: Dates | null;
}

export interface Frame {
  title: string;
  caption: string;
  source: string;
}

export const [WIDTH, EDGES, TOP] = [960, 24, 118] as const;
const [HEIGHT, LEFT, RIGHT, BOTTOM] = [500, 64, 32, 390] as const;
/** Colours of the light theme. A downloaded picture cannot adapt to a theme. */
export const [INK, MUTED, EDGE] = ['#1c1c1e', '#5b5b63', '#dcdce2'] as const;
const BAND_COLOUR = '#eceae6';
export const COLOURS = ['#1f5fa8', '#b4510a'] as const;
export const SERIES = ['#3b362f', '#a3195b', '#0b6f69', '#7a5c00'] as const;
const DASHES = ['', '9 6', '2 5', '14 5 3 5'] as const;
const MAX_TITLE_CHARACTERS = 62;

const ENTITIES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Escapes text for XML. Control characters, which XML does not allow, become spaces. */
const escapeXml = (words: string) => words.replaceAll(/[<>&"\p{Cc}]/gu, (sign) => ENTITIES[sign] ?? ' ');

export const svgText = (x: number, top: number, size: number, words: string, more = `fill="${MUTED}"`) =>
  `<text x="${round(x)}" y="${round(top)}" font-size="${size}" ${more}>${escapeXml(words)}</text>`;

const [NAME_HEIGHT, SAMPLE_LENGTH] = [18, 34];
const strokeOf = (i: number): string =>
  `stroke="${SERIES[i] ?? INK}" stroke-width="3"${DASHES[i] ? ` stroke-dasharray="${DASHES[i]}"` : ''}`;
function namesOf({ length }: readonly ChartLine[], width: number): { columns: number; rows: number } {
  const columns = Math.min(length, width < WIDTH ? 2 : length);
  return { columns, rows: Math.ceil(length / Math.max(1, columns)) };
}

function plotOf({ lines, nameOf, chosen = null }: Curves, width: number, top: number, bottom: number): string {
  const days = lines[0]?.days ?? [];
  const step = (width - LEFT - RIGHT) / Math.max(1, days.length - 1);
  const levels = levelsOf(lines);
  const y = (index: number) => bottom - (index / levels[2]) * (bottom - top);
  const marks = dayMarksOf(days, width < WIDTH);
  const { columns, rows } = namesOf(lines, width);
  const band = bandOf(shadedRangesIn(lines), step, y);
  const frame = chosen && chosenPath(days, chosen, width - LEFT - RIGHT, bottom - top);
  return [
    ...levels.flatMap((level) => [
      `<path class="level" d="M${LEFT} ${y(level)}H${width - RIGHT}" stroke="${EDGE}"/>`,
      svgText(LEFT - 10, y(level) + 4, 12, `${level}%`, `text-anchor="end" fill="${MUTED}"`),
    ]),
    `<g transform="translate(${LEFT})">`,
    frame
      ? `<path class="chosen" transform="translate(0 ${top})" d="${frame}" fill="${INK}" fill-opacity=".05" stroke="${MUTED}"/>`
      : '',
    band ? `<path class="usual" d="${band}" fill="${BAND_COLOUR}"/>` : '',
    ...lines.map(
      ({ days: own }, i) =>
        `<path class="line data-${i + 1}" d="${pathOf(own, step, y)}" fill="none" ${strokeOf(i)} stroke-linejoin="round" stroke-linecap="round"/>`,
    ),
    ...marks.map(({ date, i }) =>
      svgText(i * step, bottom + 22, 12, nameOf(date), `text-anchor="${anchorOf(i, days.length)}" fill="${MUTED}"`),
    ),
    '</g>',
    ...(lines.length > 1
      ? lines.flatMap(({ name }, i) => {
          const x = round(LEFT + ((i % columns) * (width - LEFT - RIGHT)) / columns);
          const y = top - 20 - NAME_HEIGHT * (rows - 1 - Math.floor(i / columns));
          return [
            `<path class="sample data-${i + 1}" d="M${x} ${y - 5}h${SAMPLE_LENGTH}" ${strokeOf(i)}/>`,
            svgText(
              x + SAMPLE_LENGTH + 8,
              y,
              14,
              name.slice(0, Math.floor(width / (12 * columns))),
              `class="name data-${i + 1}" font-weight="600" fill="${SERIES[i]}"`,
            ),
          ];
        })
      : []),
  ].join('');
}

export const cutTo = (most: number, words: string): string =>
  words.length > most ? `${words.slice(0, most - 1)}…` : words;

/** Wraps a chart in a standalone SVG with its title, caption and source. */
export function framed({ title, caption, source }: Frame, height: number, chart: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" role="img">`,
    `<title>${escapeXml(title)}</title><rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    svgText(EDGES, 44, 24, cutTo(MAX_TITLE_CHARACTERS, title), `font-weight="600" fill="${INK}"`),
    svgText(EDGES, 70, 14, caption),
    ...chart,
    svgText(EDGES, height - 22, 12, source),
    '</svg>',
  ].join('');
}

export const curvesPicture = (frame: Frame, drawn: Curves): string =>
  framed(frame, HEIGHT, [
    plotOf(drawn, WIDTH, TOP, BOTTOM),
    ...[shadedIn(drawn.lines)].filter(Boolean).map((words) => svgText(LEFT, BOTTOM + 50, 12, words)),
  ]);

/** Renders the curves once per width (in pixels), for a page without scripts. `words` is the accessible name. */
export const insetOf = (drawn: Curves, words: string, widths: readonly number[]): string =>
  widths
    .map((width) => {
      const names = NAME_HEIGHT * (namesOf(drawn.lines, width).rows - 1);
      return `<svg class="curve w${width}" viewBox="0 0 ${width} ${236 + names}" role="img" aria-label="${escapeXml(words)}">${plotOf(drawn, width, 34 + names, 206 + names)}</svg>`;
    })
    .join('');
