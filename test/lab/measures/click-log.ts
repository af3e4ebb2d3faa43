import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { byKind, type ClassKind, KIND_NAMES, KINDS } from '../../../src/db/click-columns.ts';
import { classOf } from '../../../src/engagement/classes.ts';
import { hourOf } from '../../../src/engagement/hours.ts';
import { classesFrom } from '../../../src/engagement/weight.ts';

/** A log of real views of articles, as the commands in this folder read it. */

export interface LogClick {
  /** Epoch seconds. */
  at: number;
  /** UTC hours since the epoch. */
  hour: number;
  contentId: number;
  reader: number;
  network: string;
  browser: string;
}

/** Positions in a row of counts: all clicks, then the classes, kind after kind. */
export const ROW = 1 + KIND_NAMES.reduce((sum, kind) => sum + KINDS[kind], 0);

/** Adds a cell to a row of counts. */
export function addTo(row: Float64Array, cell: Cell, sign: 1 | -1 = 1): void {
  for (const i of [0, ...KIND_NAMES.map((kind) => 1 + classesFrom(kind) + cell[kind])])
    row[i] = (row[i] ?? 0) + sign * cell.clicks;
}

/** A click (or several of one article and hour) with the classes of one installation. */
export interface Cell extends Record<ClassKind, number> {
  contentId: number;
  hour: number;
  clicks: number;
}

const FILE = 'clicks-2016-04-05.csv.gz';

/** Reads the log in a folder in order of time; of a reader's clicks on an article in a UTC day only the first is there. */
export function readLog(folder: string): LogClick[] {
  const [, ...lines] = gunzipSync(readFileSync(join(folder, FILE)))
    .toString('utf8')
    .trim()
    .split('\n');
  const clicks = lines.map((line) => {
    const [at = '', contentId = '', reader = '', network = '', browser = ''] = line.split(',');
    return {
      at: Number(at),
      hour: hourOf(Number(at) * 1000),
      contentId: Number(contentId),
      reader: Number(reader),
      network,
      browser,
    };
  });
  const counted = new Set<string>();
  return clicks
    .sort((a, b) => a.at - b.at)
    .filter(({ at, contentId, reader }) => {
      const key = `${reader} ${contentId} ${Math.floor(at / 86_400)}`;
      return !counted.has(key) && counted.add(key);
    });
}

/** A number as letters: user agents lose their digits before they are classified. */
const letters = (number: string): string => number.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

/** The clicks as an installation with this secret classifies them. The log knows no prefixes: a network has one. */
export async function classify(log: readonly LogClick[], secret: string): Promise<Cell[]> {
  const known = new Map<string, Record<ClassKind, number>>();
  for (const { network, browser } of log) {
    const key = `${network} ${browser}`;
    if (known.has(key)) continue;
    const classes = byKind((kind) => classOf(secret, kind, { network, prefix: network, userAgent: letters(browser) }));
    known.set(key, { network: await classes.network, prefix: await classes.prefix, browser: await classes.browser });
  }
  return log.map(({ contentId, hour, network, browser }) => {
    const classes = known.get(`${network} ${browser}`);
    if (!classes) throw new Error('a click without classes');
    return { contentId, hour, ...classes, clicks: 1 };
  });
}
