import { engaging, mostClicked, newest, oracle, type Site, simulate, type WorldArticle } from './simulator.ts';

/** Gains of learned lists on a simulated site, as fractions of the clicks of other orders. */
export function gainsOn(site: Site) {
  const [byDate, byClicks, best, learned] = [newest, mostClicked, oracle, engaging].map((policy) =>
    simulate(site, policy),
  );
  const clicksOf = (outcome: typeof learned) => outcome?.clicks ?? 0;
  const settled = learned?.articles.slice(0, -Math.ceil(site.articlesPerDay / 2)) ?? [];
  return {
    overNewest: clicksOf(learned) / clicksOf(byDate) - 1,
    overMostClicked: clicksOf(learned) / clicksOf(byClicks) - 1,
    regret: 1 - clicksOf(learned) / clicksOf(best),
    fewestEarly: Math.min(...settled.map(({ seenEarly }) => seenEarly)),
  };
}

/** Lets the article at the first position die each day at noon, and returns how often it is still there later. */
export function deathsOn(site: Site, top: number) {
  const hoursAtTop: number[] = [];
  let dying: { article: WorldArticle; since: number; at: number } | null = null;
  simulate(
    {
      ...site,
      afterHour(hour, articles, order) {
        if (dying) {
          if (order.slice(0, top).includes(dying.article.id)) dying.at = hour + 1 - dying.since;
          if (hour + 1 - dying.since >= 6) {
            hoursAtTop.push(dying.at);
            dying = null;
          }
          return;
        }
        const first = articles[(order[0] ?? 0) - 1];
        if (hour % 24 !== 12 || hour < 24 || !first) return;
        first.deadFrom = hour + 1;
        dying = { article: first, since: hour + 1, at: 0 };
      },
    },
    engaging,
  );
  return hoursAtTop;
}
