/** Curves of days, as numbers and as a picture that stands alone. Pure. */

import type { Day } from '../view.ts';

export interface Line {
  name: string;
  days: readonly Day[];
}

const WEEK = 7;
/** Other weeks that must have the weekday, so that there is something usual about it. */
const LEAST = 2;

export const round = (value: number): number => Math.round(value * 10) / 10;

/** Where the label of a day stands below a picture, from its left, and which end of it stands there. */
export const placeOf = (i: number, count: number): string => `${round((i / Math.max(1, count - 1)) * 100)}%`;
export const anchorOf = (i: number, count: number): string => (i === 0 ? 'start' : i === count - 1 ? 'end' : 'middle');

/** The path of a curve; `y` places an index of 0 to 100. Days of which nothing is known are gaps, and a day between two gaps is a point. */
export function pathOf(days: readonly Day[], step: number, y: (index: number) => number): string {
  const isKnown = (i: number) => (days[i]?.index ?? null) !== null;
  return days
    .map(({ index }, i) => {
      if (index === null) return '';
      const point = `${round(i * step)} ${round(y(index))}`;
      if (isKnown(i - 1)) return `L${point}`;
      return isKnown(i + 1) ? `M${point}` : `M${point}h.01`;
    })
    .join('');
}

/** What is usual on each day: the least and the most of the same weekday in the other weeks; null: too few of them are known. */
export const usualOf = (days: readonly Day[]): (readonly [least: number, most: number] | null)[] =>
  days.map((_, i) => {
    const others = days.flatMap(({ index }, j) => (j !== i && (j - i) % WEEK === 0 && index !== null ? [index] : []));
    return others.length < LEAST ? null : [Math.min(...others), Math.max(...others)];
  });

/** The area between both ends of what is usual, one for each run of days that have it. */
export function bandOf(usual: ReturnType<typeof usualOf>, step: number, y: (index: number) => number): string {
  const runs: { i: number; of: readonly [number, number] }[][] = [];
  usual.forEach((of, i) => {
    if (!of) return;
    if (usual[i - 1]) runs.at(-1)?.push({ i, of });
    else runs.push([{ i, of }]);
  });
  const points = (run: (typeof runs)[number], end: 0 | 1) =>
    run.map(({ i, of }) => `${round(i * step)} ${round(y(of[end]))}`);
  return runs.map((run) => `M${[...points(run, 1), ...points(run, 0).toReversed()].join('L')}Z`).join('');
}

/** One day in words, with what is usual on it where that is known. */
export const dayInWords = (lines: readonly Line[], i: number, nameOf: (date: string) => string): string => {
  const [first] = lines;
  const usual = lines.length === 1 && first ? usualOf(first.days)[i] : null;
  const values = lines.map(({ name, days }) => {
    const index = days[i]?.index ?? null;
    return `${lines.length > 1 ? `${name} ` : ''}${index === null ? 'too few readers' : `${index}%`}`;
  });
  const range = usual && (usual[0] === usual[1] ? `${usual[0]}%` : `${usual[0]} to ${usual[1]}%`);
  return `${nameOf(first?.days[i]?.date ?? '')}: ${values.join(', ')}${range ? ` (same weekday in other weeks: ${range})` : ''}`;
};

interface Picture {
  title: string;
  caption: string;
  lines: readonly Line[];
  /** Who made it and when, below the curve. */
  source: string;
  nameOf: (date: string) => string;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [960, 500, 64, 32, 118, 390] as const;
/** Of the light theme: a picture is looked at where no theme is known. */
const [INK, MUTED, EDGE, BAND] = ['#1c1c1e', '#5b5b63', '#dcdce2', '#e6ecf5'] as const;
const COLOURS = ['#1f5fa8', '#b4510a'] as const;
/** Characters of a line of the title. */
const LONGEST = 62;

const ENTITIES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Control characters, which XML has no way to write, are spaces. */
const escapeXml = (words: string) => words.replaceAll(/[<>&"\p{Cc}]/gu, (sign) => ENTITIES[sign] ?? ' ');

/** The curves as an SVG file of their own, with title, meaning, names, days, source and time; what it shows is what the page shows. */
export function pictureOf({ title, caption, lines, source, nameOf }: Picture): string {
  const days = lines[0]?.days ?? [];
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, days.length - 1);
  const y = (index: number) => BOTTOM - (index / 100) * (BOTTOM - TOP);
  const text = (x: number, top: number, size: number, words: string, more = '') =>
    `<text x="${round(x)}" y="${round(top)}" font-size="${size}" ${more || `fill="${MUTED}"`}>${escapeXml(words)}</text>`;
  const every = days.length > WEEK ? WEEK : 1;
  const marks = days.map(({ date }, i) => ({ date, i })).filter(({ i }) => (days.length - 1 - i) % every === 0);
  const band = lines.length === 1 ? bandOf(usualOf(days), step, y) : '';
  const short = title.length > LONGEST ? `${title.slice(0, LONGEST - 1)}…` : title;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" role="img">`,
    `<title>${escapeXml(title)}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(24, 44, 24, short, `font-weight="600" fill="${INK}"`),
    text(24, 70, 14, caption),
    ...[0, 50, 100].flatMap((level) => [
      `<path d="M${LEFT} ${y(level)}H${WIDTH - RIGHT}" stroke="${EDGE}"/>`,
      text(LEFT - 10, y(level) + 4, 12, `${level}%`, `text-anchor="end" fill="${MUTED}"`),
    ]),
    `<g transform="translate(${LEFT})">`,
    band ? `<path d="${band}" fill="${BAND}"/>` : '',
    ...lines.map(
      ({ days: own }, i) =>
        `<path d="${pathOf(own, step, y)}" fill="none" stroke="${COLOURS[i] ?? INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"${i > 0 ? ' stroke-dasharray="9 6"' : ''}/>`,
    ),
    ...marks.map(({ date, i }) =>
      text(i * step, BOTTOM + 22, 12, nameOf(date), `text-anchor="${anchorOf(i, days.length)}" fill="${MUTED}"`),
    ),
    '</g>',
    ...(lines.length > 1
      ? lines.map(({ name }, i) =>
          text(
            LEFT + (i * (WIDTH - LEFT - RIGHT)) / 2,
            98,
            14,
            `${i > 0 ? '╌╌' : '──'} ${name.slice(0, 40)}`,
            `font-weight="600" fill="${COLOURS[i]}"`,
          ),
        )
      : [band ? text(LEFT, BOTTOM + 50, 12, 'Shaded: the same weekday in the other weeks.') : '']),
    text(24, HEIGHT - 22, 12, source),
    '</svg>',
  ].join('');
}
