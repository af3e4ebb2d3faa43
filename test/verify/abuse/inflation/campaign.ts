import { MEASURES } from '../../../../src/db/click-columns.ts';
import { type Visit, visitCells } from '../../../../src/engagement/cells.ts';
import { utcHourIndex, windowsAt } from '../../../../src/engagement/hours.ts';
import { scoreOf, type WindowScore } from '../../../../src/engagement/score.ts';
import { risingClock } from '../../../../src/rankings/math/rising.ts';
import { Scores } from '../../../../src/rankings/math/scores.ts';
import { loadCells } from '../../../../src/rankings/object/load.ts';
import { baselineInForce } from '../../../../src/rankings/object/stored-baseline.ts';
import { SITE } from '../../../../src/rankings/site.ts';
import { withKey } from '../trial.ts';
import { type Cost, type Inflation, type InflationKeys, Sender, type Stage } from './attack.ts';
import {
  BELOW,
  clickADay,
  clickBusily,
  clickHonestly,
  EDGE,
  type Population,
  populationOf,
  publishActive,
  publishSilent,
  rebuild,
  SILENT_TOPIC,
  TOPIC,
} from './newsroom.ts';

export interface List {
  name: string;
  ids: number[];
  part: (standing: Standing) => number;
}

const BREAKDOWNS = [
  ...['content-type', 'source-type', 'specialty-line', 'interest-area', 'audience-region', 'seniority', 'channel'],
  ...['company', 'source', 'country'],
];
const MEASURED: Record<string, (typeof MEASURES)[number]> = { europe: 'EU', 'c-suite': 'c-suite' };
/** Minimum engagement of the tenth article in an active list, well above what one address can cause. */
const ACTIVE_TENTH = 12;
const TEN = 10;

interface Item {
  contentId: number;
}

