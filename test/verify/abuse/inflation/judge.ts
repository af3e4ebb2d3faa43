import type { Inflation } from './attack.ts';
import { isActive, isInTop, isRising, type List, type Standing } from './lists.ts';
import type { Cost, Sender } from './sender.ts';

/** An attack that has been made. */
export interface Made {
  attack: Inflation;
  sender: Sender;
  articles: readonly number[];
  seconds: number;
  /** Clicks that may be counted at most for one of its articles. */
  bound: number;
}

/** All rankings at a moment, and what is stored of their articles. */
export interface View {
  lists: List[];
  standings: ReadonlyMap<number, Standing>;
  /** Rank among trending topics of the one that silent articles alone have; null: unlisted. */
  silentTopic: number | null;
}

/** What became of an attack; of several articles the one that came farthest. */
export interface Result {
  attack: Inflation;
  cost: Cost;
  seconds: number;
  counted: number;
  weighs: number;
  /** Best rank in a list whose top is active, rising content left out, and the best in rising content; null: in none. */
  rank: number | null;
  risingRank: number | null;
  /** What must not be. */
  problems: string[];
}

/** Looks for the articles of an attack in every ranking of every view. */
export function judge(
  { attack, articles, sender, seconds, bound }: Made,
  views: readonly View[],
  silent: ReadonlySet<number>,
): Result {
  const most = (part: (standing: Standing) => number): number =>
    Math.max(
      ...views.flatMap(({ standings }) => articles.map((id) => standings.get(id)).map((one) => (one ? part(one) : 0))),
    );
  const best = (wanted: (list: List) => boolean): number | null => {
    const ranks = views.flatMap(({ lists, standings }) =>
      lists
        .filter((list) => wanted(list) && isActive(list, standings, silent))
        .flatMap(({ ids }) => articles.map((id) => ids.indexOf(id) + 1)),
    );
    const listed = ranks.filter((rank) => rank > 0);
    return listed.length > 0 ? Math.min(...listed) : null;
  };
  const counted = most(({ clicks }) => clicks);
  const weighs = most(({ week }) => week[0] ?? 0);
  const problems = [
    ...(counted > bound ? [`${counted} clicks are counted, and at most ${bound} may be`] : []),
    ...(weighs > attack.weighs ? [`weighs ${weighs}, and at most ${attack.weighs} may be`] : []),
    ...(attack.isBeyond ? [] : views.flatMap((view) => lifted(attack, articles, view, silent))),
  ];
  const [rank, risingRank] = [best((list) => !isRising(list)), best(isRising)];
  return { attack, cost: sender.cost, seconds, counted, weighs, rank, risingRank, problems };
}

/** Where an article has come into the top of an active list. */
function lifted(
  { mayRise }: Inflation,
  articles: readonly number[],
  { lists, standings }: View,
  silent: ReadonlySet<number>,
): string[] {
  return lists
    .filter((list) => isActive(list, standings, silent) && !(mayRise && isRising(list)))
    .flatMap((list) =>
      articles.filter((id) => isInTop(list, id)).map((id) => `is number ${list.ids.indexOf(id) + 1} of “${list.name}”`),
    );
}
