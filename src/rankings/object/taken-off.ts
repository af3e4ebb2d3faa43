import { byKind, type ClassKind } from '../../db/click-columns.ts';
import type { Visit } from '../../engagement/cells.ts';
import { FIRST, WIDTH } from '../../engagement/columns.ts';
import { type HourRange, isWithin } from '../../engagement/hours.ts';
import { add } from '../../engagement/score.ts';
import { type Shares, weigh } from '../../engagement/weight.ts';

/** What weights take off, for operators: which kind of class stood out, and never which class. Pure. */

/** Unsigned clicks, and those of them that do not count. */
export interface TakenOff {
  clicks: number;
  takenOff: number;
}

/** An article in an hour, by the hour's own classes. */
export interface HourOff extends TakenOff {
  /** Hours since the epoch. */
  hour: number;
  /** Null where nothing was taken off. */
  stoodOut: ClassKind | null;
}

/** An article over all the hours, as rankings weigh it; it may lose what no single hour shows. */
export interface ArticleOff extends TakenOff {
  contentId: number;
  stoodOut: ClassKind;
  /** Its clicked hours, oldest first. */
  hours: HourOff[];
}

export interface SiteOff extends TakenOff {
  /** Every hour, oldest first: of all articles, by the kind that stood out in each. */
  hours: ({ hour: number; clicks: number } & Record<ClassKind, number>)[];
  /** Those that lose most. */
  articles: ArticleOff[];
}

export interface Clicked {
  id: number;
  visit: (visit: Visit) => void;
}

/** Weighs every article over the hours of `range`, and in each of them; the `limit` that lose most are listed. */
export function takenOffIn(
  articles: Iterable<Clicked>,
  { range, shares, limit }: { range: HourRange; shares: Shares | null; limit: number },
): SiteOff {
  const site: SiteOff = {
    clicks: 0,
    takenOff: 0,
    hours: Array.from({ length: range.to - range.from }, (_, i) => ({
      hour: range.from + i,
      clicks: 0,
      ...byKind(() => 0),
    })),
    articles: [],
  };
  const sums = new Int32Array(WIDTH);
  const one = new Int32Array(WIDTH);
  for (const { id, visit } of articles) {
    const hours: HourOff[] = [];
    sums.fill(0);
    visit((hour, counts, length) => {
      if (!isWithin(range, hour)) return;
      one.fill(0);
      add(one, 0, counts, length);
      add(sums, 0, counts, length);
      hours.push({ hour, ...weighed(one, shares) });
    });
    for (const { hour, clicks, takenOff, stoodOut } of hours) {
      const own = site.hours[hour - range.from];
      if (!own) continue;
      own.clicks += clicks;
      if (stoodOut) own[stoodOut] += takenOff;
    }
    const { clicks, takenOff, stoodOut } = weighed(sums, shares);
    site.clicks += clicks;
    site.takenOff += takenOff;
    if (stoodOut) site.articles.push({ contentId: id, clicks, takenOff, stoodOut, hours });
  }
  site.articles = site.articles.sort((a, b) => b.takenOff - a.takenOff || a.contentId - b.contentId).slice(0, limit);
  return site;
}

function weighed(columns: Int32Array, shares: Shares | null): TakenOff & { stoodOut: ClassKind | null } {
  const clicks = columns[FIRST.unsigned] ?? 0;
  const { takenOff, stoodOut } = weigh(clicks, columns, shares, FIRST.network);
  return { clicks, takenOff, stoodOut };
}