/** Reads all rankings, each with up to `limit` entries. A new limit bypasses cached responses. */
export async function readLists(stage: Stage, secret: string, limit: number): Promise<List[]> {
  const ask = async <T>(path: string): Promise<T> => {
    const { status, body } = await stage.ask(`/api/v2/insights/${path}limit=${limit}`, { headers: withKey(secret) });
    if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 300)}`);
    return JSON.parse(body).data as T;
  };
  const week: List['part'] = (standing) => standing.week[0] ?? 0;
  const day: List['part'] = (standing) => standing.day[0] ?? 0;
  const plain = async (name: string, path: string, part: List['part']): Promise<List[]> => {
    const { items } = await ask<{ items: Item[] }>(path);
    return [{ name, ids: items.map(({ contentId }) => contentId), part }];
  };
  const groups = async (breakdown: string): Promise<List[]> => {
    const answer = await ask<{ groups: { slug: string; items: Item[] }[] }>(`popular-content?breakdown=${breakdown}&`);
    return answer.groups.map(({ slug, items }) => {
      const measure = MEASURED[slug];
      const part: List['part'] = (standing) => standing.week[measure ? MEASURES.indexOf(measure) : 0] ?? 0;
      return { name: `${breakdown}: ${slug}`, ids: items.map(({ contentId }) => contentId), part };
    });
  };
  const growing = async (): Promise<List[]> => {
    const { topics } = await ask<{ topics: { id: number; topContent: Item[] }[] }>('trending-topics/growth?');
    const ids = topics.find(({ id }) => id === TOPIC)?.topContent.map(({ contentId }) => contentId) ?? [];
    return [{ name: 'drives the growth of a topic', ids, part: ({ gain }) => gain }];
  };
  const lists: List[][] = [];
  for (const rm of ['', 'riskManagement=true&']) {
    const within = rm ? ', risk management' : '';
    lists.push(await plain(`popular, 24h${within}`, `popular-content?period=24h&${rm}`, day));
    lists.push(await plain(`popular, 7d${within}`, `popular-content?period=7d&${rm}`, week));
    lists.push(await plain(`of a topic, 24h${within}`, `topics/${TOPIC}/content?period=24h&${rm}`, day));
    lists.push(await plain(`of a topic, 7d${within}`, `topics/${TOPIC}/content?period=7d&${rm}`, week));
    lists.push(await plain(`rising${within}`, `rising-content?${rm}`, week));
  }
  lists.push(await plain('rising, of a topic', `rising-content?topics=${TOPIC}&`, week));
  for (const breakdown of BREAKDOWNS) lists.push(await groups(breakdown));
  lists.push(await growing());
  return lists.flat();
}

export interface Standing {
  /** Engagement in `24h` and in `7d`, by audience in the order of `MEASURES`. */
  day: number[];
  week: number[];
  gain: number;
  /** Clicks counted by the ledger in `7d`, before discounting. */
  clicks: number;
  momentum: number;
}

export async function readStandings(stage: Stage): Promise<Map<number, Standing>> {
  const hour = utcHourIndex(stage.now());
  const windows = windowsAt(hour);
  const { cells } = await loadCells(stage.db, SITE, hour);
  const scale = { windows, wants: 'hourly' } as const;
  const baseline = await baselineInForce(stage.db, hour);
  const kept = new Scores();
  const articles = Array.from(cells.ids, (id, place) => {
    const visit = (each: Visit) => visitCells(cells, place, each);
    const score = scoreOf(visit, { ...scale, baseline });
    const what = { publishedAt: 0, topics: [], contentType: '', sourceType: null, source: '', domain: '' };
    const own = kept.set({ id, ...what, companies: [], countries: [], authors: [], section: null }, score);
    const [clicks = 0] = engagementOf(scoreOf(visit, { ...scale, baseline: null }).week);
    return { id, clicks, score, own };
  });
  const { from, to } = windows.week;
  const site = new Float64Array(to - from);
  for (const { own } of articles)
    own.visitTicks((at, ticks) => {
      site[at - from] = (site[at - from] ?? 0) + ticks;
    });
  const clock = risingClock(hour, site);
  return new Map(
    articles.map(({ id, clicks, score, own }) => [
      id,
      {
        ...{ clicks, momentum: own.momentum(clock), gain: own.growth - own.growthBefore },
        day: engagementOf(score.day),
        week: engagementOf(score.week),
      },
    ]),
  );
}

const engagementOf = ({ weighed, certain }: WindowScore): number[] => weighed.map((own, i) => own + (certain[i] ?? 0));

const topOf = ({ name }: List): number => (name.startsWith('drives') ? 5 : TEN);

export const lastOfTop = (list: List, silent: ReadonlySet<number>): number | undefined =>
  list.ids.filter((id) => !silent.has(id))[topOf(list) - 1];

export function isActive(list: List, standings: ReadonlyMap<number, Standing>, silent: ReadonlySet<number>): boolean {
  const standing = standings.get(lastOfTop(list, silent) ?? 0);
  return standing !== undefined && list.part(standing) >= ACTIVE_TENTH;
}

export const isInTop = (list: List, id: number): boolean => list.ids.slice(0, topOf(list)).includes(id);

export const isRising = ({ name }: List): boolean => name.startsWith('rising');

export interface Made {
  attack: Inflation;
  sender: Sender;
  articles: readonly number[];
  seconds: number;
  bound: number;
}

export interface View {
  lists: List[];
  standings: ReadonlyMap<number, Standing>;
  /** Rank of the silent articles' topic among trending topics, or `null` if unlisted. */
  silentTopic: number | null;
}

export interface Result {
  attack: Inflation;
  cost: Cost;
  seconds: number;
  counted: number;
  weighs: number;
  /** Best ranks in rising content and in the other active lists, or `null` if unlisted. */
  rank: number | null;
  risingRank: number | null;
  problems: string[];
}

/** Finds the articles of an attack in every ranking of every view, and reports violations of the promise. */
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
    ...(attack.isBeyond ? [] : views.flatMap((view) => lifted(articles, view, silent))),
  ];
  const [rank, risingRank] = [best((list) => !isRising(list)), best(isRising)];
  return { attack, cost: sender.cost, seconds, counted, weighs, rank, risingRank, problems };
}

function lifted(articles: readonly number[], { lists, standings }: View, silent: ReadonlySet<number>): string[] {
  return lists
    .filter((list) => isActive(list, standings, silent))
    .flatMap((list) =>
      articles.filter((id) => isInTop(list, id)).map((id) => `is number ${list.ids.indexOf(id) + 1} of “${list.name}”`),
    );
}

export interface Campaign {
  results: Result[];
  views: View[];
  silent: ReadonlySet<number>;
}

export type CampaignKeys = InflationKeys & { secret: string };

interface Plan {
  attacks: readonly Inflation[];
  /** Attacks that are repeated after a busy hour. If there are none, the busy hour is skipped. */
  later: readonly Inflation[];
  scale: number;
  days: number;
}

const FIRST = 1001;

/**
 * Runs every attack on articles without readers in an active newsroom. Checks the rankings at once and an hour later.
 */
export async function campaign(
  stage: Stage,
  keys: CampaignKeys,
  { attacks, later, scale, days }: Plan,
): Promise<Campaign> {
  const { operator } = keys;
  const people = await populationOf(stage.db);
  await publishActive(stage, operator);
  await clickHonestly(stage, operator, people);
  await nextHour(stage, operator);
  await assertShares(stage, people);

  const runs = runsOf(stage, keys, people, [...attacks, ...later], scale);
  const [early, rest] = split(runs.slice(0, attacks.length), ({ attack }) => attack.isEarly === true);
  await publishSilent(
    stage,
    operator,
    idsOf(runs).filter((id) => !idsOf(early).includes(id)),
  );
  for (const run of early) await run.go();
  await stage.settle();
  if (early.length > 0) await publishSilent(stage, operator, idsOf(early));
  await stage.ask('/manage/dead-letters/replay', { method: 'POST', headers: withKey(operator) });

  const [slow, fast] = split(rest, ({ attack }) => attack.days !== undefined);
  for (let day = 0; slow.length > 0 && day < days; day++) {
    for (const run of slow) await run.go();
    await stage.settle();
    await stage.advance(24);
    await clickADay(stage, operator, people);
    await nextHour(stage, operator);
  }
  for (const run of [...slow, ...fast]) await run.go();
  const views = [await look(stage, keys, 49)];
  if (later.length > 0) {
    await nextHour(stage, operator);
    await clickBusily(stage, operator, people);
    await assertShares(stage, people);
    for (const run of runs.slice(attacks.length)) await run.go();
    views.push(await look(stage, keys, 50));
  }
  const silent = new Set(idsOf(runs));
  return { results: runs.map((run) => judge(run, views, silent)), views, silent };
}

interface Run extends Made {
  go(): Promise<void>;
}

const idsOf = (runs: readonly Run[]): number[] => runs.flatMap(({ articles }) => articles);

function split<T>(values: readonly T[], is: (value: T) => boolean): [T[], T[]] {
  return [values.filter(is), values.filter((value) => !is(value))];
}

function runsOf(
  stage: Stage,
  keys: InflationKeys,
  people: Population,
  attacks: readonly Inflation[],
  scale: number,
): Run[] {
  let next = FIRST;
  return attacks.map((attack) => {
    const sender = new Sender(stage);
    const articles = Array.from({ length: attack.articles ?? 1 }, () => next++);
    const run: Run = {
      ...{ attack, articles, sender, seconds: 0, bound: attack.counted(scale) },
      async go() {
        const start = performance.now();
        await attack.run({ stage, sender, people, articles, keys, scale });
        run.seconds += (performance.now() - start) / 1000;
      },
    };
    return run;
  });
}

async function nextHour(stage: Stage, operator: string): Promise<void> {
  await stage.advance(1);
  await rebuild(stage, operator);
}

/** Asserts that the classes have the shares that the attacks state. Otherwise, the results would be meaningless. */
async function assertShares(stage: Stage, { classes }: Population): Promise<void> {
  const baseline = await baselineInForce(stage.db, utcHourIndex(stage.now()));
  for (const kind of ['network', 'browser'] as const) {
    const [edge = 0, below = 0] = [EDGE, BELOW].map((place) => baseline[kind][classes[kind][place] ?? 0] ?? 0);
    if (edge < 0.158 || edge >= 0.17 || below < 0.135 || below >= 0.157)
      throw new Error(`unexpected shares of ${kind}: ${edge} and ${below}`);
  }
}

async function look(
  stage: Stage,
  { operator, secret }: Pick<CampaignKeys, 'operator' | 'secret'>,
  limit: number,
): Promise<View> {
  await stage.settle();
  await rebuild(stage, operator);
  const { body } = await stage.ask(`/api/v2/topics/trending/?limit=${limit}`, { headers: withKey(secret) });
  const topics: { id: number }[] = JSON.parse(body).data.topics;
  const place = topics.findIndex(({ id }) => id === SILENT_TOPIC);
  return {
    lists: await readLists(stage, secret, limit),
    standings: await readStandings(stage),
    silentTopic: place < 0 ? null : place + 1,
  };
}
