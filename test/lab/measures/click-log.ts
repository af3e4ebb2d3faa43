import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ClassKind, KINDS } from '../../../src/db/click-columns.ts';
import { createRandom, sampler, zipf } from '../../../src/demo/random.ts';
import { utcHourIndex } from '../../../src/engagement/hours.ts';

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

/** Clicks of one article and hour with the classes of one installation. */
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
      hour: utcHourIndex(Number(at) * 1000),
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

/** `split`: a region of the log is many networks, the largest a quarter of it; `harsh`: it is one. Either has prefixes. */
export type Model = 'split' | 'harsh';

const NETWORKS = sampler(zipf(30, 1));
const PREFIXES = sampler(zipf(8, 0.7));

/** The clicks as an installation with this secret classes them; a reader keeps network and prefix. */
export function classed(log: readonly LogClick[], secret: string, model: Model): Cell[] {
  const classOf = classer(secret);
  const places = new Map<number, { network: string; prefix: string }>();
  return log.map(({ contentId, hour, reader, network: region, browser }) => {
    let place = places.get(reader);
    if (!place) {
      const random = createRandom(reader, 'place');
      const network = model === 'harsh' ? region : `${region} ${NETWORKS(random.next())}`;
      place = { network, prefix: `${network} ${PREFIXES(random.next())}` };
      places.set(reader, place);
    }
    return {
      ...{ contentId, hour, clicks: 1 },
      network: classOf('network', place.network),
      prefix: classOf('prefix', place.prefix),
      browser: classOf('browser', browser),
    };
  });
}

/** Classes of values, drawn once for each. */
export function classer(secret: string): (kind: ClassKind, value: string) => number {
  const known = new Map<string, number>();
  return (kind, value) => {
    const text = `${kind} ${value}`;
    const found = known.get(text) ?? createRandom(0, `${secret} ${text}`).int(0, KINDS[kind] - 1);
    known.set(text, found);
    return found;
  };
}
