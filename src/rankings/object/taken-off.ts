import { byKind, type ClassKind } from '../../db/click-columns.ts';
import type { Visit } from '../../engagement/cells.ts';
import { FIRST, fullCount, WIDTH } from '../../engagement/columns.ts';
import { type HourRange, isWithin } from '../../engagement/hours.ts';
import { add } from '../../engagement/score.ts';
import { Sums } from '../../engagement/sums.ts';
import { type Shares, weigh } from '../../engagement/weight.ts';
import type { ArticleFacts } from '../facts.ts';

const TEN = 10;

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

/** Lists that are compared: of articles, and what an article counts for in the others. */
const LISTS = {
  articles: () => [],
  topics: ({ topics }) => topics,
  sources: ({ domain }) => [domain],
  countries: ({ countries }) => countries,
  companies: ({ companies }) => companies,
  authors: ({ authors }) => authors,
  sections: ({ section }) => (section === null ? [] : [section]),
} as const satisfies Record<string, (facts: ArticleFacts) => readonly (number | string)[]>;
export const LIST_NAMES = Object.keys(LISTS) as readonly (keyof typeof LISTS)[];

/** What weights have moved among the first ten of a list: its place, and that without them; null: none of ten. */
export interface Moved {
  ref: number | string;
  place: number | null;
  without: number | null;
}

export interface SiteOff extends TakenOff {
  /** Every hour, oldest first: of all articles, by the kind that stood out in each. */
  hours: ({ hour: number; clicks: number } & Record<ClassKind, number>)[];
  /** Those that lose most. */
  articles: ArticleOff[];
  lists: Record<keyof typeof LISTS, Moved[]>;
}

export interface Clicked {
  facts: ArticleFacts;
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
    lists: { articles: [], topics: [], sources: [], countries: [], companies: [], authors: [], sections: [] },
  };
  const groups = LIST_NAMES.map((name) => ({ name, sets: new Map<number | string, Sums>() }));
  const single: Worth[] = [];
  const sums = new Int32Array(WIDTH);
  const one = new Int32Array(WIDTH);
  for (const { facts, visit } of articles) {
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
    if (stoodOut) site.articles.push({ contentId: facts.id, clicks, takenOff, stoodOut, hours });
    const full = fullCount(sums);
    single.push({ ref: facts.id, now: clicks - takenOff + full, without: clicks + full });
    for (const { name, sets } of groups)
      for (const ref of LISTS[name](facts)) {
        const set = sets.get(ref) ?? new Sums();
        sets.set(ref, set);
        set.count(sums, clicks - takenOff, full);
      }
  }
  for (const { name, sets } of groups)
    site.lists[name] = movedIn(
      Array.from(sets, ([ref, set]) => ({
        ref,
        now: set.engagement(shares),
        without: set.total() + (set.certain[0] ?? 0),
      })),
    );
  site.lists.articles = movedIn(single);
  site.articles = site.articles.sort((a, b) => b.takenOff - a.takenOff || a.contentId - b.contentId).slice(0, limit);
  return site;
}

function weighed(columns: Int32Array, shares: Shares | null): TakenOff & { stoodOut: ClassKind | null } {
  const clicks = columns[FIRST.unsigned] ?? 0;
  const { takenOff, stoodOut } = weigh(clicks, columns, shares, FIRST.network);
  return { clicks, takenOff, stoodOut };
}

interface Worth {
  ref: number | string;
  now: number;
  without: number;
}

/** Those among the first ten of a list that have another place by all their clicks. */
function movedIn(list: readonly Worth[]): Moved[] {
  const places = (by: 'now' | 'without') =>
    new Map(
      list
        .toSorted((a, b) => b[by] - a[by])
        .slice(0, TEN)
        .map(({ ref }, i) => [ref, i + 1]),
    );
  const [now, without] = [places('now'), places('without')];
  return [...new Set([...without.keys(), ...now.keys()])]
    .map((ref) => ({ ref, place: now.get(ref) ?? null, without: without.get(ref) ?? null }))
    .filter((moved) => moved.place !== moved.without);
}
