import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { agentClass, networkClass } from '../../../src/engagement/classes.ts';
import { hourOf } from '../../../src/engagement/hours.ts';
import { CLASSES } from '../../../src/engagement/weight.ts';

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

/** Positions in a row of counts: all clicks, then 16 networks, then 16 user agents. */
export const ROW = 1 + 2 * CLASSES;

/** A click (or several of one article and hour) with the classes of one installation. */
export interface Cell {
  contentId: number;
  hour: number;
  network: number;
  agent: number;
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

/** The clicks as an installation with this secret classifies them. */
export async function classify(log: readonly LogClick[], secret: string): Promise<Cell[]> {
  const classesOf = async (values: Iterable<string>, classify: (value: string) => Promise<number>) =>
    new Map(await Promise.all(Array.from(new Set(values), async (value) => [value, await classify(value)] as const)));
  const networks = await classesOf(
    log.map(({ network }) => network),
    (value) => networkClass(secret, value),
  );
  const agents = await classesOf(
    log.map(({ browser }) => browser),
    (value) => agentClass(secret, letters(value)),
  );
  return log.map(({ contentId, hour, network, browser }) => ({
    contentId,
    hour,
    network: networks.get(network) ?? 0,
    agent: agents.get(browser) ?? 0,
    clicks: 1,
  }));
}
